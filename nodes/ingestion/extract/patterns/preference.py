"""Preferences: what somebody would choose."""

import re
from collections.abc import Sequence

from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.extract.clause import Clause
from memorist.nodes.ingestion.extract.imperatives import IMPERATIVE
from memorist.nodes.ingestion.extract.patterns.pattern import (
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
from memorist.nodes.ingestion.extract.phrases import parse_list, parse_object
from memorist.nodes.language.words import lower_first

_DISLIKES = re.compile(r"hate|dislike|stand|detest|loathe|despise", re.IGNORECASE)
_LIKES = re.compile(r"like|love|enjoy|hate|dislike|stand|detest|fan|loathe|despise|adore", re.IGNORECASE)


_ABSURD = re.compile(
    r"(?:eat|chew|die|starve|drink|jump|gnaw|lick|sleep|poke|stab|walk|crawl|swallow|quit|watch|have|be)\b(?=.*\bthan\b)|have\W*$",
    re.IGNORECASE,
)
"""I'd rather eat my keyboard than write another: said of what nobody would do. I'd rather have...: broken off."""


def _prefers(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    subject = subject_of(found["who"], clause)
    polarity = not (bool(found["neg"]) ^ bool(_DISLIKES.search(found["verb"])))
    if points(found["object"]) or (
        _is_name(found["who"]) and re.fullmatch(r"like|love|hate|prefer", found["verb"], re.IGNORECASE)
    ):
        return []
    if "rather" in found["verb"].lower() and _ABSURD.match(found["object"]):
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


def _not_fond(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    thing, subject = parse_object(found["object"]), clause.context.person
    claim = claim_about(subject, "prefers" if thing.known else "likes", thing, polarity=False)
    content = f"{said_of(subject)} is {lower_first(clause.core)}"
    return [draft_of(clause, type="semantic:preference", confidence=0.85, claim=claim, content=content)]


def _is_name(who: str) -> bool:
    """Whether somebody is named; "Sounds like …" names nobody, for after a name the verb has an s."""
    return who.lower() not in {"i", "we", "the team", "our team", "everyone"}


def _favourite(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    thing = parse_object(found["object"])
    subject = subject_of(found["who"], clause)
    what = found["what"] or ""
    claim = claim_about(subject, "prefers", parse_object(f"{thing.object} for {what}") if what else thing)
    return [draft_of(clause, type="semantic:preference", confidence=0.9, claim=claim)]


def _wished(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    """ "dark mode please": a wish without a verb."""
    if points(found["object"]) or re.match(IMPERATIVE, found["object"], re.IGNORECASE):
        return []
    claim = claim_about(clause.context.person, "prefers", parse_object(found["object"]))
    content = f"{said_of(clause.context.person)} prefers {found['object'].strip(' ,')}"
    return [draft_of(clause, type="semantic:preference", confidence=0.8, claim=claim, content=content)]


def _what_i_like(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    if points(found["object"]):
        return []
    subject = subject_of(found["who"], clause)
    polarity = not (_DISLIKES.search(found["verb"]) or found["least"])
    claim = claim_about(subject, "prefers", parse_object(found["object"]), polarity=polarity)
    return [draft_of(clause, type="semantic:preference", confidence=0.85, claim=claim)]


def _person_of(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    """ "I'm a tabs person": what somebody would always choose."""
    claim = claim_about(clause.context.person, "prefers", parse_object(found["object"]))
    return [draft_of(clause, type="semantic:preference", confidence=0.85, claim=claim)]


PATTERNS = (
    Pattern(
        name="person_of",
        regex=rx(
            r"^i(?:['’]m|\sam)\s(?:still\s|definitely\s|more\sof\s|totally\s)*an?\s(?!(?:morning|night|people|person|nice|good|bad|private|shy|busy|sick|new|technical|non-technical|lazy|"
            r"patient|calm|quiet|visual|simple)\b)(?P<object>[\w.+#/-]+)\s(?:person|guy|girl|gal)$"
        ),
        build=_person_of,
        cues=cues("person guy girl gal"),
        examples=(Example("I'm a tabs person", ("user prefers tabs",), "semantic:preference"),),
        counter_examples=("I'm a morning person", "I'm a nice guy"),
    ),
    Pattern(
        name="wish",
        regex=rx(
            r"^(?P<object>(?!(?:yes|no|ok|okay|sure|now|again|thanks|help|more|next|one|continue|both|all)\b)[a-z][^?:;]{2,60}?)"
            r",?\s(?:please|pls)(?:,?\s(?:always|everywhere|by\sdefault|for\s(?:me|us)|in\sfuture))?$"
        ),
        build=_wished,
        cues=cues("please pls"),
        examples=(Example("dark mode in VS Code please, always", ("user prefers dark mode",), "semantic:preference"),),
        counter_examples=("Run the tests please", "it please", "can you fix it please?"),
        when=lambda c: c.standing or not re.match(IMPERATIVE, c.core, re.IGNORECASE),
    ),
    Pattern(
        name="what_somebody_likes",
        regex=rx(
            r"^(?P<object>[^?:;,]{2,60}?)\s(?:is|are)\s(?:exactly\s|really\s)?(?:what|the\sthing)\s(?P<who>i|we)\s"
            r"(?:really\s|actually\s)?(?P<verb>prefer|like|love|enjoy|hate|dislike|want)(?:\s(?:most|best|(?P<least>least)))?$"
        ),
        build=_what_i_like,
        cues=cues("what thing"),
        examples=(
            Example(
                "modal editing in neovim is what i enjoy most",
                ("user prefers modal editing",),
                "semantic:preference",
            ),
        ),
        counter_examples=("that is what I want", "This is what we use"),
    ),
    Pattern(
        name="preference",
        regex=rx(
            rf"""{START}{WHO}\s?{ADVERBS}(?:(?P<neg>don['’]?t|do\snot|does\snot|doesn['’]?t|no\slonger|never)\s)?(?:really\s|strongly\s|much\s)?
            (?P<verb>prefers?|swears?\sby|leans?\stowards?|can['’]?t\s(?:live|work|function)\swithout|likes?|loves?|enjoys?|favou?rs?|hates?|dislikes?|detests?|loathes?|despises?|adores?|can['’]?t\sstand|(?:would|['’]d)\s(?:much\s)?(?:rather(?:\s(?:use|have|go\swith))?|like|love|prefer)
            |(?:am|is|['’]m|are)\s(?:(?:a\s(?:big\s|huge\s)?)?fans?\sof|(?:really\s|very\s)?(?:fond\sof|into|keen\son)))\s+(?P<object>\S.*)$"""
        ),
        build=_prefers,
        cues=cues(
            "lean leans live function without fond keen into favours favors favour favor prefer prefers like "
            "likes love loves enjoy enjoys favor favour hate hates dislike dislikes detest "
            "loathe loathes despise despises adore adores "
            "stand rather swear swears "
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
            "I'd rather eat my keyboard than write another SOAP client",
            "It looks like Redis is down",
            "We use tools like Sentry",
            "do you prefer tabs?",
            "Would you like tea",
        ),
    ),
    Pattern(
        name="go_to",
        regex=rx(
            r"^(?P<object>[\w@./+#'’ -]{2,50}?)\s(?:is|are)\s(?:still\s|now\s|definitely\s)?(?P<who>my|"
            r"our)\s(?:absolute\s|all-time\s)?"
            r"(?:go-to|favou?rite|preferred|default)\s?(?P<what>[\w\s-]*)$"
        ),
        build=_favourite,
        cues=cues("go-to favourite favorite preferred default"),
        examples=(
            Example("Raycast is my go-to launcher", ("user prefers Raycast",), "semantic:preference"),
            Example("Ramen is my favourite dish", ("user prefers Ramen",)),
        ),
        counter_examples=("It is my favourite",),
        when=lambda c: not points(c.core),
    ),
    Pattern(
        name="not_fond",
        regex=rx(
            r"^(?P<neg>not)\s(?:(?:a\s(?:big\s|huge\s)?)?fans?\sof|(?:really\s|too\s|very\s)?(?:fond\sof|into|keen\son))\s(?P<object>.+)$"
        ),
        build=_not_fond,
        cues=cues("not"),
        examples=(
            Example(
                "Not fond of abbreviations in variable names",
                ("user likes not abbreviations",),
                "semantic:preference",
                "User is not fond of abbreviations",
            ),
        ),
        counter_examples=("Not sure of that",),
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
)
