"""An issue that is said to be gone ends what told of it, in whatever words it was told."""

import re
from collections.abc import Sequence

from memorist.memory_store.domain.memory import Memory
from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.language.words import stems

_OF_ANY = stems("issue issues bug bugs problem problems error errors failure thing trouble known old nasty page")
"""Words that an issue may be called by, whichever it is."""
_SINCE = re.compile(r"\s(?:since|in|with|by|as\sof)\s[^,]*\d.*$", re.IGNORECASE)


def solved(drafts: Sequence[Draft], stored: Sequence[Memory]) -> dict[str, str]:
    """The memories of an issue that a draft denies by now, by id, with the reason.

    All that the denial names must stand in the memory: "the Safari crash is fixed" ends "the login page crashes on
    Safari". Where several issues may be meant, none is ended.
    """
    ended: dict[str, str] = {}
    issues = [m for m in stored if m.claim and m.claim.predicate == "has_issue" and m.claim.polarity]
    for draft in drafts:
        if draft.claim is None or draft.claim.predicate != "has_issue" or draft.claim.polarity or not draft.by_user:
            continue
        named = stems(_SINCE.sub("", draft.claim.object)) - _OF_ANY
        meant = [m for m in issues if named and named <= stems(m.content)]
        if len(meant) == 1:
            ended[meant[0].id] = f'"{draft.content}" tells that it is over'
    return ended
