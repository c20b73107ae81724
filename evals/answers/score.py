"""Accuracy of the answers, by system, target and type of question."""

from collections.abc import Sequence

from memorist.evals.answers.files import Folder
from memorist.evals.case_file import CasePart
from memorist.evals.figures import mean_of
from memorist.evals.told.prompt import Prompt

ABSTENTION = "abstention"
"""The type of a question whose answer was never told, whatever else it is."""


class Accuracy(CasePart):
    """The judged answers to the prompts of one system within one target.

    Args:
        judged: so many.
        open: so many prompts have no judged answer.
        accuracy: of the judged answers, those that are right.
        by_type_weighted: the mean of the types' accuracies: each type counts alike, however many questions it has.
        by_type: accuracy and number of judged answers of each type.
    """

    system: str
    target: int
    judged: int
    open: int
    accuracy: float
    by_type_weighted: float
    by_type: dict[str, tuple[float, int]]


def accuracies(folder: Folder) -> list[Accuracy]:
    """Return one row a target and system, in the order of the prompts."""
    kinds: dict[tuple[int, str], list[Prompt]] = {}
    for one in folder.prompts:
        kinds.setdefault((one.target, one.system), []).append(one)
    return [_accuracy(folder, system, target, prompts) for (target, system), prompts in kinds.items()]


def type_of_question(prompt: Prompt) -> str:
    """Return the type under which a question counts."""
    return ABSTENTION if prompt.abstain else prompt.category


def _accuracy(folder: Folder, system: str, target: int, prompts: Sequence[Prompt]) -> Accuracy:
    judged = [(type_of_question(one), right) for one in prompts if (right := folder.right(one)) is not None]
    by_type: dict[str, tuple[float, int]] = {}
    for name in sorted({name for name, _ in judged}):
        some = [right for each, right in judged if each == name]
        by_type[name] = (mean_of(some), len(some))
    return Accuracy(
        system=system,
        target=target,
        judged=len(judged),
        open=len(prompts) - len(judged),
        accuracy=mean_of(right for _, right in judged),
        by_type_weighted=mean_of(accuracy for accuracy, _ in by_type.values()),
        by_type=by_type,
    )
