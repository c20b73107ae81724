"""Proposals made of a sentence once a form has matched it."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.memory import Confidence
from memorist.memory_store.domain.visibility import in_first_person, tells_of_private_life
from memorist.nodes.dates.bounds import Bounds
from memorist.nodes.language.names import find_names, names_in
from memorist.nodes.language.permission import permission_in
from memorist.nodes.language.words import upper_first
from memorist.nodes.reading.markers import forbids
from memorist.nodes.reading.patterns.edges import Edged
from memorist.nodes.reading.patterns.family import ClaimForm, Form
from memorist.nodes.reading.patterns.slots import is_person, subject_of, without_article
from memorist.nodes.reading.patterns.steps import steps_of
from memorist.nodes.reading.patterns.thing import Narrowing, claim_of_thing, items_of, thing_of, value_claim
from memorist.nodes.reading.patterns.words import listed
from memorist.nodes.reading.reader import Proposal
from memorist.nodes.reading.rendering import render

_FOLLOWS = re.compile(r"[,;]|\bso\b", re.IGNORECASE)
"""Ends what a consequence is drawn from."""
_YOU = re.compile(r"\byou(?:['’]re)?\b", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?]\s+[A-Z]")
_SLOT = re.compile(r"\{(\w+)\}")
_HYPOTHETICAL: Confidence = 0.5
RULE_CONFIDENCE: Confidence = 0.9
"""Confidence in a rule that is kept as it was said."""
_LISTS = frozenset({"things", "either"})
_THINGS = frozenset({"thing", "other", "own", *_LISTS})
_ACTS = frozenset({"act", "acts", "deed", "subject"})
_PEOPLE = frozenset({"who", "person", "name", "client"})


@dataclass(frozen=True, slots=True)
class FormMatch:
    """A form that matched, with what fills its slots and what stood around them.

    ``sentence`` is the sentence as it stands in the passage; ``said`` the same without greetings and markers.
    """

    family: str
    form: Form
    slots: Mapping[str, str]
    types: Mapping[str, str]
    edged: Edged
    holds: Bounds
    speaker: str
    sentence: str
    said: str


def fits(read: FormMatch) -> bool:
    """Return true if the slots hold what their types promise, as far as no regular expression can tell."""
    for name, text in read.slots.items():
        kind = read.types[name]
        if kind in _ACTS and name != "over" and _ORDINAL.fullmatch(without_article(text)):
            return False
        if kind in _PEOPLE and not (is_person(text) or _is_named(text, read.said)):
            return False
        if kind == "trigger" and _SENTENCE_END.search(text):
            return False
        if kind == "subject" and text.split()[-1].casefold() in _NO_END:
            return False
        if kind in _THINGS and not all(map(_is_thing, items_of(text) if kind in _LISTS else [text])):
            return False
    for claim in (read.form.claim, read.form.ends):
        if claim and not (_filled(claim.subject, read) and _filled(claim.object, read)):
            return False
    return all(_known(read, name) for name in read.form.known) and not any(
        _known(read, name) for name in read.form.unknown
    )


def _is_named(text: str, said: str) -> bool:
    """Return true if a name that is an ordinary word, too, is a person's in the sentence that it stands in."""
    return any(mention.kind == "entity:person" and mention.canonical in text for mention in find_names(said))


def _known(read: FormMatch, name: str) -> bool:
    """Return true if a slot holds nothing but technologies that are known by name."""
    return name in read.slots and all(thing_of(item).technology for item in items_of(read.slots[name]))


_ORDINAL = re.compile(
    r"(?:option|number|variant|version|choice|item|answer|#)?\s?(?:\d+|[a-d])|first|second|third|last|latter|former|next",
    re.IGNORECASE,
)
"""References to something else: "option 2", "the latter"."""
_NO_END = frozenset(
    "one ones some any thing things now to of from by with about in on at as into how more very so".split()
)
LIST = "list"
"""Tag of a memory that holds a whole list, whose items are memories of their own."""
_NO_START = frozenset("to of from by with about in on at as into out up off down how more less very so".split())


