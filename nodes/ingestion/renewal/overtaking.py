"""Which stored memories a turn takes the place of, where no claim shows it.

"Every booking is taken in Samedi from here on" says nothing of "the team books patients with Doctolib", and still
ends it. Signs of such a change are weighed by a forest of small trees; what it is sure of ends, and the reason tells
the signs.
"""

import re
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import Any, NamedTuple

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.nodes.ingestion.draft import BY_PEOPLE, Draft, owner_of
from memorist.nodes.ingestion.renewal.come_about import come_about
from memorist.nodes.ingestion.renewal.done import due_anew, finished, is_due_anew, tells_done
from memorist.nodes.ingestion.renewal.forest import forest
from memorist.nodes.ingestion.renewal.lifted import lifted
from memorist.nodes.ingestion.renewal.reading import Reading, read
from memorist.nodes.ingestion.renewal.remainder import draft_of_rest, what_remains, without_things
from memorist.nodes.ingestion.renewal.restated import restated
from memorist.nodes.ingestion.renewal.restored import restored, tells_it_is_back
from memorist.nodes.ingestion.renewal.signals import CHANGES, compared, differing, relatedness, signals
from memorist.nodes.ingestion.renewal.solved import solved
from memorist.nodes.ingestion.renewal.turned import tells_a_turn, turned
from memorist.nodes.language.repeated import without_repeated
from memorist.nodes.language.stops import sentences_in
from memorist.nodes.language.words import stems

SURE = 0.65
"""From this probability on a memory ends; with a lower bar, more is ended that must stay (``bench updates``)."""
LONGEST_TURN = 4_000
"""In characters: what is longer was pasted, and tells nothing by the way."""
SURE_BY_ONE_WORD = 0.8
"""The same on one day, where one word or name is all that both have in common and nothing is said of its end."""
ONE_DAY = 0.5 / 60
"""As the signal ``days`` counts: a day of talk says the same names in many connections."""
LEAST_IN_COMMON = 0.25
"""Of the words of the shorter, a sentence and a memory of one thing share so many."""
ONE_NAME = 1.5
"""How related one name makes a sentence and a memory."""
MANY_WORDS = 40
"""A memory of more tells many things, and one sentence takes the place of none of them in particular."""
LONGEST = 120
"""Of a sentence, so many characters are told as the reason."""
MAY_CHANGE = frozenset({"semantic:fact", "semantic:preference", "semantic:policy", "semantic:decision"})
"""What is so, is liked, is done or was decided; hard rules yield to an explicit word only."""
_LIST_KEY = re.compile(
    r"^\d{1,2}[.):]?\s+(?=(?:yes|no|nope|yep|ok|done|please)\b|[a-z]{2,}\s(?:is|are|does|do|was)\b)", re.IGNORECASE
)
"""2 yes do that: which item of a list is answered is no number."""
_OF_ONESELF = re.compile(r"\buser\b", re.IGNORECASE)
"""What one user told of himself is nothing about another."""
_WATCHED: ContextVar["list[list[Weighed]] | None"] = ContextVar("watched", default=None)


class Weighed(NamedTuple):
    """A memory beside the sentence of the turn that speaks of it most, and what speaks for that it takes its place."""

    memory: Memory
    sentence: str
    signals: dict[str, float]


@contextmanager
def watched() -> Generator[list[list[Weighed]]]:
    """Nothing is overtaken meanwhile; what would have been weighed is told, a list a turn, to learn from it."""
    seen: list[list[Weighed]] = []
    token = _WATCHED.set(seen)
    try:
        yield seen
    finally:
        _WATCHED.reset(token)


def may_overtake(given: Mapping[str, Any]) -> bool:
    """Whether an input may take the place of what it does not name: what a person says in a talk, and no long paste."""
    return given.get("kind") == "turn" and given.get("role") == "user" and len(given["content"]) <= LONGEST_TURN


def renewed(drafts: Sequence[Draft], episode: RawEpisode, stored: Sequence[Memory]) -> list[Draft]:
    """The drafts of a turn, with the memories that they take the place of, and what is left of those.

    Args:
        drafts: what was read out of the turn.
        episode: the turn as it was said.
        stored: live memories that resemble the turn or a draft.
    """
    settled = list(drafts)
    seen = _WATCHED.get()
    if not drafts:
        return settled
    if seen is None:
        settled = _settled_outright(drafts, episode, stored)
        if not _tells_change(drafts, episode.content):
            return settled
    over_by_now = {id_ for draft in settled for id_ in draft.ends}
    explicit = {place for place, draft in enumerate(settled) if draft.ends}
    may_go = [m for m in may_end(drafts, stored, episode.scope) if m.id not in over_by_now]
    compared_with = weigh(episode.content, drafts, may_go, at=episode.at)
    if seen is not None:
        seen.append(compared_with)
        return settled
    given_up = {folded(name) for draft in drafts for name in draft.replaces}
    by_words = [m for m in may_go if m.claim is None or folded(m.claim.object) not in given_up]
    plain = restated(told_in(episode.content, drafts), [d.claim for d in drafts if d.claim is not None], by_words)
    over = solved(settled, may_go)
    left: list[Draft] = []
    for weighed in compared_with:
        told = plain.get(weighed.memory.id)
        place = _teller(settled, told.clause if told else weighed.sentence, weighed.memory)
        draft = settled[place]
        if weighed.memory.valid_until_condition and _PUT_OFF.search(weighed.sentence):
            continue  # what it waits for comes later
        if place in explicit and told is None and weighed.memory.id not in over:
            continue  # it tells what ends by itself: what merely resembles it does not end with that
        why = told.why if told else over.get(weighed.memory.id) or _why(weighed, draft)
        if why is None:
            continue
        settled[place] = draft.ending([weighed.memory.id], why)
        others = (other.memory.content for other in compared_with if other is not weighed)
        rest = told.remains if told else _remains(weighed, draft)
        if rest and not any(stems(rest) <= stems(other) for other in others):
            left.append(draft_of_rest(weighed.memory, rest, episode, anew=told is not None))
    return [*settled, *left]


