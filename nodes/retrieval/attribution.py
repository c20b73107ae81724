"""Attribution: personal statements belong to their author; others get them with the author's name or not at all.

Others get what was said where they took part themselves, and what they ask for by the author's name.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeGuard
from unicodedata import combining, normalize

from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.private_reasons import rule_for
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import FROM_DOCUMENT, HARD_RULE
from memorist.memory_store.domain.visibility import (
    CONFIDED,
    in_first_person,
    may_see,
    named_instead,
    words_for_others,
)
from memorist.memory_store.reading import Moment
from memorist.memory_store.store import Store
from memorist.nodes.retrieval.fence import one_line
from memorist.nodes.retrieval.state import Found

_TO_HIM = re.compile(
    r"\b(?P<act>(?:ask|check\swith|talk\sto|speak\sto|call|remind|tell|ping|consult|inform|contact|bother|disturb|wake|cc|involv|notify|"
    r"asking|checking\swith|talking\sto|telling|pinging|consulting|informing|contacting|involving|notifying))\sthe\suser\b",
    re.IGNORECASE,
)
""""Ask the user" and the like in a rule: meant is the person who laid it down, not whoever reads it."""

UNNAMED_SESSION = "default"
"""Id that callers give to whatever has none: no conversation is known by it."""
HIDDEN = "(another person's own)"
"""Stands in the trace for a content that is another person's own, since whoever asks can read the trace."""


_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


@lru_cache(maxsize=256)
def _spellings(text: str) -> tuple[str, str]:
    """Return a text without accents, and with umlauts spelled out: "Tomás" is tomas, "Jürgen" jurgen and juergen."""
    lower = normalize("NFC", text).casefold()
    return _without_accents(lower), _without_accents(lower.translate(_UMLAUTS))


def _without_accents(text: str) -> str:
    return "".join(one for one in normalize("NFKD", text) if not combining(one))


@lru_cache(maxsize=1_024)
def named_in(user: str, task: str) -> bool:
    """Return true if a text names a person, with or without the accents of the name."""
    names = map(re.escape, {one or user for one in _spellings(user)})
    name = re.compile(rf"(?<!\w)(?:{'|'.join(names)})(?!\w)")
    return any(map(name.search, _spellings(task)))


def in_his_name(content: str, user: str) -> str:
    """A statement as others are told it: with its owner's name, or as a quotation of him if it says "I"."""
    named = named_instead(content, user)
    return _as_his_words(content, user) if named == content else named


def _as_his_words(content: str, user: str) -> str:
    """A sentence as a quotation of its owner if it says "I" or "my"."""
    return f'{user} said: "{content.rstrip()}"' if in_first_person(content) else content


def words_shown_to(
    asking: str | None, owner: str | None, content: str, kind: str, private: Sequence[int] | None = None
) -> str:
    """Return the words of a raw input that ``asking`` may be told.

    For somebody else it is what is left without the ``private`` sentences, by default the owner's own statements; where
    nothing is left, the words as they are, all of them the owner's own.
    """
    if owner is None or asking in (None, owner):
        return content
    return words_for_others(content, kind, owner, private) or content


def _to_author(rule: str, whose: str) -> str:
    return _TO_HIM.sub(lambda found: f"{found['act']} {whose}", rule)


def _rule_for_others(found: Found, whose: str) -> Found:
    """A rule with its owner's name where it says "ask the user", or as his words where it says "me" or "my"."""
    content, line = (_to_author(text, whose) for text in (found.memory["content"], str(found.line)))
    told = one_line(content).rstrip(".")
    memory = {**found.memory, "content": _as_his_words(content, whose)}
    return found._replace(memory=memory, line=line.replace(told, _as_his_words(told, whose), 1))


def rule_told(asking: str | None, rule: Memory) -> Memory:
    """A hard rule as it is told to ``asking``: another person's without their private reasons, and as a quotation of
    them if it says "me" or "my"."""
    whose = rule.scope.user_id
    if whose is None or asking in (None, whose):
        return rule
    told = rule_for(asking, rule)
    content = _as_his_words(_to_author(told.content, whose), whose)
    return told.model_copy(update={"content": content})