def _is_thing(text: str) -> bool:
    bare = without_article(text).split()
    if not any(character.isalpha() for character in text) or _ORDINAL.fullmatch(without_article(text)):
        return False
    return bool(bare) and bare[0].casefold() not in _NO_START and bare[-1].casefold() not in _NO_END


def proposals_of(read: FormMatch) -> Iterator[Proposal]:
    """The proposals that a matched sentence makes: one, or one for each item of its list and one for the list."""
    form = read.form
    if _is_wish(read):
        yield _as_said(read, "semantic:preference")
        return
    claims = list(_claims(read, form.claim)) if form.claim else [None]
    ends = list(_claims(read, form.ends)) if form.ends else []
    for place, claim in enumerate(claims):
        ended = ends[place] if place < len(ends) else ends[0] if ends else None
        yield Proposal(
            passage="",
            quote=read.sentence,
            operation=form.operation,
            why=form.why,
            type=form.type,
            content=_content(read, claim) if len(claims) == 1 or claim is None else _rendered(read, claim),
            claim=claim,
            entities=names_in(read.said),
            confidence=min(form.confidence or 0.9, _HYPOTHETICAL) if form.hypothetical else form.confidence or 0.9,
            valid_from=read.holds.valid_from,
            valid_until=read.holds.valid_until,
            condition=read.holds.condition or _filled(form.condition, read) or None,
            details=_details(read),
            tags=form.tags,
            replaces=tuple(thing_of(one).object for text in form.replaces for one in items_of(_filled(text, read))),
            ends_claim=ended,
            resolves=tuple(filter(None, (_filled(text, read) for text in form.resolves))),
            corrects=read.edged.corrects or form.corrects,
            hypothetical=form.hypothetical,
            method=f"pattern:{read.family}",
        )
    if len(claims) > 1:
        yield _whole_list(read)


def _is_wish(read: FormMatch) -> bool:
    """Return true if the one thing to be done when "you" do something is done for the one who speaks.

    "Use 4 spaces when you write TypeScript for me" is that person's wish, and no way of doing something.
    """
    if read.form.type != "procedural" or len(steps_of(read.slots.get("steps", ""))) != 1:
        return False
    return in_first_person(read.sentence) and _YOU.search(read.slots.get("subject", "")) is not None


def _whole_list(read: FormMatch) -> Proposal:
    """The list as it was said: its items are memories of their own, and belong together."""
    return _as_said(read, read.form.type, details=_details(read), tags=(*read.form.tags, LIST))


def _as_said(read: FormMatch, type_: str, **more: Any) -> Proposal:
    """A proposal in the words that were said, without a claim; ``more``: other fields of it."""
    return Proposal(
        passage="",
        quote=read.sentence,
        type=type_,
        content=read.said,
        entities=names_in(read.said),
        confidence=read.form.confidence or 0.9,
        valid_from=read.holds.valid_from,
        valid_until=read.holds.valid_until,
        condition=read.holds.condition,
        method=f"pattern:{read.family}",
        **more,
    )


def rule_as_said(sentence: str, edged: Edged, holds: Bounds) -> Proposal:
    """Return a rule in the speaker's words: it blocks where they forbid something, else it is a policy.

    What allows something blocks nothing, and may be an exception to a rule that is held.

    What follows from the speaker's private life ("I take insulin, so no cake for me") blocks nobody: all of a group see
    what blocks, a policy in the first person only its author.
    """
    allows = permission_in(sentence) is not None
    blocks = not allows and forbids(sentence) and not _follows_from_private_life(sentence)
    reason = {"reason": edged.why} if edged.why and blocks else {}
    lifts = _lifting(edged) if allows else {}
    return Proposal(
        passage="",
        quote=sentence,
        type="semantic:hard_rule" if blocks else "semantic:policy",
        content=edged.told.whole() or sentence,
        entities=names_in(sentence),
        confidence=RULE_CONFIDENCE,
        valid_from=holds.valid_from,
        valid_until=holds.valid_until,
        condition=holds.condition,
        details={"severity": "block", **reason} if blocks else {},
        method="speech_act:rule",
        **lifts,
    )


