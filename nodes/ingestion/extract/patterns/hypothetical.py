"""What might be: kept, but never believed."""

import re
from collections.abc import Sequence

from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.extract.clause import HYPOTHETICAL_CONFIDENCE, Clause
from memorist.nodes.ingestion.extract.patterns.pattern import Example, Pattern, claim_about, draft_of, rx
from memorist.nodes.ingestion.extract.phrases import parse_object

_ADOPTS = re.compile(
    r"\b(?:adopt|adopting|use|using|switch(?:ing)?\sto|mov(?:e|ing)\sto|migrat(?:e|ing)\sto|try|trying|"
    r"consider(?:ing)?|need|go\swith|going\swith|pick|choose|introduce|add|(?:of|"
    r"about)(?!\s\w+ing\b))\s+(?P<object>[^,]+?)(?:,?\s(?:if|when|once|because|should|later|someday|one day|"
    r"eventually)\b.*)?$",
    re.IGNORECASE,
)


def _might(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    adopted = _ADOPTS.search(clause.core)
    thing = parse_object(adopted["object"]) if adopted else None
    claim = None
    if thing is not None and thing.known:
        negated = (
            re.search(r"\b(?:not|n['’]t|never)\s(?:\w+\s)?$", clause.core[: adopted.start()], re.IGNORECASE)
            if adopted
            else None
        )
        claim = claim_about("team", "considers", thing, polarity=not negated, alone=False)
    return [
        draft_of(clause, type="semantic:fact", confidence=HYPOTHETICAL_CONFIDENCE, claim=claim, tags=("hypothetical",))
    ]


PATTERNS = (
    Pattern(
        name="hypothetical",
        regex=rx(r"\w"),
        build=_might,
        examples=(
            Example("we'd adopt Kafka if traffic grew", ("team considers Kafka",), "semantic:fact"),
            Example("Maybe we should switch to Bun", ("team considers Bun",)),
            Example("I'm thinking about moving to Neovim", ("team considers Neovim",)),
            Example("If usage grew ten times, we would need Kafka", ("team considers Kafka",)),
            Example("we might hire a designer in spring", ()),
        ),
        counter_examples=("We use Kafka", "I'd like dark mode", "I'd rather use tabs", "If CI is red, don't merge"),
        when=lambda c: c.hypothetical,
    ),
)
