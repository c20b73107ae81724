"""What cannot stand alone stays with what it depends on.

A sentence is cut into statements so that each can be judged, found and ended by itself. That helps only where a piece
says by itself what it is about. It does not when it hinges on a pronoun that nothing resolved ("it only takes ten
minutes"), lacks its subject or its verb ("way cheaper too"), or is no more than a reason, a bound or a qualifier
("until the audit is over"). Such a piece is told in one memory with the statement before it, whose type and claim
hold; where there is none before it, a mere fragment is not worth keeping. What a pattern read says enough by itself.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import NamedTuple

from hypomnema.memory_store.domain.identity import folded
from hypomnema.nodes.ingestion.chatter import is_short
from hypomnema.nodes.ingestion.draft import OWN_WORDS, Draft, Statement
from hypomnema.nodes.ingestion.extract.fillers import without_fillers
from hypomnema.nodes.ingestion.extract.imperatives import INSTRUCTION
from hypomnema.nodes.ingestion.extract.wording import third_person
from hypomnema.nodes.language.names import find_names
from hypomnema.nodes.language.seeking import Shape
from hypomnema.nodes.language.verbs import PAST
from hypomnema.nodes.language.words import lower_first, upper_first

_LEAD = r"^\W*(?:(?:and|but|so|then|also|plus|though|well|ok(?:ay)?|oh|yeah|yes|no|because|since|cause)\W+)*"
_BEGINS_WITH_PRONOUN = re.compile(
    rf"{_LEAD}(?:both\sof\s|all\sof\s|most\sof\s|some\sof\s|none\sof\s|neither\sof\s|each\sof\s|one\sof\s)?"
    r"(?:(?:it|they|he|she)(?:['’]\w+)?|them|(?:that|those|these)(?:['’]\w+)?|this(?:['’]s|\s(?:is|was|has|will|can|one|way|happened|happens|applies|means)\b)|"
    r"(?:the\s[a-z]+\s)ones?|the\s(?:others?|rest|same|former|latter)\b(?=\s(?:is|are|was|has|have|go|goes|do|does|can|will|for|with|too)\b))"
    r"(?![\w'’-])",
    re.IGNORECASE,
)
_STANDS_FOR_NOTHING = Shape(
    rf"{_LEAD}it['’]?s\s(?:not\s)?(?:the|our|my)\s[\w\s-]+?\s(?:that|who)\b|{_LEAD}it\s(?:rains?|snows?|freezes|looks\slike|seems\s(?:like|that|to)|depends|turns\sout)\b|{_LEAD}(?:it|that)(?:['’]s|\s(?:is|was|looks|seems|turns|turned|took|takes|would\sbe|will\sbe))?\s?"
    r"(?:out\s|easier|better|best|important|hard|raining|snowing|late|early|time|my|our|\w+['’]s\s\w+)\b",
    re.IGNORECASE,
)
"""It is my birthday, it's Lena's turn, it's the retro that's late: "it" means nothing that was said before."""
_ACTS_ON_PRONOUN = Shape(
    rf"{_LEAD}(?:(?:i|we|you|they|he|she|everyone|nobody|somebody)(?:['’]\w+)?\s)?"
    r"(?:(?!because\b|when\b|if\b|that\b|and\b|but\b|so\b|the\b|our\b|my\b|an?\b)[a-z'’]+\s){1,4}"
    r"(?:(?:it|them|those|these)\b|(?:this|that)(?=\W*$|\s(?:for|in|on|at|with|from|every|since|because|when|before|after|by)\b))",
    re.IGNORECASE,
)
_TAKES_AMOUNT = re.compile(
    rf"{_LEAD}(?:we|i)(?:['’]ll)?\s(?:will\s|now\s)*(?:take|use|set|make|do|choose|say|go\swith)\s[\d.,]+\s?%?\W*$",
    re.IGNORECASE,
)
"""We take 1.10: of what was just spoken of."""
_BEHIND = Shape(
    r"\b(?:for|to|with|about|on|of|by|from|without)\s(?:it|them|those|these|him)(?![\w'’-])|"
    r"\b(?:at|in|for|of|on|to|with|from|by)\s(?:that|those)\s(?!(?:time|day|way|week|month|year|case|point|matter|note|reason|morning|night|moment|end|is|was|we|i|they|he|she|it|the)\b)[a-z]+",
    re.IGNORECASE,
)
"""Boxplots are fine for them; anything that clips at that size."""
_NOUN_BEFORE = re.compile(
    r"\b(?:the|our|my|your|an?|every|each|all|no|his|her|their|who|whoever|somebody|someone|people)\s\w+|\w\s(?-i:[A-Z])\w|^(?-i:[A-Z])\w+['’]s\s",
    re.IGNORECASE,
)
_HARD = re.compile(r"\b(?:find|finds|found|make|makes|made|think|keep|like|love|hate|want)\sit\s(?:\w+\s)?\w+\sto\b")
_ONLY_ADDS = re.compile(
    r"^\W*(?:and\s|but\s|so\s)?(?:because|['’]?cause|due\sto|owing\sto|thanks\sto|so\sthat|in\sorder\sto|which|otherwise|or\selse|"
    r"when(?:ever)?\s(?:i|we|you)\s\w+(?:\s(?:for|to|about|of|it)(?:\s\w+)?)?\W*$|else|except|apart\sfrom|unless|until|till|especially|particularly|mostly|mainly|at\s(?:least|most)|"
    r"(?:never|not)\s(?:by|the\s(?:first|second|other|last))|same\s(?:for|with|goes|here|thing)|ditto|either\sway|including|excluding|effective|meaning|hence)\b",
    re.IGNORECASE,
)
_WHOLE_BEHIND = re.compile(
    r",\s(?:then\s|please\s)?(?:i|we|you|they|he|she|it|the|our|my|all|every|no|never|always|don['’]?t|use|ask|[A-Z])\b"
    r"|\s(?:we|i)\s[a-z]+\s\S+.*$"
    r"|^\W*(?i:until|till|unless)\s(?:\S+\s){1,4}(?:keep|use|stay|leave|run|ask|stick|wait|hold|skip|avoid|stop|do|don['’]?t|"
    r"please|never|always|no)\b"
)
"""Unless Maddox gets it done, we go back; until then keep both: a sentence that begins with its condition."""
_VERB = re.compile(
    rf"\b(?:is|are|am|was|were|be|been|has|have|had|do|does|did|will|would|can|could|shall|should|must|may|might|cannot|"
    rf"needs?|wants?|uses?|gets?|means?|let['’]?s|{PAST})\b|n['’]t\b|"
    r"\b(?:do|does|did|is|are|was|were|has|have|had|wo|ca|would|could|should|must)nt\b|"
    r"\w['’](?:s|re|m|ve|ll|d)\b|\b(?:i|we|you|they|he|she|who|nobody|everyone|im|ive|id)\s\w+|"
    r"^(?:[a-z]+\s){0,2}[a-z]{2,}[^s\W]s\s(?!(?:and|or|of|for|in|on|with|at|to|from|by|too|only|than|as|per|but|not|yet|now|soon|later)\b)[a-z]{3,}\s\w|"
    r"\b[a-z][\w-]*\s(?!\w+ss\b|this\b|as\b|us\b|always\b|plus\b)[a-z]{2,}s\s\w",
    re.IGNORECASE,
)
"""What may be the verb of a sentence; what ends in s or follows a plural passes for one: to keep apart is safe."""
_LACKS_SUBJECT = re.compile(
    rf"{_LEAD}(?:(?:still|also|only|just|now|always|never|usually|currently|actually|really)\s)*"
    r"(?:is|are|was|were|has|will|can|must|should|does|doesn['’]t|isn['’]t|won['’]t|can['’]t|needs|works|runs|takes|gets|costs|breaks|"
    r"supports|requires|lives|goes|makes|saves|keeps|comes|looks|feels|seems|helps|handles|expires|ends|starts|depends|"
    r"fails|crashes|happens|applies|covers|includes|uses|means|"
    rf"{PAST}(?=\s(?:that|the|an?|my|our|him|her|them|us|this|it)\b)|"
    r"(?!\w*(?:days|nights|evenings|mornings|weekends)\b|this\b|always\b|plus\b|yes\b|thanks\b|unless\b|besides\b)[a-z]{2,}s(?=\s(?:the|an?|our|my|us|me|it|them|every)\b))\s",
    re.IGNORECASE,
)
_ECHOES = re.compile(
    rf"{_LEAD}(?:[\w'’-]+\s){{1,3}}(?:is|are|was|were|does|do|did|has|have|will|can|would|should|must)(?:n['’]t|\snot)?\W*$",
    re.IGNORECASE,
)
_VERB_ALONE = Shape(
    rf"{_LEAD}(?:(?:for|in|on|at|with)\s(?:[\w'’-]+\s){{1,4}})?(?:(?:i|we|you|they|he|she|it|the\s\w+|[a-z]+)\s)"
    r"(?:(?:still|also|always|never|really|actually|certainly|only)\s)*(?:do|does|did)(?:n['’]?t|\snot)?"
    r"(?:\s(?:actually|too|either|any\s?more|still|already|indeed|though|now|just|sometimes))*(?:\s*[,;–]\s|\W*$)",
    re.IGNORECASE,
)
"""We do, but only for billing: what is done was said before."""
_DENIES_IT = Shape(
    rf"{_LEAD}(?:(?:that['’]s|which\sis|completely|just)\s)*(?:not\s(?:happening|true|so|the\scase|yet|any\s?more|any\slonger)|untrue|false|wrong|nonsense)\s*(?:[,;.–]|$)",
    re.IGNORECASE,
)
"""Not happening: of what somebody said before."""
_ONLY_NUMBER = re.compile(
    r"^\W*(?:(?:ugh|hm+|now|was|is|were|only|about|around|just|then|instead|of|not|nope|no|yes|and)\W+)*[\d.,%:]+(?:\s(?:was|is|now|then|instead))*\W*$",
    re.IGNORECASE,
)
_HEADING = re.compile(
    r"^\W*(?:(?:ah|oh|and|so|ok|now|as\sfor|about|regarding)\W+)*(?P<what>(?:the|our|my)\s(?:[\w'’-]+\s){0,5}[\w'’-]+)\W*$",
    re.IGNORECASE,
)
"""Ah and the threshold from this morning, …: what the next piece is about."""
_TURNS_AWAY = re.compile(r"^\W*(?:so|anyway|ok|now)\b|(?:\.\.|…)\W*$|[\"”]\W*$", re.IGNORECASE)
_TITLED = re.compile(r"\w[\"?]*\s?[:=]\s?\S|\n|->|→|https?:|^\W*@")
"""Backend: Go. A heading and what it holds need no verb."""
_WISH = re.compile(
    r"\b(?:please|pls|plz|never|always|no|not|only|don['’]?t|prefer\w*|rather|want|like|love|hate|favou?rite|must|should|"
    r"everywhere|by\sdefault|allerg\w+|vegan|vegetarian|until|till|instead)\b",
    re.IGNORECASE,
)
_LONGEST_FRAGMENT = 9
"""In words: a longer piece without a known verb is likelier to have one that is not known."""
_STRENGTH = ("semantic:fact", "semantic:preference", "semantic:decision", "semantic:policy", "semantic:hard_rule")


_BETWEEN = frozenset({"fragment", "small_talk", "thanks", "confirmation"})
"""What is said between two statements without ending what the first is about."""


class Told(NamedTuple):
    """The drafts of a statement, and the last statement that is told in them."""

    drafts: list[Draft]
    last: int


def hinges(text: str) -> bool:
    """Whether a statement is about something that only a pronoun names: "it takes ten minutes", "we run it nightly"."""
    if _STANDS_FOR_NOTHING.match(text):
        return False
    if (behind := _BEHIND.search(text)) and not _NOUN_BEFORE.search(text[: behind.start()]):
        return True
    return bool(
        _BEGINS_WITH_PRONOUN.match(text)
        or (_ACTS_ON_PRONOUN.match(text) and not _HARD.search(text))
        or _TAKES_AMOUNT.match(text)
        or _VERB_ALONE.match(text)
        or _DENIES_IT.match(text)
    )


def has_verb(text: str) -> bool:
    """Whether a piece may be a sentence: something in it passes for a verb."""
    return bool(_VERB.search(text))


def is_incomplete(text: str) -> bool:
    """Whether a statement has no verb or no subject of its own: "way cheaper too", "needs a restart"."""
    if _TITLED.search(text) or INSTRUCTION.match(text) or text.rstrip().endswith("?"):
        return False
    if _ONLY_ADDS.match(text) and _WHOLE_BEHIND.search(text):
        return False
    if _LACKS_SUBJECT.match(text):
        return True
    return len(text.split()) <= _LONGEST_FRAGMENT and not has_verb(text)


def only_adds(text: str) -> bool:
    """Whether a statement is no more than a reason, a bound or a qualifier: "until the audit is over"."""
    return bool(_ONLY_ADDS.match(text)) and not _WHOLE_BEHIND.search(text)


def begins_with_bound(text: str) -> bool:
    """Whether a short reply begins with a bound or a reason: "until the conference, it is 23 July"."""
    return bool(_ONLY_ADDS.match(text)) and len(text.split()) <= _LONGEST_FRAGMENT


def is_number(text: str) -> bool:
    """Whether a piece is a number of nothing: "ugh, 120"."""
    return bool(_ONLY_NUMBER.match(text))


def is_elliptic(text: str) -> bool:
    """Whether a sentence ends with the verb that a question put: "Tamsin is", "the night shift does"."""
    return bool(_ECHOES.match(text))


def stands_alone(text: str) -> bool:
    """Whether somebody who reads nothing else knows what is spoken of."""
    return not (hinges(text) or is_incomplete(text) or only_adds(text))


def says_nothing(text: str) -> bool:
    """Whether a fragment names nothing, counts nothing and wishes nothing."""
    if is_number(text):
        return True
    text = without_fillers(text)
    if len(text.split()) > _LONGEST_FRAGMENT:
        return False
    return is_incomplete(text) and not (re.search(r"[\d#@]", text) or _WISH.search(text) or find_names(text))


def told_together(statements: Sequence[Statement], read: Sequence[Sequence[Draft]]) -> list[Told]:
    """The drafts of each statement of a turn, those that cannot stand alone told with the statement before.

    Args:
        statements: the statements of the turn, in order.
        read: what was read out of each.
    """
    told: list[Told] = []
    main: _Main | None = None
    heading = ""
    leans = cache(_leans)
    for number, (statement, own) in enumerate(zip(statements, read, strict=True)):
        drafts = list(own)
        told.append(Told(drafts, number))
        fragment = statement.verdict.category == "fragment"
        if not statement.follows or not (own or statement.verdict.category in _BETWEEN):
            main, heading = None, heading if statement.follows and not own else ""
        if main is not None and len(told[main.place].drafts[-1].content) > LONGEST_TOLD:
            main = None
        if fragment and main is not None and statement.follows and _goes_with(statement.text):
            main.take_in(
                told, number, statement.resolved, partial(_with_fragment, fragment=third_person(statement.resolved))
            )
            continue
        if is_bare(drafts) and main is not None and _supposed(told[main.place].drafts[-1]):
            main = None if _TO_FACT.match(statement.text) else main  # but we do it by hand: so, after what might be
        drafts[:1] = _with_what_is_forbidden(
            drafts, statement.resolved, told[main.place].drafts[-1] if main is not None else None
        )
        if is_bare(drafts) and leans(drafts[0].type, statement.resolved):
            if main is not None:
                if main.take_in(told, number, drafts[0].content, partial(joined, rest=drafts[0])):
                    drafts.clear()
                    continue
                drafts[0] = _beside(told[main.place].drafts[-1], drafts[0])
            elif says_nothing(statement.resolved) and statement.verdict.category != "remember":
                drafts.clear()
        if not drafts and (fragment or own) and main is None and (named := _HEADING.match(statement.resolved)):
            heading = "" if has_verb(named["what"]) else named["what"]
        if heading and is_bare(drafts):
            drafts[0] = drafts[0].model_copy(
                update={"content": f"{upper_first(heading)}: {_in_sentence(drafts[0].content)}"}
            )
        if drafts:
            main, heading = _Main(number, {folded(drafts[-1].content)}), ""
    return told


LONGEST_TOLD = 4_000
"""Characters: what stands behind so much is told by itself, whatever it hinges on."""


@dataclass
class _Main:
    """The statement that what follows is told with: its place, and what is told there already."""

    place: int
    parts: set[str]

    def take_in(self, told: list[Told], number: int, said: str, add: Callable[[Draft], Draft | None]) -> bool:
        """Tell here what is said by the statement of a number, once; false where that cannot be."""
        if folded(said) in self.parts:
            return True
        *others, last = told[self.place].drafts
        if (whole := add(last)) is None:
            return False
        self.parts.add(folded(said))
        told[self.place] = Told([*others, whole], number)
        return True


def _with_fragment(main: Draft, fragment: str) -> Draft:
    more = _in_sentence(fragment.strip(" .!"))
    return main.model_copy(update={"content": f"{main.content}; {more}"})


_TO_FACT = re.compile(r"\W*(?:but|anyway|anyhow|still|however|though|in\sreality|instead)\b", re.IGNORECASE)


def _supposed(draft: Draft) -> bool:
    """Whether it is told as a mere possibility: what follows with "but" is none, and does not belong to it."""
    return draft.method == "pattern:hypothetical"


def _goes_with(fragment: str) -> bool:
    """Whether a word or two say more of what stands before: "blue and orange", not "so Wednesday"."""
    return is_short(fragment) and not _TURNS_AWAY.search(fragment)


def _beside(main: Draft, rest: Draft) -> Draft:
    """What a stronger type keeps from being one memory with what it depends on, told with it all the same."""
    return (
        rest
        if '"' in main.content
        else rest.model_copy(update={"content": f'About "{_in_sentence(main.content)}": {_in_sentence(rest.content)}'})
    )


def is_bare(drafts: Sequence[Draft]) -> bool:
    """Whether a statement was kept in its own words: no pattern read it. Of other languages no more is known."""
    own = len(drafts) == 1 and drafts[0].method == OWN_WORDS and drafts[0].claim is None
    return own and not drafts[0].if_used and "other_language" not in drafts[0].tags


_POINTS_BACK = re.compile(
    r"\b(?:after|before|without|until|for|about)\s(?:that|it|this|then)\W*$|"
    r"^\W*(?:please\s|so\s)*(?:don['’]?t|do\snot|never)\s(?:ever\s)?[a-z]+\s(?:it|that|this|them|those)"
    r"(?=\W*$|\s(?:again|ever|below|above|under|over|in|on|for|at|without|before|after|until|unless|because|please|any)\b)",
    re.IGNORECASE,
)
"""Don't lower that again; no meetings after that: what is forbidden stands in the statement before."""


