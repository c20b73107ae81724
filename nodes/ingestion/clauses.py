"""A sentence is cut where a new statement begins: at a comma, a stop inside it, an "and"; comments stay with theirs."""

import re
from collections.abc import Iterator, Sequence

from memorist.nodes.ingestion.answering.reading import split_at_wish
from memorist.nodes.ingestion.extract.imperatives import INSTRUCTION
from memorist.nodes.ingestion.going_on import goes_on
from memorist.nodes.language.dates import DATE
from memorist.nodes.language.details import details_of
from memorist.nodes.language.gazetteer import find_entities
from memorist.nodes.language.seeking import Shape
from memorist.nodes.language.tokens import in_quotes
from memorist.nodes.language.words import lower_first

_SUBJECT = (
    r"(?:(?:we|they|he|she)\b|i\b(?!\.e\b| (?:think|guess|mean|believe|suppose|hope|know|assume))|i['’]"
    r"|(?:never(?!\s(?:the|an?|my|our|your|any)\s|\s[\w'’-]+(?:\W*$|[,;.]))|always|"
    r"don['’]?t|do not|please|ask|avoid|make sure|remember)\b"
    r"|(?:every|each|all)\s(?:\w+\s){1,5}?(?:must|ha(?:s|ve)\sto|needs?\sto|should)\b)"
)
_JOINT = re.compile(
    rf"\s*;\s+(?!work.?around|until|because|so\b|needed|valid|which|fixed)|\s+[—–]\s+(?={_SUBJECT})|,\s+(?:and |"
    rf"but |also )?(?={_SUBJECT})|,?\s+but\s+(?={_SUBJECT}|not "
    rf"for\b|the\b|our\b|my\b|it\b|for\b|on\b|in\b)"
    rf"|\s+and\s+(?=(?:we|they|he|she|nobody|no\sone)\b|"
    r"i\b|i['’]|never\b(?!\s[a-z]+ed\b)|always\b|our\s+\w+\s+(?:is|are)\b|"
    r"my\s+\w+\s+(?:is|are|was|has|had|does|doesn['’]?t|can|can['’]?t|cannot|won['’]?t|eats|drinks|hates|loves|likes|lives|works|needs|wants)\b)"
    r"|,\s+(?=(?:but\s)?now\s(?:i|we|he|she|they)\s)"
    r"|,\s+(?:so\s)?(?P<task>(?=(?:can|could|would|will)\s(?:you|u)\b))"
    r"|,\s+(?=(?-i:[A-Z])[\w.-]*(?:\s(?-i:[A-Z])[\w.-]*)?\s(?:does|do|handles|manages)\s(?:it|that|this)\b)"
    r"|,\s+(?=(?:since\s(?:today|yesterday|this|last)(?:\s\w+)?|from\s(?:now|today)\son|as\sof\s(?:today|now)|these\sdays),?\s(?:we|i)(?:\s|['’]))"
    r"|,\s+(?:so\s|just\s|please\s)*(?=(?:e?mail|text|ping|message|dm|slack|send|remind)\s(?:me|us)\b)"
    r"|,\s+(?=from\s(?:now|here)\son\s(?:the|our|my|all|every)\s)"
    r"|(?P<and>,?\s+and\s+)(?=(?:the|our|my)\s(?:[\w-]+\s){1,3}?(?:is|are|was|were|has|lives?|runs?|sits?|goes|needs|wants|gets)\s"
    r"|(?<=,\sand\s)[\w.-]+\s(?:is|are|was|were)\s(?:already|now|still|also|never|always|not)\s)",
    re.IGNORECASE,
)
_TELLS_WHAT_IS = re.compile(
    r"^(?!(?:both|either|neither|the\s(?:problem|reason|point|question|issue|thing))\b)(?:(?:the|our|my|we|i)\s)?(?:[\w'’-]+\s){1,5}?"
    r"(?:is|are|was|were|lives?|sits?|runs?|goes)\s(?!(?:that|how|why|because|when|whether|if)\b)\S+",
    re.IGNORECASE,
)
"""The docs live in Notion and the runbooks are in Confluence: each half tells by itself."""
_SUBORDINATE = Shape(
    r"^(?:(?:and|but|so|also|then|please|hm+|well|yes|yeah|no|ok|oh|ah)[, ]+)*"
    r"(?:had\s(?:we|i|they|he|she|it)\b(?=\s[a-z]+)|"
    r"should (?:the|our|we|they|it|any|this)|when(?:ever)?|if|before|after|once|unless|"
    r"since|while|although|though|because|as soon as|as long as|until|for|in|on"
    r"|to|with|during|given|suppose|every time|each time|first|in case|assuming|even|as)\b",
    re.IGNORECASE,
)
_DANGLING = re.compile(
    r"\b(?:because|that|if|when|since|and|or|so|said|says|told \w+|like|than|as|which|who|where)$|"
    r"^far\sfrom\s\S+ing\b[^,]*$",
    re.IGNORECASE,
)
_ONLY_WHEN = re.compile(
    r"(?:(?:and|but|so|ok|also)\s)*(?:from|since|starting|beginning|as\sof|effective|until|by|in|on|after|before)\s(?:(?:in|on|from|with)\s)?"
    rf"(?:{DATE.replace(' ', r'\s')})(?:\s(?:on|onwards?|forward))?$",
    re.IGNORECASE,
)
"""From October on, we meet on Tuesdays: it belongs to what follows."""