def memory_for(asking: str | None, query: str, memory: Memory, heard: Collection[str | None] = ()) -> Memory | None:
    """A memory as it is told to ``asking`` who searched for ``query``; null where it is another's own affair that was
    said in none of the sessions ``heard``, and confided or not asked for by name.

    What is shared with the group is everybody's.
    """
    whose = memory.scope.user_id
    confided = CONFIDED in memory.tags
    if memory.type == HARD_RULE and not confided:
        return rule_told(asking, memory)
    if whose is None or may_see(asking, memory):
        return memory
    if not (session_of(memory) in heard or (named_in(whose, query) and not confided)):
        return None
    return memory.model_copy(update={"content": in_his_name(memory.content, whose)})


def session_of(memory: Memory) -> str | None:
    """Return the session in which a memory was first said; null for one that was read in a document."""
    return None if memory.extraction_method == FROM_DOCUMENT else memory.scope.session_id


def names_a_conversation(session: str | None) -> TypeGuard[str]:
    """Return true if the id of a session is more than what callers give to whatever has none."""
    return bool(session) and session.casefold() != UNNAMED_SESSION


async def sessions_attended(
    store: Store, scope: Scope, sessions: Iterable[str | None], moment: Moment
) -> frozenset[str]:
    """Return those of the sessions in which the user of a scope took part, and so heard what others said.

    At most one statement, and none if no session is given. Nobody is known to have heard what was said without a
    session, or in one of the id that callers give to whatever has none; or anything, unless the settings say that the
    id of a session names one conversation: where each person's sessions are counted from 1, two would share one.
    """
    if not store.settings.shared_sessions:
        return frozenset()
    named = {session for session in sessions if names_a_conversation(session)}
    return await store.search.attended(scope, named, moment)


def sessions_withheld(told: Iterable[Found]) -> Iterator[str | None]:
    """The sessions of memories that are not told because they are another person's own; whoever heard them may be.

    A wish about answers is no instruction for anybody else, even if they heard it.
    """
    return (
        one.memory.get("session") for one in told if one.memory["content"] == HIDDEN and one.channel != "user_model"
    )


def shown_to(asking: str | None, task: str, found: Found, heard: Collection[str | None] = ()) -> Found:
    """Return a find as it may be shown to the user ``asking``; null: nobody in particular asks.

    Other people's personal statements are left out, unless the task names the author and they are not confided, or they
    were said in one of the sessions ``heard``; then they have the name. If no user is given, all have names. Rules, and
    what is about the team or the world, are for all.
    """
    memory = found.memory
    whose = memory.get("user")
    if whose is None or whose == asking or (asking is None and found.channel == "raw_episodes"):
        return found  # a turn begins with the name of who said it
    confided = memory.get("confided", False)
    if memory["type"] == HARD_RULE and not confided:
        return _rule_for_others(found, whose)
    if found.channel != "user_model" and not memory.get("personal"):
        named = found.channel == "raw_episodes" or not in_first_person(memory["content"])
        return found if named else _reworded(found, whose)
    if asking is None or (found.channel != "user_model" and named_in(whose, task) and not confided):
        return _reworded(found, whose)
    if found.channel != "user_model" and memory.get("session") in heard:
        # Not personal: nobody else's constraint has a place of its own.
        return _reworded(found._replace(memory={**memory, "personal": False}), whose)
    return found._replace(
        memory={**memory, "content": HIDDEN, "entities": [], "claim": None},
        line="",
        note="",
        out=f"{whose} said it in confidence"
        if confided
        else f"{whose} said it of himself, and {asking} did not ask about {whose}",
    )


def _reworded(found: Found, whose: str) -> Found:
    memory = found.memory
    if memory["content"].startswith(f"{whose}: "):
        return found  # a passage that begins with the name of who said it
    told = in_his_name(memory["content"], whose)
    line = str(found.line)
    named = line.replace(memory["content"], told, 1) if memory["content"] in line else named_instead(line, whose)
    return found._replace(memory={**memory, "content": told}, line=named)