def _settled_outright(drafts: Sequence[Draft], episode: RawEpisode, stored: Sequence[Memory]) -> list[Draft]:
    """The drafts with the memories that their own words end: no sign need be weighed."""
    known = list({memory.id: memory for memory in stored}.values())
    settled = lifted(come_about(drafts, known, episode.at), known)
    told = [end for may_tell, end in _OUTRIGHT if any(map(may_tell, drafts))]
    may_go = may_end(drafts, known, episode.scope) if told else []
    for end in told:
        settled = end(settled, may_go)
    return settled


_OUTRIGHT = ((tells_done, finished), (is_due_anew, due_anew), (tells_a_turn, turned), (tells_it_is_back, restored))
"""Whether a draft may tell it, which most do not, and what that ends."""
_PUT_OFF = re.compile(
    r"\b(?:delay(?:ed|s)?|postponed|late|slips?|slipped|pushed\sback|takes?\slonger)\b", re.IGNORECASE
)


def _remains(weighed: Weighed, draft: Draft) -> str | None:
    content = weighed.memory.content
    given_up = _given_up(weighed.memory, draft)
    return (without_things(content, given_up) if given_up else None) or what_remains(content, weighed.sentence)


def told_in(text: str, drafts: Sequence[Draft]) -> list[str]:
    """The sentences of a turn as they were said, and what was read out of them.

    What was said before, which a draft repeats to be understood, is not told anew.
    """
    said = (_LIST_KEY.sub("", part) for sentence in sentences_in(text) for part in sentence.split("; "))
    return list(dict.fromkeys(one for one in (*said, *(without_repeated(d.content) for d in drafts)) if one))


def _tells_change(drafts: Sequence[Draft], text: str) -> bool:
    """Whether there is a word of change in a turn at all: most have none, and nothing need be weighed."""
    denied = (d.claim is not None and d.claim.predicate == "has_issue" and not d.claim.polarity for d in drafts)
    return (
        any(draft.replaces for draft in drafts) or any(denied) or bool({*CHANGES, "ended", "permits"} & read(text).said)
    )


def may_end(drafts: Sequence[Draft], stored: Iterable[Memory], scope: Scope) -> list[Memory]:
    """Of the stored memories, those that may end by the way: told by people, of a kind that changes, not told again.

    What another user told of himself may not.
    """
    repeated = {d.content.casefold() for d in drafts}
    claimed = {d.claim.identity() for d in drafts if d.claim is not None}
    owner = owner_of(drafts[0], scope)
    distinct = {memory.id: memory for memory in stored}.values()
    return [
        memory
        for memory in distinct
        if memory.type in MAY_CHANGE
        and memory.status.live
        and memory.source in BY_PEOPLE
        and memory.content.casefold() not in repeated
        and len(memory.content.split()) <= MANY_WORDS
        and (memory.claim is None or memory.claim.identity() not in claimed)
        and memory.scope.agent_id in {None, owner.agent_id}
        and (memory.scope.user_id in {None, scope.user_id} or not _OF_ONESELF.search(memory.content))
    ]


def weigh(text: str, drafts: Sequence[Draft], stored: Sequence[Memory], *, at: datetime) -> list[Weighed]:
    """Each memory with the signals for that the turn, or what was read out of it, takes its place."""
    if not stored:
        return []
    turn = read(text)
    sentences = [read(sentence) for sentence in told_in(text, drafts)]
    nearest = [_nearest(sentences, read(memory.content)) for memory in stored]
    ratings = [relatedness(one, read(memory.content)) for one, memory in zip(nearest, stored, strict=True)]
    return [
        Weighed(
            memory,
            one.text,
            {
                **signals(one, turn, read(memory.content), days=(at - _told_at(memory, at)).total_seconds() / 86_400),
                **compared(ratings, place),
            },
        )
        for place, (one, memory) in enumerate(zip(nearest, stored, strict=True))
    ]


