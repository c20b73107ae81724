"""The names of the statements of forgetting, the same in every dialect.

A memory is returned as ``n``, a map of its properties without the vector.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class ForgettingStatements:
    """Reads that plan, and the one write that erases."""

    prepare: tuple[str, ...]
    """Makes the label and its index known, also in groups that were made before there was any forgetting."""
    tombstones: str
    """→ version, key, pending, erased, home, stones [json]: what was forgotten in the group so far."""
    sequence: str
    """→ seq, version: how far the change log is."""
    named: str
    """$ids → kind (memory, episode), n, learned: what has these ids."""
    about: str
    """$ids → n, about: memories about these names, each with the name's id."""
    matches: str
    """$needles (lower case), $cold (a media type) → kind (memory, episode, fact), n, learned: what says these words,
    and memories with a file of that type, which has to be read for them."""
    around: str
    """$ids → kind (episode, answer, memory, edge), n, learned, source, target, type: raw inputs that these memories
    came from, answers of an agent to them or to these inputs (``source``), memories that name these ids as their
    sources, and typed edges between these memories and others."""
    names: str
    """$gone, $episodes, $erased → n, others, mentions: the names that what goes speaks of, how much else speaks of
    each, and in how many of the erased inputs it was mentioned."""
    remarks: str
    """$needles → kind (edge, flag), id, text: reasons that say these words."""
    entries: str
    """$marks, $kept, $after, $limit → seq, id, payload: log entries that say one of the marks (lower case), or tell of
    the evidence of one of the kept, in order."""
    files_elsewhere: str
    """$digests, $gone → digest: those that something else refers to."""
    erase: str
    """→ done (0: nothing was written), planned (false when the log says one of $marks after $read), seq, head.
    Everything at once, with an entry behind the end of the log."""
    add_tombstones: str
    """$version, $key, $tombstones → done: only the tombstones, so that nobody writes more of it meanwhile."""
    finish: str
    """The files are gone and the logs rewritten: nothing is pending any more."""
    erase_group: str
    """$at, $pending → home: from now on nothing is read or written in the group."""
    erase_page: str
    """$limit → left: erase so many nodes of the group; what is left."""
