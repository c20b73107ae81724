"""Whom "he" and "she" mean: the person who was spoken of last."""

import re
from collections.abc import Sequence

from memorist.nodes.language.common import is_ordinary
from memorist.nodes.language.gazetteer import Mention, find_entities
from memorist.nodes.language.name_lists import OF_MEN, OF_WOMEN, known_places
from memorist.nodes.language.names import find_names, given_names
from memorist.nodes.language.repeated import REPEATS
from memorist.nodes.language.tokens import right_before
from memorist.nodes.language.verbs import IRREGULAR_PASTS

HE_OR_SHE = re.compile(
    r"^(?P<lead>(?:(?:oh|and|but|so|then|close|no|nope|nah|well|actually|yes|yeah|yep|almost|right|correct|true|also|"
    r"because|since|from\snow\son)[,\s]+)*)(?P<who>he|she)(?P<short>['’]s|['’]ll|['’]d)?(?=\s)",
    re.IGNORECASE,
)


HER_OR_HIS = re.compile(r"^(?P<lead>(?:(?:and|but|so|also|btw)[,\s]+)*)(?P<whose>her|his)(?=\s[a-z])", re.IGNORECASE)
"""Her phone is 4471: hers who was named last."""
_AND_HE = re.compile(
    r"^(?P<name>(?!(?:No|Yes|Yeah|Yep|Nope|Well|So|Ok|Okay|Right|Sure|True|Also|Actually|Then|Now|Oh|Ah)\b)[A-Z][a-z]+(?:\s[A-Z][a-z]+)?),\s(?:he|she)(?P<short>['’]s|['’]ll)?(?=\s)"
)
"""Eero, he owns it now: Eero owns it."""
_SAME = re.compile(r",\s(?:he|she)(?P<short>['’]s|['’]ll)?(?=\s)", re.IGNORECASE)
_KIN = re.compile(
    r"\b(?:(?P<whose>my|our|his|her)\s(?:\w+\s)?|^)(?P<kin>(?:step|grand)?(?:mother|father|mom|mum|dad|son|daughter|sister|brother|wife|husband|partner|boss|"
    r"landlord|landlady|neighbou?r|girlfriend|boyfriend|fianc[eé]e?|aunt|uncle|cousin|niece|nephew|grandma|grandpa|doctor|vet|therapist|manager|colleague|roommate|"
    r"flatmate|teacher|coach|accountant|lawyer)(?:[ -]in[ -]law)?)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[\"“][^\"”]*[\"”]")
_SHORT = {"'s": " is", "'ll": " will", "'d": " would"}


WITHOUT_SUBJECT = re.compile(
    r"^(?:(?:and|but|also)\s)?(?=(?:wants|needs|thinks|says|prefers|insists|hates|likes|asks|hopes|expects|wonders|reckons)\s)",
    re.IGNORECASE,
)
_REPORTS = re.compile(
    r"^(?:(?:ok|so|and|oh|omg|btw)\W+)*(?P<who>(?!(?:i|we|you|they|he|she|it|somebody|someone|nobody|who|that|this)\b)[^\W\d_]{3,})\s"
    r"(?:just\s|also\s)?(?:rang|called|phoned|wrote|texted|mailed|emailed|messaged|pinged|came\s(?:by|back|in)|stopped\sby|dropped\sby|popped\sin)\b",
    re.IGNORECASE,
)
"""Gareth rang. Wants the receipts by Friday: he does."""


def with_person(clause: str, spoken: Sequence[str], *, own: int = 0) -> str:
    """ "She works from Porto" means who was named last; "my mother" is somebody too.

    ``own``: so many of ``spoken`` stand in the same message.
    """
    if own and (found := WITHOUT_SUBJECT.match(clause)) and (told := _REPORTS.match(spoken[0])):
        return f"{told['who'].capitalize()} {clause[found.end() :]}"
    clause = _AND_HE.sub(r"\g<name>\g<short>", clause, count=1)
    named = next(iter(find_names(clause)), None) if _SAME.search(clause) else None
    if named and not named.start and named.kind == "entity:person" and (same := _SAME.match(clause, named.end)):
        clause = f"{named.canonical}{same['short'] or ''}{clause[same.end() :]}"
    if found := HER_OR_HIS.match(clause):
        she = found["whose"].lower() == "her"
        owner = next(filter(None, (_person_in(text, she=she) for text in spoken[:2])), None)
        return f"{found['lead']}{owner}'s{clause[found.end() :]}" if owner else clause
    if not (found := HE_OR_SHE.match(clause)):
        return _with_reason_of(clause, spoken)
    she = found["who"].lower() == "she"
    for place, text in enumerate(spoken[: own + _TURNS_BACK]):
        if person := _person_in(text, she=she):
            person = _of_the_pair(person, spoken, she=she)
            short = _in_full(found)
            rest = clause[found.end() :]
            if short == " is" and re.match(r"\s(?:got|been|had|\w+ed)\b", rest):
                short = " has"
            return f"{found['lead']}{person}{short}{rest}"
        if place < own and (subject := _SUBJECT.match(text)) and not is_ordinary(subject["who"].lower()):
            return clause
        if len(text.split()) > (_SAYS_SOMETHING if place < own else _TELLS_A_TALE):
            return clause
    return clause


