"""Targets: which stored memories a proposed operation ends, and why it may or may not.

Readers that see what is held name the memory by its id. Others name the claim that has ended ("I no longer like Vim")
or the act that a lifted rule forbids; the memory is then found here.
"""

from collections.abc import Iterable, Sequence

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.gist import gist
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.sameness import NEGATIONS, numbers
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import RULE_TYPES
from memorist.memory_store.embedders.words import WordVectors
from memorist.nodes.draft import Draft
from memorist.nodes.language.permission import permission_in
from memorist.nodes.language.words import stems
from memorist.nodes.matching.meant import lifted
from memorist.nodes.matching.parts import HALF, allows_a_part, rule_allowed_in_part
from memorist.nodes.matching.relations import same_person
from memorist.nodes.matching.replacing import same_purpose
from memorist.nodes.reading.markers import CONDITION, narrows, plain
from memorist.nodes.reading.patterns.build import LIFTED_AS_SAID
from memorist.nodes.reading.speech_acts.acts import act_of

STATEMENTS = frozenset({"semantic:fact", "semantic:preference", "semantic:policy", "semantic:decision", "observation"})
"""Types of memories that may be ended by their claim alone, without an id; an episode never is."""


def with_targets(
    drafts: Sequence[Draft], stored: Sequence[Memory], scope: Scope, vectors: WordVectors, message: str
) -> tuple[list[Draft], list[str]]:
    """The drafts with the ids of what they end, and a notice for each operation that cannot be carried out.

    A draft that stores nothing is left out where it can neither end nor confirm anything, and so is a permission under
    a condition that belongs to no rule. What allows a part of a rule ends nothing and becomes an exception to it.

    Args:
        drafts: what was read in an input.
        stored: the memories that they may concern.
        scope: the speaker's.
        vectors: of words, to compare by.
        message: the input's own words.
    """
    by_id = {memory.id: memory for memory in stored}
    settled: list[Draft] = []
    notices: list[str] = []
    for draft in drafts:
        targets, unsure = _targets_of(draft, by_id, scope, vectors, message)
        allowed = [memory for memory in targets if refusal(draft, memory, scope) is None]
        rules = [one for one in only(allowed) if draft.operation == "lifts" and one.type in RULE_TYPES]
        excepted = next((rule for rule in rules if allows_a_part(_said(draft), rule.content)), None)
        notices += [
            f"{memory.content!r} stands: {why}" if same_person(memory, scope) else f"a memory stands: {why}"
            for memory in targets
            if (why := refusal(draft, memory, scope)) is not None
        ]
        notices += [
            f"{rule.content!r} still binds: say “I'm lifting the rule: {rule.content}” to end it" for rule in unsure
        ]
        if draft.forced and draft.targets and not targets:
            notices.append(f"nothing was replaced: there is no memory {draft.targets[0]}")
        if excepted is not None:
            settled.append(_exception(draft, excepted))
            told = excepted.content
            notices.append(f"{told!r} still binds, with this exception: say “I'm lifting the rule: {told}” to end it")
            continue
        if draft.method == LIFTED_AS_SAID and _is_mere_permission(_said(draft), found=bool(allowed)):
            continue
        confirmed = draft.operation == "confirms" and any(id_ in by_id for id_ in draft.targets)
        if draft.stores or allowed or confirmed:
            settled.append(draft.ending([memory.id for memory in allowed], _why(draft)) if allowed else draft)
    return settled, notices


def _is_mere_permission(said: str, *, found: bool) -> bool:
    """Return true if words allow something and lift no rule: they read as an exception, and none of the rules that are
    held is one of which they allow a part. ``found``: they may be about a rule."""
    if permission_in(said) is None:
        return False
    return act_of(said).act == "none" or (not found and CONDITION.search(plain(said)) is not None)


def _said(draft: Draft) -> str:
    return draft.quote or draft.content


def _exception(draft: Draft, rule: Memory) -> Draft:
    """Return the draft of a permission as an exception to a rule."""
    return draft.model_copy(
        update={
            "type": "semantic:decision",
            "operation": "add",
            "targets": (),
            "ends_claim": None,
            "details": {"exception_to": rule.id},
        }
    )


