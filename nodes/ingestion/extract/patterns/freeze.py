"""What is forbidden as long as something lasts: freezes, frozen branches, and what gets merged by nobody."""

import re
from collections.abc import Sequence

from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.extract.clause import Clause
from memorist.nodes.ingestion.extract.patterns.pattern import Example, Pattern, cues, rx
from memorist.nodes.ingestion.extract.patterns.prohibition import forbidden


def _frozen(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    """No deploys until the audit is over: forbidden as long as that lasts."""
    return forbidden(clause, found["what"].strip(), block=True)


_STOPPED = {
    "code": "merge code",
    "merge": "merge",
    "change": "make changes",
    "release": "release",
    "deploy": "deploy",
    "deployment": "deploy",
    "feature": "add features",
    "production": "change production",
    "prod": "change production",
}


def _in_freeze(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    """Code freeze until the 14th: what it stops is forbidden as long as it lasts."""
    bounded = clause.bounds.valid_until or clause.bounds.condition or found["now"] or found["until"]
    if not bounded:
        return []
    return forbidden(clause, _STOPPED[found["what"].lower()], block=True)


def _is_frozen(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    return forbidden(clause, f"change {found['what']}", block=True)


_DONE = {
    "merged": "merge",
    "deployed": "deploy",
    "released": "release",
    "pushed": "push",
    "shipped": "ship",
    "published": "publish",
    "changed": "change",
}


def _nothing_there_does(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    """Nothing in the models may import from the web."""
    return forbidden(clause, f"{found['act'].strip()} {found['where'].strip()}", block=True)


def _nothing_is_done(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    """Nothing gets merged to main."""
    return forbidden(clause, f"{_DONE[found['done'].lower()]} anything{found['rest'] or ''}", block=True)


PATTERNS = (
    Pattern(
        name="prohibition_until",
        regex=rx(
            r"^(?:absolutely\s|strictly\s)?no\s(?P<what>(?:[\w-]+\s){0,2}?(?:deploy(?:ment)?s?|releases?|rollouts?|launches|merges?|"
            r"(?:force[\s-])?push(?:es)?|commits?|changes?|migrations?|updates?|upgrades?|refactor(?:s|ings?)?|hotfix(?:es)?|features?|experiments?|"
            r"purchases?|orders?|hires?|hiring|overtime|maintenance|visitors?|discounts?|refunds?)(?:\s(?:to|on|in|for|into|from|of)\s[\w\s/-]{2,40}?)?)(?:\s?,\s.+)?$"
        ),
        build=_frozen,
        cues=cues("no"),
        examples=(
            Example("no deploys until the audit is over", ("team practices not deploys",), "semantic:hard_rule"),
            Example("No schema changes until March 3, not even additive ones", ("team practices not schema changes",)),
        ),
        counter_examples=("no deploys on Fridays", "no answer until Monday", "no changes"),
        when=lambda c: c.bounds.valid_until is not None or c.bounds.condition is not None,
    ),
    Pattern(
        name="prohibition_freeze",
        regex=rx(
            r"^(?:(?P<now>we(?:['’]re|\sare)|there(?:['’]s|\sis))\s(?:now\s|currently\s|still\s)?(?:in\s)?)?(?:an?\s|the\s|our\s)?"
            r"(?P<what>code|merge|change|release|deploy(?:ment)?|feature|prod(?:uction)?)\sfreeze(?:\sis\son)?(?P<until>\s(?:un)?till?\s[^,]+)?(?:\s?,\s.+)?$"
        ),
        build=_in_freeze,
        cues=cues("freeze"),
        examples=(
            Example(
                "code freeze until the 14th, nothing gets merged to main",
                ("team practices not merge code",),
                "semantic:hard_rule",
            ),
            Example("we're in a release freeze until Friday", ("team practices not release",)),
        ),
        counter_examples=("code freeze", "the code freeze was a mess", "the hiring freeze is over"),
    ),
    Pattern(
        name="prohibition_frozen",
        regex=rx(
            r"^(?P<what>main|master|trunk|prod(?:uction)?|staging|the\s(?:[\w-]+\s)?(?:branch|schema|database|db|api|config|spec))\s(?:is|are)\s(?:now\s|currently\s)?frozen$"
        ),
        build=_is_frozen,
        cues=cues("frozen"),
        examples=(Example("main is frozen until the release", ("team practices not change main",)),),
        counter_examples=("the screen is frozen", "the app is frozen since Monday"),
    ),
    Pattern(
        name="prohibition_nothing",
        regex=rx(
            r"^nothing\s(?:gets|is(?:\sto\sbe)?|may\sbe|can\sbe)\s(?P<done>merged|deployed|released|pushed|shipped|published|changed)(?P<rest>\s.+)?$"
        ),
        build=_nothing_is_done,
        cues=cues("nothing"),
        examples=(
            Example("nothing gets deployed before the audit", ("team practices not deploy anything before the audit",)),
            Example("nothing gets merged without a review", ("team practices not merge anything without a review",)),
        ),
        counter_examples=("nothing is broken", "nothing was merged yesterday", "nothing is changed yet"),
        when=lambda c: not re.search(r"\b(?:yet|today|so\sfar|since)\b", c.said, re.IGNORECASE),
    ),
    Pattern(
        name="prohibition_nothing_there",
        regex=rx(
            r"^nothing\s(?P<where>(?:in|from|under|inside|outside|of)\s[\w\s./-]{2,40}?)\s(?:may|must|is\sallowed\sto|should\sever)\s(?:ever\s)?(?P<act>(?!be\s(?:wrong|missing)\b)[a-z].+)$"
        ),
        build=_nothing_there_does,
        cues=cues("nothing"),
        examples=(
            Example(
                "nothing in the ml repo may import from the web repo",
                ("team practices not import from the web repo in the ml repo",),
                "semantic:hard_rule",
            ),
        ),
        counter_examples=("nothing in the fridge is mine", "nothing of that may be wrong"),
    ),
)
