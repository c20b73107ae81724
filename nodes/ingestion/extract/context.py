"""What extraction knows beside the statement itself."""

from memorist.memory_store.domain.memory import Confidence, Part, Source
from memorist.nodes.ingestion.draft import Utterance


class Context(Part):
    """Where a statement comes from.

    Args:
        before: the turns before, oldest first.
        source: how the memory comes to be.
        person: the speaker's name; "user" when it is not known. It is the subject of "I".
        confidence: if set, what every draft gets that is not hypothetical.
        by_user: the statement answers or corrects: it may supersede without asking.
    """

    before: tuple[Utterance, ...] = ()
    source: Source = Source.USER_STATED
    person: str = "user"
    confidence: Confidence | None = None
    by_user: bool = False
