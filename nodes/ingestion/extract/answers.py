"""Short answers, completed from the question they answer."""

import re

from memorist.nodes.ingestion.extract.asked_and_said import LONGEST_REPLY, OWN_SUBJECT, asked_and_said, refers_back
from memorist.nodes.ingestion.extract.closed import answered_closed
from memorist.nodes.ingestion.extract.either_or import chosen
from memorist.nodes.ingestion.extract.numbered import each_explicit, for_task, in_lines, numbered, one_question
from memorist.nodes.ingestion.extract.open_questions import POLITE_TAIL, state_answer, with_tail
from memorist.nodes.language.gazetteer import find_entities
from memorist.nodes.language.words import lower_first, upper_first

_YES = re.compile(
    r"^\W*(?:yes|yep|yeah|yup|correct|right|exactly|sure|of course(?! not)|absolutely(?! not)|definitely(?! not)|"
    r"indeed|that['’]s right|we do|i do|please do)\b[\s,.!–—-]*",
    re.IGNORECASE,
)
_NO = re.compile(
    r"^\W*(?:no|nope|nah|god no|hell no|no way|(?:of course|certainly|definitely|absolutely) not|not really|"
    r"we don['’]t|i don['’]t|never(?=\W*$))\b[\s,.!–—-]*",
    re.IGNORECASE,
)
_TAKES_BACK = re.compile(r"^\W*(?:scratch|ignore|forget|disregard)\s(?:that|this|it)\b", re.IGNORECASE)
_OH = re.compile(r"^\W*(?:oh|ah|hm+)[,\s]+(?=(?:yes|yeah|yep|no|nope)\b)", re.IGNORECASE)
_BARE_WORD = re.compile(r"\W*(?:yes|yep|yeah|no|nope)\W*$", re.IGNORECASE)
_CLOSED = re.compile(
    r"(?:^|[.!,:]\s*)(?:so,?\s)?(?P<aux>do|does|did|should|shall|will|is it (?:right|true|correct) that|can|are|"
    r"is)\s(?P<who>you|we|i|the team)\s(?P<rest>[^?]+)\?\s*$",
    re.IGNORECASE,
)
_AUXILIARY = {"are": "are ", "is": "are ", "can": "can ", "will": "will "}
"""What is said again in the answer: "can you read it?" "no" is "we can not read it"."""
_OPEN = re.compile(
    r"\b(?:what|which|who)\b(?P<kind>[^?]*?)\s(?:do|does|should|shall|would|will|are|is)\s(?:you|we|i|the "
    r"team)\s(?:prefer to |want to |like to |currently |usually )*(?P<verb>use|using|prefer|want|run|like|choose|"
    r"deploy (?:to|on))\b(?P<tail>[^?]*)\?",
    re.IGNORECASE,
)
_ROLES = frozenset({"editor", "ide", "browser", "shell", "terminal", "os", "operating system", "phone", "laptop"})
_HOW = re.compile(r"\bhow\s(?P<mood>do|should|shall|does|are)\s(?:you|we|i|the team)\s(?P<what>[^?]+)\?", re.IGNORECASE)
_VERB = {
    "use": "use",
    "using": "use",
    "prefer": "prefer",
    "want": "want",
    "run": "run",
    "like": "like",
    "choose": "use",
}
_SHORT = 6
_ABOUT_USE = re.compile(
    r"(?:always |still |never |only |now |all )?(?:(?:use|using|prefer|deploy|host|run on|stick)\b|"
    r"(?:have|own|support|offer|work with|speak|allow|track|require|pay for|monitor|encrypt|back up|eat|drink|smoke|"
    r"drive|cook)\s"
    r"(?!(?:\w+\s){0,2}?(?:minute|moment|second|sec|time|preference|question|example|link|idea|log|error|message|screenshot|to|it|that|this|me|any)s?\b))",
    re.IGNORECASE,
)
_OF_ONESELF = re.compile(
    r"(?:still |always )?(?:eat|drink|smoke|drive|cook|speak|own)\b|"
    r"have\s(?:\w+\s){0,2}?(?:kids?|children|pets?|dogs?|cats?|siblings?|"
    r"allerg\w+|brothers?|sisters?)\b",
    re.IGNORECASE,
)


_LONGEST_ASKED = 600
_LONGEST_QUESTION = 2_000
"""Characters: what is longer is no question to be answered in a word."""


