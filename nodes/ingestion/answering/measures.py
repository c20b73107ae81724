"""In which units somebody wants amounts, temperatures, distances and money, and how days and hours are written."""

import re

from memorist.nodes.ingestion.answering.wish import END, LEAD, STANDS, TO_ME, AnswerWish

_GIVE = (
    rf"(?:(?:give|show|tell|send|use|do|make|write|put){TO_ME}(?:\s(?:me|us|it|them|everything))?\s(?:in\s)?|"
    r"i(?:['’]d|\swould)?\s(?:prefer|want|like|need|think\sin|cook\sin)\s(?:in\s)?|)"
)
_OF_UNITS = (
    r"(?:(?:the\s|all\s|your\s|my\s)?(?:recipes?|amounts?|quantities|weights?|measurements?|ingredients|units?|"
    r"temperatures?|temps?|oven\stemp\w*|distances?|weather)\s(?:in\s|to\s)?)?"
)
_IN_WHAT = (
    r"(?:\sonly)?"
    r"(?:\s(?:in|for)\s(?:the\s|my\s)?(?:recipes?|baking|cooking|distances?|weather|temperatures?|everything))?"
)
_UNITS = tuple(
    (aspect, re.compile(rf"^{LEAD}{_GIVE}{_OF_UNITS}(?P<value>{units}){_IN_WHAT}{END}", re.IGNORECASE))
    for aspect, units in (
        ("amounts", r"(?:(?:metric|imperial)(?:\sunits)?|cups|grams|ounces|pounds|kilos?|millilit(?:er|re)s|spoons)"),
        ("temperatures", r"(?:degrees\s)?(?:celsius|fahrenheit|centigrade|kelvin)"),
        ("distances", r"(?:kilomet(?:er|re)s|km|miles)"),
    )
)
_WRITE = r"(?:(?:write|format|give(?:\sme)?|show(?:\sme)?|put|use|i(?:['’]d|\swould)?\s(?:want|like|prefer|need))\s)?"
_DATES = re.compile(
    rf"^{LEAD}{_WRITE}(?:the\s|all\s|your\s|my\s)*dates\s"
    r"(?:should\sbe\s|are\sto\sbe\s|must\sbe\s)?(?:(?:always|please|written|formatted)\s)*(?:as|in|like|with)\s(?:the\s)?"
    r"(?P<value>(?:[ymd]{1,4}[-/. ][ymd]{1,4}[-/. ][ymd]{1,4}|iso(?:[\s-]?8601)?|(?:european|german|british|american)|"
    r"us|uk|\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|the\s(?:day|month|year)\sfirst|day\sfirst)(?:\s(?:format|style|notation|order))?)"
    rf"{END}",
    re.IGNORECASE,
)
_CLOCK = re.compile(
    rf"^{LEAD}{_WRITE}(?:(?:the\s|all\s|your\s|my\s)*times?\s(?:of\sday\s)?"
    r"(?:should\sbe\s)?(?:as|in|with)\s|in\s|)(?:the\s|a\s)?(?P<value>(?:24|12)[\s-]?h(?:ours?|rs?)?|am\s?/\s?pm)(?:\s(?:clock|format|time|times|notation|style))?"
    rf"(?:\s(?:please|pls))?(?:,?\s(?:and\s)?no\sam\s?/\s?pm)?{END}",
    re.IGNORECASE,
)
_MONEY = re.compile(
    rf"^{LEAD}{_GIVE}(?:the\s|all\s|your\s|my\s)*(?:prices|costs|money|sums|currency|currencies|amounts\sof\smoney)\s(?:should\sbe\s)?(?:in|to)\s"
    rf"(?P<value>euros?|(?:us\s)?dollars?|pounds|swiss\sfrancs|francs|yen|rupees|eur|usd|gbp|chf|[€$£]){END}",
    re.IGNORECASE,
)


def dates(text: str) -> AnswerWish | None:
    """ "Write dates as YYYY-MM-DD"."""
    found = _DATES.match(text)
    return AnswerWish("format of dates", found["value"], f"wants dates as {found['value']}") if found else None


def clock(text: str) -> AnswerWish | None:
    """ "Times in 24-hour format please"."""
    if not (found := _CLOCK.match(text)) or not STANDS.search(text):
        return None
    value = "am/pm" if "m" in found["value"].lower() else f"{found['value'][:2]}-hour format"
    return AnswerWish("format of times", value, f"wants times in {value}")


def money(text: str) -> AnswerWish | None:
    """ "Prices in euros please"."""
    found = _MONEY.match(text)
    return AnswerWish("currency", found["value"], f"wants prices in {found['value']}") if found else None


def units(text: str) -> AnswerWish | None:
    """Amounts in grams, temperatures in Celsius, distances in miles."""
    for aspect, shape in _UNITS:
        if (found := shape.match(text)) and (text.count(" ") and (STANDS.search(text) or " in " in text.lower())):
            unit = found["value"].lower().removeprefix("degrees ")
            unit = unit.capitalize() if aspect == "temperatures" else unit
            return AnswerWish(f"units of {aspect}", unit, f"wants {aspect} in {unit}")
    return None
