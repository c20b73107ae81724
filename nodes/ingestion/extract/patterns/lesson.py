"""Lessons: what was learned the hard way."""

import re
from collections.abc import Sequence

from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.extract.clause import Clause, with_canonical_names
from memorist.nodes.ingestion.extract.patterns.pattern import Example, Pattern, cues, draft_of, rx, value_claim
from memorist.nodes.ingestion.extract.wording import third_person


def _learned(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    """The lesson is a fact of its own; where another pattern reads a claim in it, that claim is taken."""
    from memorist.nodes.ingestion.extract.patterns import read  # the catalogue holds this pattern too

    what = found["what"].strip(" ,:;")
    full = f"{what} {clause.reason}" if clause.reason else what
    inner = [
        d
        for d in (read(clause.of(full)) if len(full) < len(clause.said) else ())
        if d.type in {"semantic:fact", "semantic:preference"}
    ]
    if inner:
        return [d.model_copy(update={"tags": (*d.tags, "lesson")}) for d in inner]
    content = third_person(with_canonical_names(full), clause.context.person)
    cause = found["cause"]
    if cause:
        content = clause.told
    claim = value_claim("team", "learned", full)
    return [draft_of(clause, type="semantic:fact", confidence=0.9, claim=claim, content=content, tags=("lesson",))]


PATTERNS = (
    Pattern(
        name="lesson",
        regex=rx(
            r"""^(?:(?:the\s|big\s|main\s|my\s|our\s)*lessons?(?:\slearn(?:ed|t))?(?:\sfor\s(?:me|us|everyone|everybody|next\stime|later)(?=\s?:))?(?:\shere|\sfrom\s[\w\s'’-]{2,30}?(?=:))?(?:\sis|\swas|:|,)?(?:\sthat)?|(?:our\s|my\s|the\s|main\s|key\s)*take-?aways?(?:\shere)?(?:\sis|\swas|:|,)(?:\sthat)?|(?:i|we)(?:['’]ve|\shave|\salso|\sjust)*\s(?:learn(?:ed|t)|found\sout|reali[sz]ed|discovered|figured\sout)(?:\sthe\shard\sway)?(?:\s(?:on|in|from|during|at|after)\s[\w\s'’-]{2,30}?(?=\sthat\b|:))?(?:\sthat|:)?
            |(?:(?:i|we)\s)?learn(?:ed|t)\s(?:it|that|this|one)\sthe\shard\sway(?:\s[\w\s'’-]{2,40})?:
            |what\s(?:i|we)\slearn(?:ed|t)\s(?:is|was)(?:\sthat|:)?|it\sturn(?:s|ed)\sout(?:\sthat)?|turns\sout(?:\sthat)?|(?P<cause>(?:the\s)?(?:root\scause|fix|trick|culprit|catch|gotcha|workaround|solution|reason|problem)(?:\s(?:for|of|with|behind)\s[^,:]+?)?\s(?:is|was)(?:\sthat|\sto)?))\s(?P<what>.+)$"""
        ),
        build=_learned,
        cues=cues(
            "lesson lessons learned learnt found realized realised discovered figured turns turned root cause "
            "takeaway takeaways take-away fix trick culprit catch gotcha workaround solution reason problem"
        ),
        examples=(
            Example("Lesson learned: never trust the cache headers", (), None, "Never trust the cache headers"),
            Example("we learned the hard way on launch day that load tests lie", (), None, "Load tests lie"),
            Example("turns out Hermes drops Intl support", (), None, "Hermes drops Intl support"),
            Example("The root cause was a stale lock file", (), "semantic:fact", "root cause was a stale lock file"),
            Example("we learned that JWT has token refresh issues in Expo", ("JWT has_issue token refresh issues",)),
        ),
        counter_examples=("I am learning to cook", "fix the bug"),
    ),
)
