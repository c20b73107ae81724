"""Does what is known suffice: the formula, its bounds and what it advises."""

import pytest

from memorist.nodes.sufficiency import sufficiency_guidance, sufficiency_score, sufficiency_status


@pytest.mark.parametrize(
    ("procedures", "facts", "gaps", "score", "status", "guidance"),
    [
        (1, 3, 0, 1.0, "HEALTHY", "sufficient"),
        (2, 9, 0, 1.0, "HEALTHY", "sufficient"),
        (1, 2, 0, 0.9, "HEALTHY", "sufficient"),
        (0, 3, 0, 0.7, "LOW", "sufficient"),
        (0, 3, 1, 0.6, "LOW", "proceed with caution"),
        (0, 1, 0, 0.5, "LOW", "proceed with caution"),
        (1, 0, 3, 0.4, "CRITICAL", "research before proceeding"),
        (0, 0, 4, 0.0, "CRITICAL", "research before proceeding"),
        (0, 0, 9, 0.0, "CRITICAL", "research before proceeding"),
    ],
)
def test_a_score_is_made_of_procedures_facts_and_gaps(
    procedures: int, facts: int, gaps: int, score: float, status: str, guidance: str
) -> None:
    found = sufficiency_score(procedures=procedures, confident_facts=facts, gaps=gaps)
    assert found == score
    assert sufficiency_status(found) == status
    assert sufficiency_guidance(found) == guidance
