"""Clarify: something seen may mean several things; a person says which, when it interrupts nothing."""

from typing import Any

from langgraph.types import interrupt
from pydantic import BaseModel, ConfigDict, Field

from hypomnema.memory_store.domain.errors import InvalidInput
from hypomnema.nodes.homeostasis.given import AgentState, Learning
from hypomnema.nodes.homeostasis.guidance import Thresholds
from hypomnema.nodes.homeostasis.result import Question
from hypomnema.nodes.homeostasis.state import HomeostasisState


class Answer(BaseModel):
    """What a person says it means: one of the choices, by number or in words, or something else in own words."""

    model_config = ConfigDict(extra="forbid")

    choice: int | str = Field(description="the number of a choice (from 1), its text, or an answer in own words")


def question_of(given: AgentState, thresholds: Thresholds) -> Question | None:
    """The question to ask, if the likeliest meaning is not likely enough; now only between two steps."""
    learning = given.learning
    if learning is None or learning.confidence >= thresholds.ask_below:
        return None
    free = given.at_break or (given.task is None and given.waiting_for is None)
    return Question(
        question=learning.question or f"{learning.about.rstrip('.')}. What should I learn from it?",
        about=learning.about,
        choices=choices_of(learning),
        confidence=learning.confidence,
        when="now" if free else "at_the_next_break",
    )


def choices_of(learning: Learning) -> tuple[str, ...]:
    """The meanings, likeliest first."""
    ordered = sorted(learning.interpretations, key=lambda i: -i.likelihood)
    return tuple(i.meaning for i in ordered)


def answer_text(answer: Answer, choices: tuple[str, ...]) -> str:
    """The answer in words. Raises :class:`InvalidInput` for a number that no choice has."""
    if isinstance(answer.choice, str):
        said = answer.choice.strip()
        if not said:
            raise InvalidInput("answer: field choice: is empty; give a choice or an answer in words", field="choice")
        return choices[int(said) - 1] if said.isdecimal() and 0 < int(said) <= len(choices) else said
    if not 0 < answer.choice <= len(choices):
        raise InvalidInput(
            f"answer: field choice: {answer.choice} is none of 1 to {len(choices)}; give one, or words", field="choice"
        )
    return choices[answer.choice - 1]


def wants_answer(state: HomeostasisState) -> bool:
    """Whether there is something to ask and this is the time."""
    question = state.get("question")
    return bool(question) and question["when"] == "now" and not question["answer"]


async def clarify(state: HomeostasisState) -> dict[str, Any]:
    """Interrupt with the question and its choices; the answer goes to ingestion as a dialogue."""
    question = Question.model_validate(state["question"])
    given: Any = interrupt(
        {
            "question": question.question,
            "about": question.about,
            "choices": list(question.choices),
            "why_asked": f"the likeliest meaning has a confidence of {question.confidence:.2f}",
        },
        response_schema=Answer,
    )
    said = answer_text(Answer.model_validate(given), question.choices)
    return {
        "question": question.model_copy(update={"answer": said}).model_dump(mode="json"),
        "to_learn": {
            "kind": "dialogue",
            "question": question.question,
            "answer": said,
            "about": question.about,
            "at": state["now"],
        },
    }
