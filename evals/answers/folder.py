"""A folder of prompts, their answers and the judgements of these: JSON lines, by keys that do not tell the system.

``prompts*.jsonl`` come from ``bench told --prompts``. ``ask.jsonl`` holds what still has to be answered and
``judge.jsonl`` what still has to be judged; ``answers*.jsonl`` and ``judged*.jsonl`` hold what came back.
"""

import json
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from memorist.evals.case_file import CasePart, parsed
from memorist.memory_store.domain.clock import UtcTime
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.identity import stable_id

PROMPTS, ANSWERS, JUDGED = "prompts*.jsonl", "answers*.jsonl", "judged*.jsonl"
_GROUP = "answers"

type Row = dict[str, Any]
"""A line of ``ask.jsonl`` or ``judge.jsonl``."""


class Prompt(CasePart):
    """One question and what a system tells about it within ``target`` tokens, as ``bench told`` writes it."""

    id: str
    question: str
    at: UtcTime
    category: str
    answer: str | None
    abstain: bool
    system: str
    target: int
    prompt: str
    tokens: int


class PromptAnswer(CasePart):
    """A reader's answer to a prompt."""

    key: str
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

    def to_answer(self) -> list[Row]:
        """Return the prompts without an answer, in the order of their keys; equal ones are asked once."""
        rows = {
            key: {"key": key, "question": one.question, "at": f"{one.at:%Y-%m-%d}", "prompt": one.prompt}
            for one in self.prompts
            if (key := answer_key(one)) not in self.answers
        }
        return [rows[key] for key in sorted(rows)]

    def to_judge(self) -> list[Row]:
        """Return the answers without a judgement beside the right ones, or null if a question has none."""
        rows: dict[str, Row] = {}
        for one in self.prompts:
            answer = self.answers.get(answer_key(one))
            if answer is not None and (key := judge_key(one, answer)) not in self.judged:
                right = (one.answer or None) if one.abstain else (one.answer or "")
                rows[key] = {"key": key, "question": one.question, "right_answer": right, "answer": answer}
        return [rows[key] for key in sorted(rows)]

    def right(self, prompt: Prompt) -> bool | None:
        """Tell whether the answer to a prompt is right; null before it is judged."""
        answer = self.answers.get(answer_key(prompt))
        return None if answer is None else self.judged.get(judge_key(prompt, answer))

    def add(self, came_back: PromptAnswer | AnswerJudgement) -> None:
        """Keep an answer or a judgement at once: a call that was paid for is not made again after an interruption."""
        if isinstance(came_back, PromptAnswer):
            name, self.answers[came_back.key] = "answers.jsonl", came_back.answer
        else:
            name, self.judged[came_back.key] = "judged.jsonl", came_back.right
        with (self.path / name).open("a", encoding="utf-8") as file:
            file.write(f"{came_back.model_dump_json()}\n")

    def write_open(self) -> None:
        """Write what still has to be answered and judged, so that anybody can do it."""
        for name, rows in (("ask.jsonl", self.to_answer()), ("judge.jsonl", self.to_judge())):
            lines = (json.dumps(row, ensure_ascii=False) for row in rows)
            (self.path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def answer_key(prompt: Prompt) -> str:
    """Return the key of a prompt: it hides the system and the target."""
    return stable_id(_GROUP, "answer", prompt.id, prompt.prompt)


def judge_key(prompt: Prompt, answer: str) -> str:
    """Return the key of an answer to a question: equal answers are judged once."""
    return stable_id(_GROUP, "judge", prompt.id, answer.strip())


def _read[M: BaseModel](folder: Path, pattern: str, kind: type[M]) -> list[M]:
    paths = sorted(folder.glob(pattern))
    return [row for path in paths for row in parsed(path, path.read_text(encoding="utf-8").splitlines(), kind)]
