"""Corrections: what was believed is not so, this is."""

import re
from collections.abc import Sequence

from memorist.memory_store.domain.identity import folded
from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.extract.alone import is_incomplete
from memorist.nodes.ingestion.extract.clause import Clause, draft_of
from memorist.nodes.ingestion.extract.patterns.pattern import Example, Pattern, cues, rx
from memorist.nodes.ingestion.extract.patterns.switch import supposed_switch
from memorist.nodes.ingestion.extract.phrases import parse_list
from memorist.nodes.language.names import find_names

_INSTEAD_OF = re.compile(r",?\s+(?:and\s)?not\s+(?P<old>[\w@./+# -]{2,40})$", re.IGNORECASE)


def _corrected(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    """What is said instead is read by the other patterns; the user says so himself."""
    from memorist.nodes.ingestion.extract.patterns import read  # the catalogue holds this pattern too

    after = re.sub(_CUE, "", clause.said, count=1).lstrip(" ,:;.–—-")
    if not after or len(after) >= len(clause.said) or _WHOEVER.match(after):
        return []
    rest = clause.of(after)
    wrong = _INSTEAD_OF.search(rest.core)
    replaced = tuple(t.object for t in parse_list(wrong["old"])) if wrong else ()
    cue = clause.said[: len(clause.said) - len(after)]
    says_enough = _SET_APART.search(cue) and not is_incomplete(rest.said)
    taken_back = _said_last(clause) if _ALL_OF_IT.match(cue) else ()
    drafts = read(rest) or ((_plainly(rest),) if says_enough else ())
    return [
        draft.model_copy(
            update={
                "by_user": not clause.hypothetical,
                "corrects": not clause.hypothetical,
                "replaces": tuple(dict.fromkeys((*draft.replaces, *replaced, *_rivals(draft, taken_back)))),
            }
        )
        for draft in drafts
    ]


_WHOEVER = re.compile(r"(?:whoever|whatever|no\smatter|however)\b", re.IGNORECASE)
"""That's wrong, whoever wrote it: nothing is said instead."""
_ALL_OF_IT = re.compile(r"(?:\w+[\s,]+){0,2}?(?:scratch|forget|ignore)\s(?:that|it)\b", re.IGNORECASE)
"""What is taken back is what was said last, whatever that was."""


def _said_last(clause: Clause) -> tuple[str, ...]:
    """The things that the same person named last."""
    spoken = [u.content for u in clause.context.before if u.role == "user"][::-1]
    named = ([m.canonical for m in find_names(text) if m.field != "file"] for text in spoken[:_LOOK_BACK])
    return tuple(next(filter(None, named), ()))


_LOOK_BACK = 2


def _rivals(draft: Draft, named: Sequence[str]) -> tuple[str, ...]:
    """Of the things that are taken back, those that what is used now takes the place of."""
    if draft.claim is None or draft.claim.predicate not in {"uses", "prefers"}:
        return ()
    return tuple(name for name in named if folded(name) != folded(draft.claim.object))


def _plainly(rest: Clause) -> Draft:
    """What is said instead, in its own words, where no other pattern reads it."""
    from memorist.nodes.ingestion.extract.statement import details_for
    from memorist.nodes.ingestion.route import route_statement

    kind = route_statement(rest.said)
    return draft_of(
        rest,
        type=kind,
        confidence=0.7,
        details=details_for(kind, rest.said, rest.reason),
        if_used=supposed_switch(rest),
    )


_SET_APART = re.compile(r"(?:[,:;.–—]|\b(?:meant|that|clarify|correction|actually))\s*$", re.IGNORECASE)
"""No, it is … takes back; "no deploys on Fridays" does not."""

_NO = (
    r"no(?=\s*[,:;.!–—-]|\s(?:we|i|it|its|they|he|she|you|the|our|my|that|this|those|these|actually|not|wait|there|no|"
    r"nope)\b|\s[\w']+['’])"
)
"""No, we use Vitest; not "no gym"."""
_CUE = re.compile(
    r"^(?:(?:i\s(?:(?:misread|misheard|misremembered|confused)\s(?:the\s\w+|it|that|them|something|this)|misspoke|mixed\s(?:that|it|them|these|those)\sup)|(?:small|quick|tiny|minor|slight)\s(?:fix|correction|update)|"
    rf"that['’]?s\s(?:outdated|no\slonger\s(?:true|correct|right))|{_NO}|nope|wait(?:,?\s(?:actually|no))?|my\sbad|oops|"
    r"let me correct (?:that|myself)|hmm,?\sno|"
    r"actually|correction|wrong|not quite|sorry|i meant|i was wrong|scratch that|to clarify|"
    r"that['’]?s (?:wrong|not (?:right|true|correct)))\b[\s,:;.–—-]*)+"
    r"(?:(?:it['’]?s that|i meant|actually)\s)?",
    re.IGNORECASE,
)

PATTERNS = (
    Pattern(
        name="correction",
        regex=rx(
            rf"^(?:i\s(?:misspoke|mixed\s(?:that|it|them|these|those)\sup)|(?:small|quick|tiny|minor|slight)\s(?:fix|correction|update)|that['’]?s\s(?:outdated|no\slonger\s(?:true|correct|right))|{_NO}|nope|wait|my\sbad|oops|let\sme\scorrect\s(?:that|myself)|hmm,?\sno|actually|correction|wrong|not\squite|sorry|i\smeant|i\swas\swrong|scratch\sthat|"
            r"to\sclarify|that['’]?s\s(?:wrong|not\s(?:right|true|correct)))\b(?=[\s,:;.–—-])(?!\sto\s(?:all|both|each|any|that|the)\b)"
        ),
        build=_corrected,
        cues=cues(
            "misspoke mixed fix update wait my oops let hmm no nope actually correction wrong not sorry meant scratch "
            "clarify that's"
        ),
        examples=(
            Example("No, we use Vitest, not Jest", ("team uses Vitest",), "semantic:fact"),
            Example(
                "Actually, the rate limit is 500 requests per minute", ("rate limit has_value 500 requests per minute",)
            ),
            Example("small fix: the port is 8443", ("port has_value 8443",)),
            Example("i misspoke, the port is 8443", ("port has_value 8443",)),
            Example("correction: I prefer Zustand", ("user prefers Zustand",), "semantic:preference"),
        ),
        counter_examples=("We use Vitest", "no deploys on Fridays", "that's old news", "small fixes go to main"),
    ),
)