def complete_answers(asked: str, answer: str, task: str = "") -> str:
    """Answers by number to numbered questions, each made a statement; any other answer as :func:`complete_answer`.

    ``task`` is what the questions are asked for ("our summer party"): a reply that makes no sentence is kept with it.
    """
    if len(answer) > _LONGEST_QUESTION:
        return answer
    if _TAKES_BACK.match(answer):
        return answer
    asked, answer = asked[-_LONGEST_QUESTION:], _OH.sub("", answer)
    questions, answers = numbered(asked), numbered(answer)
    if questions and not answers:
        answers = in_lines(answer)
    if not questions or not answers or not set(answers) <= set(questions):
        return for_task(complete_answer(asked, answer, in_passing=True), task)
    put = dict(zip(questions, each_explicit(questions.values(), task), strict=True))
    stated = [
        for_task(_yes_or_no(put[n], complete_answer(one_question(put[n]), text, in_passing=True)), task)
        for n, text in answers.items()
    ]
    return "\n".join(text if text.endswith((".", "!", "?")) else f"{text}." for text in stated)


def _yes_or_no(question: str, stated: str) -> str:
    """A bare yes or no to a question of a list, which was asked in order to learn, with its question."""
    if not _BARE_WORD.match(stated):
        return stated
    return f'Asked "{lower_first(one_question(question).rstrip("?").replace("your ", "our "))}": {stated}'


def complete_answer(question: str, answer: str, *, in_passing: bool = False) -> str:
    """ "Yes" to "Should we always use pnpm?" is "We always use pnpm". Answers that state something stay.

    ``in_passing``: the question was not asked in order to learn, so that "yes" to "Shall I go on?" stays a bare
    confirmation; only questions about what is used or preferred are completed.
    """
    question = question[-_LONGEST_ASKED:]
    told = answered_closed(question, answer) or chosen(question, answer)
    return told or _completed(question, answer, in_passing=in_passing)


def _completed(question: str, answer: str, *, in_passing: bool) -> str:
    closed = _CLOSED.search(question)
    if closed and not (in_passing and not _ABOUT_USE.match(closed["rest"].strip())):
        who = (
            "I"
            if closed["who"].lower() == "you" and not re.search(r"\b(?:team|project|your (?:team|app))\b", question)
            else "We"
        )
        ours = _ABOUT_USE.match(closed["rest"].strip()) and not re.match(r"(?:\w+\s)?prefer\b", closed["rest"].strip())
        who = "We" if ours and not _OF_ONESELF.match(closed["rest"].strip()) else who
        rest = closed["rest"].strip()
        does = _AUXILIARY.get(closed["aux"].lower(), "")
        does, not_ = "am " if (does, who) == ("are ", "I") else does, "not " if does else "do not "
        if (yes := _YES.match(answer)) and _says_little(answer[yes.end() :]):
            return _joined(f"{who} {does}{rest}", answer[yes.end() :])
        if (no := _NO.match(answer)) and _says_little(answer[no.end() :]):
            return _joined(f"{who} {does}{not_}{rest}", _instead(who, rest, answer[no.end() :]))
    if told := _denied_or_corrected(question, answer):
        return told
    if put := _condition_put(question, answer):
        return put
    bare = POLITE_TAIL.sub("", answer).strip(" .!")
    if (
        len(bare.split()) <= _SHORT
        and not re.search(r"\b(?:we|i|is|are|has|have|uses?|prefers?|because)\b", bare, re.IGNORECASE)
        and find_entities(bare)
    ):
        if found := _OPEN.search(question):
            kind = re.sub(r"^\s*(?:kind of|type of|of the|library|tool|one)\b", "", found["kind"]).strip()
            tail = found["tail"].strip()
            purpose = tail if tail.startswith(("for ", "in ", "on ", "as ")) else f"for {kind}" if kind else tail
            if kind in _ROLES:
                purpose = f"as {kind}"
            verb = _VERB.get(found["verb"].lower(), found["verb"])
            head, tail = with_tail(bare)
            return f"{'I' if verb in {'prefer', 'like', 'want'} else 'We'} {verb} {head} {purpose}{tail}".strip()
        if how := _HOW.search(question):
            head, tail = with_tail(bare)
            asked_for = "Use" if how["mood"].lower() in {"should", "shall"} else "We use"
            return f"{asked_for} {head} to {how['what'].strip()}{tail}"
    if _PURPOSE_AHEAD.match(answer) and OWN_SUBJECT.search(answer):
        return answer
    return _in_parts(question, answer) or state_answer(question, answer) or asked_and_said(question, answer) or answer


