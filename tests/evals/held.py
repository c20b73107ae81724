"""Helpers of the tests of scenarios: everything holds, or the test says what does not.

Where a developer lets tests be recorded in LangSmith (``LANGSMITH_TEST_TRACKING=true``, a key), the scores go there.
"""

import pytest
from langsmith import testing

from memorist.evals.langsmith.evaluators import outputs_of
from memorist.evals.scenarios import report
from memorist.evals.scenarios.suite import Rate
from memorist.evals.scenarios.trace import Trace


def check_all_holds(trace: Trace, *, note: str = "") -> None:
    """Fail with every expectation and invariant that does not hold; ``note`` stands above them."""
    testing.log_outputs(outputs_of(trace))
    testing.log_feedback(key="expectations", score=Rate.of([trace]).as_json()["expectation_rate"])
    wrong = [
        f"{place}: {score.question}\n  {score.explanation}\n  expected {score.expected}\n  found {score.found}"
        for place, scores in report.rows(trace)
        for score in scores
        if not score.passed
    ]
    if wrong:
        pytest.fail(
            "\n\n".join([f"{len(wrong)} expectations do not hold", *([note] if note else []), *wrong]), pytrace=False
        )
