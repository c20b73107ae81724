"""Judge whose affair the sentences of an input tell of, by who said it: a person, an agent, or an agent in a note."""

from collections.abc import Iterator

from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.private_life import private_theme
from memorist.memory_store.domain.sentences import sentences_in
from memorist.memory_store.domain.visibility import is_personal_input, leans, tells_of_private_life, words_noted
from memorist.memory_store.standing import excepts
from memorist.nodes.reading.markers import forbids
from memorist.nodes.reading.whose.whose import WhoseAffair, whose_affair


def affair_of(episode: RawEpisode) -> WhoseAffair:
    """Return the places of the sentences of a raw input that are its speaker's own affair, or that of the person of
    whom an agent notes something."""
    if episode.description == "observation":
        noted = tuple(_private_notes(episode))
        return WhoseAffair(noted, noted)
    affair = whose_affair(episode.content, answer=episode.role == "assistant")
    reasons = _private_reasons(episode.content) if episode.role == "user" else ()
    return affair._replace(private=tuple(sorted({*affair.private, *reasons})))


def _private_notes(episode: RawEpisode) -> Iterator[int]:
    """Yield the places of the sentences of notes that tell of a person, by their words, or of somebody's private life.

    Notes are mostly about the work, and so short that the judgement of what people say takes one in four for private.
    """
    private = False
    for place, sentence in enumerate(sentences_in(episode.content)):
        words = words_noted(sentence)
        said = sentence if words is None else words
        told = is_personal_input(said, "turn", episode.scope.user_id)
        told = told or (private_theme(said) is not None and bool(whose_affair(said).private))
        private = told or (private and words is None and leans(said))
        if private:
            yield place


def _private_reasons(content: str) -> Iterator[int]:
    """Yield the places of rules and exceptions for which the speaker's private life is the reason: by all other words
    they are about work ("except when I have dialysis, I can deploy")."""
    for place, sentence in enumerate(sentences_in(content)):
        if (excepts(sentence) or forbids(sentence)) and tells_of_private_life(sentence):
            yield place
