"""Which type of memory a statement is, told by how it is said."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hypomnema.nodes.ingestion.draft import Statement
from hypomnema.nodes.ingestion.gate_rules import is_hypothetical
from hypomnema.nodes.ingestion.shapes import Finder, finder
from hypomnema.nodes.ingestion.state import IngestionState


@dataclass(frozen=True, slots=True)
class RouteRule:
    """A way of saying something and the type it makes; the first rule that fits decides."""

    type: str
    shape: Finder


def _rx(pattern: str) -> Finder:
    return finder(re.compile(pattern, re.IGNORECASE | re.VERBOSE))


_LEAD = r"^(?:(?:please|so|and|also|note|remember|ok|okay|btw|fyi|team|actually|no|correction|@remember)[\s,:]+)*"
DEFAULT_TYPE = "semantic:fact"

RULES: Sequence[RouteRule] = (
    RouteRule(
        "procedural",
        _rx(
            r"\bfirst\s[a-z].*\bthen\s[a-z]|\bworks\slike\sthis:|\bthe\s(?:steps|procedure|process|drill)\s(?:is|are)\b"
        ),
    ),
    RouteRule("procedural", _rx(r"(?:^|[\s:(])1[.)]\s+\S[\s\S]*[\s;,.]2[.)]\s+\S")),
    RouteRule(
        "semantic:decision",
        _rx(
            r"^(?:final\s(?:call|decision|answer|verdict)|verdict|outcome|conclusion)\b\s?[:,-]|"
            r"(?<!not\s)(?<!n't\s)(?<!n’t\s)\b(?:decided(?!\syet)|decision|we\s(?:chose|agreed|opted|settled|voted)|let['’]?s\s(?:go\swith|use|stick|"
            r"adopt|switch|move|drop|scrap|ditch)|going\swith|it\sis!?$|(?:is|are)\s(?:ok(?:ay)?|fine|"
            r"allowed)\s(?:now|again))|^(?:scrap|ditch|drop)\b"
        ),
    ),
    RouteRule(
        "semantic:hard_rule",
        _rx(
            rf"{_LEAD}(?:never\b(?!\smind)|don['’]?t\sever\b|do\snot\s|don['’]?t\s(?!worry|forget|mind|know|"
            rf"think)|under\sno\scircumstances|no\smore\s|(?:nobody|no\sone)\s(?:is\sallowed|may|can|must|should)\b)|"
            rf"\b(?:must\s(?:not|never)|mustn['’]?t|should\snever|"
            rf"(?:is|are)\s(?:strictly\s)?(?:forbidden|banned|prohibited|not\sallowed|off.limits))\b"
        ),
    ),
    RouteRule(
        "procedural",
        _rx(
            rf"{_LEAD}(?:when(?:ever)?|if|before|after|once|every\stime|"
            rf"as\ssoon\sas)\s[^,:]+[,:]\s+(?:then\s)?(?!(?:i|he|she|it|they)\b)(?!(?:we|you)\s(?:were|was|had|"
            rf"got|went|did|\w+ed)\b)|{_LEAD}(?:in\sorder\s)?to\s[a-z][^,:]+,\s(?:run|use|open|first|call|add|"
            rf"build|ask|set)\b|\bsteps?:|^(?:run|check|ask|update|post|rebase|tag|notify)\s.+\s(?:before|after|"
            rf"whenever|when)\s"
        ),
    ),
    RouteRule(
        "model:self",
        _rx(
            r"\bi\s(?:(?:often|always|sometimes|frequently|regularly|usually|easily|constantly|still)\s(?:miss|forget|skip|"
            r"overlook|struggle|mix|confuse|underestimate|overestimate|procrastinate|overengineer|rush|lose|get\s(?:lost|"
            r"distracted|stuck|nervous|carried|confused|impatient|sloppy))|tend\sto|keep\s(?:missing|forgetting|skipping|overlooking|making)|struggle\swith)|\bi(?:['’]m|"
            r"\sam)\s(?:not\s|really\s|very\s|pretty\s)*(?:good|great|bad|terrible|weak|strong|confident|"
            r"experienced)\s(?:at|in|with)\b"
        ),
    ),
    RouteRule(
        "semantic:preference",
        _rx(
            r"\bi\s(?:do\snot|don['’]t|never)\swant\b|\bi\swant\s(?:all|every|my|your|only|no|short|longer|more|less|fewer)\b|"
            r"\b(?:prefer(?:s|red|ence)?|favou?rs?|favou?rite|go-to|fond\sof|keen\son|(?:i|we)(?:\sreally|\sstrongly|\sdo)*\s(?:like|love|hate|"
            r"dislike|enjoy|don['’]?t\slike|can['’]?t\sstand)|rather|i['’]d\slike|fan\sof|i\s(?:always|never))\b"
        ),
    ),
    RouteRule(
        "semantic:policy",
        _rx(
            rf"\b(?:we|the\steam|everyone|everybody|all|every|each)\b[^,.]*\b(?:always|never|must|have\sto|"
            rf"has\sto|requires?|mandatory|only)\b|\bthat['’]?s\s(?:the|our|a)\s(?:rule|policy|convention|standard|law)\b|"
            rf"{_LEAD}(?:every|each|any)\s(?:new\s|single\s)?[\w/-]+(?:\s[\w/-]+)?\s(?:gets?|needs?|goes|carries|"
            rf"passes|waits|is\s\w+ed)\b|\bas\sa\s(?:general\s)?rule\b|\brule\sof\sthumb\b|"
            rf"{_LEAD}(?:nobody|no\sone|nothing)\s[a-z]+s\b.*\bwithout\b|\bbelongs?\s(?:in|to|under)\b.*\b(?:only|nowhere)\b|"
            rf"\b(?:demands?|insists?|stipulates?)\s(?:that|on)\b|"
            rf"\bwe\s(?:don['’]t|do\snot)\s(?:deploy|merge|push|release|commit|ship|allow|accept|hire|schedule|log|store|touch|mix|"
            rf"skip|approve|review|test|work|answer|rebase|squash|copy|share|send|write|expose|hard-?code|cache)\b|"
            rf"{_LEAD}(?:keep|put|name|prefix|wrap|pin|limit|store|write|document|log|return|start|end|group|sort|separate|order|"
            rf"validate|escape|encrypt|mask|hash|tag|mark|link|cap|lock|mention|include|add)\s(?:all\s|every\s|each\s|your\s|our\s|any\s|new\s|only\s|"
            rf"no\s)?[a-z-]+s?\b(?!\s(?:is|are|was|has|have|fails?|takes?|gets?|opens?|closes?)\b)|"
            rf"\b(?:must(?!\shave\sbeen)|(?:has|have)\sto|needs?\sto|shall|mandates?|is\sto\sbe|are\sto\sbe)\s[a-z]|"
            rf"^(?!i\b)(?:[\w'/-]+\s){{1,6}}(?:is|are|gets?|goes?|go|comes?|stays?|lives?)?\s?always\s[a-z]|{_LEAD}(?:always|make\ssure|be\ssure|ensure|avoid|use\s|"
            rf"stick\sto|no\s[a-z]+\s(?:on|in|before|after|without))|\b(?:from\snow\son|policy|convention|"
            rf"guideline|mandatory|(?:is|are)\srequired|requires?\s(?:types?|tests?|approvals?|reviews?))\b"
        ),
    ),
    RouteRule(
        "semantic:reference",
        _rx(
            r"^(?:see|docs?:|reference:|link:)?\s*https?://\S+|\b(?:is\sdocumented\s(?:at|in)|the\sdocs\s(?:are|"
            r"live)\s(?:at|in)|according\sto\sthe\s(?:docs|article|documentation))\b"
        ),
    ),
)


def route_statement(statement_text: str) -> str:
    """Return the memory type of a statement.

    "We use X" is a fact, "I prefer" a preference, "we always" a policy, an outright "never …" a hard rule, "when X,
    do Y" and numbered steps a procedure, a choice a decision. "I tend to miss" is ``model:self``: it is evidence for a
    model of a self, whereas an ``observation`` is a pattern found in several episodes and only promotion makes one.
    What might be is a fact (of low confidence), whatever its words.
    """
    if is_hypothetical(statement_text):
        return DEFAULT_TYPE
    return next((rule.type for rule in RULES if rule.shape(statement_text)), DEFAULT_TYPE)


async def route(state: IngestionState) -> dict[str, Any]:
    """Give every kept statement its type; what an extractor reads exactly may still say otherwise."""
    statements = [Statement.model_validate(statement) for statement in state["statements"]]
    typed = [
        s if s.verdict.action == "skip" else s.model_copy(update={"type": route_statement(s.resolved)})
        for s in statements
    ]
    return {"statements": [statement.model_dump(mode="json") for statement in typed]}
