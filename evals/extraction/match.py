"""Match of a memory with a fact: by its claim, or by all content words of the fact, at the same polarity."""

import re
from functools import lru_cache
from typing import Literal

from memorist.evals.extraction.case import ExpectedFact
from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.identity import folded
from memorist.nodes.draft import Draft
from memorist.nodes.language.gazetteer import find_entities

Verdict = Literal["says", "denies", "no"]
"""``denies``: the same words at the other polarity."""

_NO_CONTENT = frozenset(
    """a an the and or but of to in on at by for with from into about as is are was were be been being do does did have
    has had can could should would will shall may might i we you he she it they me us them my our your his her its
    their this that these those there user users team teams who what which so also now just very too not no never
    nor s t re ve ll d m
    over more use used using set get go make new any all some because since than then when if""".split()
)
_DENIAL = re.compile(
    r"\b(?:not|never|no|cannot|nor|neither|nobody|none|nothing|anything\sbut|far\sfrom)\b|n['’]t\b", re.IGNORECASE
)
_NOR = re.compile(r"(?<=[\w,])\s(?:nor|or\snot)\b", re.IGNORECASE)
"""Behind another denial it goes on denying: "neither staging nor prod" denies once."""
_SOFT = re.compile(
    r"\b(?:without|avoid\w*|stop\w*|forbid\w*|forbidden|bann?e?d?|prohibit\w*|against|drop\w*|remov\w*|abandon\w*|"
    r"ditch\w*|dislik\w*|hat(?:es?|ed)|scrap\w*|retir\w*|instead|rather|only|unless|until|over|lacks?|fails?|refus\w*)\b",
    re.IGNORECASE,
)
"""Words that deny in their own way: whether "drops Redis" says yes or no is a matter of taste, so both are right."""
_CONTRAST = re.compile(
    r",\s*(?:and\s)?not\s[^,;]{1,40}$|\bnot\sonly\b"
    r"|(?<!\bis)(?<!\bare)(?<!\bdoes)(?<!\bdo)(?<!\bwas)(?<!\buses)(?<!\blikes)(?<!\bprefers)\snot\s[A-Z\d][\w.]*$"
)
"""In "14, not 15" the fact itself is not denied."""

_PREDICATE_WORDS = {
    "uses": "uses",
    "prefers": "prefers",
    "requires": "requires needs must",
    "practices": "always",
    "owned_by": "owned by owns owner responsible",
    "role_is": "role works",
    "named": "called named name",
    "located_in": "located in lives at based",
    "due_on": "due deadline",
    "happens_on": "happens every",
    "has_issue": "issue problem bug",
    "likes": "likes loves enjoys",
    "works_on": "works on",
    "has_value": "is value",
    "considers": "considers may might adopt",
}
_SPELLED: dict[str, str] = {
    "pr": "pull request", "prs": "pull request", "mr": "pull request", "mrs": "pull request",
    "db": "database", "dbs": "database", "cert": "certificate", "certs": "certificate", "config": "configuration",
    "env": "environment", "infra": "infrastructure", "repo": "repository", "repos": "repository", "prod": "production",
    "auth": "authentication", "docs": "documentation", "app": "application", "apps": "application", "dev": "developer",
    "devs": "developer",
    "mins": "minutes", "min": "minutes", "secs": "seconds", "hrs": "hours", "favorite": "favourite",
    "like": "prefer", "likes": "prefer", "love": "prefer", "loves": "prefer", "enjoy": "prefer", "enjoys": "prefer",
    "favours": "prefer", "favors": "prefer", "anymore": "", "whilst": "while", "nobody": "one", "noone": "one",
}  # fmt: skip
"""Short forms and what they are short for: a fact and a memory may use either."""

_CONTRACTED = re.compile(r"\b(?:ca|wo|do|does|did|is|are|was|were|has|have|had|would|should|could|must|need)n['’]t\b")
_ENDINGS = (
    ("ization", "iz"), ("isation", "iz"), ("ations", ""), ("ation", ""), ("ements", ""), ("ement", ""),
    ("ments", ""), ("ment", ""), ("ies", ""), ("ied", ""), ("ings", ""), ("ing", ""), ("ers", ""), ("er", ""),
    ("ed", ""), ("es", ""), ("s", ""), ("lly", "l"), ("e", ""), ("y", ""),
)  # fmt: skip


@lru_cache(maxsize=16_384)
def stem(word: str) -> str:
    """A word without its English endings: "deploys", "deployed", "deployments" → "deploy"."""
    if len(word) <= 3 or any(c.isdigit() for c in word):
        return word
    if word.endswith("s") and not word.endswith(("ss", "us", "is", "ies", "es")):
        word = word[:-1]
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)] + instead
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiouls":
        word = word[:-1]
    return word.removesuffix("e") if len(word) > 3 else word


