"""Prohibitions."""

import re
from collections.abc import Sequence

from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.extract.clause import Clause
from memorist.nodes.ingestion.extract.imperatives import told_in_passing
from memorist.nodes.ingestion.extract.patterns.pattern import (
    Example,
    Pattern,
    claim_about,
    cues,
    draft_of,
    rx,
    value_claim,
    wish,
)
from memorist.nodes.ingestion.extract.phrases import any_of, parse_object
from memorist.nodes.ingestion.extract.private import tells_of_oneself
from memorist.nodes.language.file_names import named_in
from memorist.nodes.language.file_verbs import leading_verbs
from memorist.nodes.language.verbs import PAST_IN_ED

USE = re.compile(
    r"^(?:(?:re)?use|using|adopt|adopting|install|installing|introduce|introducing|rely on|go with|pick|"
    r"choose|recommend)\s+(?P<object>.+)$",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"\b(?:without|unless|except|before|after|until|if|outside|other than)\b", re.IGNORECASE)
"""Don't use the prod key without asking ops: the key itself is not ruled out."""
_HANDS_OFF = re.compile(r"hands\soff|stay\saway\sfrom", re.IGNORECASE)
_ALTERNATIVE = re.compile(
    r"(?:[,;(–—-]\s*|\s+)(?:(?:please )?use|prefer|go with|choose|instead[,:]? use|rather use|"
    r"(?:do|make|write|build|solve) (?:it|this|that) (?:with|in|via|using)|try)\s+(?P<use>[^.;)]+?)(?:\s+instead)?\)?$",
    re.IGNORECASE,
)
_INSTEAD = re.compile(r"\s+(?:but|instead use|in favou?r of)\s+(?P<use>[^.;)]+)$", re.IGNORECASE)
_SOFT = re.compile(r"^(?:don['’]?t|do not|please don['’]?t|no more|stop)$", re.IGNORECASE)


def forbidden(clause: Clause, act: str, *, block: bool) -> list[Draft]:
    """A hard rule against an act; "use X" is read as a claim about X, one rule for each thing of a list."""
    act, alternatives = _alternatives(act)
    details = {
        "severity": "block" if block else "warn",
        "reason": _plain_reason(clause.reason),
        "alternatives": alternatives,
    }
    used = None if _CONDITION.search(act) else USE.match(act)
    things = any_of(used["object"]) if used else ()
    claims = (
        [claim_about("team", "uses", thing, polarity=False, alone=False) for thing in things]
        if things
        else [value_claim("team", "practices", act.strip(), polarity=False)]
    )
    contents = [clause.told] if len(claims) == 1 else [f"Never use {thing.object}" for thing in things]
    return [
        draft_of(
            clause,
            type="semantic:hard_rule",
            confidence=0.95,
            claim=claim,
            content=content,
            details=details,
            by_user=not clause.hypothetical,
        )
        for claim, content in zip(claims, contents, strict=True)
    ]


def _alternatives(act: str) -> tuple[str, tuple[str, ...]]:
    for shape in (_ALTERNATIVE, _INSTEAD):
        if (found := shape.search(act)) and found.start() > 0:
            return act[: found.start()].strip(" ,;("), tuple(thing.object for thing in any_of(found["use"]))
    return act, ()


def _plain_reason(reason: str | None) -> str | None:
    return re.sub(r"^(?:because(?: of)?|since|due to|as|cause|bc)\s+", "", reason) if reason else None


