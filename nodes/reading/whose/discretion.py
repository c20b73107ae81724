"""Requests for discretion ("Between us: Tom was fired"): what they are about is told to nobody else."""

import re
from collections.abc import Iterator, Sequence

from memorist.memory_store.domain.visibility import leans

_US = r"(?:us|ourselves|you\sand\s(?:me|i)|the\s\w+\sof\sus)"
_HERE = r"(?:room|call|chat|channel|meeting|team|group|family|house|circle)"
_IT = r"(?:this|that|it|these|what\si\s(?:say|said|told\syou)|all\sof\s(?:this|that|it))"
_THIS = rf"\b{_IT}"
_ITS_DETAILS = rf"(?:{_IT}|(?:the|my)\s(?:\w+\s)?(?:reasons?|details?|rest|news|part|why)|why)"
_MINE = rf"(?:{_ITS_DETAILS}|my\s\w+(?:\s\w+)?|the\s\w+)"
_ONLY = r"(?:(?:strictly|just|only|purely|please)\s)*"
_BEGINS = r"(?:^|[.,;:!?()–—-]\s*|\b(?:and|but|so|please|pls|btw|well)\s)"
_NAME = r"(?-i:[A-ZÀ-Þ]\w+)"
_OUTSIDE = r"(?:customers?|clients?|users?|suppliers?|vendors?|press|public|guests?|patients?|visitors?|media)"
_OTHERS = (
    rf"(?:(?:any|every)(?:one|body)|any\sof\s(?:them|us)|them|him|her|(?:the|my|our)\s(?!{_OUTSIDE}\b)\w+|{_NAME})"
    r"(?:\s(?:else|here|at\swork|at\shome))*"
)
"""People of the group, or of the speaker's. What outsiders are not to be told, the group may know."""
_NOBODY = r"(?:nobody|no\sone|not\sa\ssoul)(?:\s(?:else|here|at\swork|at\shome|in\s(?:the|this)\s\w+))*"
_KNOW = (
    rf"(?:know|hear|find\sout|be\stold|learn)(?:\s(?:of|about)\b)?(?:\s{_ITS_DETAILS})?"
    r"(?:\s(?:yet|for\snow|so\sfar|at\sall|either|anything))*"
)
_TELL = (
    r"(?:tell|mention|share|spread|repeat|say|discuss|talk\sabout|speak\s(?:of|about)|pass|bring|leak|breathe|let\sslip|"
    r"make\sa\s(?:fuss|thing|big\sdeal)(?:\s(?:of|about|out\sof))?)"
)
_NOT_TO = (
    r"(?:(?:don['’]?t|do\snot|never|not\sto|no\sneed\sto|needn['’]?t)(?:\sever)?|(?:if|rather)\syou\s(?:didn['’]?t|don['’]?t|"
    r"wouldn['’]?t|did\snot|do\snot))"
)
_WHAT = rf"(?:\s(?:about\s|of\s)?{_ITS_DETAILS}|\sa\s(?:word|thing|soul)|\sanything)(?:\s(?:on|up|around))?"
_TO_OTHERS = rf"\s(?:to|with|in\sfront\sof|at|among|around)\s{_OTHERS}"
_END = (
    r"(?=\W*$|\s*[,:;.!?)–—-]|\s(?:please|pls|ok|okay|though|for\snow|yet|if|until|till|before|because|so|and|but|about\s(?:it|"
    r"this|that))\b)"
)
_IN_OTHER_LANGUAGES = (
    r"\b(?:unter\suns(?=\s*(?:$|[,:;.!–—-])|\sgesagt)|(?:behalt|behalte|behalten\ssie)\s(?:es|das|dies)\s(?:bitte\s)?für\s(?:dich|sich)|"
    r"(?:sag|sagen\ssie|erzähl|erzählen\ssie|verrat|verraten\ssie)\s(?:es|das|davon|nichts|bitte|das\sbitte|es\sbitte)\s(?:\w+\s){0,3}?"
    r"(?:nicht|niemandem|keinem|nichts)|(?:niemandem|keinem)\s(?:etwas\s)?(?:sagen|verraten|erzählen|weitersagen)|"
    r"(?:darf|soll|muss)\s(?:\w+\s){0,3}?(?:nichts|niemand|nicht)\s(?:\w+\s){0,2}?(?:wissen|erfahren|mitbekommen))\b"
    r"|\b(?:entre\snosotr[oa]s(?=\s*(?:$|[,:;.!–—-]))|que\squede\sentre|no\s(?:se\s)?l[oea]\s(?:digas|cuentes|comentes)\sa|no\sdigas\snada|"
    r"no\s(?:debe|puede|tiene\sque)\s(?:saberlo|enterarse|saber\snada)|nadie\s(?:debe|puede|tiene\sque)\s(?:saber|enterarse))"
    r"|\b(?:entre\snous(?=\s*(?:$|[,:;.!–—-]))|(?:ne\s)?(?:le\s)?dis(?:-le)?\s(?:rien\s)?(?:pas\s)?à\spersonne|n['’]en\sparle\s(?:pas\s)?à|personne\sne\sdoit\s"
    r"(?:le\s)?savoir|garde\s(?:ça|cela|le)\spour\stoi|pas\sun\smot\sà)\b"
)
_DISCREET = re.compile(
    rf"{_BEGINS}{_ONLY}between\s{_US}(?=\s*(?:$|[,:;.!–—-]|\b(?:and|but)\b))"
    rf"|(?:\b(?:keep|kept)\s{_IT}|{_THIS}\s(?:\w+\s)?(?:stays?|remains?|belongs?))\s{_ONLY}"
    rf"(?:between\s{_US}|among\s(?:us|ourselves)|to\s(?:yourself|yourselves)|(?:in|inside|within)\s(?:this|the)\s{_HERE}|"
    r"in\sconfidence|confidential|(?:a\s)?secret|quiet|private|under\swraps)(?=\W*$|\s*[,:;.!–—-]|\splease\b)"
    rf"|\b(?:keep|hold)\s{_MINE}\s{_ONLY}(?:between\s{_US}|to\syourself|to\syourselves|in\sconfidence|under\swraps){_END}"
    rf"|\bkeep\s(?:{_ITS_DETAILS}|my\s\w+(?:\s\w+)?)\s(?:private|quiet|confidential|(?:a\s)?secret){_END}"
    rf"|\btreat\s{_MINE}\s(?:confidentially|discreetly|in\sconfidence|as\s(?:confidential|private|a\ssecret)){_END}"
    rf"|{_BEGINS}be\s(?:very\s|really\s)?discreet(?:\s(?:about|with)\s{_MINE})?{_END}|{_BEGINS}(?:so\s)?(?:hush|mum['’]s\sthe\sword){_END}"
    r"|\b(?:not|never|nothing)\s(?:(?:to|leaves?|leave|go|goes)\s)*outside\s(?:of\s)?(?:this|the)\s"
    rf"{_HERE}\b"
    r"|^\W*(?:this|that|it|all\sof\s(?:this|that))(?:['’]s|\sis)\s(?:(?:strictly|highly|very|still)\s)?"
    r"(?:confidential|a\ssecret|in\sconfidence|private)(?=\W*$|\s*[,:;.!–—-])"
    r"|^\W*(?:strictly\s|in\s)?(?:strict\s)?(?:confidential(?:ly)?|confidence|privately)\s*[:,–—-]"
    rf"|{_BEGINS}(?:just|only)\sfor\s(?:you|your\s(?:ears|eyes))(?:\sonly)?(?=\s*(?:$|[:,.!–—-]))"
    r"|\b(?:nobody|no\sone)(?:\selse)?\s(?:must|should|may|can|is\sto)\s(?:ever\s)?(?:know|hear|find\sout)\b"
    r"|(?-i:\b[A-Z]\w+)\s(?:must|may|should)(?:n['’]t|\snot)\s(?:know|hear|find\sout)(?=\W*$|\s*[,:;.!–—-]|\s(?:that\sI|yet|about\s(?:it|this))\b)"
    # Nobody is to be told.
    rf"|{_NOT_TO}\s{_TELL}(?:(?:\s{_OTHERS})?{_WHAT}(?:\sslip)?(?:{_TO_OTHERS})?|\s{_OTHERS}|{_TO_OTHERS}){_END}"
    rf"|{_NOT_TO}\slet\s{_IT}\s(?:slip|out|get\s(?:out|around))(?:{_TO_OTHERS})?{_END}"
    # Nobody need know.
    rf"|\b(?:{_OTHERS}|{_NOBODY})\s(?:needn['’]?t|need\snot|needs?\sto|(?:does|do)(?:n['’]?t|\snot)\s(?:need|have)\sto|"
    rf"(?:is|are)(?:n['’]?t|\snot)?\s(?:supposed|meant|allowed)\sto|(?:must|may|should)(?:n['’]?t|\snot)?)\s{_KNOW}{_END}"
    rf"|\b(?:no\sneed\sfor|(?:don['’]?t|do\snot|wouldn['’]?t)\swant)\s{_OTHERS}\sto\s{_KNOW}{_END}"
    # Nobody knows.
    rf"|\b{_NOBODY}\sknows(?:\s(?:yet|so\sfar|{_ITS_DETAILS}|(?:about|of)\s{_IT}))*{_END}"
    rf"|\bonly\s(?:{_OTHERS}|you|you\sand\si)\sknows?(?:\s(?:yet|so\sfar|{_ITS_DETAILS}|(?:about|of)\s{_IT}))*{_END}"
    r"|\byou(?:['’]re|\sare)\sthe\s(?:only|first)\s(?:one|person)\s(?:i(?:['’]ve|\shave)?\stold|(?:who|that)\sknows|to\sknow)\b"
    rf"|\b(?:have|has|ve)(?:n['’]?t|\snot)\s(?:yet\s)?told\s{_OTHERS}(?:\s(?:yet|so\sfar|{_ITS_DETAILS}|(?:about|of)\s{_IT}))*{_END}"
    rf"|\btold\s{_NOBODY}(?:\s(?:yet|so\sfar|{_ITS_DETAILS}|(?:about|of)\s{_IT}))*{_END}"
    rf"|\bnot\s(?:public|out|for\ssharing|for\sthe\sothers)(?:\syet)?{_END}"
    rf"|{_IN_OTHER_LANGUAGES}",
    re.IGNORECASE,
)
_MANNERS = frozenset(
    "please pls thanks by the way btw ok okay though and but so well oh let's lets i'd i like want would to should "
    "must has have you can now for all of course i i've we we've be appreciate it if prefer yet still also just hush "
    "bitte por favor pero todavía s'il te plaît".split()
)
"""Words that a request may have besides, if it is about what was said before it: "This stays between us, please"."""


def confided_places(sentences: Sequence[str]) -> Iterator[int]:
    """Yield the places of sentences with a request for discretion, and of those before it that it is about."""
    for place, sentence in enumerate(sentences):
        asked = _DISCREET.search(sentence)
        if asked is None:
            continue
        yield place
        besides = re.findall(r"[\w'’]+", f"{sentence[: asked.start()]} {sentence[asked.end() :]}".casefold())
        at = place
        while at > 0 and (leans(sentences[at]) if at < place else _MANNERS.issuperset(besides)):
            at -= 1
            yield at
