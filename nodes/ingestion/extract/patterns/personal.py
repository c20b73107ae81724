"""What people tell of themselves: names, jobs, homes, allergies."""

import re
from collections.abc import Sequence

from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.extract.clause import Clause
from memorist.nodes.ingestion.extract.patterns.pattern import (
    Example,
    Pattern,
    cues,
    draft_of,
    rx,
    said_of,
    subject_of,
    value_claim,
    without_article,
)

_SELF = re.compile(r"^(?:i|we|the team|the user|user)$", re.IGNORECASE)


def _who(said: str, clause: Clause) -> str:
    """ "I" is the speaker; "my sister" his; a name is itself."""
    said = said.strip()
    if said.lower() == "my":
        return clause.context.person
    if _SELF.match(said):
        return subject_of(said, clause)
    if of := re.match(r"(?:my|our)\s+(?P<of>.+)$", said, re.IGNORECASE):
        owner = clause.context.person if said.lower().startswith("my") else "team"
        return f"{owner}'s {of['of']}"
    return without_article(said)


def _fact(clause: Clause, subject: str, predicate: str, value: str, *, polarity: bool = True) -> list[Draft]:
    value = value.strip(" ,.!")
    claim = value_claim(subject, predicate, value, polarity=polarity)
    return [draft_of(clause, type="semantic:fact", confidence=0.9, claim=claim)]


_EACH = re.compile(r"(?:,\s|;\s|\s[-–—]\s)?\b(?:and|or|plus|nor)\s|[,;]\s|\s[-–—]\s|\s[+&]\s", re.IGNORECASE)
_BESIDE = re.compile(
    r"^(?:(?:also|even|especially|mostly|maybe|well|oh|to|i\smean|i\smeant|make\sthat|all|any|both|actually|allergic\sto)\s)+|"
    r"(?:,?\s(?:too|as\swell|also|i\sthink|i\sguess|by\sthe\sway|btw|apparently|at\sleast|though))+$",
    re.IGNORECASE,
)
_LONGEST_ALLERGEN = 4
"""In words: a longer piece tells something else."""


def _allergens(said: str) -> list[str]:
    """What somebody is allergic to, each by itself: "peanuts, I mean tree nuts too" are two; what goes on is one."""
    pieces = [without_article(_BESIDE.sub("", piece.strip(" ,.!")).strip()) for piece in _EACH.split(said)]
    each = [piece for piece in pieces if piece]
    plain = all(len(piece.split()) <= _LONGEST_ALLERGEN and not _GOES_ON.match(piece) for piece in each)
    return each if each and plain else [without_article(said.strip())]


_GOES_ON = re.compile(
    r"(?:i|we|he|she|it|they|the|my|our|so|but|please|not|that|which|who|always|never|have|has|need|carry)\b",
    re.IGNORECASE,
)


def _allergies(clause: Clause, who: str, said: str, *, polarity: bool = True) -> list[Draft]:
    """One memory an allergen, so that what is said again in other words meets it; and the whole of several."""
    subject, each = _who(who, clause), _allergens(said)
    if len(each) == 1:
        return _fact(clause, subject, "has", f"allergy to {each[0]}", polarity=polarity)
    says = f"{said_of(subject)} is {'' if polarity else 'not '}allergic to"
    drafts = [
        draft_of(
            clause,
            type="semantic:fact",
            confidence=0.9,
            claim=value_claim(subject, "has", f"allergy to {to}", polarity=polarity),
            content=f"{says} {to}",
        )
        for to in each
    ]
    return [*drafts, draft_of(clause, type="semantic:fact", confidence=0.9, tags=("list",))]