_OF_ME = re.compile(
    r"^(?:let\sme|be\s(?:so|too|that)\s[a-z]+|act\slike)\b|"
    r"^(?:call|book|ping|message|mail|email|schedule|invite|interrupt|wake|disturb|address|ask|remind|giv|send|show|tell|offer|suggest|hand|bring|pass)(?:e|ing)?\sme\b|"
    r"^(?:repeat|restat|rephras|recap)(?:e|ing|ping)?\s(?:my|the|what\si)\b|"
    r"^(?:apologi[sz]\w*|repeat\w*\syourself|ask(?:ing)?\s(?:so\smany|for\spermission)|summari[sz]ing|hedging|thank(?:ing)?\sme|flatter\w*)\b|"
    r"\b(?:when(?:ever)?\syou\s(?:write|answer|reply|explain|talk|respond|summari[sz]e)|your\s(?:answers?|replies|reply|responses?|explanations?|messages)|"
    r"(?:write|talk|speak|reply|respond|explain\s\w+)\sto\sme|with\sme)\b",
    re.IGNORECASE,
)
"""Don't book me after four: what one person would like, no rule of the house."""


_FOR_ONESELF = re.compile(r"because\s(?:i\b|i['’]|my\b)", re.IGNORECASE)
"""I'm not a morning person, so don't suggest anything before ten."""
_MAKES_ME = re.compile(r"\bmakes?\sme\s", re.IGNORECASE)
"""Never "hope this finds you well", makes me sound like a bank."""


