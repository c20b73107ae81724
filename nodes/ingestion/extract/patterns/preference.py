"""Preferences: what somebody would choose."""

import re
from collections.abc import Sequence

from hypomnema.nodes.ingestion.draft import Draft
from hypomnema.nodes.ingestion.extract.clause import Clause
from hypomnema.nodes.ingestion.extract.patterns.pattern import (
    ADVERBS,
    START,
    WHO,
    Example,
    Pattern,
    claim_about,
    cues,
    draft_of,
    each_and_all,
    points,
    purpose,
    rx,
    said_of,
    subject_of,
)
from hypomnema.nodes.ingestion.extract.phrases import parse_list, parse_object

_DISLIKES = re.compile(r"hate|dislike|stand|detest", re.IGNORECASE)
_LIKES = re.compile(r"like|love|enjoy|hate|dislike|stand|detest|fan", re.IGNORECASE)


def _prefers(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    subject = subject_of(found["who"], clause)
    polarity = not (bool(found["neg"]) ^ bool(_DISLIKES.search(found["verb"])))
    if points(found["object"]) or (
        _is_name(found["who"]) and re.fullmatch(r"like|love|hate|prefer", found["verb"], re.IGNORECASE)
    ):
        return []
    things = parse_list(found["object"])
    wished = found["verb"].lower() in {"would like", "'d like", "’d like"}
    predicate = "likes" if _LIKES.search(found["verb"]) and not wished and not things[0].known else "prefers"
    verb = predicate if polarity else f"does not {predicate[:-1]}"
    return each_and_all(
        clause,
        things,
        subject=subject,
        predicate=predicate,
        type="semantic:preference",
        confidence=0.9,
        polarity=polarity,
        says=lambda thing: f"{said_of(subject)} {verb} {thing.wording}{purpose(thing)}",
    )


def _is_name(who: str) -> bool:
    """Whether somebody is named; "Sounds like …" names nobody, for after a name the verb has an s."""
    return who.lower() not in {"i", "we", "the team", "our team", "everyone"}


def _favourite(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    thing = parse_object(found["object"])
    subject = subject_of(found["who"], clause)
    what = found["what"] or ""
    claim = claim_about(subject, "prefers", parse_object(f"{thing.object} for {what}") if what else thing)
    return [draft_of(clause, type="semantic:preference", confidence=0.9, claim=claim)]


def _better(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    thing, other = parse_object(found["better"]), parse_object(found["worse"])
    if not (thing.known and other.known):
        return []
    claim = claim_about("team", "prefers", parse_object(f"{thing.object} over {other.object}{purpose(other)}"))
    return [draft_of(clause, type="semantic:preference", confidence=0.8, claim=claim)]


PATTERNS = (
    Pattern(
        name="preference",
        regex=rx(
            rf"""{START}{WHO}\s?{ADVERBS}(?:(?P<neg>don['’]?t|do\snot|does\snot|doesn['’]?t|no\slonger|never)\s)?(?:really\s|strongly\s|much\s)?
            (?P<verb>prefers?|likes?|loves?|enjoys?|favou?rs?|hates?|dislikes?|detests?|can['’]?t\sstand|(?:would|['’]d)\s(?:much\s)?(?:rather(?:\s(?:use|have|go\swith))?|like|love|prefer)
            |(?:am|is|['’]m|are)\s(?:a\s(?:big\s|huge\s)?)?fans?\sof)\s+(?P<object>\S.*)$"""
        ),
        build=_prefers,
        cues=cues(
            "prefer prefers like likes love loves enjoy enjoys favor favour hate hates dislike dislikes detest "
            "stand rather "
            "fan i'd we'd"
        ),
        examples=(
            Example(
                "I prefer Clerk for mobile auth going forward",
                ("user prefers Clerk",),
                "semantic:preference",
                "User prefers Clerk for mobile auth",
            ),
            Example(
                "we prefer tabs over spaces",
                ("team prefers tabs",),
                "semantic:preference",
                "Team prefers tabs over spaces",
            ),
            Example("I really don't like Sass", ("user prefers not Sass",)),
            Example("Honestly, I hate long meetings", ("user likes not long meetings",)),
            Example("I'd rather use Zustand than Redux for state", ("user prefers Zustand",)),
            Example("Priya prefers async standups", ("Priya prefers async standups",)),
            Example("I prefer Vitest to Jest", ("user prefers Vitest",)),
            Example("I love hiking", ("user likes hiking",)),
            Example("I'm a big fan of pnpm", ("user prefers pnpm",)),
            Example("I like Playwright and k6", ("user prefers Playwright", "user prefers k6")),
        ),
        counter_examples=(
            "It looks like Redis is down",
            "We use tools like Sentry",
            "do you prefer tabs?",
            "Would you like tea",
        ),
    ),
    Pattern(
        name="favourite",
        regex=rx(
            r"\b(?P<who>my|our)\s(?:(?:favou?rite|preferred)\s(?P<what>[\w\s-]+?)|preference)(?:\s(?:here|"
            r"for\s(?P<aim>[\w\s-]+?)))?\sis\s(?P<object>.+)$"
        ),
        build=_favourite,
        cues=cues("favorite favourite preferred preference"),
        examples=(
            Example("my favourite editor is Zed", ("user prefers Zed",), "semantic:preference"),
            Example("Our preferred database is Postgres", ("team prefers PostgreSQL",)),
        ),
        counter_examples=("The preferred way is unknown",),
    ),
    Pattern(
        name="comparison",
        regex=rx(
            r"^(?P<better>[\w@./ -]{2,40}?)\s(?:is|works|feels|scales|performs)\s(?:much\s|way\s|a\slot\s|"
            r"far\s)?(?:better|faster|simpler|nicer|easier|more\sreliable|cheaper)\sthan\s(?P<worse>.+)$"
        ),
        build=_better,
        cues=cues("than"),
        examples=(Example("pnpm is faster than npm for us", ("team prefers pnpm",)),),
        counter_examples=("This is better than nothing",),
    ),
)