_PUT = (
    r"(?:(?:the|our|all|my)\s)?[a-z-]+(?:\s[a-z-]+)?\s(?:all\s|now\s|still\s)?(?:goe?s?|lives?|runs?|happens?|comes?|stays?|sits?|lands?|(?:is|are)(?:\s(?:done|handled|kept|stored|hosted|built|written|tracked|sent))?)\s"
    r"(?:in|on|to|into|through|via|with|by|over|at|using)\s"
)
_PUT_FIRST = re.compile(rf"^{_PUT}[^,]{{2,40}}$", re.IGNORECASE)
_PUT_NEXT = re.compile(rf",\s+(?:and\s)?(?={_PUT})", re.IGNORECASE)
"""HR lives in one tool, payroll goes through another: each is a statement."""
_CAN_YOU = Shape(r"(?:can|could|would|will)\s(?:you|u)\b|help\sme\b", re.IGNORECASE)
_AND_IT_IS = re.compile(
    r",\s+(?:and\s|but\s)?(?=it['’]s\s(?:on|in|an?|running|using|built|written|for)\b|(?:my|our)\s[\w-]+\s(?:is|are)\b)",
    re.IGNORECASE,
)
"""Write a dockerfile for it, it's on Node: a task, and how things are."""


_LEFT_OVER = re.compile(r",?\s(?:but|and)\s(?:me|us|as\sfor\sme)$", re.IGNORECASE)
"""Sarah swears by it but me, I …: the end of the first half belongs to the second."""