_TURNS_BACK = 4
_SAYS_SOMETHING = 3
"""In words: what says more, in the same message, may be about somebody whose name is not known."""
_TELLS_A_TALE = 12
"""In words: so may a turn before that says more. Better "she" than a wrong name."""
_SUBJECT = re.compile(
    r"^(?:(?:and|but|so|ok|oh|btw)\W+)*(?P<who>[a-z]{4,})\s(?:did|does|is|was|has|from|said|says)\b", re.IGNORECASE
)
"""Haas from operations is colour blind and he gets every chart: an unknown name, but nobody else is meant."""


BECAUSE_HE = re.compile(
    r"\b(?:because|since|so|until|when|while)\s(?P<who>he|she)(?P<short>['’]s|['’]ll)?(?=\s)", re.IGNORECASE
)


def _with_reason_of(clause: str, spoken: Sequence[str]) -> str:
    """ "Never on Wednesdays because he has uni" is about who was spoken of right before."""
    found = BECAUSE_HE.search(clause)
    if not found or not spoken or find_names(clause[: found.start()]) or _KIN.search(clause[: found.start()]):
        return clause
    person = _person_in(spoken[0], she=found["who"].lower() == "she")
    if not person:
        return clause
    return f"{clause[: found.start('who')]}{person}{_in_full(found)}{clause[found.end() :]}"


def _in_full(found: re.Match[str]) -> str:
    """The verb in "he's" and "she'll", as it stands after a name."""
    return _SHORT.get((found["short"] or "").replace("’", "'"), "")


def _person_in(text: str, *, she: bool) -> str | None:
    """Who is spoken of in a text: a name, or somebody's relative or colleague; the last of them.

    Nobody in quotation marks, unless those only repeat what was asked.
    """
    if not REPEATS.match(text):
        text = _QUOTED.sub(lambda found: " " * len(found.group()), text)
    named = [m for m in find_names(text) if m.kind in {"entity:person", "entity:concept"} and m.field is None]
    every, named = named, [m for m in named if _may_be(right_before(text, m.start), m.canonical, she=she)]
    if len(named) < len(every) and not any(m.kind == "entity:person" for m in named):
        return None  # a place or a firm is not meant either, beside a person who is not
    others = [
        m
        for m in named
        if not _ONE_OF_ITS_KIND.search(right_before(text, m.start)) and not is_ordinary(m.canonical.lower())
    ]
    acting = [m for m in others if not _BELOW.search(right_before(text, m.start)) and not _is_place(m)]
    people = [m for m in named if m.kind == "entity:person"] or acting or [m for m in others if _may_act(text, m)]
    people = people or _namesakes(text)
    people = [next((o for o in named if o.canonical.endswith(f" {m.canonical}")), m) for m in people]
    if acting := _ACTS.match(text) or _ASKED_OF.match(text):
        return acting["who"]
    if aged := _OF_AGE.match(text):
        return aged["who"].capitalize()
    if (coming := _NEXT.match(text)) and not is_ordinary(coming["who"].lower()):
        return coming["who"].capitalize()
    if len(people) > 1 and _TOGETHER.search(text[people[0].end : people[1].start + 1]):
        return _one_of_two([people[0].canonical, people[1].canonical], she=she)
    kin = [found for found in _KIN.finditer(text) if not people or _is_another(found, she=she)]
    if people and not (kin and kin[-1].start() > people[-1].start and kin[-1]["whose"]):
        written = _WRITTEN_TITLE.search(right_before(text, people[0].start))
        return f"{written[0] if written else ''}{people[0].canonical}"
    return f"{(kin[-1]['whose'] or 'my').lower()} {kin[-1]['kin'].lower()}" if kin else None


def _is_another(kin: re.Match[str], *, she: bool) -> bool:
    """Whether somebody's relative may be meant beside the person: "Declan … his dad …, he's off" is Declan."""
    whose = (kin["whose"] or "my").lower()
    return whose in {"my", "our"} or whose != ("her" if she else "his")


