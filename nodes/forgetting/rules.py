"""Rules: of the rules that a request to forget would erase, those that it does not mean.

"Forget my email address" means the address, and not the rule that no email addresses are logged.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import RULE_TYPES
from memorist.memory_store.forgetting.normal_form import addresses_in
from memorist.memory_store.forgetting.plan import ForgetPlan
from memorist.memory_store.forgetting.redact import Finder
from memorist.memory_store.forgetting.tombstone_lookup import Tombstones
from memorist.memory_store.forgetting.tombstone_making import tombstone_of_episode, tombstone_of_name
from memorist.memory_store.graphiti.episodes import episode_read_from
from memorist.memory_store.store import Store
from memorist.memory_store.threads import in_thread
from memorist.nodes.language.common import is_ordinary
from memorist.nodes.language.imperatives import IMPERATIVE
from memorist.nodes.language.prohibition import PROHIBITION
from memorist.nodes.matching.forgotten import is_known
from memorist.nodes.reading.forget_request import states_something
from memorist.nodes.reading.segments import segments_of

_RULE = re.compile(
    r"\b(?:rules?|polic(?:y|ies)|instructions?|constraints?|guidelines?|conventions?|prohibitions?|bans?|restrictions?|"
    r"requirements?|directives?)\b",
    re.IGNORECASE,
)
_COMMANDS = re.compile(rf"{PROHIBITION.pattern}|\b(?:always|must|only)\b", re.IGNORECASE)
"""Words by which rules command, and a wish that quotes one."""
_INSTRUCTS = re.compile(rf"^\W*{IMPERATIVE}|{_COMMANDS.pattern}", re.IGNORECASE)
_OWNS = re.compile(r"['’]s?\s\w")
"""Mark of a thing that is called by its owner's name, and has none itself."""
_DIGIT = re.compile(r"\d")
_KEY = b"of tombstones that are not stored"


class Spared(NamedTuple):
    """Rules that a request does not mean, and ids of the raw inputs that say nothing else."""

    rules: Sequence[Memory] = ()
    inputs: Sequence[str] = ()


async def rules_not_meant(
    store: Store, scope: Scope, plan: ForgetPlan, *, request: str, wishes: Sequence[str], named: Sequence[str] = ()
) -> Spared:
    """Return the rules and policies among what a plan would erase that only speak of the kind of thing to forget.

    A rule is meant if the request calls it a rule, or quotes it; if its id is ``named``; or if it says the very thing
    that is to be forgotten: it would be recognised as that, once that is forgotten. One that was made from other
    memories goes with them. At most two statements.

    Args:
        store: the store.
        scope: who asks.
        plan: what would go.
        request: the request, as it was said.
        wishes: what it names.
        named: ids that were named.
    """
    ids = [one.id for one in plan.erased if one.type in RULE_TYPES and one.id not in named]
    if not ids or names_a_rule(request, wishes):
        return Spared()
    read = [one for one in await store.memories.get(scope, ids) if not one.lineage.promotion_chain]
    # "The key is kept in the blue drawer" was read as a policy, and tells where it is.
    rules = [one for one in read if _INSTRUCTS.search(one.content)]
    if not rules:
        return Spared()
    inputs = [one.id for one in (*plan.erased, *plan.emptied) if one.content is not None and one.id not in ids]
    rows = await store.episodes.get(scope, inputs)
    others = [one for one in await store.memories.get(scope, inputs) if not one.is_entity]
    said = [episode_read_from(row).episode for row in rows]

    def judged() -> Spared:
        spared = _only_speaking_of_it(rules, others, said, wishes, scope)
        return Spared(spared, [one.id for one in said if one.id not in named and _says_only(one, spared)])

    return await in_thread(judged)


def names_a_rule(request: str, wishes: Sequence[str]) -> bool:
    """Return true if a request calls what it means a rule, or quotes one: "forget that we never deploy on Fridays"."""
    return _RULE.search(request) is not None or any(_RULE.search(one) or _COMMANDS.search(one) for one in wishes)


def says_rule(sentence: str, rules: Sequence[Memory]) -> bool:
    """Return true if a sentence is that of one of the rules, or a part of it."""
    said = [text for rule in rules for text in (rule.content, *(quote.text for quote in rule.quotes))]
    return Finder(said).finds(sentence) or any(Finder([sentence]).finds(text) for text in said)


def _says_only(episode: RawEpisode, rules: Sequence[Memory]) -> bool:
    return all(says_rule(segment.text, rules) for segment in segments_of(episode.content))


def _only_speaking_of_it(
    rules: Sequence[Memory], others: Sequence[Memory], inputs: Sequence[RawEpisode], wishes: Sequence[str], scope: Scope
) -> list[Memory]:
    """Return the rules that do not say what goes: what ``others`` and ``inputs`` tell, or what the wishes say or call
    by its name."""
    sentences = (segment.text for one in inputs for segment in segments_of(one.content))
    called = [one for one in wishes if not _OWNS.search(one)]
    told = [*(one.content for one in others), *(one for one in sentences if not says_rule(one, rules))]
    objects = (one.claim.object for one in others if one.claim is not None)
    values = Finder(one for one in (*objects, *wishes) if _DIGIT.search(one))
    at = max(rule.created_at for rule in rules)
    stated = (*told, *filter(states_something, wishes))
    stones = [tombstone_of_episode(one, one, key=_KEY, at=at) for one in stated]
    stones += filter(None, (tombstone_of_name(one, key=_KEY, at=at) for one in called))
    forgotten = Tombstones.of(1, _KEY, stones)
    found: list[Memory] = []
    for rule in rules:
        recognised = forgotten.mentions(rule.content, scope, ordinary=is_ordinary, known=is_known)
        # Where nothing else tells it, a rule with a number is the only one that can.
        alone = not told and (_DIGIT.search(rule.content) or any(addresses_in(rule.content)))
        if not (recognised or values.finds(rule.content) or alone):
            found.append(rule)
    return found
