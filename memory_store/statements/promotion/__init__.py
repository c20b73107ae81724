"""The names of the statements that promotion and maintenance send, the same in every dialect."""

from dataclasses import dataclass


@dataclass(frozen=True)
class PromotionStatements:
    """One dialect's statements. A memory is returned as ``n``, a map of its properties without the vector."""

    lease: str
    """$holder, $milliseconds → held, holder, marks, last: takes or renews the group's lease if it is free, by the
    database's clock; tells who has it, how far the log has been worked through, and its last entry."""
    peek: str
    """→ the same, takes nothing."""
    mark: str
    """$holder, $milliseconds, $marks → held: notes how far the log has been worked through, if the lease holds."""
    release: str
    """$holder: gives the lease back."""
    log: str
    """$after, $until → seq, at, payload: entries of the change log, in order."""
    by_ids: str
    """$ids → n."""
    patterns: str
    """$ids → pattern: the claims that these memories make."""
    claimed: str
    """$patterns, $limit → n: who makes these claims, on whichever rung, whatever became of it."""
    heard: str
    """$ids, $limit, $chars → id, episode, at, agent, user, kind, name, said, n: the raw episodes behind memories, the
    earliest first, the beginning of their text, and the experience that each of them became."""
    rivals: str
    """$slots, $limit → slot, n: what holds or held a slot."""
    alike_exact: str
    """$ids, $k, $similarity → id, similarity, n: the k experiences of the same agent most like each of these; every
    vector compared."""
    alike_index: str
    """The same by index; $fetch memories are taken before filtering."""
    climbed: str
    """$ids → source, target: what was promoted to what."""
    parents: str
    """$ids → child, parent: what things were made from, one step."""
    due: str
    """$today, $limit → n: what has to be looked at, in any order."""
    due_page: str
    """$today, $after, $limit → cursor, n: the same in a fixed order, for looks that change nothing."""
    page_start: int | str
    """The first page's $after."""
    postpone: str
    """$looks [{id, day}]: when each is to be looked at next; null: never."""
    dependents: str
    """$ids, $limit → evidence, n: live memories that were made from these."""
    evidence: str
    """$ids → id, parents [{id, live}], episodes: what memories stand on."""
    flagged: str
    """$after, $limit → cursor, n: live memories that wait for a person, a page at a time."""
    holders: str
    """$slots → slot, holder."""
