"""A model that invents freely, over a real Ollama: nothing of what it invents passes the check."""

import re
from pathlib import Path

import pytest

from memorist.nodes.reading.model.providers import Ollama
from memorist.nodes.reading.model.reader import ModelReader
from memorist.nodes.reading.reader import CannotRead, Proposal
from memorist.nodes.reading.readers import check_reading
from tests.nodes.reading.made import held, request
from tests.nodes.reading.model.real_ollama import MODEL, served

TURNS = (
    "I moved to Bergen last week.",
    "Never push to main without a review, we lost work.",
    "hello, how are you today?",
    "British Gas quoted £1,900 for the boiler.",
    "We use pnpm for packages.",
    "I don't like oat milk, it curdles.",
    "We might move the reports to ClickHouse.",
    "Should we use Postgres or MySQL?",
    "Let's do a role play: I am a patient with diabetes.",
    "The visa is renewed tomorrow.",
    "Tom and I got divorced.",
    "Thanks, that helped.",
)
KNOWN = [
    held("Team uses npm for packages", id_="h1", claim=("team", "uses", "npm", "packages")),
    held("Never call before nine", id_="h2", type="semantic:hard_rule"),
]
OUR_WORDS = frozenset("user users team uses user's team's".split())
SECONDS_A_TURN = 400.0
TOKENS_A_TURN = 128
"""It talks until it is stopped; an answer that broke off is read as far as it came."""


@pytest.mark.slow
@pytest.mark.ollama
async def test_of_what_a_small_model_invents_nothing_is_kept(tmp_path: Path) -> None:
    proposed = kept = 0
    with served(tmp_path) as url:
        provider = Ollama(MODEL, base_url=url, timeout=SECONDS_A_TURN, connect_timeout=5, max_tokens=TOKENS_A_TURN)
        reader = ModelReader(f"ollama:{MODEL}", provider, timeout=SECONDS_A_TURN)
        for said in TURNS:
            asked = request(said, known=KNOWN)
            try:
                raw = await reader.read(asked)
            except CannotRead as error:
                print(f"{said!r}: {error.reason}")
                continue
            checked = check_reading(raw, asked)
            proposed, kept = proposed + len(raw.proposals), kept + len(checked.proposals)
            for proposal in checked.proposals:
                print(f"{said!r}: kept {proposal.operation} {proposal.type} {proposal.content!r} {proposal.claim}")
                assert not _invented(proposal, said), proposal
    print(f"{proposed} proposed, {kept} kept")
    assert proposed, "it said nothing that could be checked"


def _invented(proposal: Proposal, said: str) -> list[str]:
    """Parts of a proposal that were not said: held against the bare turn, without the code that is tested."""
    heard = said.casefold()
    claim = proposal.claim
    told = " ".join((proposal.content, *proposal.entities, *((claim.subject, claim.object) if claim else ())))
    words = [word for word in re.findall(r"[^\W_]+", told.casefold()) if word not in OUR_WORDS and len(word) > 3]
    found = [word for word in words if word[:4] not in heard]
    found += [number for number in re.findall(r"\d+", told) if number not in heard]
    if said.endswith("?") or "role play" in said:
        found.append("a statement")
    if proposal.type == "semantic:hard_rule" and "never" not in heard:
        found.append("a rule")
    if proposal.operation in {"replaces", "ends", "lifts"} and "h2" in proposal.targets:
        found.append("the end of a rule")
    if proposal.quote.casefold() not in heard:
        found.append("a quote")
    return found