def _follows_from_private_life(sentence: str) -> bool:
    return tells_of_private_life(_FOLLOWS.split(sentence, maxsplit=1)[0])


LIFTED_AS_SAID = "speech_act:lift"
"""Method of a lift, or of what may be an exception, that no form reads."""


def lift_as_said(sentence: str, edged: Edged, holds: Bounds) -> Proposal | None:
    """Return the lifting of a rule in the speaker's words; null if no word is left that says which rule."""
    lifting = _lifting(edged)
    if not lifting:
        return None
    return Proposal(
        passage="",
        quote=sentence,
        type="semantic:decision",
        content=edged.told.whole(),
        entities=names_in(sentence),
        confidence=RULE_CONFIDENCE,
        valid_from=holds.valid_from,
        method=LIFTED_AS_SAID,
        **lifting,
    )


def _lifting(edged: Edged) -> dict[str, Any]:
    """Return the fields of a proposal that lifts a rule; empty if no word is left that says which one."""
    about = " ".join(word for word in _LIFTED.findall(edged.told.whole()) if word.casefold() not in listed("lifting"))
    if not about:
        return {}
    claim = Claim(subject="team", predicate="practices", object=about, polarity=False)
    return {"operation": "lifts", "why": "the user lifts the rule", "ends_claim": claim}


_LIFTED = re.compile(r"[\w][\w'’/.-]*\w|\w")


def _rendered(read: FormMatch, claim: Claim) -> str:
    """Return the claim in words; the sentence as said where "my" or "our" inside would be left in the third person."""
    told = render(claim, read.edged.reason or None, joint=read.slots.get("prep", "for").casefold())
    return read.said if in_first_person(told) else told


def _content(read: FormMatch, claim: Claim | None) -> str:
    """The claim in words if nothing of the sentence is lost by it, else the sentence as said."""
    plain = read.said == read.edged.told.whole() and not (read.edged.place or read.edged.remark)
    form = read.form.claim
    if form and not set(read.slots) <= {"prep", *_SLOT.findall(f"{form.subject}{form.object}{form.qualifier}")}:
        return read.said
    if claim is None or read.form.content != "claim" or not plain:
        return read.said
    return _rendered(read, claim)


def _claims(read: FormMatch, form: ClaimForm) -> Iterator[Claim]:
    subject = subject_of(_filled(form.subject, read), read.speaker)
    purpose = _filled(form.qualifier, read)
    narrowing = Narrowing(purpose, read.edged.place)
    name = form.object[1:-1] if form.object[:1] == "{" and form.object[-1:] == "}" else ""
    text = _filled(form.object, read)
    kind = read.types.get(name)
    if kind not in _THINGS:
        yield value_claim(subject, form.predicate, text, narrowing, polarity=form.polarity)
        return
    items = items_of(text) if kind in _LISTS else (text,)
    for item in items:
        thing = thing_of(item)
        yield claim_of_thing(subject, form.predicate, thing, narrowing, polarity=form.polarity, alone=len(items) == 1)


def _filled(text: str, read: FormMatch) -> str:
    """A text with its slots filled; a slot that is not there leaves nothing."""
    filled = text.format_map(defaultdict(str, read.slots, speaker=read.speaker)) if "{" in text else text
    return " ".join(filled.split())


def _details(read: FormMatch) -> dict[str, Any]:
    given = {key: _detail(key, value, read) for key, value in read.form.details.items()}
    details = {key: value for key, value in given.items() if value}
    if read.edged.why:
        details["reasoning" if read.form.type == "semantic:decision" else "reason"] = read.edged.why
    return details


def _detail(key: str, given: Any, read: FormMatch) -> Any:
    if key == "steps":
        return steps_of(_filled(given, read))
    if key == "name":
        return upper_first(_filled(given, read))
    if key == "trigger":
        return {"pattern": _filled(given, read), "context": [m.canonical for m in find_names(read.said)]}
    if isinstance(given, list):
        return [text for text in (_filled(str(one), read) for one in given) if text]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return _filled(given, read) if isinstance(given, str) else given
