"""What somebody wants the assistant to do, or to stop doing, whenever it answers: "don't apologise", "code first".

Only what is said for good counts: of an act that nobody but an assistant does, with a word that makes it lasting, or
of things in general ("show me diffs instead of whole files").
"""

import re

from memorist.nodes.ingestion.answering.wish import END, LASTS, LEAD, AnswerWish
from memorist.nodes.ingestion.extract.wording import agree, third_person
from memorist.nodes.language.words import lower_first

_NEVER = (
    r"(?:(?:don['’]?t|do\snot)\s(?:ever\s)?|never\s(?:ever\s)?|stop\s|quit\s|(?:there['’]?s\s)?no\sneed\sto\s|"
    r"you\s(?:don['’]?t|do\snot)\s(?:need|have)\sto\s|i(?:['’]d|\swould)?\s(?:don['’]?t|do\snot)\s(?:want|need)\syou\sto\s)"
)
_ONLY_ITS = re.compile(
    rf"^{LEAD}(?P<never>{_NEVER})(?P<act>(?:apologi[sz](?:e|ing)(?:\s(?:to\sme|all\sthe\stime|so\s(?:much|often)|for\s[\w\s]+))?"
    r"|sugar-?coat(?:ing)?(?:\s(?:it|things|anything|your\s\w+))?|hedg(?:e|ing)(?:\s(?:your\s\w+|everything))?"
    r"|(?:restat|repeat|rephras)(?:e|ing)\s(?:my|the|what\si)\s?[\w\s]{0,30}"
    r"|flatter(?:ing)?\s(?:me|us)|(?:lectur|moraliz|moralis|patroni[sz])(?:e|ing)(?:\s(?:me|us))?"
    r"|ask(?:ing)?\sme\s(?:if|whether)\s(?:i|you)\s[\w\s'’]{2,40}|ask(?:ing)?\s(?:so\smany\squestions|for\spermission[\w\s]{0,20})"
    r"|(?:suggest|recommend|offer|propos)(?:e|ing)?\s(?!these\b|those\b|it\b|them\b|that\b|this\b)[\w\s.+#-]{2,40}?\sto\s(?:me|us)"
    r"|mak(?:e|ing)\s(?:things|stuff|numbers|facts)\sup|guess(?:ing)?|invent(?:ing)?\s(?:things|facts|numbers|sources)"
    rf"|(?:end|start|begin)(?:ing)?\s(?:your\s\w+\s|every\s\w+\s)?(?:with|by)\s(?!the\b|it\b)[\w\s'’\"]{{3,40}})){END}",
    re.IGNORECASE,
)
"""What nobody but an assistant does to whoever asks it."""
_DOES = (
    r"(?:explain(?=\s(?:things|stuff|everything|concepts|code|errors|with|by)\b)|show\sme|give\sme|tell\sme|quote|"
    r"point\sout)"
)
_GENERAL = re.compile(
    rf"^{LEAD}(?P<act>{_DOES}\s(?!the\b|this\b|that\b|these\b|it\b|them\b|an?\b|your\b|my\b|both\b)[\w\s/'’-]{{2,50}}?\s(?:instead\sof|rather\sthan)\s[\w\s/'’-]{{2,40}}"
    r"(?:\swhen(?:ever)?\syou\s[\w\s]{2,30})?"
    r"|explain\sthe\s(?:why|what|how|idea|reason(?:ing)?|concept|background)s?\s(?:before|behind|and|first)\b[\w\s]{0,40}"
    r"|cite\s(?:your\s)?sources|push\sback\s(?:on|when|if)\s[\w\s'’]{3,50}"
    rf"|assume\s(?:that\s)?i(?:['’]m|['’]ve|\s\w+)\s[\w\s.+#'’/-]{{2,50}}){END}",
    re.IGNORECASE,
)
"""Show me diffs instead of whole files: of things in general, no one thing."""
_WHEN_IT = re.compile(
    rf"^{LEAD}(?:(?P<before>(?:if|when(?:ever)?)\syou(?:['’]re|\sare)?\s(?P<case>[\w\s'’]{{3,40}}?)),?\s(?P<then>(?:say|tell|ask|warn|admit|flag|mark|point)\b[\w\s'’%]{{0,50}})"
    rf"|(?P<act>(?:say\s(?:so|it)|tell\sme|warn\sme|ask(?:\sme)?|flag\sit|admit\sit)\s(?:if|when(?:ever)?)\syou(?:['’]re|\sare)?\s[\w\s'’]{{3,40}})){END}",
    re.IGNORECASE,
)
"""If you're unsure say so; tell me when you guess."""
_FIRST = re.compile(
    rf"^{LEAD}(?P<first>(?:the\s)?(?:code|answer|conclusion|summary|result|examples?|tl;?dr|short\sversion|bottom\sline|fix|numbers|verdict))\s(?:always\s)?(?:goes\s|comes\s)?first"
    rf"(?P<then>,?\s(?:and\s)?(?:then\s)?(?:the\s)?(?:prose|text|explanations?|details?|reasoning|reasons|rest|theory|why)(?:\s(?:after(?:wards)?|later|second|only\s(?:if|when)\si\s[\w\s]{{2,20}}))?)?{END}",
    re.IGNORECASE,
)
_OF_CHANGES = re.compile(
    rf"^{LEAD}(?:(?:give|show|send)\s(?:me|us)\s)?(?P<act>(?:(?:only|just)\s)?(?:the\s|a\s)?(?:(?:changed\s(?:lines|parts|code)|(?:lines|parts|bits)\s(?:that\s)?(?:you\s)?changed?)(?:\s(?:/|or|as)\s(?:a\s)?diffs?)?|diffs?)"
    rf"(?:,\s(?:never|not)\s(?:the\s|a\s)?(?:whole|full|complete|entire)\s(?:file|class|function|thing)s?)?){END}",
    re.IGNORECASE,
)
"""Always just the lines that change, never the whole file."""
_PRONOUNS = re.compile(
    rf"^{LEAD}(?:use\s(?P<use>they/them|she/her|he/him|[a-z]+/[a-z]+)(?:\spronouns)?(?:\s(?:for|with)\sme)?|my\spronouns\sare\s(?P<are>[a-z]+/[a-z]+)){END}",
    re.IGNORECASE,
)
_IT_IS = re.compile(r"\byou(?:['’]re|\sare)\b", re.IGNORECASE)
_YOUR = re.compile(r"\byour\b", re.IGNORECASE)
_YOU = re.compile(r"\byou\s(?P<verb>[a-z]+)\b", re.IGNORECASE)
_DOING = re.compile(r"(?P<stem>[a-z-]+)ing\b", re.IGNORECASE)
_ENDS_IN_E = ("iz", "is", "hedg", "stat", "phras", "lectur", "propos", "mak")