_AND_ASKED = re.compile(r",?\s(?:and|plus)\s(?=(?:who|what|when|where|which|how)\b)", re.IGNORECASE)
_AND_SAID = re.compile(r"[,;]\s+(?:and\s+)?|\.\s+|\s+and\s+", re.IGNORECASE)
_IT_WOULD_BE = re.compile(r"^(?:that|it)(?:['’]?s|['’]?d\sbe|\swould\sbe|\sis)\s", re.IGNORECASE)
_SAYS_MORE = re.compile(
    r"[,;]\s+(?:and\s|but\s|also\s)?(?=(?:my|our|we|i|the|he|she|it|they|he['’]s|she['’]s|it['’]s|they['’]re|we['’]re|we['’]ve)\s(?:[\w'’]+\s){1,})|\.\s+(?=\S+\s\S+\s)",
    re.IGNORECASE,
)


def _in_parts(question: str, answer: str) -> str | None:
    """Two questions and two answers, or a short answer with a statement behind it: each becomes a sentence."""
    if refers_back(answer):
        return None
    last = question.rsplit("\n", 1)[-1]
    asked = [q.strip() for q in _AND_ASKED.split(last) if q.strip()]
    said = [_IT_WOULD_BE.sub("", s.strip()) for s in _AND_SAID.split(answer.strip(" .!")) if s.strip()]
    if len(asked) == len(said) > 1:
        told = [state_answer(q if q.endswith("?") else f"{q}?", s) for q, s in zip(asked, said, strict=True)]
        if any(told):
            return ". ".join(t or s for t, s in zip(told, said, strict=True))
    if more := _SAYS_MORE.search(answer):
        first, rest = answer[: more.start()], answer[more.end() :]
        stated = complete_answer(question, first, in_passing=True)
        if stated != first:
            return f"{stated}. {upper_first(rest)}"
    return None


_PURPOSE_AHEAD = re.compile(r"\W*(?:for|in|on|with|at|as|to|since|because|when|if)\b[^,;.]*,\s", re.IGNORECASE)
"""For push notifications, we use Airship: one sentence, which begins with what it is for."""
_ADDED = re.compile(r"\W*(?:because|since|for|but|until|only|just|except|apart\sfrom|unless|with|via)\b", re.IGNORECASE)


_YOU_NOT = re.compile(
    r"(?:^|[.!,:]\s*)(?:so,?\s|ok,?\s)?(?:you|we|the team)\s(?:don['’]?t|do not|never)\s(?P<rest>[^?,]{3,60})"
    r"(?:,?\s(?:right|correct|then|yes|no|do\s(?:you|we)))?\?\s*$",
    re.IGNORECASE,
)
_STILL_NOT = re.compile(
    r"^\W*(?:right|correct|exactly|yes|yep|yeah|no|nope|indeed|true)\W*(?:we\s(?:don['’]?t|do\snot|never\sdo))?\W*$",
    re.IGNORECASE,
)
_AFTER_ALL = re.compile(
    r"^\W*(?:(?:no|nope|yes|yeah|actually|oh|well)\W+)*(?P<who>we|i)\sdo(?:\s(?:need|use|have|want)\sit)?(?:\s(?:actually|though|too))?"
    r"(?P<more>\W*$|,\s.+)",
    re.IGNORECASE,
)
_IS_IT = re.compile(
    r"(?:^|[.!,:]\s*)(?:[Ss]o,?\s)?[Ii]s\s(?P<who>[A-Z]\w+)\s(?P<what>(?:the|your|our|still|in\scharge|responsible)\b[^?]{3,60})\?\s*$"
)
_SOMEBODY_ELSE = re.compile(
    r"^\W*(?:no|nope|nah)\W+(?:it['’]s\s|that['’]s\s)?(?P<name>[A-Z]\w+(?:\s[A-Z]\w+)?)(?:\sis)?(?P<more>\W*$|,\s.+|\s(?:since|because|now)\b.*)"
)
_DO_NOT = re.compile(
    r"^\W*(?:no\W+)?(?:please\s)?(?:don['’]?t|do\snot|rather\snot|better\snot)(?:,?\splease)?\W*$", re.IGNORECASE
)
_NO_LONGER = re.compile(
    r"^\W*(?:no\W+)?(?P<how>not\s(?:any\s?more|any\slonger|yet|at\sall))\b(?P<more>.*)$", re.IGNORECASE
)