_NEVER_THERE = re.compile(
    r"(?P<never>never|not)\s(?=(?:in|on|into|onto|at|via|through|inside|as|from|by|with|without|before|after|during|under|"
    r"over|to)\s)",
    re.IGNORECASE,
)
_DOES_THERE = re.compile(
    r"^(?:(?:and|but|so)\s)*(?:(?:we|i|they|you|please|the\steam)\s)?(?:(?:only|just|mostly)\s)?(?P<act>(?!\w+s\s(?:to|that|it)\b)(?!(?:we|i|they|you|are|is|am|was|were|have|has|do|can|will|must|should)\b)[a-z]+\s(?:(?!in\b|on\b)[\w-]+\s){1,4}?)"
    r"(?:in|on|into|onto|at|via|through|inside|as|from|by|with|over|to)\s",
    re.IGNORECASE,
)
"""We store tokens in cookies, never in localStorage: never store tokens there."""
_ONLY = re.compile(r"\b(?:only|just|mostly)\s", re.IGNORECASE)
_NOTHING = re.compile(r"(?:nothing|nobody|no|none|never)\b", re.IGNORECASE)
"""Nothing is released on a Friday, and never without her: two sides of one ban."""
_SOMEBODY = re.compile(r"(?!(?:We|I|They|You|Please|All|Our|The)\b)[A-Z]\w+\s(?:\w+\s){0,2}?[a-z]+s\s")
"""Lena prefers Signal, never email: one wish of hers."""
_WITH_TOO = Shape(
    r"^(?P<first>[^,;]*\b(?:is|are|runs|built|written)\s[^,;]+),\s+(?:and\s)?with\s(?P<thing>[\w.+#-]+(?:\s[\w.+#-]+)?)\sfor\s(?P<aim>[^,;]+?)\W*$",
    re.IGNORECASE,
)
"""The backend is written in Django, with Celery for background jobs: two things in use."""
_RATHER_THAT = Shape(
    r"^(?P<disliked>(?P<who>i|we)(?:['’]m|['’]re|\sam|\sare)?\s(?:really\s|just\s|honestly\s|absolutely\s|both\s|all\s)*(?:don['’]?t\s(?:really\s)?(?:like|want)|do\snot\s(?:like|want)|"
    r"can['’]?t\sstand|cannot\sstand|hate|dislike|detest|not\s(?:a\s)?(?:big\s|great\s)?(?:fan|fond)\sof)\s[^,;]+?)(?:[,;]|\s[-–—])\s+"
    r"(?:so\s|please\s|just\s|better\s|rather\s|always\s)*(?:use|take|give\s(?:me|us)|show(?:\s(?:me|us))?|go\swith|stick\s(?:to|with)|try|make\sit)\s(?P<wanted>[^,;]+?)"
    r"(?:\s(?:instead|please|pls))*[.!]*$",
    re.IGNORECASE,
)
"""I can't stand Redux, use Zustand for state please: what is wanted instead is a wish of its own."""
_RULING = r"(?:never|always|don['’]?t|do\snot|no|only|must|avoid|please|every|each|nobody)\b"
_RULES = Shape(
    rf"^(?:(?:ok|so|and|here\sare|these\sare|the|our|my|team|house|some|basic|new|two|three|four|few|a)\s)*(?:rules?|guidelines?|conventions?)\s?:\s+(?P<rules>{_RULING}.+)$",
    re.IGNORECASE,
)
_NEXT_RULE = re.compile(rf"\s*[,;]\s+(?:and\s+)?(?={_RULING})|\s+and\s+(?={_RULING})", re.IGNORECASE)
"""Team rules: never push to main, always squash, and don't use emojis."""
_TAKEN_BACK = Shape(
    r"^(?:(?:ok|okay|actually|sorry|hm+|so|well)[\s,]+)*(?:(?:forget|scratch|ignore|drop|never\s?mind)\s(?:what\s(?:i|we)\s(?:said|told\syou|wrote)\s(?:about|on)\s|"
    r"everything\sabout\s|about\s|the\s(?:idea|plan)\s(?:of|with|to\suse)\s)?|(?:we|i)(?:['’]ve|\shave)?\schanged\s(?:our|my)\sminds?\s?[:,–—-]\s*(?:no\s(?!more\b)|not\s))"
    r"(?P<old>(?!(?:it|that|this)\b)[\w@./+#-]+(?:\s[\w.+#]+)?)\s?[,;.:–—-]+\s*(?:and\s|but\s|instead,?\s)*(?P<who>we)(?:['’](?:re|ll)|\sare|\swill)?\s"
    r"(?:just\s|rather\s|now\s)?(?P<keeps>(?:stay|stick|staying|sticking|go|going)\swith|stick\sto|keep|use)\s(?P<new>[^,;.]+?)\W*$",
    re.IGNORECASE,
)
"""Forget what I said about GraphQL, we stay with REST: one decision, of two things."""
_NOT_ONLY = re.compile(r"\bnot\s(?:only|just|merely)\b", re.IGNORECASE)
"""Not only the API but the admin panel: both are said of one thing."""
_OR_ELSE = re.compile(r"(?:,|\bor)\s(?:else|otherwise)\s", re.IGNORECASE)
"""Else every retry has a new one and we've built nothing: all of it would be so, none of it is."""


