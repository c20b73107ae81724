"""The rules of the gatekeeper as data: each a question about a clause, with the verdict that a yes gives."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from memorist.nodes.ingestion.answering.reading import is_wish
from memorist.nodes.ingestion.asides import is_aside
from memorist.nodes.ingestion.chatter import is_chatter
from memorist.nodes.ingestion.extract.obligation import is_reminder
from memorist.nodes.ingestion.general import is_general
from memorist.nodes.ingestion.material import is_quotation
from memorist.nodes.ingestion.moment import is_of_the_moment
from memorist.nodes.ingestion.of_the_day import is_of_the_day
from memorist.nodes.ingestion.passing import asks_to_make, is_passing
from memorist.nodes.ingestion.questions import is_question
from memorist.nodes.ingestion.shapes import Finder, looks_like
from memorist.nodes.ingestion.small_talk import is_praise, is_small_talk
from memorist.nodes.ingestion.tasks import is_hearsay, is_injection, is_machine_talk, is_request
from memorist.nodes.ingestion.this_answer import is_about_this_answer
from memorist.nodes.ingestion.vocabulary import one_of
from memorist.nodes.ingestion.wish_to_forget import asks_to_forget
from memorist.nodes.ingestion.work_in_hand import is_about_work_in_hand
from memorist.nodes.language.calendar_words import WEEKDAY
from memorist.nodes.language.common import is_english
from memorist.nodes.language.seeking import Shape

Action = Literal["keep", "skip", "unsure"]


@dataclass(frozen=True, slots=True)
class GateRule:
    """One question about a clause; the first rule that says yes decides."""

    category: str
    action: Action
    reason: str
    shape: Callable[[str], object]
    unless: Finder | None = None

    def decides(self, clause: str) -> bool:
        """Whether this rule settles the clause."""
        return bool(self.shape(clause)) and not (self.unless and self.unless(clause))


_OURS = looks_like(
    r"(?<![\w'’])(?:we|we['’]\w+|our|ours|us|i|i['’]\w+|my|mine|me|team|client|customer|company|project|"
    r"colleagues?)(?![\w'’])"
)

COMMANDS: tuple[GateRule, ...] = (
    GateRule("remember", "keep", "the user asks to remember it", looks_like(r"^\s*@remember\b\s*\S")),
    GateRule("forget", "skip", "the user asks to forget: nothing new is learned", asks_to_forget),
)

_POLITE = (
    rf"(?:{one_of('greetings')}|{one_of('wishing')}\s(?:{one_of('wished')}|{WEEKDAY})|have\sa\s(?:good|nice|great)\s\w+"
    r"|how\sare\s(?:you|things)(?:\s(?:doing|today|going))*)"
)
_THANKS = one_of("thanks")
_YES = (
    rf"(?:{one_of('yes and no')}|hm+|ah+|oh+|haha+|(?:that|it|this)(?:['’]s|\sis)?\s"
    r"(?:works?|right|correct|fine|good|great|perfect|"
    r"looks\s(?:good|great|fine)|helps?|cool|it|all))"
)
_WHOM = rf"(?:\s+(?:{one_of('addressed')}|for\s[a-z]+ing\b[\w\s]{{0,30}}|for\s(?:the|your|that|this|all)[\w\s]*))*"

LONGEST_CLAUSE = 500
"""What is longer is no clause of a person: only its beginning is judged, and no pattern is tried on it."""

LONGEST_NOISE = 80
"""Nobody greets at more length; it also bounds the time of the patterns below."""

NOISE: tuple[GateRule, ...] = (
    GateRule(
        "greeting",
        "skip",
        "a greeting says nothing to keep",
        looks_like(rf"^\W*{_POLITE}{_WHOM}(?:,?\s+@?[a-z][\w-]*)?(?:[\s,!.]+(?:{_POLITE}|{_YES}){_WHOM})*\W*$"),
    ),
    GateRule(
        "thanks",
        "skip",
        "thanks say nothing to keep",
        looks_like(
            rf"^\W*(?:{_YES}[\s,!.]+)*(?:many\s)?{_THANKS}{_WHOM}(?:[\s,!.]+(?:@?[a-z][\w-]*|{_POLITE}|{_YES}|"
            rf"that\s[\w\s]+))?\W*$"
        ),
    ),
    GateRule(
        "confirmation",
        "skip",
        "a bare confirmation adds nothing by itself",
        looks_like(rf"^\W*{_YES}{_WHOM}(?:[\s,!.]+(?:{_YES}|{_THANKS}){_WHOM})*\W*$"),
    ),
)

ASKING = (GateRule("question", "skip", "a question asserts nothing", is_question),)

_MIGHT = Shape(
    r"would|might|could|['’]d\b|maybe|perhaps|possibly|hypothe|theory|thinking|toying|consider|contempl|tempted|"
    r"what if|suppose|imagine|wish|\bif\b",
    re.IGNORECASE,
)
"""What every hypothetical has somewhere; cheap to look for."""

HYPOTHETICAL = looks_like(
    r"""\b(?:we|i|they|it|you|he|she|the\steam)(?:['’]d|\swould|\smight|\scould)(?!['’]?\s?(?:like|love|prefer|rather|better|been|had|hate|n['’]t|not\shave|always|never))\b
    |^\W*had\s(?:we|i|they|he|she|it)\s[^,]+,\s.*(?:['’]d|\bwould|\bcould|\bmight)\b
    |\b(?:might|maybe|perhaps|possibly|hypothetically|in\stheory)\b
    |\b(?:thinking\s(?:of|about)|toying\swith|considering|contemplating|tempted\sto|what\sif|suppose\s(?:we|i|that)|imagine\s(?:we|if|i)\b|wish\s(?:we|i))\b
    |\bif\s(?:we|i|it|they|the|our|traffic|usage|this|that|anything|things?)\b[^,]*\b(?:were|grew|had|got|became|did|wanted|needed|ever|went|took|used|moved|switched|came|left|stopped|started|kept)\b.*(?:['’]d|would|could|might)
    |(?:['’]d|\bwould|\bcould|\bmight)\b[^,]*\bif\s(?:we|i|it|they|the|our|this|that)\b[^,]*\b(?:were|had|was|grew|got|became|did|wanted|needed|ever)\b
    |\b(?:would|could)\s(?:be|make|need|help|work|switch|adopt|move|use|try|consider)\b"""
)
_HYPOTHETICAL_NOT = looks_like(
    r"\b(?:would(?:n['’]t)?\s(?:much\s|far\s)?(?:like|love|prefer|rather|appreciate)|would\s(?:\w+\s)?be\s(?:grateful|thankful|glad|delighted|obliged)|i['’]d\s(?:(?:much|far)\s)?(?:like|love|prefer|rather|say|"
    r"go\s(?:with|for)|(?:always\s|still\s)?(?:pick|choose|take)\s.*\b(?:over|any\sday))|"
    r"used\sto\swould|could\snot\sget|couldn['’]?t)\b"
)

KNOWLEDGE: tuple[GateRule, ...] = (
    GateRule(
        "correction",
        "keep",
        "it corrects what was believed",
        looks_like(
            r"^\W*(?:wait(?:,|\sno)|my\sbad|oops|let\sme\scorrect|hmm,?\sno|actually|correction|no,|nope,|wrong|not\squite|sorry,|i\smeant|i\swas\swrong|scratch\sthat|"
            r"that['’]?s\s(?:wrong|not\s(?:right|true|correct)|outdated|no\slonger)|to\sclarify)|"
            r"\b(?:not\s[\w.-]+\sany\s?more|no\slonger|any\s?more|instead\sof\swhat\si\ssaid)\b"
        ),
    ),
    GateRule(
        "decision",
        "keep",
        "it reports a decision",
        looks_like(
            r"\b(?:decided|decision|we\schose|settled\son|agreed\s(?:to|on|that)|let['’]?s\s(?:go\swith|use|"
            r"stick|switch|move|drop|keep|adopt|scrap)|going\swith|went\swith|it\sis!?$|scrap|ditch(?:ed|ing)?|"
            r"switch(?:ed|ing)?\s(?:from|to|over)|migrat(?:ed|ing|e)\s|mov(?:ed|ing)\s(?:from|to|over|off|away)|"
            r"replac(?:ed|ing|es)|is\sok(?:ay)?\s(?:now|again))\b"
        ),
    ),
    GateRule(
        "prohibition",
        "keep",
        "it forbids something",
        looks_like(
            r"^\W*(?:never|don['’]?t|do\snot|no\smore(?!\sthan)|stop\s\w+ing)\b|\b(?:must\snot|mustn['’]?t|forbidden|"
            r"banned|prohibited|not\sallowed|off.limits|under\sno\scircumstances)\b"
        ),
        looks_like(
            r"^\W*(?:don['’]?t|do\snot|never)\s(?:worry|bother|mind|know|think|ask\W|ask$|laugh|judge|get\sme|forget\sme|thank)\b"
        ),
    ),
    GateRule(
        "policy",
        "keep",
        "it states how things are done here",
        looks_like(
            r"\b(?:always|from\snow\son|must|mandatory|required|policy|convention|rule|guideline|make\ssure|"
            r"we\s(?:only|require|never|don['’]?t|do\snot|have\sto|need\sto)|everyone|every\s(?:pr|mr|commit|"
            r"release|deploy|time|new)|all\s(?:prs?|mrs?|new|commits|code)|whenever)\b"
        ),
        looks_like(r"\b(?:i\s(?:always|never)|always\sbeen|as\salways)\b"),
    ),
    GateRule(
        "preference",
        "keep",
        "it states a preference",
        looks_like(
            r"\b(?:prefer(?:s|red|ence)?|favou?rite|i\s(?:like|love|hate|dislike|enjoy|can['’]?t\sstand|"
            r"don['’]?t\slike)|rather|i['’]d\s(?:like|love|prefer)|would\slike|fan\sof|going\sforward|"
            r"i\s(?:always|never))\b"
        ),
    ),
    GateRule(
        "self_observation",
        "keep",
        "it tells a habit or a weakness",
        looks_like(
            r"\bi\s(?:tend\sto|often|keep\s\w+ing|usually|sometimes|frequently|struggle|am\s(?:good|bad|great|"
            r"terrible)\sat|always\sforget)\b|\bi['’]m\s(?:good|bad|great|terrible|weak|strong)\sat\b"
        ),
    ),
    GateRule(
        "lesson",
        "keep",
        "it tells what was learned",
        looks_like(
            r"\b(?:lesson|learn(?:ed|t|ing)|turns?\sout|turned\sout|root\scause|the\s(?:fix|trick|problem|"
            r"culprit|catch|reason|workaround)\s(?:is|was)|workaround|gotcha|caveat)\b"
        ),
    ),
    GateRule(
        "known_issue",
        "keep",
        "it reports an issue",
        looks_like(
            r"\b(?:issues?|bugs?|problems?\swith|flicker\w*|crash(?:es|ed|ing)|leaks?|fails?|broken|breaks|flaky|"
            r"doesn['’]?t\s(?:work|support)|does\snot\s(?:work|support)|incompatible|is\sout\b|fixes|fixed\sin|"
            r"deprecated|slow)\b"
        ),
    ),
    GateRule(
        "procedure",
        "keep",
        "it tells how something is done",
        looks_like(
            r"^\W*(?:when|whenever|if|before|after|once|every\stime|to\s\w+)\b[^?]*[,:]\s|\bsteps?:|\bfirst\b.*\bthen\b"
        ),
    ),
    GateRule("fact", "keep", "it is specific to this person, team or project", _OURS),
    GateRule(
        "fact",
        "keep",
        "it states something particular",
        looks_like(
            r"\b(?:owns?|owned\sby|maintained\sby|lives?\sin|located|deadline|due|budget|limit|timeout|port|url|"
            r"endpoint|channel|meeting|standup|release|version|sprint|requires?|depends\son|needs|recommends?|"
            r"suggested)\b"
        ),
    ),
)


@lru_cache(maxsize=1024)
def is_hypothetical(clause: str) -> bool:
    """Whether a clause tells what might be rather than what is."""
    if not _MIGHT.search(clause):
        return False
    return bool(HYPOTHETICAL(clause)) and not _HYPOTHETICAL_NOT(clause)


WISH = GateRule("preference", "keep", "it says how answers are wanted", is_wish)

TO_DO = GateRule("to_do", "keep", "somebody still has to do it, or has done it", is_reminder)

REQUEST = GateRule("request", "skip", "a task for now, not knowledge for later", is_request)

IN_HAND = GateRule("request", "skip", "a word in the work at hand", is_about_work_in_hand)

OF_ANSWER = GateRule("request", "skip", "it is about this one answer", is_about_this_answer)

INJECTION = GateRule("injection", "skip", "it commands whoever reads it: data, not knowledge", is_injection)

_MASHED = looks_like(
    r"^\W*(?:(?:asdf?\w{0,6}|test(?:ing)?|foo|bar|baz|blah)(?:\W+(?:asdf?\w{0,6}|test(?:ing)?|foo|bar|baz|blah|[0-9]{1,4}|one|two|three))+|"
    r"(?:asd|qwe|sdf|dfg|fgh|jkl|hjk|zxc|xcv)[a-z]*|[b-df-hj-np-tv-xz]{5,}|([a-z])\1{3,})\W*$"
)

PLAIN: tuple[GateRule, ...] = (
    GateRule("empty", "skip", "there are no words in it", lambda clause: not re.search(r"\w\w", clause)),
    GateRule("empty", "skip", "keys hit at random", _MASHED),
    GateRule("other_language", "unsure", "not English: kept as it was said", lambda clause: not is_english(clause)),
    GateRule("assistant_opinion", "skip", "it reports what a machine said", is_machine_talk),
    GateRule("hearsay", "skip", "it reports what the wide world says, not anybody here", is_hearsay),
    GateRule("hearsay", "skip", "it quotes a book, not anybody here", is_quotation),
    GateRule("small_talk", "skip", "no word in it that knowledge could be made of", is_small_talk),
    GateRule("small_talk", "skip", "it cheers, consoles or wishes well", is_praise),
    GateRule("small_talk", "skip", "a mood, a coming and going, or not knowing: nothing to keep", is_chatter),
    GateRule("small_talk", "skip", "it holds for this moment only", is_of_the_moment),
    GateRule("small_talk", "skip", "it remarks how a day went", is_of_the_day),
    GateRule("request", "skip", "it says what is to be made now", asks_to_make),
    GateRule("small_talk", "skip", "it leads from one thing to the next", is_passing),
    GateRule("small_talk", "skip", "a saying, irony, or a thought that is not finished", is_aside),
    GateRule("hypothetical", "keep", "it may come to pass: kept at low confidence", is_hypothetical),
    GateRule("general_knowledge", "skip", "true everywhere, not only here", is_general),
)
"""Questions about the whole clause, asked before what knowledge it is."""
