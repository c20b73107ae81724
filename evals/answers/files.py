"""A folder of prompts, their answers and the judgements of these: JSON lines, by keys that do not tell the system.

``prompts*.jsonl`` come from ``bench told --prompts``. ``ask.jsonl`` holds what still has to be answered and
``judge.jsonl`` what still has to be judged; ``answers*.jsonl`` and ``judged*.jsonl`` hold what came back.
"""

from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel, ValidationError

from memorist.evals.case_file import CasePart
from memorist.evals.told.prompt import Prompt
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.identity import stable_id

PROMPTS, ANSWERS, JUDGED = "prompts*.jsonl", "answers*.jsonl", "judged*.jsonl"
ASK_FILE, ANSWERS_FILE, JUDGE_FILE, JUDGED_FILE = "ask.jsonl", "answers.jsonl", "judge.jsonl", "judged.jsonl"
_GROUP = "answers"


class ToAnswer(CasePart):
    """A question and all that is known about it; equal prompts are asked once, whichever system wrote them."""

    key: str
    question: str
    at: str
    prompt: str


class PromptAnswer(CasePart):
    """A reader's answer to a prompt."""

    key: str
    answer: str


class ToJudge(CasePart):
    """An answer beside the right one; null says that the question has none."""

    key: str
    question: str
    right_answer: str | None
    answer: str


class AnswerJudgement(CasePart):
    """Says whether an answer is right."""

    key: str
    right: bool


class Folder:
    """The files of one run."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.prompts = _read(path, PROMPTS, Prompt)
        if not self.prompts:
            raise InvalidInput(f"{path}: no {PROMPTS} in it; `bench told --prompts FILE` writes them", field="folder")
        self.answers = {one.key: one.answer for one in _read(path, ANSWERS, PromptAnswer)}
        self.judged = {one.key: one.right for one in _read(path, JUDGED, AnswerJudgement)}

    def to_answer(self) -> list[ToAnswer]:
        """Return the prompts without an answer, in the order of their keys."""
        open_ = {answer_key(one): one for one in self.prompts if answer_key(one) not in self.answers}
        return [
            ToAnswer(key=key, question=one.question, at=f"{one.at:%Y-%m-%d}", prompt=one.prompt)
            for key, one in sorted(open_.items())
        ]

    def to_judge(self) -> list[ToJudge]:
        """Return the answers without a judgement, in the order of their keys."""
        rows: dict[str, ToJudge] = {}
        for one in self.prompts:
            if (answer := self.answer_to(one)) is None or (key := judge_key(one, answer)) in self.judged:
                continue
            rows[key] = ToJudge(key=key, question=one.question, right_answer=_right(one), answer=answer)
        return [rows[key] for key in sorted(rows)]

    def answer_to(self, prompt: Prompt) -> str | None:
        """Return the answer to a prompt, if there is one."""
        return self.answers.get(answer_key(prompt))

    def right(self, prompt: Prompt) -> bool | None:
        """Tell whether the answer to a prompt is right; null before it is judged."""
        answer = self.answer_to(prompt)
        return None if answer is None else self.judged.get(judge_key(prompt, answer))

    def add_answer(self, answer: PromptAnswer) -> None:
        """Keep an answer at once: a call that was paid for is not made again after an interruption."""
        self.answers[answer.key] = answer.answer
        _append(self.path / ANSWERS_FILE, answer)

    def add_judgement(self, judgement: AnswerJudgement) -> None:
        """Keep a judgement at once."""
        self.judged[judgement.key] = judgement.right
        _append(self.path / JUDGED_FILE, judgement)

    def write_open(self) -> None:
        """Write what still has to be answered and judged, so that anybody can do it."""
        _write(self.path / ASK_FILE, self.to_answer())
        _write(self.path / JUDGE_FILE, self.to_judge())


def answer_key(prompt: Prompt) -> str:
    """Return the key of a prompt: it hides the system and the target."""
    return stable_id(_GROUP, "answer", prompt.id, prompt.prompt)


def judge_key(prompt: Prompt, answer: str) -> str:
    """Return the key of an answer to a question: equal answers are judged once."""
    return stable_id(_GROUP, "judge", prompt.id, answer.strip())


def _right(prompt: Prompt) -> str | None:
    return (prompt.answer or None) if prompt.abstain else (prompt.answer or "")


def _read[M: BaseModel](folder: Path, pattern: str, kind: type[M]) -> list[M]:
    rows: list[M] = []
    for path in sorted(folder.glob(pattern)):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if not line.strip():
                continue
            try:
                rows.append(kind.model_validate_json(line))
            except ValidationError as error:
                first = error.errors()[0]
                field = ".".join(map(str, first["loc"]))
                raise InvalidInput(f"{path}, line {number}, field {field}: {first['msg']}", field=field) from error
    return rows


def _write(path: Path, rows: Sequence[BaseModel]) -> None:
    path.write_text("".join(f"{row.model_dump_json()}\n" for row in rows), encoding="utf-8")


def _append(path: Path, row: BaseModel) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(f"{row.model_dump_json()}\n")
