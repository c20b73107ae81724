"""Graphiti's own extraction of entities and facts, without its judgement of what they end."""

from pydantic import BaseModel

from memorist.memory_store.graphiti.extraction import CannotRead, read_with_graphiti
from memorist.nodes.ingestion.extract.chain.asking import ask
from memorist.nodes.ingestion.extract.chain.chat_model import ChatModel
from memorist.nodes.ingestion.extract.chain.extractor import Answer, CannotExtract, Question, Said
from memorist.nodes.language.words import stems


class GraphitiExtractor:
    """Two calls a turn: entities, then the facts between them."""

    name = "graphiti"

    def __init__(self, model: str) -> None:
        from importlib.metadata import version

        self.model = model
        self.prompt_version = f"graphiti-{version('graphiti-core')}"
        self._chat_model = ChatModel(model, by=self.name)

    async def healthy(self) -> None:
        """The provider's package and key are there."""
        await self._chat_model.opened()

    async def extract(self, question: Question) -> Answer:
        """Read the statements as one message."""
        chat_model = await self._chat_model.opened()

        async def asked(messages: list[tuple[str, str]], form: type[BaseModel]) -> BaseModel:
            return await ask(chat_model, messages, form, who=self.name)

        try:
            facts = await read_with_graphiti(
                asked,
                [f"{question.speaker}: {text}" for text in question.statements],
                before=question.before,
                at=question.at,
            )
        except CannotRead as error:
            raise CannotExtract(f"{self.name}: {error}") from error
        return Answer(
            memories=[
                Said(
                    statement=_place(fact.fact, question),
                    content=fact.fact,
                    subject=fact.subject,
                    predicate=fact.name.lower(),
                    object=fact.object,
                    entities=[fact.subject, fact.object],
                )
                for fact in facts
            ]
        )


def _place(fact: str, question: Question) -> int:
    shared = [len(stems(fact) & stems(statement)) for statement in question.statements]
    return shared.index(max(shared)) + 1