def _allergic(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    to = found["to"] or found["to2"] or found["to3"]
    if re.match(r"(?:exactly\s|absolutely\s|literally\s)?(?:nothing|none)\b", to, re.IGNORECASE):
        return []
    return _allergies(clause, found["who"], to, polarity=not found["neg"])


def _my_allergies(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    """ "My allergies are pollen and cats", and the answer to what they are: "My allergies: walnuts"."""
    if re.match(
        r"(?:none|nothing|no\b|not\b|\w+ing\b|worse|better|bad|terrible|back|gone|acting)", found["to"], re.IGNORECASE
    ):
        return []
    return _allergies(clause, found["who"] or "I", found["to"])


def _allergic_by_the_way(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    """ "No peanuts for me, I'm allergic": what somebody is allergic to stands in the other half."""
    to = found["out"] or found["no"] or found["eat"] or found["so"]
    return _allergies(clause, found["who"] or "I", to)


def _called(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    if found["me"]:
        return _fact(clause, clause.context.person, "named", found["name"])
    return _fact(clause, _who(found["who"], clause), "named", found["name"])


def _name_of(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    return _fact(clause, _who(found["who"], clause), "named", found["name"])


def _works_as(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    return _fact(clause, _who(found["who"], clause), "role_is", without_article(found["role"]))


def _our_role(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    return _fact(clause, found["name"], "role_is", without_article(found["role"]))


def _home(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    return _fact(clause, clause.context.person, "located_in", found["place"])


_NAME = r"(?-i:[A-Z][\w'-]+(?:\s[A-Z][\w'-]+)?)"
_JOB = (
    r"(?:[\w-]+\s){0,3}?(?:lead|manager|engineer|developer|designer|dev|pm|po|cto|ceo|vp|architect|analyst|owner|reviewer|"
    r"maintainer|admin|tester|qa|scientist|consultant|contractor|boss|mentor|client|director|founder|sre|dba|accountant|"
    r"contact|scrum\smaster|team\slead|tech\slead)"
)

_FOOD = r"[a-z][\w'’-]*(?:(?:\s(?:and|or)|,)?\s(?!for\b|because\b)[a-z][\w'’-]*){0,3}?"
_ALLERGIC = re.compile(
    r"(?:,|\s[-–—]|\s\(|\sbecause|\ssince|\sas)+\s?(?:i['’]m\s|i\sam\s|(?:he|she)['’]s\s|(?:he|she)\sis\s|of\s(?:an?|my)\s|i\shave\san\s)?"
    r"(?:(?:badly|very|severely|terribly|really|highly|bad|severe)\s)?(?:allergic|allergy)(?:\sto\s(?:it|them|that|those))?\)?$",
    re.IGNORECASE,
)

PATTERNS = (
    Pattern(
        name="allergy",
        regex=rx(
            r"^(?P<who>i|the\suser|user|my\s[\w\s]{2,20}?|(?-i:[A-Z][a-z]+))(?:['’](?:m|s)|\s(?:am|is|has|have|suffers?\sfrom))\s"
            r"(?P<neg>not\s|no\s)?(?:(?:an?\s)?(?:severe\s|bad\s|mild\s|terribly\s|badly\s|very\s)?(?:allergic\sto\s(?P<to>.+)|"
            r"allergy\sto\s(?P<to2>.+)|(?P<to3>[\w\s-]{3,30}?)\sallerg(?:y|ies)))$"
        ),
        build=_allergic,
        cues=cues("allergic allergy allergies"),
        examples=(
            Example("I am allergic to peanuts", ("user has allergy to peanuts",), "semantic:fact"),
            Example("I have a peanut allergy", ("user has allergy to peanut",)),
            Example("my son is allergic to cats", ("user's son has allergy to cats",)),
            Example(
                "I'm allergic to peanuts, I mean tree nuts too",
                ("user has allergy to peanuts", "user has allergy to tree nuts"),
            ),
            Example("I'm allergic to bees and wasps", ("user has allergy to bees", "user has allergy to wasps")),
        ),
        counter_examples=("The allergy season is long", "I'm allergic to exactly nothing"),
    ),
    Pattern(
        name="allergies",
        regex=rx(
            r"^(?P<who>my(?=\sallerg)|my\s[\w\s]{2,20}?(?=['’]s\s)|(?-i:[A-Z][a-z]+)(?=['’]s\s))?(?:['’]s)?\s(?:only\s|food\s)?allerg(?:y|ies)"
            r"(?:\s(?:is|are|include|includes)\s|\s?:\s)(?:to\s)?(?P<to>.+)$"
        ),
        build=_my_allergies,
        cues=cues("allergy allergies"),
        examples=(
            Example("my allergies are pollen and cats", ("user has allergy to pollen", "user has allergy to cats")),
            Example("My allergies: walnuts", ("user has allergy to walnuts",), "semantic:fact"),
            Example("Dana's allergy is latex", ("Dana has allergy to latex",)),
        ),
        counter_examples=("My allergies are getting worse", "My allergies are bad today", "the allergies are listed"),
    ),
    Pattern(
        name="allergy_apart",
        regex=rx(
            rf"^(?:(?P<out>{_FOOD})\s(?:is|are)\s(?:out|a\sno|no\sgo|off|not\san\soption|not\spossible)(?:\sfor\sme)?|no\s(?P<no>{_FOOD})(?:\sfor\sme|\splease)*|"
            rf"(?P<who>i|my\s\w+|(?-i:[A-Z][a-z]+))\s(?:can['’]?t|cannot|don['’]?t|doesn['’]?t|do\snot|does\snot|must\snot|never|may\snot)\s(?:eat|have|drink|touch|take|tolerate)\s(?:any\s)?(?P<eat>{_FOOD}))"
            rf"(?:{_ALLERGIC.pattern.rstrip('$')})?$"
            rf"|^i(?:['’]m|\sam)\s(?:\w+\s)?allergic,?\s(?:so|hence)\s(?:no|nothing\swith|please\sno)\s(?P<so>{_FOOD})(?:\sfor\sme)?(?:,?\splease)?$"
        ),
        build=_allergic_by_the_way,
        cues=cues("out no off not can't cannot don't never allergic"),
        examples=(
            Example("no peanuts for me, I'm allergic", ("user has allergy to peanuts",), "semantic:fact"),
            Example("shellfish is out for me, allergic", ("user has allergy to shellfish",)),
            Example("I can't eat walnuts because I'm allergic", ("user has allergy to walnuts",)),
            Example("Dana can't eat nuts, she's allergic", ("Dana has allergy to nuts",)),
            Example("I'm allergic, so no penicillin please", ("user has allergy to penicillin",)),
        ),
        counter_examples=("no idea, I'm not allergic", "I can't come, I'm allergic", "no peanuts for me"),
        when=lambda c: bool(_ALLERGIC.search(c.said)) or c.core.startswith(("I'm allergic, so", "I am allergic, so")),
    ),
    Pattern(
        name="called",
        regex=rx(
            rf"^(?:(?P<me>(?:please\s)?call\sme|everyone\scalls\sme)|(?P<who>i|the\suser|user)(?:['’]m|\sam|\sis)\s(?:called|named)|"
            rf"i\sgo\sby)\s(?P<name>{_NAME})$"
        ),
        build=lambda clause, m: (
            _called(clause, m) if m["me"] or m["who"] else _fact(clause, clause.context.person, "named", m["name"])
        ),
        cues=cues("call calls called named go"),
        examples=(
            Example("I'm called Alice", ("user named Alice",), "semantic:fact"),
            Example("call me Al", ("user named Al",)),
        ),
        counter_examples=("call me tomorrow", "I called Anna"),
    ),
    Pattern(
        name="name_of",
        regex=rx(rf"^(?P<who>(?:my|our|the)\s[\w\s-]{{2,30}}?)['’]s\sname\sis\s(?P<name>{_NAME})$"),
        build=_name_of,
        cues=cues("name"),
        examples=(
            Example("my sister's name is Anna", ("user's sister named Anna",), "semantic:fact"),
            Example("Our app's name is Harbor", ("team's app named Harbor",)),
        ),
        counter_examples=("my name is Alice", "the file's name is too long"),
    ),
    Pattern(
        name="works_as",
        regex=rx(
            rf"^(?P<who>i|the\suser|user|my\s[\w\s]{{2,20}}?|{_NAME})(?:['’]m)?\s(?:works?|worked|working)\sas\s(?:an?|our|the)\s(?P<role>.+)$"
        ),
        build=_works_as,
        cues=cues("work works worked working"),
        examples=(
            Example("I work as a nurse", ("user role_is nurse",), "semantic:fact"),
            Example("Dana works as our PM", ("Dana role_is PM",)),
        ),
        counter_examples=("It works as a cache",),
        when=lambda c: not c.core.lower().startswith(("it ", "this ", "that ")),
    ),
    Pattern(
        name="our_role",
        regex=rx(rf"^(?:our|the|my)\s(?:new\s)?(?P<role>{_JOB})\sis\s(?:now\s|called\s)?(?P<name>{_NAME})$"),
        build=_our_role,
        cues=cues("is"),
        examples=(Example("our PM is Dana", ("Dana role_is PM",), "semantic:fact"),),
        counter_examples=("our database is Postgres",),
    ),
    Pattern(
        name="home",
        regex=rx(r"^my\s(?:home|house|flat|apartment|place)\sis\sin\s(?P<place>.+)$"),
        build=_home,
        cues=cues("home house flat apartment place"),
        examples=(Example("my home is in Berlin", ("user located_in Berlin",), "semantic:fact"),),
        counter_examples=("The house is in order",),
    ),
)
