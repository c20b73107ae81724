"""Checks that a content or a claim says of its subject only what the sentence says of the same subject.

English alone, and only where the words show it: a first person, "he" or "she", or what stands before a verb. Anywhere
else nothing is decided here.
"""

import re
from dataclasses import dataclass
from typing import Literal

from memorist.nodes.reading.evidence import content_words, fragments_of, names_of, sources_of, vocabulary, words_of
from memorist.nodes.reading.markers import PEOPLE, SPEAKERS, plain

_LEAD = (
    r"\W*(?:(?:and|but|so|well|ok|okay|actually|also|yes|no|nah|then|now|oh|hey|wait|because|since|while|that)\b"
    r"[\s,]*)*"
)
_SPEAKER = re.compile(rf"{_LEAD}(?:(?:i|we)(?:'(?:m|ve|ll|d|re))?|let'?s)\b")
_PERSON = re.compile(rf"{_LEAD}(?:he|she)(?:'(?:s|d|ll))?\b")
_AUXILIARY = (
    r"(?:is|are|was|were|has|have|had|does|did|do|will|would|can|could|must|should|may|might|isn't|aren't|wasn't|"
    r"weren't|hasn't|doesn't|didn't|won't|wouldn't|can't|couldn't)"
)
_NOUNS = re.compile(
    rf"{_LEAD}(?P<nouns>(?!(?:it|this|that|these|those|there|they|you|who|what|which|if|when|please)\b)"
    rf"(?:[\w&'.-]+\s+){{1,5}}?)(?:{_AUXILIARY}|[a-z]{{2,}}[^s\W]s|[a-z]{{2,}}ed)\b"
)
_REPORTS = re.compile(
    r"(?<!\bi )(?<!\bwe )\b(?:says|said|claims|claimed|thinks|reckons|believes|(?:told|tells) (?:me|us))\b"
)
_TELLS = re.compile(r"\b(?:says?|said|saying|claim\w*|thinks?|thought|reckons?|believes?|told|according)\b")
_OBLIGES = re.compile(
    r"\b(?:(?:has|have|had|needs?|wants?|supposed|ought|hopes?) to|must|should|would(?! (?:rather|prefer)))\b"
    r"|\b(?:i|we|he|she|they)'d\b"
)
_IS_OBLIGED = re.compile(
    r"\b(?:to|must|should|would|needs?|needed|wants?|requires?d?|supposed|ought|hopes?|due|plan\w*|may|never|always)\b"
)
_LIMIT = re.compile(
    r"\b(?:before|after|except|only|other than|apart from|besides|at most|at least|during|within)\s+"
    r"(?P<words>[^,;:.!?()]+)"
)
_RATHER = re.compile(
    r"\b(?:instead of|rather than)\s+(?P<words>(?:(?!(?:for|in|on|at|to|with|as|because)\b)[\w.+#-]+\s?){1,3})"
)


_STATES = frozenset({"is", "does", "has"})
"""Predicates of a present state: "has to go live" must not become "is live"."""


@dataclass(frozen=True)
class Subject:
    """Subject of a clause: its speaker, somebody called he or she, or nouns.

    ``named``: the nouns call somebody or something: the only one is written like a name, or is "sister".
    """

    kind: Literal["speaker", "person", "nouns"]
    nouns: tuple[str, ...] = ()
    named: bool = False


def subject_of(clause: str) -> Subject | None:
    """The subject that a clause shows, or null."""
    said = plain(clause)
    if _SPEAKER.match(said):
        return Subject("speaker")
    if _PERSON.match(said):
        return Subject("person")
    found = _NOUNS.match(said)
    nouns = tuple(content_words(found["nouns"])) if found else ()
    if found is None or not nouns:
        return None
    written = clause[found.start("nouns") : found.end("nouns")].strip()
    like_a_name = len(written.split()) == 1 and written[0].isupper()
    return Subject("nouns", nouns, named=like_a_name or (len(nouns) == 1 and nouns[0] in PEOPLE))


def told_otherwise(content: str, sentence: str, texts: tuple[str, ...]) -> str | None:
    """Return why a content is about another subject than its sentence, or says more or else than it; null if not.

    Each clause of the content is held against the clauses of the sentence that it is from.

    Args:
        content: what is told.
        sentence: that it rests on.
        texts: everything that was said, to know names by.
    """
    clauses = fragments_of(sentence)
    for part in fragments_of(content):
        sources = clauses if len(clauses) == 1 else sources_of(part, clauses)
        found = (_other_subject(_told(part), content, one, clauses, texts) for one in sources)
        if problem := next(filter(None, found), None):
            return problem
    whole = plain(content)
    return _weakened(whole, plain(next(iter(_sources(content, sentence)), ""))) or swapped(content, sentence)