def _why(draft: Draft) -> str:
    why = draft.why_ends or f'"{_said(draft)}" says so'
    return f"the user lifts it: {why}" if draft.operation == "lifts" else why


def refusal(draft: Draft, memory: Memory, scope: Scope) -> str | None:
    """Why a draft may not end a memory; null if it may.

    Valid times are compared, not the order of arrival: what was said earlier never ends what began later.
    """
    if not memory.status.live:
        return "it holds no more"
    if memory.type == "semantic:hard_rule" and not (draft.by_user or draft.forced):
        return "a hard rule yields to an explicit user action only"
    if not same_person(memory, scope):
        return "it is another person's"
    if memory.valid_from > draft.valid_from and not draft.forced:
        return f"it began on {memory.valid_from:%Y-%m-%d}, after {draft.valid_from:%Y-%m-%d}"
    return None


def _targets_of(
    draft: Draft, by_id: dict[str, Memory], scope: Scope, vectors: WordVectors, message: str
) -> tuple[list[Memory], list[Memory]]:
    """Return what a draft ends, and the rule that it may be meant to lift."""
    if draft.operation in {"replaces", "ends", "lifts"} and draft.targets:
        return [by_id[id_] for id_ in draft.targets if id_ in by_id], []
    if draft.ends_claim is None:
        return [], []
    live = [memory for memory in by_id.values() if memory.status.live and same_person(memory, scope)]
    if draft.operation != "lifts":
        return _states(draft.ends_claim, live), []
    rules = [memory for memory in live if memory.type in RULE_TYPES or _is_a_wish(memory)]
    if named := only(rule for rule in rules if _names(rule, draft.ends_claim.object)):
        return named, []
    found = lifted(_said(draft), message, rules, vectors)
    if found is not None and not found.sure and narrows(_said(draft), found.rule.content):
        return [found.rule], []  # an exception to it changes less than its end, of which one would have to be sure
    if (found is None or not found.sure) and (rule := rule_allowed_in_part(_said(draft), rules, vectors)) is not None:
        return [rule], []
    if found is None:
        return [], _half_named(rules, draft.ends_claim.object)
    return ([found.rule], []) if found.sure else ([], [found.rule])


def _is_a_wish(memory: Memory) -> bool:
    """Return true if a preference asks something of the assistant, as a rule does: "Please never use emojis"."""
    return memory.type == "semantic:preference" and act_of(memory.content).act == "rule"


def _states(ended: Claim, live: Sequence[Memory]) -> list[Memory]:
    """Return the statements that say the state which ended, or the only one with its words."""
    claimed = [m for m in live if m.type in STATEMENTS and m.claim is not None and _same_state(ended, m.claim)]
    if claimed:
        return claimed
    words = stems(ended.object)
    return only(
        m
        for m in live
        if m.type in STATEMENTS
        and words
        and words <= stems(m.content)
        and (m.claim is None or _same_subject(ended, m.claim))
    )


def _names(rule: Memory, act: str) -> bool:
    """Return true if all words of an act stand in a rule, with the same numbers."""
    return _named_share(rule, act) == 1


def _half_named(rules: Sequence[Memory], act: str) -> list[Memory]:
    """Return the rule that contains most words of an act, if these are at least half of them."""
    best = max(rules, key=lambda rule: _named_share(rule, act), default=None)
    return [best] if best is not None and _named_share(best, act) >= HALF else []


def _named_share(rule: Memory, act: str) -> float:
    """Return the share of an act's words that stand in a rule; 0 if the numbers differ."""
    about = stems(rule.claim.object if rule.claim is not None else rule.content)
    allowed = stems(act) - NEGATIONS
    return len(allowed & about) / len(allowed) if allowed and numbers(act) == numbers(rule.content) else 0.0


def only(found: Iterable[Memory]) -> list[Memory]:
    """The memory, if there is exactly one: where two may be meant, none is ended."""
    memories = list(found)
    return memories if len(memories) == 1 else []


def _same_subject(one: Claim, other: Claim) -> bool:
    return gist(one.subject) == gist(other.subject)


def _same_state(ended: Claim, held: Claim) -> bool:
    """Return true if a stored claim says the state that ended, under whatever predicate."""
    return (
        held.polarity
        and _same_subject(ended, held)
        and gist(ended.object) == gist(held.object)
        and same_purpose(ended, held)
    )