@lru_cache(maxsize=16_384)
def content_of(text: str) -> frozenset[str]:
    """The stems of the content words of a text, names in their canonical spelling."""
    for mention in reversed(find_entities(text)):
        if mention.field != "file":
            text = f"{text[: mention.start]} {mention.canonical} {text[mention.end :]}"
    plain = _CONTRACTED.sub(" ", text.casefold().replace("’", "'").replace("pull request", "pr")).replace("'s", "")
    plain = plain.replace("merge request", "pr").replace("cannot", " ")
    words = re.findall(r"[$€£]?\d[\d.,:/-]*\d%?|\d%?|[^\W_]+", plain)
    spelled = (part for word in words for part in str(_SPELLED.get(word, word)).split())
    return frozenset(stem(w.strip("$€£").rstrip(".,:")) for w in spelled if w not in _NO_CONTENT)


def _worded(claim: Claim) -> str:
    return f"{claim.predicate.replace('_', ' ')} {_PREDICATE_WORDS.get(claim.predicate, '')}"


def readable(draft: Draft) -> str:
    """Everything that a memory-to-be says in words, its claim and entities included."""
    parts: list[str] = [draft.content, *draft.entities]
    if claim := draft.claim:
        parts += [claim.subject, _worded(claim), claim.object, claim.qualifier or "", claim.topic or ""]
        parts += claim.platforms
    parts += (str(value or "") for value in draft.details.values())
    if draft.valid_until_condition:
        parts.append(f"until {draft.valid_until_condition}")
    return " . ".join(part for part in parts if part)


def denied(text: str) -> bool:
    """Return true if a text says that something is not so: an odd number of denials, "neither … nor" being one."""
    plain = _CONTRAST.sub("", text)
    first = _DENIAL.search(plain)
    if first is None:
        return False
    return len(_DENIAL.findall(plain[: first.end()] + _NOR.sub(" ", plain[first.end() :]))) % 2 == 1


def says(draft: Draft, fact: ExpectedFact) -> Verdict:
    """Compare one memory with one expected fact."""
    wanted = fact.polarity
    if draft.claim is not None and fact.subject and fact.object and _same_claim(draft.claim, fact):
        return "says" if draft.claim.polarity == (wanted is not False) else "denies"
    text = fact.text or " ".join((fact.subject or "", fact.object or "", fact.qualifier or "", *fact.words))
    needed = content_of(text) - _DENIAL_STEMS
    if not needed or not needed <= content_of(readable(draft)):
        return "no"
    if fact.text is None and wanted is None and not (fact.subject and fact.object):
        return "says"
    if wanted is None and _SOFT.search(text):
        return "says"
    meant = {wanted} if wanted is not None else {not denied(clause) for clause in _CLAUSE.split(text)}
    return "says" if meant & _polarities(draft, needed) else "denies"


_CLAUSE = re.compile(
    r"[;.]\s+|,?\s(?:and|but)\s(?=(?:\w+\s){0,2}(?:is|are|was|were|does|do|did|never|has|have|no)\b)", re.IGNORECASE
)
"""There is no build, and there never was one: each half of an expected fact has a polarity of its own."""


_DENIAL_STEMS = frozenset(
    stem(w) for w in "cannot without avoid avoids stop stops stopped neither nobody none longer".split()
)


_FRAGMENT = re.compile(
    r"[,;:.()–—]\s*|\s(?=(?:because|so|since|but|until|unless|if|when|whenever|while|although|though|which|who|that|and|or|"
    r"not)\b)",
    re.IGNORECASE,
)


def _polarities(draft: Draft, needed: frozenset[str]) -> set[bool]:
    """Return the polarities that the memory can be read with: its claim's if the claim holds the fact, else the words'.

    A sentence denies by its parts: in "uses Vitest, not Jest" and "leaves early because nobody is there" only the part
    that names the fact counts. Where a word denies in its own way, or the denial stands inside the claim's object, both
    readings are right.
    """
    if _SOFT.search(draft.content):
        return {True, False}
    if draft.claim is not None:
        claim = draft.claim
        held = content_of(f"{claim.subject} . {_worded(claim)} . {claim.object} . {claim.qualifier or ''}")
        if needed <= held:
            return {True, False} if _DENIAL.search(claim.object) else {claim.polarity}
    parts = [part for part in _FRAGMENT.split(draft.content) if needed & content_of(part)]
    return {not denied(part) for part in parts} | {not denied(draft.content)}


def _same_claim(claim: Claim, fact: ExpectedFact) -> bool:
    return (
        _alike(claim.subject, fact.subject or "")
        and (fact.predicate is None or claim.predicate == fact.predicate)
        and _alike(claim.object, fact.object or "")
    )


def _alike(one: str, other: str) -> bool:
    return folded(one) == folded(other) or (bool(content_of(other)) and content_of(other) <= content_of(one))