def _halves(sentence: str) -> tuple[str, ...]:
    """The statements of a sentence of a special make; nothing for any other."""
    if (INSTRUCTION.match(sentence) or _CAN_YOU.match(sentence)) and (told := _AND_IT_IS.search(sentence)):
        return sentence[: told.start()], sentence[told.end() :]
    if ruled := _RULES.match(sentence):
        rules = _NEXT_RULE.split(ruled["rules"])
        return tuple(rule.strip(" .") for rule in rules) if len(rules) > 1 else ()
    if taken := _TAKEN_BACK.match(sentence):
        return (f"{taken['who']} {taken['keeps']} {taken['new'].strip()} over {taken['old'].strip()}",)
    if rather := _RATHER_THAT.match(sentence):
        return rather["disliked"], f"{rather['who']} prefer {rather['wanted']}"
    if (beside := _WITH_TOO.match(sentence)) and any(m.start == 0 for m in find_entities(beside["thing"])):
        return beside["first"], f"we use {beside['thing']} for {beside['aim']}"
    if _SUBORDINATE.match(sentence) or len(sentence) < _SHORTEST:
        return (sentence,)
    if (first := _PUT_NEXT.search(sentence)) and _PUT_FIRST.match(sentence[: first.start()]):
        return tuple(piece.strip() for piece in _PUT_NEXT.split(sentence))
    return _of_one_make(sentence)


def _is_one(left: str, joint: re.Match[str], right: str) -> bool:
    """Whether what stands around a joint is one statement."""
    if (
        len(left.split()) < 3
        or _DANGLING.search(left)
        or _ONLY_WHEN.match(left)
        or right.count(" ") < 1
        or goes_on(left, right)
    ):
        return True
    if _NOT_ONLY.search(left) and joint[0].strip(" ,").lower().startswith("but"):
        return True
    if joint["task"] is None and not joint["and"]:
        return False
    return not (_TELLS_WHAT_IS.match(left) or (joint["and"] and _names_what_is_used(left)))


_COMMA = re.compile(r",\s+(?:and\s+|while\s+)?")
_TELLS = Shape(
    r"(?!(?:it|its|this|that|these|those|his|her|their|which|who|what|where|there|they|he|she|we|i|you|so|not|no|then|because|if|when|"
    r"since|and|but|or|everyone|everybody|nobody|someone|somebody|nothing|something)\b)(?:(?:the|our|my|all)\s)?[\w'’.-]+(?:\s[\w'’-]+){0,2}?\s(?:is|are|was|does|handles?|owns?|leads?|runs?|uses?|left|joined|took|takes|moved|became)\s\S",
    re.IGNORECASE,
)
_LABELLED = re.compile(r"(?:the\s|our\s)?[\w-]+(?:\s[\w-]+)?:\s\S", re.IGNORECASE)
_IS_WHEN = re.compile(r"\bis\s(?:at|on|every|each)\s", re.IGNORECASE)
_ALSO_WHEN = re.compile(
    r"(?P<what>(?:the\s|our\s)?(?!(?:and|but|so|not|except|mostly|usually|starting|beginning)\b)[a-z][\w-]*(?:\s[\w-]+)?)\s"
    r"(?P<when>(?:at|on|every|each)\s.+)$",
    re.IGNORECASE,
)


_OF_IT = re.compile(r"the\b", re.IGNORECASE)
"""Our colours are all in Figma, the file is called kit-24: of what stands before."""


def _is_of_here(pieces: Sequence[str]) -> bool:
    """Whether they tell of somebody or something; "Flexbox has one dimension, Grid two" is true anywhere."""
    if any(_OURS.search(piece) for piece in pieces):
        return True
    named = [find_entities(piece) for piece in pieces]
    if any(m.start == 0 and m.kind == "entity:technology" for mentions in named for m in mentions):
        return False
    return any(named) or any(_is_moment(piece) for piece in pieces)