def conduct(text: str) -> AnswerWish | None:
    """One of the assistant's ways: the act itself is the aspect, so that no wish takes another one's place."""
    if said := _PRONOUNS.match(text):
        value = (said["use"] or said["are"]).lower()
        return AnswerWish("pronouns", value, f"wants {value} as pronouns")
    if never := _ONLY_ITS.match(text):
        act = _told(_to_do(never["act"]))
        return AnswerWish(act, act, f"does not want the assistant to {act}", wanted=False)
    if first := _FIRST.match(text):
        order = f"{first['first']} first{first['then'] or ''}".lower()
        return AnswerWish("order of answers", order, f"wants {order} in answers")
    if (found := _OF_CHANGES.match(text)) and LASTS.search(text):
        act = lower_first(found["act"].strip())
        return AnswerWish("form of code", act, f"wants {act}")
    if found := _WHEN_IT.match(text):
        act = _told(found["act"] or f"{found['then'].strip()} {lower_first(found['before'])}")
        return AnswerWish(act, act, f"wants the assistant to {act}")
    if found := _GENERAL.match(text):
        act = _told(found["act"])
        return AnswerWish(act, act, f"wants the assistant to {act}")
    return None


def _to_do(act: str) -> str:
    """ "Asking me" as it stands behind "to"."""
    found = _DOING.match(act)
    return f"{found['stem']}{'e' * found['stem'].endswith(_ENDS_IN_E)}{act[found.end() :]}" if found else act


def _told(act: str) -> str:
    """What was said to the assistant, told of it."""
    told = _YOUR.sub("its", _IT_IS.sub("it is", act.strip()))
    return lower_first(third_person(_YOU.sub(lambda found: f"it {agree(found['verb'].lower())}", told)))
