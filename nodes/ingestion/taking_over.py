"""Who used what before: a switch is settled by what memory holds, whatever the old thing was used for."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from memorist.memory_store.comparing import MOST
from memorist.memory_store.domain.claim import Claim, is_of_the_user, subject_key
from memorist.memory_store.domain.gist import gist
from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.nodes.ingestion.draft import Draft, Utterance
from memorist.nodes.language.gazetteer import field_of, find_entities, platforms_said
from memorist.nodes.language.names import may_be_a_tool

_VERSION = re.compile(r"\s+v?\d[\w.]*$")
_ITS_OWN_WORD = re.compile(r"(?:when|whenever|during|with|at|to)\s", re.IGNORECASE)
_NAME = re.compile(r"[A-Z][\w.+-]*(?:\s[A-Z][\w.+-]*)*$")


def settle_switches(
    drafts: Sequence[Draft], stored: Sequence[Memory], scope: Scope, before: Sequence[Utterance] = ()
) -> list[Draft]:
    """The drafts, each as what is in use shows it.

    A switch between names that no list holds is one where its subject is known to use the old thing, and a switch that
    does not say for what goes on for the one purpose that the old thing was known to have.

    Args:
        before: the turns before, which tell what a switch that names no old thing speaks of.
    """
    held = [m.claim for m in stored if m.claim and m.type != "semantic:hard_rule" and same_person(m, scope)]
    read = Counter(subject_key(m.claim) for m in {m.id: m for m in stored}.values() if m.claim)
    crowded = frozenset(subject for subject, number in read.items() if number >= MOST)
    claims: dict[Claim | None, None] = dict.fromkeys(held)
    settled: list[Draft] = []
    for draft in drafts:
        if draft.if_used or draft.replaces:
            in_use = [claim for claim in claims if claim is not None and claim.polarity]
            settled.append(_settled(draft, in_use, before, crowded).model_copy(update={"if_used": ()}))
        else:
            settled.append(draft)
        claims.setdefault(settled[-1].claim)
    return settled


def _settled(draft: Draft, in_use: Sequence[Claim], before: Sequence[Utterance], crowded: frozenset[str]) -> Draft:
    # Who says "I" and is known to use the old thing speaks for himself, not for the team.
    for option in (*draft.if_used, *((draft,) if draft.claim else ())):
        # Only a switch takes the place of what it does not name: who uses one thing more gives nothing up.
        named = option if option is draft else _naming_the_old(option, in_use, before, crowded)
        if ended := ended_claims(named, in_use):
            return _for_the_same(named, ended)
        if option is not draft and (used := _used_already(option, in_use)):
            return option.model_copy(update={"claim": used})
    return draft


def replaces(draft: Draft, claim: Claim | None) -> bool:
    """Whether a draft names the object of a claim of the same subject as what it takes the place of."""
    if claim is None or draft.claim is None or not claim.polarity or claim.predicate != draft.claim.predicate:
        return False
    named = {folded(name) for name in draft.replaces}
    known_as = {folded(claim.object), folded(_VERSION.sub("", claim.object))}
    return folded(claim.subject) == folded(draft.claim.subject) and bool(named & known_as)


def ended_claims(draft: Draft, claims: Iterable[Claim | None]) -> list[Claim]:
    """Of the claims, those that a draft ends by what it replaces.

    "From Clerk to Okta for the web" ends Clerk for the web, if Clerk is known to be used for something else besides. A
    purpose that the old thing was never known to have narrows nothing.
    """
    named = [claim for claim in claims if claim is not None and replaces(draft, claim)]
    fitting = [claim for claim in named if draft.claim and _same_purpose(draft.claim, claim)]
    if not fitting or len(fitting) == len(named):
        return named
    return [claim for claim in fitting if claim.qualifier or claim.topic or claim.platforms] or fitting


def same_person(memory: Memory, scope: Scope) -> bool:
    """Whether a memory may be about the one who speaks: what one user says of himself is nothing about another."""
    if memory.claim is None or not is_of_the_user(memory.claim):
        return True
    return None in (memory.scope.user_id, scope.user_id) or memory.scope.user_id == scope.user_id


def _same_purpose(new: Claim, old: Claim) -> bool:
    if new.platforms and old.platforms and not set(new.platforms) & set(old.platforms):
        return False
    if not new.qualifier or not (old.qualifier or old.topic):
        return True
    same_words = bool(old.qualifier) and gist(new.qualifier) == gist(old.qualifier or "")
    return same_words or (new.topic is not None and new.topic == old.topic)


def _for_the_same(draft: Draft, ended: Sequence[Claim]) -> Draft:
    """The draft for the purpose that what it ends had, unless it says or has one itself, or there were several."""
    claim = draft.claim
    purposes = {(c.topic or gist(c.qualifier or ""), c.platforms): c for c in ended if c.topic or c.qualifier}
    if claim is None or claim.qualifier or len(purposes) != 1:
        return draft
    (old,) = purposes.values()
    if field_of(claim.topic) is not None and claim.topic != old.topic:
        return draft
    taken = {
        "qualifier": old.qualifier,
        "topic": old.topic,
        "platforms": claim.platforms or (old.platforms if platforms_said(old.qualifier or "") else ()),
    }
    content = draft.content
    if old.qualifier and gist(old.qualifier) not in gist(content):
        # Who asks what is used for it has to find it.
        content = f"{content} ({old.qualifier if _ITS_OWN_WORD.match(old.qualifier) else f'for {old.qualifier}'})"
    return draft.model_copy(update={"claim": claim.model_copy(update=taken), "content": content})


def _used_already(option: Draft, in_use: Sequence[Claim]) -> Claim | None:
    """The one claim that already says what a switch comes to: told again, it is the same."""
    assert option.claim is not None
    same = [
        c
        for c in in_use
        if (folded(c.subject), c.predicate) == (folded(option.claim.subject), option.claim.predicate)
        and folded(c.object) == folded(option.claim.object)
    ]
    return same[0] if len(same) == 1 else None


def _naming_the_old(
    option: Draft, in_use: Sequence[Claim], before: Sequence[Utterance], crowded: frozenset[str]
) -> Draft:
    """The draft with what it takes the place of, where it is plain without being said.

    That is the one thing in use that was spoken of just now; else the one of which nobody knows what kind of thing it
    is, which is as much as is known of the new one; of a ``crowded`` subject not all that is in use was read.
    """
    claim = option.claim
    if option.replaces or claim is None or claim.qualifier or claim.topic or not _NAME.fullmatch(claim.object):
        return option
    others = {
        folded(c.object): c.object
        for c in in_use
        if (folded(c.subject), c.predicate) == (folded(claim.subject), claim.predicate)
    }
    if others.pop(folded(claim.object), None) is not None:
        return option
    said = " ".join(utterance.content for utterance in before).casefold()
    spoken_of = [o for key, o in others.items() if re.search(rf"(?<!\w){re.escape(key)}(?!\w)", said)]
    unlisted = [o for o in others.values() if _NAME.fullmatch(o) and may_be_a_tool(o) and not find_entities(o)]
    for meant in (spoken_of, () if subject_key(claim) in crowded else unlisted):
        if meant:
            return option.model_copy(update={"replaces": tuple(meant)}) if len(meant) == 1 else option
    return option
