"""Answers to questions that a yes or no would do for, and that say more: "not since Easter. Lieselotte is"."""

import re

from memorist.nodes.ingestion.extract.imperatives import VERB
from memorist.nodes.language.words import lower_first

_NAME = r"(?-i:[A-Z])[\w'’-]+(?:\s(?-i:[A-Z])[\w'’-]+)?"
_IS = re.compile(
    rf"(?:^|[.!,:]\s+)(?:(?:so|and|but|ok)\W+)?(?P<be>is|are|was|were)\s"
    rf"(?:(?P<name>{_NAME})\s(?:still\s|already\s|also\s|now\s)?|(?P<thing>(?:the|your|our|my)\s[\w\s-]{{2,30}}?)\s(?:still|already|now)\s)"
    r"(?P<what>[^?]{3,60})\?\s*$",
    re.IGNORECASE,
)
_NOT = re.compile(
    r"^\W*(?:no\W+)?not(?P<more>\s(?:any\s?more|any\slonger|yet|at\sall|really|since\s.+|until\s.+|before\s.+))?\W*$",
    re.IGNORECASE,
)
_SOMEBODY_IS = re.compile(
    rf"^\W*(?:(?:and|but|now|no)\W+)*(?P<name>{_NAME})\s(?:is|does|has|was)(?P<more>\snow)?\W*$", re.IGNORECASE
)
_BARE = re.compile(r"\W*(?:yes|yeah|no|nope|well|actually)\W*$", re.IGNORECASE)
_SENTENCE = re.compile(r"(?:(?<=[.!])|[,;])\s+")

_HAVE = re.compile(
    r"(?:^|[.!,:]\s+)(?:(?:so|and|but|ok)\W+)?(?:(?:do|does)\s(?P<who>you|we|the\steam)\s(?:already\s|still\s|currently\s|also\s)?(?P<verb>have|own|keep|offer|support|speak|play|need)|have\s(?P<got>you|we)\sgot|is\sthere|are\sthere)\s"
    r"(?:any\s|an?\s|some\s)?(?P<what>[^?]{3,50})\?\s*$",
    re.IGNORECASE,
)
_SOME = re.compile(
    r"^\W*(?:yes\W+|yeah\W+|yep\W+|sure\W+)?(?:i\shave\s|we\shave\s)?(?P<some>(?:(?:just|only|about|around|at\sleast)\s)?(?:an?|one|two|three|four|five|six|seven|eight|ten|a\sfew|\d+|several)\s(?!lot\b|bit\b|little\b|moment\b|sec|minute|per\s?cent\b|%|hours?\b|days?\b|weeks?\b|months?\b|years?\b|[mk]?[gmk]?b\b|ms\b|euros?\b|dollars?\b)\w[^.!?]*)",
    re.IGNORECASE,
)
_ITS_NAME = re.compile(rf"^\W*(?:yes|yeah|yep|sure)\W+(?P<name>{_NAME})\W*$", re.IGNORECASE)
_PRIVATE = re.compile(
    r"\b(?:kids?|child(?:ren)?|siblings?|pets?|dogs?|cats?|hobb\w+|brothers?|sisters?|allerg\w+|car|bike|garden|tattoos?|instruments?|languages?|family|"
    r"partner|favou?rite|middle\sname|nickname|birthday)\b",
    re.IGNORECASE,
)
_ME_TO = re.compile(
    r"(?:^|[.!,:]\s+)(?:do|would)\syou\s(?:want|like)\sme\sto\s(?P<what>[^?]{4,80})\?\s*$|(?:^|[.!,:]\s+)(?:should|shall)\si\s(?P<act>(?!go\b|continue|proceed)[^?]{4,80})\?\s*$",
    re.IGNORECASE,
)
_WHAT_NEVER = re.compile(
    r"\bwhat\s(?:should|must|may|can)\s(?:i|we)\s(?P<how>never|always)\sdo\b[^?]*\?\s*$", re.IGNORECASE
)
_PREPOSITIONS = frozenset("in on to with at by as for via after under from before".split())
_WAY = rf"(?:(?:{'|'.join(sorted(_PREPOSITIONS))})\s)?(?:(?:the|an?|their|its|our)\s)?[\w.-]+"
_TWO_WAYS = re.compile(
    rf"(?:^|[.!,:]\s+)(?:should|shall|do\syou\swant\sme\sto|would\syou\slike\sme\sto)\s(?:(?:i|we)\s)?(?!use\b|prefer\b)(?P<act>[^?]{{3,60}}?)\s(?P<one>{_WAY})\sor\s(?P<other>{_WAY})\?\s*$",
    re.IGNORECASE,
)
_THAT_WAY = re.compile(
    rf"^\W*(?P<first>always\s)?(?P<way>{_WAY})(?P<last>,?\s(?:always|every\stime|everywhere|by\sdefault))?(?:\W+please)?\W*$",
    re.IGNORECASE,
)
_EACH_TIME = re.compile(
    r"^\W*(?:(?:yes|yeah|sure|no|nope)\W+)?(?P<when>always|never|every\stime)(?:\W+please)?\W*$", re.IGNORECASE
)


def answered_closed(question: str, answer: str) -> str | None:
    """The statement that an answer makes with its question; null when it makes none of these.

    "Is Radek your scrum master?" "not since Easter. Lieselotte is" → "Radek is not our scrum master since Easter.
    Lieselotte is our scrum master"; "Do you have any siblings?" "two sisters" → "I have two sisters"; "Do you want me
    to add tests?" "always" → "Always add tests".
    """
    return (
        _of_somebody(question, answer)
        or _of_being(question, answer)
        or _of_having(question, answer)
        or _of_each_time(question, answer)
        or _of_two_ways(question, answer)
        or _of_what_never(question, answer)
    )