def _with_what_is_forbidden(drafts: Sequence[Draft], text: str, main: Draft | None) -> list[Draft]:
    """A ban that can only be kept by somebody who knows the statement before it, told with that; others as they are."""
    if main is None or len(drafts) != 1 or drafts[0].type != _STRENGTH[-1] or not _POINTS_BACK.search(text):
        return [*drafts[:1]]
    return [_beside(main, drafts[0])]


def _leans(kind: str, text: str) -> bool:
    """Whether a draft needs another one; a wish or a rule needs no verb: "light mode everywhere"."""
    return (
        hinges(text)
        or only_adds(text)
        or (is_incomplete(without_fillers(text)) and (kind == _STRENGTH[0] or bool(_LACKS_SUBJECT.match(text))))
    )


def _in_sentence(text: str) -> str:
    return text if any(m.start == 0 for m in find_names(text)) else lower_first(text)


def joined(main: Draft, rest: Draft) -> Draft | None:
    """Two statements as one memory; null when the second has a type that the claim of the first would hide."""
    kind = main.type
    if rest.type != main.type and rest.type in _STRENGTH[1:]:
        if main.claim is not None or main.type not in _STRENGTH:
            return None
        kind = max(main.type, rest.type, key=_STRENGTH.index)
    more = _in_sentence(rest.content)
    mark = "," if only_adds(rest.content) else ";"
    return main.model_copy(
        update={
            "content": f"{main.content}{mark} {more}",
            "type": kind,
            "details": main.details if kind == main.type else rest.details,
            "entities": tuple(dict.fromkeys((*main.entities, *rest.entities))),
            "technology": tuple(dict.fromkeys((*main.technology, *rest.technology))),
            "valid_until": main.valid_until or (rest.valid_until if only_adds(rest.content) else None),
            "valid_until_condition": main.valid_until_condition
            or (rest.valid_until_condition if only_adds(rest.content) else None),
        }
    )