def claimed_otherwise(
    subject: str | None, about: str, predicate: str, sentence: str, texts: tuple[str, ...]
) -> str | None:
    """Return why a claim tells of another or more than was said, or what only somebody else says; null if not.

    Args:
        subject: of the claim; null where it is nobody in particular.
        about: the words of its object and qualifier.
        predicate: with one of a present state, a claim must not be about what is only due.
        sentence: that it rests on.
        texts: everything that was said, to know names by.
    """
    sources = _sources(about, sentence)
    clauses = fragments_of(sentence)
    if subject is not None:
        told = Subject("speaker") if subject in SPEAKERS else Subject("nouns", tuple(content_words(subject)))
        found = (_other_subject(told, f"{subject} {about}", source, clauses, texts) for source in sources)
        if problem := next(filter(None, found), None):
            return problem
    if (reported := _REPORTS.search(plain(sentence))) is not None:
        who = vocabulary(plain(sentence)[: reported.start()])
        if subject is None or not any(map(who.covers, content_words(subject))):
            return "somebody else says so"
    return _weakened(plain(about), plain(next(iter(sources), "")), obliged=predicate in _STATES)


def _sources(text: str, sentence: str) -> list[str]:
    """The clauses of a sentence that a text is from, that with most of its words first; one clause is all of it.

    A text of several clauses may take each from another one, with a subject of its own: then it is the first alone.
    """
    clauses = fragments_of(sentence)
    sources = clauses if len(clauses) == 1 else sources_of(text, clauses)
    return sources if len(fragments_of(text)) == 1 else sources[:1]


def _told(content: str) -> Subject | None:
    first = next((word for word in words_of(content) if word != "the"), "")
    if first in SPEAKERS and not re.match(r"\W*(?:the\s+)?\w+['’]s\b", content, re.IGNORECASE):
        return Subject("speaker")
    return subject_of(content)


def _other_subject(
    told: Subject | None, content: str, source: str, clauses: list[str], texts: tuple[str, ...]
) -> str | None:
    """Return why a clause is about another subject than what is told of it; null if it is not.

    What is told may be called otherwise than in its clause, unless another clause of the sentence names it, or the
    speaker says it about themselves and it is somebody.
    """
    said, covers = subject_of(source), vocabulary(content).covers
    if told is None or said is None or told.kind == said.kind == "speaker":
        return None
    if told.kind == "speaker":
        if said.kind == "person":
            return "it is said of somebody else than the speaker"
        named = said.named or said.nouns[0] in {name for text in texts for name in names_of(text)}
        return f"it is said of {said.nouns[0]!r}" if named and not covers(said.nouns[0]) else None
    if told.kind != "nouns" or said.kind == "person":
        return None
    here, beside = vocabulary(source).covers, vocabulary(*(one for one in clauses if one != source)).covers
    elsewhere = [noun for noun in told.nouns if not here(noun)]
    if said.kind == "speaker":
        other = told.named and elsewhere
        return f"the speaker says it of himself, not of {' '.join(told.nouns)!r}" if other else None
    if not any(map(beside, elsewhere)):
        return None
    return None if all(map(covers, said.nouns)) else f"it is said of {' '.join(said.nouns)!r}"


def leaves_out_who_says_so(content: str, sentence: str) -> bool:
    """Return true if a content tells as so what the clauses that it is from report of somebody else."""
    if _REPORTS.search(plain(sentence)) is None or _TELLS.search(plain(content)) is not None:
        return False
    sources = sources_of(content, fragments_of(sentence)) or [sentence]
    return any(_REPORTS.search(plain(source)) for source in sources)


def _weakened(told: str, source: str, *, obliged: bool = True) -> str | None:
    """Why a text says more than its source: it leaves out a limit, or that something is only due; null if not."""
    if obliged and _OBLIGES.search(source) and not _IS_OBLIGED.search(told):
        return "it tells as done what is only due or wished"
    return _unlimited(told, source)


def _unlimited(told: str, source: str) -> str | None:
    known = vocabulary(told)
    for limit in _LIMIT.finditer(source):
        words = content_words(limit["words"]) or list(words_of(limit["words"]))
        if words and not any(map(known.covers, words)):
            return f"it leaves out the limit {limit.group().strip()!r}"
    return None


def swapped(text: str, sentence: str) -> str | None:
    """Why a text takes the rejected thing for the chosen one: "uses B" from "A instead of B"; null if it does not."""
    said = plain(sentence)
    found = _RATHER.search(said)
    if found is None:
        return None
    passed, chosen = vocabulary(found["words"]), vocabulary(said[: found.start("words")], said[found.end("words") :])
    main = _RATHER.sub(" ", plain(text))
    wrong = [word for word in content_words(main) if passed.covers(word) and not chosen.covers(word)]
    return f"{wrong[0]!r} is what was not chosen" if wrong else None
