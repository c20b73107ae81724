"""Clarify: something seen may mean several things; a person says which, when it interrupts nothing."""

from functools import partial
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, create_model

from memorist.nodes.homeostasis.given import AgentState
from memorist.nodes.homeostasis.guidance import Thresholds
from memorist.nodes.homeostasis.result import ClarifyQuestion
from memorist.nodes.homeostasis.state import HomeostasisState
from memorist.nodes.interrupting import ask_person


class ClarifyAnswer(BaseModel):
    """A person's choice of a meaning: by number or text, or an answer in own words."""

    model_config = ConfigDict(extra="forbid")

    choice: int | str = Field(description="the number of a choice (from 1), its text, or an answer in own words")


def question_of(given: AgentState, thresholds: Thresholds) -> ClarifyQuestion | None:
    """The question to ask, if the likeliest meaning is not likely enough; now only between two steps."""
    learning = given.learning
    if learning is None or learning.confidence >= thresholds.ask_below:
        return None
    free = given.at_break or (given.task is None and given.waiting_for is None)
    return ClarifyQuestion(
        question=learning.question or f"{learning.about.rstrip('.')}. What should I learn from it?",
        about=learning.about,
        choices=tuple(i.meaning for i in sorted(learning.interpretations, key=lambda i: -i.likelihood)),
        confidence=learning.confidence,
        when="now" if free else "at_the_next_break",
    )


def answer_text(choice: int | str, choices: tuple[str, ...]) -> str:
    """The answer in words. Raises ``ValueError`` for a number that no choice has."""
    if isinstance(choice, str):
        said = choice.strip()
        if not said:
            raise ValueError("is empty; give a choice or an answer in words")
        return choices[int(said) - 1] if said.isdecimal() and 0 < int(said) <= len(choices) else said
    if not 0 < choice <= len(choices):
        raise ValueError(f"{choice} is none of 1 to {len(choices)}; give one, or words")
    return choices[choice - 1]


def answers_to(question: ClarifyQuestion) -> type[ClarifyAnswer]:
    """The form of an answer to this question: its choice is read into words, or refused before the run goes on."""
    in_words = Annotated[int | str, AfterValidator(partial(answer_text, choices=question.choices))]
    choice = Field(description=ClarifyAnswer.model_fields["choice"].description)
    return create_model(
        "ClarifyAnswer", __base__=ClarifyAnswer, __doc__=ClarifyAnswer.__doc__, choice=(in_words, choice)
    )


def wants_answer(state: HomeostasisState) -> bool:
    """Return true if there is something to ask and this is the time."""
    question = state.get("question")
    return bool(question) and question["when"] == "now" and not question["answer"]


async def clarify(state: HomeostasisState) -> dict[str, Any]:
    """Interrupt with the question and its choices; the answer goes to ingestion as a dialogue.

    Raises :class:`InvalidInput` for what is no answer.
    """
    question = ClarifyQuestion.model_validate(state["question"])
    answer = ask_person(
        {
            "question": question.question,
            "about": question.about,
            "choices": list(question.choices),
            "why_asked": f"the likeliest meaning has a confidence of {question.confidence:.2f}",
        },
        answers_to(question),
    )
    said = str(answer.choice)
    return {
        "question": question.model_copy(update={"answer": said}).model_dump(mode="json"),
        "to_learn": {
            "kind": "dialogue",
            "question": question.question,
            "answer": said,
            "about": question.about,
        },
    }
