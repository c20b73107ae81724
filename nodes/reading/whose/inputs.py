"""Judge whose affair the sentences of an input tell of, by who said it: a person, an agent, or an agent in a note."""

from collections.abc import Iterator, Sequence

from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.private_life import private_theme
from memorist.memory_store.domain.sentences import sentences_in
from memorist.memory_store.domain.visibility import is_personal_input, leans, tells_of_private_life, words_noted
from memorist.memory_store.standing import excepts
from memorist.nodes.language.lexical import stems_of
from memorist.nodes.language.names import find_names
from memorist.nodes.reading.markers import forbids
from memorist.nodes.reading.reader import Spoken
from memorist.nodes.reading.whose.discretion import confided_words
from memorist.nodes.reading.whose.whose import WhoseAffair, whose_affair


def affair_of(episode: RawEpisode, before: Sequence[Spoken] = ()) -> WhoseAffair:
    """Return the places of the sentences of a raw input that are its speaker's own affair, or that of the person of
    whom an agent notes something.

    Args:
        episode: the input.
        before: the turns of the same talk before it.
    """
    if episode.description == "observation":
        noted = tuple(_private_notes(episode))
        return WhoseAffair(noted, noted, ())
    affair = whose_affair(episode.content, answer=episode.role == "assistant")
    reasons = _private_reasons(episode.content) if episode.role == "user" else ()
    again = tuple(_confided_before(episode, before))
    return WhoseAffair(
        *(tuple(sorted({*places, *again, *more})) for places, more in zip(affair, (reasons, (), ()), strict=True))
    )


def _confided_before(episode: RawEpisode, before: Sequence[Spoken]) -> Iterator[int]:
    """Yield the places of the sentences that speak of what the person confided in the turns before.

    An answer does as a whole if it answers a confidence, or has a word of one; a sentence of the person if it has a
    name of one.
    """
    turns = [confided_words(one.content) for one in before if one.role == "user"]
    confided = " ".join(filter(None, turns))
    if not confided:
        return
    answer = episode.role == "assistant"
    retells = answer and (bool(turns[-1]) or not stems_of(confided).isdisjoint(stems_of(episode.content)))
    names = _names_in(confided)
    for place, sentence in enumerate(sentences_in(episode.content)):
        if retells or (not answer and not names.isdisjoint(_names_in(sentence))):
            yield place


def _names_in(text: str) -> frozenset[str]:
    return frozenset(mention.canonical for mention in find_names(text))


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