def _never(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    soft = bool(_SOFT.match(found["word"]))
    if told_in_passing(found[0]):
        return []
    if found["word"].lower() == "no more" and parse_object(found["act"]).known:
        return []  # no more Heroku: it is given up, which the decisions read
    if (soft and (_OF_ME.search(found["act"]) or _FOR_ONESELF.match(clause.reason or ""))) or _MAKES_ME.search(
        clause.said
    ):
        return [wish(clause, found["act"], polarity=False)]
    act = f"touch {found['act']}" if _HANDS_OFF.search(found["word"]) else found["act"]
    return forbidden(clause, act, block=not soft or shields_files(act))


_UNDONE = frozenset({"change", "touch", "delete", "move"})
_FOR_THE_MOMENT = re.compile(r"\b(?:yet|now|just|today|this time|still|first|here)\b", re.IGNORECASE)


def shields_files(act: str) -> bool:
    """Whether an act is done to a file or folder that it names: who says "do not edit generated files in src/gen" means
    it as one who says "never"."""
    if _CONDITION.search(act) or _FOR_THE_MOMENT.search(act):
        return False
    return bool(_UNDONE & set(leading_verbs(act)[0])) and next(named_in(act), None) is not None


def _no_doing(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    return forbidden(clause, f"{found['doing']} {found['what']}", block=False)


_DO_IS = re.compile(r"do\s(?:here\s)?is\s(?:to\s)?", re.IGNORECASE)
"""What we may not do is touch the weights."""


def _must_not(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    act = _DO_IS.sub("", found["act"].strip())
    if act.lower().startswith("be used"):
        act = f"use {found['subject']}"
    return forbidden(clause, act, block=True)


_IT = re.compile(r"it|that|this", re.IGNORECASE)
_TO_DO = re.compile(r"\s(?:here\s)?to\s(?P<act>\w.+)")
"""It is forbidden to promise dates."""


def _banned(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    if _IT.fullmatch(found["thing"]):
        to_do = _TO_DO.match(found["rest"] or "")
        return forbidden(clause, to_do["act"], block=True) if to_do else []
    thing = parse_object(found["thing"])
    act = f"use {found['thing']}" if thing.known else found["thing"]
    return forbidden(clause, act + (found["rest"] or ""), block=True)


def _no_thing(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    if not parse_object(found["thing"]).known:
        return []
    return forbidden(clause, f"use {found['thing']}", block=bool(found["banned"]))


PATTERNS = (
    Pattern(
        name="prohibition",
        regex=rx(
            r"^(?:please,?\s)?(?P<word>never\sever|never|don['’]?t\s(?:ever|you\s(?:dare(?:\sto)?|ever))|do\snot\sever|"
            r"under\sno\scircumstances(?:\sshould\s(?:we|you))?|don['’]?t|do\snot|no\smore(?!\sthan\b)|"
            r"(?:keep\s(?:your\s)?)?hands\soff|stay\saway\sfrom|stop)\s(?P<act>(?!not\b|by\b|the\s(?:first|second|other|last)\b|say\snever|worry|bother|mind\b|know|think|forget|hesitate|see\b|get\sme|understand|care|"
            r"remember|want|need|have\b|has\b|is\b|was\b|were\b|did\b|does\b|would\b|will\b|could\b|been\b|had\b|seen\b|heard\b|sure|give\sup|be\s(?:afraid|sorry|sad|shy|"
            r"late|hard|too)|stop\b|let\s|lose\s|change(?=\W*$|\s(?:a\s(?:thing|bit)|anything\s(?:about|for)\s(?:me|you)|yourself|the\s(?:subject|topic)|(?:my|your)\smind)\b)|look\sback|feel|ever\s(?:give|stop|lose)|miss\b|"
            rf"hold\sback|beat\syourself|{PAST_IN_ED}).+)$"
        ),
        build=_never,
        cues=cues("never don't dont do under no stop hands stay"),
        examples=(
            Example("Don't you dare deploy on a Friday", ("team practices not deploy on a Friday",)),
            Example("Never use Realm", ("team uses not Realm",), "semantic:hard_rule", "Never use Realm"),
            Example(
                "never use Realm because of sync issues, use WatermelonDB instead",
                ("team uses not Realm",),
                "semantic:hard_rule",
            ),
            Example("Do not push to main", ("team practices not push to main",), "semantic:hard_rule"),
            Example("please don't use MongoDB or DynamoDB", ("team uses not MongoDB", "team uses not DynamoDB")),
            Example("hands off the seed script", ("team practices not touch the seed script",), "semantic:hard_rule"),
            Example(
                "don't touch the fixtures without asking Marta",
                ("team practices not touch the fixtures without asking Marta",),
            ),
            Example(
                "never use the prod key without asking ops", ("team practices not use the prod key without asking ops",)
            ),
            Example(
                "please don't use emojis when you write to me",
                ("user prefers not use emojis when you write to me",),
                "semantic:preference",
            ),
            Example(
                'never "hope you are well", makes me sound like a bank',
                ('user prefers not "hope you are well"',),
                "semantic:preference",
            ),
            Example(
                "stop giving me five alternatives",
                ("user prefers not giving me five alternatives",),
                "semantic:preference",
            ),
            Example("don't book me after 4", ("user prefers not book me after 4",), "semantic:preference"),
            Example("Under no circumstances deploy on Friday", ("team practices not deploy on Friday",)),
            Example(
                "Never change .env", ("team practices not change .env",), "semantic:hard_rule", "Never change .env"
            ),
        ),
        counter_examples=(
            "Never mind",
            "Never change!",
            "don't worry about it",
            "No more Heroku",
            "no more than 12",
            "We never deploy on Fridays",
            "I never eat meat",
            "don't put that in the letter",
            "never look at the old account anymore",
        ),
    ),
    Pattern(
        name="prohibition_no_thing",
        regex=rx(
            r"^(?:(?:we|they|management|the\steam|security|it)(?:['’]ve|\shave|\shas)?\s(?:just\s|now\s)?(?P<banned>banned|forbidden|forbade|outlawed|"
            r"prohibited)|no(?=.*\s(?:please|pls|here|anywhere|ever|in\s(?:our|this|the)\s[\w\s]+)$))\s(?P<thing>[\w@./+#-]{2,40}(?:\s[\w.+#-]{1,20})?)"
            r"(?:,?\s(?:please|pls|here|anywhere|ever|in\s(?:our|this|the)\s[\w\s]+))?$"
        ),
        build=_no_thing,
        cues=cues("banned forbidden forbade outlawed prohibited no"),
        examples=(
            Example("we banned Lodash", ("team uses not Lodash",), "semantic:hard_rule"),
            Example("no Redux in this codebase", ("team uses not Redux",), "semantic:hard_rule"),
        ),
        counter_examples=("no Redis", "no problem here", "they banned smoking"),
    ),
    Pattern(
        name="prohibition_no_doing",
        regex=rx(
            r"^no\s(?P<doing>(?!kidding|joking|meaning|meeting|training|testing|hosting|billing|staging|thing|nothing|evening|morning|building|parking|spring|string)[a-z]{3,}ing)\s"
            r"(?P<what>\w[^,;]*?)(?:,?\s(?:please|pls|here|ever))?(?:,\s.+)?$"
        ),
        build=_no_doing,
        cues=cues("no"),
        examples=(
            Example("no replacing BigQuery here", ("team practices not replacing BigQuery",), "semantic:hard_rule"),
        ),
        counter_examples=("no kidding around", "no testing environment left", "no pulling requests work"),
        when=lambda c: c.reason is not None or bool(re.search(r"\b(?:please|pls|ever|here)\b", c.said, re.IGNORECASE)),
    ),
    Pattern(
        name="prohibition_nobody",
        regex=rx(
            r"^(?:(?:in|at|for)\s(?:this|our|the)\s[\w-]+,?\s)?(?:nobody|no\sone)\s(?:here\s)?(?:is\s(?:allowed|permitted)\sto|may|must|shall|should\sever|gets\sto)\s"
            r"(?P<act>(?!know\b|be\s(?:surprised|sad)|have\b).+)$"
        ),
        build=lambda clause, found: forbidden(clause, found["act"].strip(), block=True),
        cues=cues("nobody one"),
        examples=(
            Example(
                "in this firm nobody is allowed to give legal advice over WhatsApp",
                ("team practices not give legal advice over WhatsApp",),
                "semantic:hard_rule",
            ),
            Example("No one may merge on Fridays", ("team practices not merge on Fridays",)),
        ),
        counter_examples=("nobody is allowed", "nobody noticed it", "nobody may know", "someone may ask"),
    ),
    Pattern(
        name="prohibition_must_not",
        regex=rx(
            r"^(?P<subject>[\w@./' -]{1,60}?)\s(?:must\snot|mustn['’]?t|must\snever|should\snever|shall\snot|"
            r"may\snot|may\snever|(?:is|are)\snot\sallowed\sto|cannot\sever)\s(?P<act>.+)$"
        ),
        build=_must_not,
        cues=cues("must mustn't mustnt should shall may allowed cannot"),
        examples=(
            Example("You must never commit secrets", ("team practices not commit secrets",), "semantic:hard_rule"),
            Example("what we may not do is touch the weights", ("team practices not touch the weights",)),
            Example("Realm must not be used", ("team uses not Realm",)),
            Example(
                "Agents are not allowed to merge their own pull requests",
                ("team practices not merge their own pull requests",),
            ),
        ),
        counter_examples=(
            "We must ship on Friday",
            "It may not work",
            "I must not eat nuts",
            "my wife must not eat nuts",
        ),
        when=lambda c: not c.core.lower().startswith(("it ", "this ", "that ")) and not tells_of_oneself(c.core),
    ),
    Pattern(
        name="prohibition_banned",
        regex=rx(
            r"^(?P<thing>[\w@./+# -]{2,60}?)\s(?:is|are)\s(?:strictly\s|absolutely\s|now\s)*(?:forbidden|banned|"
            r"prohibited|not\sallowed|off.limits|a\sno.go|verboten)(?P<rest>\s.+)?$"
        ),
        build=_banned,
        cues=cues("forbidden banned prohibited allowed off-limits no-go off limits"),
        examples=(
            Example("jQuery is banned", ("team uses not jQuery",), "semantic:hard_rule"),
            Example(
                "it is forbidden to promise delivery dates in writing",
                ("team practices not promise delivery dates in writing",),
            ),
            Example("force pushes are forbidden on main", ("team practices not force pushes on main",)),
        ),
        counter_examples=("MongoDB is no longer banned",),
    ),
)
