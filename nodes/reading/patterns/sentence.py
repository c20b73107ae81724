"""One sentence: read whole by the first form that fits, or left unread with a reason."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache

from memorist.memory_store.domain.types import RULE_TYPES
from memorist.memory_store.domain.visibility import in_first_person
from memorist.nodes.dates.bounds import Bounds, bounds_of
from memorist.nodes.language.permission import permission_in
from memorist.nodes.reading.laid_down import asked_for, laid_down_in
from memorist.nodes.reading.markers import forbids, narrows
from memorist.nodes.reading.patterns.build import FormMatch, fits, lift_as_said, proposals_of, rule_as_said
from memorist.nodes.reading.patterns.edges import Edged, without_clause_beside, without_edges, without_remark
from memorist.nodes.reading.patterns.family import Form, PatternFamily, load_families
from memorist.nodes.reading.patterns.line import LONGEST, PatternLine, line_of
from memorist.nodes.reading.patterns.slots import is_first_person
from memorist.nodes.reading.patterns.template import Template
from memorist.nodes.reading.patterns.words import alternatives, listed
from memorist.nodes.reading.reader import Proposal
from memorist.nodes.reading.speech_acts.acts import Act, act_of

NO_PATTERN = "no pattern reads it whole"
_RULES = frozenset({*RULE_TYPES, "procedural"})
"""Types whose content is the sentence as said, so that two denials in it cannot be lost."""

_ASKS = frozenset(
    "what which whose why does did is are can could would should will shall am was were has have may might whats who "
    "where".split()
)
_PLAYS = re.compile(
    r"(?:imagine|pretend|suppose|supposing|assume|role ?-?play|let us (?:say|pretend|imagine|do a role)|act as|what if|"
    r"you are now|in (?:the|my|our) (?:story|novel|book|game|scene|dream)|once upon)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[\"“”«»]|(?:^|\s)'[^']+'(?:\W|$)")

_AS_SAID: Mapping[Act, Callable[[str, Edged, Bounds], Proposal | None]] = {"rule": rule_as_said, "lift": lift_as_said}
"""Reading of a sentence by its speech act alone, where no form reads it."""


@dataclass(frozen=True, slots=True)
class SentenceRead:
    """Result of reading a sentence; ``reason`` says why nothing was made of it."""

    proposals: tuple[Proposal, ...] = ()
    reason: str = ""


def attempt(sentence: str, *, speaker: str = "user", said_at: datetime, own_words: bool = True) -> SentenceRead:
    """Read a sentence, or say why not.

    Args:
        speaker: who "I" is in claims.
        said_at: relative dates are counted from it.
        own_words: false for the text of somebody else: only what does not depend on who says it is read.
    """
    if len(sentence) > LONGEST:
        return SentenceRead(reason="too long for one sentence")
    asked = asked_for(sentence) if own_words else None
    read = _attempt(asked or sentence, speaker, said_at, own_words=own_words)
    if asked is None:
        return read
    return replace(read, proposals=tuple(one.model_copy(update={"quote": sentence.strip()}) for one in read.proposals))


def _attempt(sentence: str, speaker: str, said_at: datetime, *, own_words: bool) -> SentenceRead:
    """Read a sentence whole by a form, else by its speech act, else the rule that is a part of it."""
    line = line_of(sentence)
    edged = without_edges(line)
    if reason := _unreadable(edged.core):
        return SentenceRead(reason=reason)
    formless = _formless(sentence, edged.core)
    doubted = _doubts().search(line.norm) is not None
    told = edged.told.whole()
    tries = _timed(edged, told, said_at)
    if (shorter := without_remark(edged)) is not None:  # and without the times that stand in the remark
        for part, when in _timed(shorter, shorter.core.whole(), said_at):
            kept = replace(part, reason=part.reason or shorter.reason, place=part.place or shorter.place)
            tries.append((replace(kept, corrects=shorter.corrects, remark=shorter.remark), when))
    for part, when in tries if not formless else ():
        for family, form, template in _forms():
            if (doubted and not form.hypothetical) or not (own_words or form.anybody):
                continue
            slots = _matched(form, template, part)
            if slots is None or _binds_otherwise(form, sentence):
                continue
            read = FormMatch(family.name, form, slots, _types(template), part, when, speaker, sentence.strip(), told)
            if _is_credible(read, own_words=own_words):
                return SentenceRead(proposals=tuple(proposals_of(read)))
    as_said = _AS_SAID.get(act_of(sentence).act, lift_as_said if _allows_a_part(sentence) else None)
    if own_words and not doubted and as_said is not None:
        made = as_said(sentence.strip(), edged, bounds_of(without_clause_beside(told), said_at))
        if made is not None:
            return SentenceRead(proposals=(made,))
    if own_words and (part := laid_down_in(sentence)) is not None and part != sentence:
        return attempt(part, speaker=speaker, said_at=said_at)
    return SentenceRead(reason="said with a doubt" if doubted else formless or NO_PATTERN)


def _allows_a_part(sentence: str) -> bool:
    """Return true if a sentence allows something to some people, or under a condition, as exceptions to a rule do."""
    allowed = permission_in(sentence)
    return allowed is not None and (bool(allowed.who) or narrows(sentence))


def _unreadable(core: PatternLine) -> str:
    """Why a sentence is not even tried."""
    if not core.words:
        return "nothing but a greeting or a marker"
    if core.whole().startswith(">"):
        return "it is a quotation"
    if _PLAYS.match(core.norm):
        return "it imagines something"
    return ""


def _binds_otherwise(form: Form, sentence: str) -> bool:
    """Return true if a sentence is no rule although a form of rules fits, or a rule although one of procedures does.

    What an assistant may not do, does in one way only, or does for the one who speaks, is no way of doing something.
    """
    if form.type in RULE_TYPES:
        return not form.known and not act_of(sentence).may_be_rule  # what is merely told binds nobody
    if form.type != "procedural":
        return False
    binds = forbids(sentence) or in_first_person(sentence) or _ONE_WAY.search(sentence) is not None
    return binds and act_of(sentence).act == "rule"


_ONE_WAY = re.compile(r"[:,]\s+only\s|\sonly\W*$", re.IGNORECASE)
"""Leaves no other way: "for the mobile repo: squash merges only"."""


def _formless(sentence: str, core: PatternLine) -> str:
    """Why no form reads a sentence, although it may be a rule or lift one."""
    if "?" in sentence or core.words[0].text.casefold() in _ASKS:
        return "a question or a request"
    return "it holds a quotation" if _QUOTED.search(core.whole()) else ""


def _timed(edged: Edged, told: str, said_at: datetime) -> list[tuple[Edged, Bounds]]:
    """A statement without its times, with when it holds, also those before its reason; then as it was told."""
    found: list[tuple[Edged, Bounds]] = []
    for said, reason in ((edged.core.whole(), edged.reason), (told, "")) if edged.reason else ((told, ""),):
        bounds = bounds_of(said, said_at)
        if (core := bounds.core.strip()) and core != said:
            cut = replace(without_edges(line_of(core)), corrects=edged.corrects, remark="")
            found.append((replace(cut, reason=cut.reason or reason, place=cut.place or edged.place), bounds))
    return [*found, (edged, Bounds(told))]


@lru_cache(maxsize=1)
def _forms() -> tuple[tuple[PatternFamily, Form, Template], ...]:
    return tuple(
        (family, form, template)
        for family in load_families()
        for form in family.forms_filled()
        for template in form.templates()
    )


def _matched(form: Form, template: Template, part: Edged) -> dict[str, str] | None:
    """Return the fillers of the slots, by their names without numbers, if the template matches the whole statement."""
    if part.alternative and not form.takes_alternative:
        return None
    norm = part.core.norm
    found = template.match(norm, part.core.vocabulary)
    if found is None:
        return None
    slots = {
        name.rstrip("0123456789"): part.core.said(*found.span(name))
        for name in template.slots
        if found[name] is not None
    }
    if part.alternative:
        slots["alternative"] = part.alternative
    return slots


def _types(template: Template) -> dict[str, str]:
    return {name.rstrip("0123456789"): kind for name, kind in template.slots.items()} | {"alternative": "act"}


def _is_credible(read: FormMatch, *, own_words: bool) -> bool:
    """Return true if a match may be believed: its slots fit, another's text says no "I", and denials do not pile up."""
    if not fits(read):
        return False
    if not own_words and any(is_first_person(text) for text in read.slots.values()):
        return False
    if read.form.type not in _RULES and any(_PROHIBITS_BESIDE.search(text) for text in read.slots.values()):
        return False
    words = read.edged.core.norm.casefold().split()
    return read.form.type in _RULES or sum(word in listed("denials") for word in words) <= 1


_PROHIBITS_BESIDE = re.compile(r"[,;–—-]\s+(?:and\s|but\s)?(?:never|do\snot|don['’]t)\s", re.IGNORECASE)
"""A second clause that forbids: "always use pnpm, never npm" is no wish for "pnpm, never npm"."""


@lru_cache(maxsize=1)
def _doubts() -> re.Pattern[str]:
    return re.compile(rf"(?:^|(?<= ))(?:{alternatives('doubts')}) ", re.IGNORECASE)