def _told_at(memory: Memory, by: datetime) -> datetime:
    """When a memory was told: "kicked that out in January" is no older than the talk in which it was said.

    What is brought in later than it was said bears the time of that; then it is as old as what it tells.
    """
    return memory.created_at if memory.created_at <= by else memory.valid_from


def _nearest(sentences: Sequence[Reading], before: Reading) -> Reading:
    """The sentence that speaks of it most; of two alike, the one that tells a change."""
    if len(sentences) == 1:
        return sentences[0]
    return max(
        sentences,
        key=lambda s: (
            relatedness(s, before) + 0.5 * len(s.fields & before.fields),
            len(differing(s, before)) + len(CHANGES & s.said) + ("ended" in s.said),
            -len(s.words),
        ),
    )


def _teller(drafts: Sequence[Draft], said: str, memory: Memory) -> int:
    """The place of the draft that tells the change: the one most like the sentence that does."""
    sentence, before = read(said), read(memory.content)
    rated = [(relatedness(sentence, told), relatedness(told, before)) for told in (read(d.content) for d in drafts)]
    return max(range(len(drafts)), key=lambda place: (rated[place], -place))


_ABOUT_IT = ("related", "of one field", "for now, and back", "open, and settled", "another detail, and changes")
"""Who speaks of nothing that the memory speaks of, and of no state that it was in, takes nothing's place."""
_OTHERWISE = ("changes", "changes, elsewhere", "ended", "ended, elsewhere", "says permits", "for now, and back")
"""Who lists one thing after another takes nothing back: something has to say that it is otherwise by now."""


def _why(weighed: Weighed, draft: Draft) -> str | None:
    """Why the memory ends with the draft that tells of the change; null if it may stand."""
    if _tells_the_new(weighed.memory, draft.claim):
        return None
    if given_up := _given_up(weighed.memory, draft):
        return f'"{weighed.sentence[:LONGEST]}" takes its place: {", ".join(given_up)} is given up'
    if not all(any(weighed.signals[sign] for sign in needed) for needed in (_ABOUT_IT, _OTHERWISE)):
        return None
    if _claims_tell(draft.claim, weighed.memory.claim) or _PROPOSED.search(weighed.sentence):
        return None
    if _in_passing(weighed) or _is_an_issue_still(weighed):
        return None
    sure = forest().probability(weighed.signals)
    bar = SURE_BY_ONE_WORD if _by_one_word(weighed) else SURE
    return _reason(weighed, sure) if sure >= bar else None


def _given_up(memory: Memory, draft: Draft) -> list[str]:
    """What a draft replaces by name, where the memory tells in its own words that it is so."""
    if memory.claim is not None or memory.type != "semantic:fact":
        return []
    names = read(memory.content).names
    return [name for name in draft.replaces if folded(name) in names]


def _tells_the_new(memory: Memory, claim: Claim | None) -> bool:
    """Whether a memory names what is so by now: why it was chosen, how it is used."""
    return claim is not None and claim.polarity and folded(claim.object) in read(memory.content).names


def _claims_tell(new: Claim | None, old: Claim | None) -> bool:
    """Whether two claims show by themselves that one takes the place of the other, or that both stand."""
    if new is None or old is None or new.predicate != old.predicate:
        return False
    return folded(new.subject) == folded(old.subject) or folded(new.object) != folded(old.object)


def _in_passing(weighed: Weighed) -> bool:
    """Whether the sentence has next to nothing in common with the memory, and says of nothing in it that it ended.

    A day of talk names the same people in many connections.
    """
    found = weighed.signals
    if not found["related"] and found["days"] < ONE_DAY:
        return True
    return found["covers it"] < LEAST_IN_COMMON and not found["of one field"] and not found["ended"]


def _is_an_issue_still(weighed: Weighed) -> bool:
    """Whether a memory tells an issue that the sentence does not say to be gone: another thing is only preferred."""
    claim, found = weighed.memory.claim, weighed.signals
    return claim is not None and claim.predicate == "has_issue" and not (found["ended"] or found["says back"])


_PROPOSED = re.compile(
    r"\b(?:think|say|suggest|reckon|propose|argue|insist|believe)s?\b[^.;]{0,40}\b(?:should|could|might|ought)\b",
    re.IGNORECASE,
)
"""Anna thinks we should do it in Airflow: nothing has changed."""


def _by_one_word(weighed: Weighed) -> bool:
    found = weighed.signals
    apart = found["days"] >= ONE_DAY or found["of one field"] or found["ended"]
    return found["related"] <= ONE_NAME and not apart


_SIGNS = {
    "ended": "says that it ended",
    "another day": "another day",
    "another clock": "another time",
    "another number": "another number",
    "another name": "another name",
    "for now, and back": "it was so for the time being",
    "open, and settled": "it was open and is settled",
    "says puts_right": "puts something right",
    "changes": "says that something changed",
}


def _reason(weighed: Weighed, sure: float) -> str:
    signs = [words for name, words in _SIGNS.items() if weighed.signals[name]]
    return (
        f'"{weighed.sentence[:LONGEST]}" takes its place ({sure:.2f}): {"; ".join(signs) or "both speak of the same"}'
    )
