"""What somebody likes and what somebody is like, said without "I prefer" or "I tend to"; the words are in a list."""

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

import yaml

from memorist.nodes.language.seeking import Shape

_FIRST_PERSON = Shape(r"\b(?:i|me|my|mine|myself)\b|(?:can['’]?t|cannot)\s", re.IGNORECASE)
"""Who speaks of himself says so somewhere; cheap to look for."""
_EVER = (
    r"(?:all\sthe\stime|constantly|(?:way\s|far\s|much\s)?too\s(?:often|much|easily|fast|quickly|late|long|many)|again\sand\sagain|every\s(?:single\s)?time|"
    r"half\sthe\stime|under\spressure|when\s(?:i['’]m\s)?(?:tired|stressed|rushed|hungry|nervous)|by\snature|more\soften\sthan\snot|loads\sof\sthem)"
)


def is_taste(text: str) -> bool:
    """Whether somebody tells what he likes or would rather not have: "voice memos annoy me"."""
    return bool(_FIRST_PERSON.search(text) and _shapes()[0].search(text))


def is_trait(text: str) -> bool:
    """Whether somebody tells what he is good or bad at: "time zones trip me up"."""
    return bool(_FIRST_PERSON.search(text) and _shapes()[1].search(text))


@cache
def _shapes() -> tuple[re.Pattern[str], re.Pattern[str]]:
    source = files("memorist.nodes.language") / "feelings.yaml"
    words: dict[str, list[str]] = yaml.safe_load(source.read_text(encoding="utf-8"))
    am = (
        r"\bi(?:['’]m|\sam)\s(?:(?:really|very|so|always|just|quite|rather|pretty|totally|a\sbit|still|definitely|"
        r"generally)\s)*"
    )
    bears = rf"(?:can['’]?t|cannot|could\snever)\s(?:really\s)?(?:{_any(words['bears'])})\s(?!it\b|that\b|this\b)"
    taste = (
        rf"\b{_with_me(words['moves'])}\b|\bmakes?\sme\s(?:so\s|very\s|really\s)?(?:{_any(words['makes'])})\b"
        rf"|{am}(?:{_any(words['leaning'])})\b|\b(?:a|an|my|no|the)\s(?:\w+\s)?(?:{_any(words['fondness'])})\b"
        rf"|^(?:(?-i:[A-Z][a-z]+)\s|i\s(?:\w+ly\s|just\s|really\s)?)?{bears}"
        r"|^for\sme,?\s[^,]*\b(?:beats?|wins?|trumps?|comes?\sfirst|works?\sbest)\b"
        r"|\b(?:plenty|enough|ideal|perfect|best|essential|a\smust|too\s\w+|all|great)\b(?:\s[\w-]+){0,3}\sfor\sme\W*$"
        r"|\b(?:my|not\smy|exactly\smy)\s(?:cup\sof\stea|jam|kind\sof|pet\speeve|guilty\spleasure|comfort\sfood|idea\sof\sfun|poison|drug\sof\schoice)\b"
        r"|\bdo(?:es)?(?:n['’]t|\snot)?\s(?:it|nothing|much|a\slot)\sfor\sme\b|\bsuits?\sme\b|\b(?:nothing|you\scan['’]t)\sbeats?\b"
        r"|^give\sme\s.*\b(?:over|any\sday|any\stime|instead\sof|every\stime)\b|\bi\scould\s(?:eat|listen\sto|watch|live\son)\s.*\b(?:every|all|forever)\b"
    )
    trait = (
        rf"\bi\s(?:\w+ly\s|just\s|still\s|do\s)?(?:{_any(words['fails'])})\b(?=.*\b{_EVER})|\bi\s[a-z]+\s(?:[\w'’-]+\s){{0,6}}?(?:errors|mistakes|typos|bugs|loads\sof\sthem)\b(?=.*\b(?:{_EVER}|lots?|loads))"
        rf"|{am}(?:{_any(words['traits'])})\b|\bi(?:['’]ve\sgot|\shave|\sgot)\s(?:always\shad\s)?(?:{_any(words['lacks'])})\b"
        rf"|\b{_with_me(words['undoes'])}\b(?:\W*$|\severy\stime|\severy\ssingle|\sall\s)"
        r"|\bwhere\si\s(?:shine|struggle|fall|lose|slip|get|stumble|fail|excel|go\swrong|thrive|do\sbest|falter|trip)\b"
        r"|\b(?:first|last|one|only)\sthing\s(?:that\s)?i\s(?:let\sslide|drop|forget|skip|cut|neglect|postpone|ignore|give\sup|reach\sfor)\b"
        r"|\bmy\s(?:memory|attention(?:\sspan)?|focus|patience|handwriting|spelling|estimates|sense\sof\sdirection|time\smanagement|grammar|maths?|mental\smaths?)\s(?:is|are)\s"
        r"|\bi\s(?:rarely|seldom|hardly\sever)\s[a-z]+|\bi\s(?:need|take)\s(?:far\s|way\s)?(?:too\slong|ages|forever)\sto\b|\bto\sthe\slast\sminute\b"
        r"|\bi\scan['’]?t\s(?:say\sno|multitask|delegate|let\sgo|tell\sleft|do\smental|spell|estimate)\b|\bi['’]m\sbetter\sat\b"
    )
    return re.compile(taste, re.IGNORECASE), re.compile(trait, re.IGNORECASE)


def _any(words: Iterable[str]) -> str:
    return "|".join(
        re.escape(word).replace(r"\ ", r"\s").replace("'", "['’]") for word in sorted(words, key=len, reverse=True)
    )


def _with_me(verbs: Iterable[str]) -> str:
    """Verbs with "me" as their object, whatever their ending: "annoys me", "trips me up"."""
    return "(?:" + "|".join(_object_me(verb) for verb in verbs) + ")"


def _object_me(verb: str) -> str:
    head, _, tail = verb.partition(" ")
    plain = head.removesuffix("e")
    forms = (
        rf"{re.escape(plain)}(?:{head[len(plain) :]}s?|ed|es|ing)?"
        if plain != head
        else rf"{re.escape(head)}(?:s|es|ed|ing)?"
    )
    tail = tail.replace(" ", r"\s")
    before = rf"{tail}\s" if tail in {"to", "with", "on"} else ""
    behind = rf"\s{tail}" if tail and not before else ""
    return rf"{forms}\s{before}me{behind}"