def _of_somebody(question: str, answer: str) -> str | None:
    asked = _IS.search(question)
    if asked is None:
        return None
    what = _ours(asked["what"].strip())
    who = _ours(asked["name"] or asked["thing"])
    told: list[str] = []
    changed = False
    for piece in _SENTENCE.split(answer.strip()):
        if denied := _NOT.match(piece):
            told.append(f"{who} {asked['be'].lower()} not {what}{(denied['more'] or '').rstrip(' .!')}")
            changed = True
        elif other := _SOMEBODY_IS.match(piece):
            told.append(f"{other['name']} is {what}{other['more'] or ''}")
            changed = True
        elif not _BARE.match(piece):
            told.append(piece.rstrip(" .!"))
    return ". ".join(told) if changed else None


_ARE_YOU = re.compile(
    r"(?:^|[.!,:]\s+)(?:(?:so|and|but|ok)\W+)?are\syou\s(?P<what>(?:still\s|also\s|by\sany\schance\s)?(?:an?\s(?!hurry\b|rush\b|bit\b|little\b)[^?]{3,40}|"
    r"(?:vegan|vegetarian|pescatarian|allergic|lactose|gluten|celiac|coeliac|diabetic|pregnant|married|single|divorced|left-handed|right-handed|colou?r-?blind|"
    r"deaf|retired|religious|muslim|jewish|catholic|based|from|insured|self-employed|freelanc\w+|fluent|native)\b[^?]{0,40}))\?\s*$",
    re.IGNORECASE,
)
"""Are you vegetarian? What somebody is for long; not "are you ready?"."""
_OF_SEVERAL = re.compile(r"\b(?:any\w*|something|or)\b", re.IGNORECASE)
_DENIES = re.compile(r"\W*(?:no|nope|nah|not)\b", re.IGNORECASE)
"""Are you allergic to anything? Only a no answers that without more."""
_I_AM = re.compile(
    r"^\W*(?:(?P<yes>yes|yeah|yep|yup|sure|i\sam|i\sdo)|(?P<no>no|nope|nah|not\sme|i(?:['’]m|\sam)\snot))(?:\W+(?:i\sam(?P<not>\snot)?|i['’]m\snot))?\W*$",
    re.IGNORECASE,
)
_OTHER_IS = re.compile(
    rf"^\W*(?:(?:no|but|and|only|just)\W+)*(?P<who>(?:my|our|the)\s[\w'’-]+(?:\s[\w'’-]+)?|{_NAME})\s(?P<be>is|are)(?P<not>n['’]t|\snot)?\W*$",
    re.IGNORECASE,
)


def _of_being(question: str, answer: str) -> str | None:
    """ "Are you vegetarian?" "no i'm not, my husband is" → "I am not vegetarian. My husband is vegetarian"."""
    asked = _ARE_YOU.search(question)
    if asked is None or (_OF_SEVERAL.search(asked["what"]) and not _DENIES.match(answer)):
        return None
    what, told, changed = _ours(asked["what"].strip()), list[str](), False
    for piece in _SENTENCE.split(answer.strip()):
        if said := _I_AM.match(piece):
            told.append(f"I am {'' if said['yes'] and not said['not'] else 'not '}{what}")
        elif other := _OTHER_IS.match(piece):
            told.append(f"{other['who']} {other['be'].lower()} {'not ' if other['not'] else ''}{what}")
        else:
            told.append(piece.rstrip(" .!"))
            continue
        changed = True
    return ". ".join(dict.fromkeys(told)) if changed else None


def _of_having(question: str, answer: str) -> str | None:
    asked, said = _HAVE.search(question), _SOME.match(answer)
    if asked and (called := _ITS_NAME.match(answer)):
        return f"Our {_ours(asked['what'].strip())} is {called['name']}"
    if asked is None or said is None or re.search(r"\b(?:me|question|preference|time|idea|example)\b", asked["what"]):
        return None
    who = "I" if _PRIVATE.search(asked["what"]) else "We"
    return f"{who} {(asked['verb'] or 'have').lower()} {said['some']}{answer[said.end() :]}"


def _of_each_time(question: str, answer: str) -> str | None:
    asked, said = _ME_TO.search(question), _EACH_TIME.match(answer)
    if asked is None or said is None or re.search(r"\b(?:it|this|that|now|these)\b", asked["what"] or asked["act"]):
        return None
    act = (asked["what"] or asked["act"]).strip()
    return f"{'Never' if said['when'].lower() == 'never' else 'Always'} {act}"


def _of_two_ways(question: str, answer: str) -> str | None:
    """ "Should I write it up in English or in Dutch?" "always in Dutch" → "Always write it up in Dutch"."""
    asked, said = _TWO_WAYS.search(question), _THAT_WAY.match(answer)
    if asked is None or said is None or not (said["first"] or said["last"]):
        return None
    way = said["way"].strip().lower()
    for option in (asked["one"], asked["other"]):
        if way in {option.lower(), option.lower().partition(" ")[2], option.lower().rpartition(" ")[2]}:
            how = option if option.split()[0].lower() in _PREPOSITIONS else f"{asked['one'].split()[0]} {option}"
            how = how if asked["one"].split()[0].lower() in _PREPOSITIONS else option
            return f"Always {_ours(asked['act'].strip())} {how}"
    return None


def _of_what_never(question: str, answer: str) -> str | None:
    """ "What should I never do?" "push to main" → "Never push to main"."""
    asked = _WHAT_NEVER.search(question)
    if asked is None or not re.match(VERB, answer, re.IGNORECASE):
        return None
    return f"{asked['how'].capitalize()} {lower_first(answer)}"


def _ours(text: str) -> str:
    return re.sub(r"\byour\b", "our", text)