_WRITTEN_TITLE = re.compile(r"\b(?:Dr|Prof)\.?\s$")
"""Who has one is called by it, as "Dr. Novak": the name alone would read as somebody else."""
_TITLE = re.compile(r"(?P<title>[^\W\d_]+)\.?\s(?:(?:dr|prof)\.?\s)?$", re.IGNORECASE)


def _may_be(before: str, name: str, *, she: bool) -> bool:
    """Whether the title of a name, if it has one, is that of a woman, or of a man."""
    found = _TITLE.search(before)
    titles = {name.split(maxsplit=1)[0].lower(), found["title"].lower() if found else ""}
    return titles.isdisjoint(OF_MEN if she else OF_WOMEN)


_ONE_OF_ITS_KIND = re.compile(r"\ban?\s$", re.IGNORECASE)
"""Write a limerick for her: what has an article is nobody's name."""
_PLACED = re.compile(r"\b(?:in|on|at|via|using|into|to|near|from)\s(?:the\s)?$", re.IGNORECASE)


def _may_act(text: str, named: Mention) -> bool:
    """Whether a name behind "of" or "for" may be somebody's: no place, and nothing that something is in or on."""
    return not _is_place(named) and not _PLACED.search(right_before(text, named.start))


def _is_place(named: Mention) -> bool:
    places, companies = known_places()
    return named.canonical.lower() in places or named.canonical.lower() in companies


_BELOW = re.compile(r"\b(?:in|on|of|for|at|via|using|into)\s(?:the\s)?$", re.IGNORECASE)
"""In charge of Devreg is Benedikta: "she" is who is in charge, where no name is known to be somebody's."""
_ACTS = re.compile(
    rf"(?P<who>(?!(?:The|This|That|These|My|Our|We|You|They|He|She|It|There|What|"
    rf"Who|Which|Nobody|Everyone|Somebody|Someone|Everything|Nothing|And|But|Then|Today|Yesterday)\b)[A-Z][a-z]+"
    rf"(?:\s[A-Z][a-z]+)?)\s(?:just\s|also\s|finally\s)?(?:{'|'.join(sorted(IRREGULAR_PASTS))})\s"
    r"(?:his|her|a|an|the|their|back|to|from)\b"
)
"""Odalys got her visa: who does something is who is spoken of, whatever else is named."""


_OF_AGE = re.compile(r"(?P<who>(?!it|he|she|this|that)[a-z]{3,})\s(?:just\s)?turn(?:s|ed)\s\d{1,2}\b", re.IGNORECASE)
"""Nell turns eight: who has an age is somebody."""


_NEXT = re.compile(
    r"^(?:(?:ok|so|now|and|then|right)\s)*(?P<who>[a-z]{4,})\s(?:now|next)(?:[.!]?$|,\swe\s(?:talked|spoke|met)\b.*$)",
    re.IGNORECASE,
)
"""Shanice now: who the talk comes to."""


def _of_the_pair(person: str, spoken: Sequence[str], *, she: bool) -> str:
    """The other one, if two were named side by side and the one who was named last is not the one who is meant."""
    for text in spoken[1:3]:
        if person in text and _SIDE_BY_SIDE.search(text):
            return _person_in(text, she=she) or person
    return person


_NOT_OF_WOMEN = frozenset(
    "luca sasha nikita joshua ezra noa elia mika kostya misha ilya jona nicola garba musa".split()
)


def _one_of_two(names: Sequence[str], *, she: bool) -> str | None:
    """Who of two is "she", where just one of the names sounds like a woman's; else nobody."""
    women = [n for n in names if n.split()[0].lower().endswith("a") and n.split()[0].lower() not in _NOT_OF_WOMEN]
    if len(women) != 1:
        return None
    return women[0] if she else next(name for name in names if name != women[0])


_ASKED_OF = re.compile(
    r"(?:So,?\s)?(?:Is|Was|Does|Did|Has|Will|Can)\s(?P<who>(?!The\b|Your\b|It\b|This\b|That\b|There\b)[A-Z][a-z]+(?:\s[A-Z][a-z]+)?)\s"
)
"""Is Lena in Berlin?"""
_SIDE_BY_SIDE = re.compile(r"[A-Z]\w+\s(?:and|&)\s[A-Z]")
_TOGETHER = re.compile(r"^\s(?:and|&)\s", re.IGNORECASE)
"""Of two who are named side by side nobody can tell which one is meant."""


def _namesakes(text: str) -> list[Mention]:
    """Technologies that are called like a person: "I talked to Lucia"."""
    sure, doubtful = given_names()
    names = sure | doubtful
    return [m for m in find_entities(text) if text[m.start : m.end].istitle() and m.canonical.lower() in names]