def _denied_or_corrected(question: str, answer: str) -> str | None:
    """A denial made whole by its question: "no, Ravi is" to "Is Dana the product owner?" tells who is."""
    if found := _YOU_NOT.search(question):
        rest = found["rest"].strip()
        if so := _AFTER_ALL.match(answer):
            return f"{upper_first(so['who'].lower())} {rest}{so['more'].rstrip()}"
        return f"We do not {rest}" if _STILL_NOT.match(answer) else None
    if (asked := _IS_IT.search(question)) and (other := _SOMEBODY_ELSE.match(answer)):
        return f"{other['name']} is {asked['what'].strip().replace('your ', 'our ')}{other['more'].rstrip()}"
    closed = _CLOSED.search(question)
    if closed is None or not _ABOUT_USE.match(closed["rest"].strip()):
        return None
    rest = closed["rest"].strip()
    if closed["who"].lower() == "i" and _DO_NOT.match(answer):
        return f"Please do not {rest}"
    if (gone := _NO_LONGER.match(answer)) and closed["who"].lower() != "i":
        how = re.sub(r"^not\s", "", gone["how"].lower())
        return f"{'I' if _OF_ONESELF.match(rest) else 'We'} do not {rest} {how}{gone['more'].rstrip()}"
    return None


_MAY_I = re.compile(
    r"(?:^|[.!,:]\s*)(?:so,?\s|ok,?\s)?(?:can|could|may|should|shall|do)\s(?:i|we)\s(?P<what>[^?]{3,80})\?\s*$",
    re.IGNORECASE,
)
_ONLY_IF = re.compile(
    r"^\W*(?:(?:no|nope|yes|yeah|yep|sure|well)\W+)?(?P<how>not|only|never)\s(?P<when>(?:on|in|before|after|without|until|unless|if|while|during|with|when|between)\s.+)$",
    re.IGNORECASE,
)
_THIS_ONE = re.compile(r"\s(?:this|it|that|now|yet|directly|already)\b", re.IGNORECASE)


def _condition_put(question: str, answer: str) -> str | None:
    """ "Can I deploy this now?" "not on a friday" → "Do not deploy on a friday"."""
    asked, said = _MAY_I.search(question), _ONLY_IF.match(answer)
    if asked is None or said is None or len(answer.split()) > LONGEST_REPLY:
        return None
    what = _THIS_ONE.sub("", asked["what"].strip())
    when, comma, rest = said["when"].partition(", ")
    told = f"{'Only' if said['how'].lower() == 'only' else 'Do not'} {what} {when}"
    return f"{told}{comma}{rest}"


_WITH_OBJECT = re.compile(
    r"(?P<does>(?:still\s|already\s|currently\s)?(?:use|run|have|prefer|drink|eat|speak|drive|own|like|support|(?:deploy|host|release|publish)\s(?:to|on)))\s\S",
    re.IGNORECASE,
)
_NAMES_IT = re.compile(
    r"\W*(?!not\b|only\b|never\b|just\b|but\b|yet\b|thanks?\b|sorry\b|really\b)[\w.+#-]+(?:\s[\w.+#-]+)?\W*$",
    re.IGNORECASE,
)


def _instead(who: str, asked: str, rest: str) -> str:
    """ "Do you use Redux?" "no, Zustand": what is done instead, as a sentence; anything else as it is."""
    does = _WITH_OBJECT.match(asked)
    if does is None or not _NAMES_IT.match(rest) or not find_entities(rest):
        return rest
    return f"{who} {does['does'].removeprefix('still ')} {rest.strip(' ,.!')}"


def _joined(stated: str, rest: str) -> str:
    """A reason stays in the sentence, anything else is one of its own."""
    inside = _ADDED.match(rest)
    limits = re.match(r"\W*(?:only|just|except|apart)\b", rest, re.IGNORECASE)
    return f"{stated}{', ' if limits else ' ' if inside else '. '}{rest.strip(' ,')}".strip(" .")


def _says_little(rest: str) -> bool:
    return len(rest.split()) <= 2 or bool(_ADDED.match(rest))
