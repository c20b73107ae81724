"""The names of the statements, the same in every dialect.

Parameters that most reads share: ``$group`` (the tenant), ``$agent`` (reads see what is shared and what is theirs),
``$valid_at`` and ``$known_at`` (the two time axes, fixed-width text) and ``$historic`` (false: only live memories).
A memory is returned as ``n``, a map of its properties without the vector; at a glance, as columns of their own.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

Labels = frozenset[str]

AT_A_GLANCE = ", ".join(
    f"n.{name} AS {name}"
    for name in (
        "uuid type name summary own_summary entities status status_prior confidence valid_from valid_until "
        "valid_until_prior valid_until_condition expired_at user_id session_id extraction_method details tags"
    ).split()
)
"""The properties that :class:`Glance` is made of, a third of what a node has. Each is a column: the names of a map
would be sent, and read, with every row."""

CLAIM_KEYS = (("subjects", "subject", "subject_key"), ("slots", "slot", "slot_id"), ("things", "thing", "thing_id"))
"""By which live claims are found: the parameter that holds the keys, one of them, the property that is one."""
FIRST_OF_A_KEY = """WITH n
    ORDER BY CASE WHEN coalesce(n.user_id, '') = $user THEN 0 ELSE 1 END, n.valid_from DESC LIMIT $most RETURN n"""
"""Limits the claims of each key, of which a subject may have thousands: the speaker's own first, then the newest."""


def united(memory: str, *branches: str) -> str:
    """Join ways to find live claims with what a vector finds; ``memory`` is how one is returned."""
    return "".join(f"\n{branch}\nRETURN null AS draft, 1.0 AS similarity, {memory}\nUNION" for branch in branches)


def with_upcoming(statement: str) -> str:
    """The statement, which also returns what begins after ``$valid_at``, until ``$ahead``."""
    return statement.replace("n.valid_from <= $valid_at", "n.valid_from <= $ahead")


def with_clock_skew(statement: str) -> str:
    """The statement, which also returns what was dated by a clock somewhat ahead: until ``$rules_valid``, as known at
    ``$rules_known``."""
    return re.sub(r"n\.created_at <= (datetime\()?\$known_at", r"n.created_at <= \1$rules_known", statement).replace(
        "n.valid_from <= $valid_at", "n.valid_from <= $rules_valid"
    )


@dataclass(frozen=True)
class ChangeSetParts:
    """The rarer parts that a change set has; a statement carries only those, because each costs time."""

    chosen: bool = False
    """Ids that a caller chose, which must never have been used."""
    touched: bool = False
    """Connections that change or go."""
    reworded: bool = False
    """Nodes whose content, and so whose vector, changes."""
    turns: bool = False
    """Raw episodes, which are made searchable."""


@dataclass(frozen=True)
class Statements:
    """One dialect's statements.

    ``apply`` is built from the labels and edge types that occur in a change set, because FalkorDB takes neither as a
    parameter; they come from the ontology, never from user text.
    """

    apply: Callable[[Labels, Labels, ChangeSetParts], str]
    """→ done (its place in the log, or null), lost, stale, missing, mistyped [{uuid, type}], taken, forgotten, seq.
    Writes only when the first six are empty and ``forgotten``, the number of the last forgetting, is ``$forgotten``:
    the writer knows what must not come back."""
    known_entities: str
    """$ids, $change → n, payload: the named entities behind names, and what the change set wrote if it was applied."""
    comparable_exact: str
    """$subjects, $slots, $things, $fields [{subject, topic}], $user, $most, $claims, $conditions,
    $vectors [{id, vector}], $k → n, draft, similarity: what a draft must be compared with (of each key at most $most,
    the user's own first, then the newest), and what waits for the event it reports; every vector compared."""
    comparable_index: str
    """The same, by the vector index; $fetch candidates are taken before filtering."""
    standing: str
    """$user, $models, $recent, $since, $standing, $most, $ahead → kind (rule, model, linked, episode, standing), n,
    edge: what no query is needed for. Of each kind of standing statement in $standing (which is its edge) at most
    $most of the user's own, and as many of the newest; what begins until $ahead is among them."""
    search_exact: str
    """$queries [{place, role, vector, text, k, fetch, text_fetch}] → hits [[role, how, score]], n: by vector and by
    text, every vector compared."""
    search_index: str
    """The same, by the vector index; as many candidates are taken before filtering as each query's ``fetch`` says, or
    the largest of them, $fetch, where an index takes one number."""
    glance_exact: str
    """As ``search_exact``, with what begins until ``$ahead``; of each memory the properties that a glance needs."""
    glance_index: str
    """As ``search_index``, likewise."""
    procedures_exact: str
    """$queries, $k → score, n: the procedures whose trigger is nearest to any of the queries."""
    procedures_index: str
    """The same by index."""
    neighbourhood_exact: str
    """$ids, $vector, $anchors, $limit → anchor, hop, n: what the named and the nearest entities are connected with,
    2 hops, each at a glance; every entity's vector compared."""
    neighbourhood_index: str
    """The same by index: $fetch entities are taken before filtering, and the $latest memories of each looked at."""
    by_ids: str
    """$ids → n."""
    rules: str
    """→ n: every live hard rule of the group, whoever may see it."""
    page: str
    """$types, $everything, $after, $limit → cursor, n: everything, a page at a time."""
    page_start: int | str
    """The first page's $after."""
    history: str
    """$ids, $topics, $memories, $newest, $limit → n, new, reason: the newest memories about entities or topics, and
    those with the ids $memories, with the whole chain of what they superseded and what superseded them."""
    links: str
    """$ids → source, target, type, reason: typed edges at these memories."""
    episodes: str
    """$ids → e: raw episodes."""
    changes: str
    """$since, $after, $limit → c: change-log entries in order."""
    numbers: str
    """→ what, kind, count."""
    group_state: str
    """→ embedder, dimension, schema, live, indexed: who filled the group, in which version; how many live memories it
    has, and how many vectors the index that finds them holds."""
    mark_group: str
    """$embedder, $dimension, $schema → the same: what is not noted yet is noted."""
    findings: tuple[str, ...]
    """Each → kind, message, ids: one broken invariant a row."""