_OURS = re.compile(r"\b(?:our|my|we|us|i)\b", re.IGNORECASE)
_MOMENTS = frozenset({"clock", "day", "often"})


def _of_one_make(sentence: str) -> tuple[str, ...]:
    """Tom is our PO, Aisha does QA; DB: Postgres, cache: Redis; standup is at ten, retro at three: two statements."""
    pieces = _COMMA.split(sentence)
    if len(pieces) < 2:
        return ()
    named_first = _HE_OR_SHE.sub("Ada ", pieces[0])  # whom that means stands before
    tells = all(_TELLS.match(piece) for piece in (named_first, *pieces[1:]))
    alike = tells and not any(_OF_IT.match(piece) for piece in pieces[1:])
    if (alike and _is_of_here(pieces)) or all(_LABELLED.match(piece) for piece in pieces):
        return tuple(pieces)
    if _IS_WHEN.search(pieces[0]) and all(also := [_ALSO_WHEN.match(piece) for piece in pieces[1:]]):
        others = [(one["what"], one["when"]) for one in also if one]
        if all((_is_moment(when) or _AT_HOUR.match(when)) and not _is_moment(what) for what, when in others):
            return (pieces[0], *(f"{what} is {when}" for what, when in others))
    return ()


_HE_OR_SHE = re.compile(r"^(?:he|she)\s", re.IGNORECASE)
_AT_HOUR = re.compile(r"at\s(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b", re.IGNORECASE)


def _is_moment(text: str) -> bool:
    return any(detail.kind in _MOMENTS for detail in details_of(text))


def _names_what_is_used(left: str) -> bool:
    """Whether it is a statement by itself, of a thing at its end: "we deploy with Argo CD", before "and the …"."""
    named = find_entities(left) if _WE_DO.match(left) else ()
    return any(m.kind == "entity:technology" and m.end == len(left.rstrip()) for m in named)


_WE_DO = re.compile(r"(?:we|the\steam|our\steam|i)\s(?!both\b|neither\b)[a-z]+\s", re.IGNORECASE)
_SHORTEST = 20
"""Characters: what is shorter is one statement."""
_LOOKED_AT = 400
"""Characters behind a joint that tell what it joins: all of a long sentence at each of its joints takes for ever."""


def clauses_of(sentence: str) -> Iterator[str]:
    """The statements of one sentence, in order."""
    for half in split_at_wish(sentence) or (sentence,):
        yield from _cut(half) if half == sentence else clauses_of(half)


def _in_brackets(sentence: str, at: int) -> bool:
    """Whether a place is inside brackets, and not all of the sentence is."""
    return sentence.count("(", 1, at) > sentence.count(")", 0, at)


def _cut(sentence: str) -> Iterator[str]:
    if halves := _halves(sentence):
        yield from halves
        return
    start = 0
    for found in _JOINT.finditer(sentence):
        if in_quotes(sentence, found.start()) or _in_brackets(sentence, found.start()):
            continue
        left = sentence[start : found.start()]
        if _OR_ELSE.search(left):
            break
        right = sentence[found.end() : found.end() + _LOOKED_AT]
        if _is_one(left, found, right):
            continue
        if where := _NEVER_THERE.match(right):
            if _SOMEBODY.match(left) or _NOTHING.match(left) or ":" in left:
                continue  # one wish of hers; one of several things that are said of what stands before the colon
            if does := _DOES_THERE.match(left):
                rest = sentence[found.end() + where.end() :]
                yield from (left.strip(), f"{where['never']} {lower_first(_ONLY.sub('', does['act']))}{rest}")
                return
            continue  # what is never done there is said of what stands before
        yield _LEFT_OVER.sub("", left.strip())
        start = found.end()
        if _SUBORDINATE.match(sentence[start : start + _LOOKED_AT]):
            break
    if rest := sentence[start:].strip():
        yield rest
