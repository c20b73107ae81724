"""Companies, clients and cases that were written without their capital, told by the words around them.

An unknown word names one where it asks for something ("northwind wants"), where a case is called by it ("the brandt
case"), where somebody says who it is ("vitalis (the insurance)"), or beside what firms call themselves.
"""

from collections.abc import Callable, Iterable, Sequence

from memorist.nodes.language.around_names import around_names, may_be_a_firm
from memorist.nodes.language.covered import Covered
from memorist.nodes.language.disambiguation import ends_phrase
from memorist.nodes.language.name_lists import given_names
from memorist.nodes.language.tokens import Mention, Token, last_before

type _Span = tuple[int, int] | None
"""The first token of a name and that behind its last."""
type _Reader = Callable[[str, Sequence[Token], int], _Span]

_STOPS = frozenset({*",.;:!?\n(-–—•*", ""})
_JOINING = frozenset(
    "and but because cause cuz if when whenever that since so as unless until while though although btw fyi also "
    "then".split()
)
_BETWEEN = frozenset("only just also now always never still really already usually often".split())
_THE = frozenset("the our my that this their".split())
_OURS = frozenset({"our", "my"})
_IS = frozenset("is was are called named s".split())
_STANDS = frozenset("is was has does doesn't doesnt isn't isnt wasn't wasnt hasn't hasnt can't cant won't wont".split())
_BEFORE_FIRM = frozenset("from at with by joined called against via".split())
_WORKPLACE = frozenset("at joined called".split())
_LIKE_ADJECTIVES = ("y", "ish", "ed", "en", "ate", "ese", "ile", "ure", "i", "al", "ic")
"""Our new client is skittish: what ends so tells what somebody is like."""
_OF_CASES = ("ed", "ive", "est", "near", "tten", "cal")
"""The fastest case, the bilinear case."""


def firms_in_small_letters(text: str, tokens: Sequence[Token], spans: Covered) -> Iterable[Mention]:
    """The names that unknown words make in such places, in order, each once; ``spans`` is what is named already."""
    kinds = around_names().kinds
    behind = 0
    for at, token in enumerate(tokens):
        for kind in kinds.get(token.folded, ()):
            reader = _READERS.get(kind)
            found = reader(text, tokens, at) if reader else None
            if not found or found[0] < behind:
                continue
            words = tokens[found[0] : found[1]]
            if any(not word.text.islower() or word in spans for word in words):
                continue
            behind = found[1]
            person = kind == "people" or words[0].folded in given_names()[0]
            name = " ".join(word.text.capitalize() for word in words)
            yield Mention(
                name, "entity:person" if person and len(words) == 1 else "entity:concept", words[0].start, words[-1].end
            )


def _who_asks(text: str, tokens: Sequence[Token], at: int) -> _Span:
    """Who wants something: of an act that several may have done, only what is no plural."""
    last = at - 1
    while last > 0 and tokens[last].folded in _BETWEEN:
        last -= 1
    if last < 0 or not _runs_on(text, tokens, last, at):
        return None
    several = "asked" in around_names().kinds[tokens[at].folded]
    if last and _is_firm(tokens[last]) and _named(text, tokens, last) and _begins_clause(text, tokens, last - 1):
        return last - 1, last + 1
    word = tokens[last].folded
    if not _begins_clause(text, tokens, last) or (several and word.endswith("s")):
        return None
    return (last, last + 1) if may_be_a_firm(word, compound=not several) else None


def _whose_case(text: str, tokens: Sequence[Token], at: int) -> _Span:
    """Whom a case or a contract is called by: "the halden account"."""
    if at < 2 or not _runs_on(text, tokens, at - 2, at):
        return None
    named = tokens[at - 1]
    if tokens[at - 2].folded in _THE:
        unknown = may_be_a_firm(named.folded) and not named.folded.endswith(_OF_CASES)
        return (at - 1, at) if unknown or named.folded in given_names()[0] else None
    firm = at > 2 and tokens[at - 3].folded in _THE and _is_firm(named) and _named(text, tokens, at - 1)
    return (at - 2, at) if firm else None


def _who_it_is(text: str, tokens: Sequence[Token], at: int) -> _Span:
    """Who is said to be a company or somebody to us.

    "vitalis (the insurance)", "tavistock is our biggest client", "our client kestrel wants", "our sponsor is halden".
    """
    first = at
    while first and _leads_in(tokens[first - 1].folded) and _runs_on(text, tokens, first - 1, first):
        first -= 1
    if first == at:
        return None
    return (
        _who_stands_before(text, tokens, first, at)
        or _who_follows(text, tokens, at)
        or _who_is_called(text, tokens, at)
    )


def _leads_in(word: str) -> bool:
    return word in _THE or word in {"a", "an"} or "newest" in around_names().kinds.get(word, ())


def _who_stands_before(text: str, tokens: Sequence[Token], first: int, at: int) -> _Span:
    """A name before "(the insurance)", ", our insurance," or "is our biggest client"."""
    is_one = first > 1 and tokens[first - 1].folded in {"is", "are"} and tokens[first].folded in _OURS
    last = first - 2 if is_one else first - 1
    if last < 0 or not may_be_a_firm(tokens[last].folded, compound=True):
        return None
    between = text[tokens[last].end : tokens[first].start]
    closed = tokens[first].folded in _OURS and text[tokens[at].end : tokens[at].end + 1] in {",", "."}
    apart = between == " (" or (between == ", " and closed and not tokens[last].folded.endswith("s"))
    is_one = is_one and _runs_on(text, tokens, last, first) and _begins_clause(text, tokens, last)
    return (last, last + 1) if apart or is_one else None


def _who_follows(text: str, tokens: Sequence[Token], at: int) -> _Span:
    """A name right behind what somebody is: "our client kestrel wants"."""
    name = at + 1
    if name >= len(tokens) or not may_be_a_firm(tokens[name].folded) or not _runs_on(text, tokens, at, name):
        return None
    word, after = tokens[name].folded, tokens[name + 1].folded if name + 1 < len(tokens) else ""
    acts = any(kind in {"asks", "asked"} for kind in around_names().kinds.get(after, ()))
    return (name, name + 1) if acts and not word.endswith("s") else None


def _who_is_called(text: str, tokens: Sequence[Token], at: int) -> _Span:
    """A name behind "our new sponsor is": one word only where nothing else than a name tells which one it is."""
    name = at + 2
    if name >= len(tokens) or tokens[at + 1].folded not in _IS or not _runs_on(text, tokens, name - 1, name):
        return None
    word = tokens[name].folded
    if not may_be_a_firm(word, compound=True):
        return None
    if name + 1 < len(tokens) and _runs_on(text, tokens, name, name + 1) and ends_phrase(text, tokens, name + 2):
        more = tokens[name + 1]
        if _is_firm(more) or may_be_a_firm(more.folded):
            return name, name + 2
    newest = "newest" in around_names().kinds.get(tokens[at - 1].folded, ())
    alone = newest and not word.endswith(_LIKE_ADJECTIVES) and ends_phrase(text, tokens, name + 1)
    return (name, name + 1) if alone else None


def _what_firm(text: str, tokens: Sequence[Token], at: int) -> _Span:
    """A name and what firms call themselves: "flour from seidel mill", "kestrel foods is in Bern"."""
    if not _named(text, tokens, at) or not at:
        return None
    weak = "fields" in around_names().kinds[tokens[at].folded]
    before = tokens[at - 2].folded if at > 1 and _runs_on(text, tokens, at - 2, at - 1) else ""
    if before in (_WORKPLACE if weak else _BEFORE_FIRM) and ends_phrase(text, tokens, at + 1):
        return at - 1, at + 1
    follows = tokens[at + 1].folded if at + 1 < len(tokens) and _runs_on(text, tokens, at, at + 1) else ""
    stands = not weak and follows in _STANDS and _begins_clause(text, tokens, at - 1)
    return (at - 1, at + 1) if stands else None


def _dealt_with(text: str, tokens: Sequence[Token], at: int) -> _Span:
    """With whom one flies or meets, and whom an invoice is from."""
    name = at + 2
    if name >= len(tokens) or tokens[at + 1].folded not in around_names().dealt[tokens[at].folded]:
        return None
    word = tokens[name].folded
    named = may_be_a_firm(word) and not word.endswith("s") and _runs_on(text, tokens, at, name)
    return (name, name + 1) if named and ends_phrase(text, tokens, name + 1) else None


_READERS: dict[str, _Reader] = {
    "asks": _who_asks,
    "asked": _who_asks,
    "matters": _whose_case,
    "companies": _who_it_is,
    "people": _who_it_is,
    "firms": _what_firm,
    "fields": _what_firm,
    "dealt": _dealt_with,
}


def _is_firm(token: Token) -> bool:
    kinds = around_names().kinds.get(token.folded, ())
    return "firms" in kinds or "fields" in kinds


def _named(text: str, tokens: Sequence[Token], at: int) -> bool:
    """Whether an unknown word stands right before a token."""
    return at > 0 and may_be_a_firm(tokens[at - 1].folded, compound=True) and _runs_on(text, tokens, at - 1, at)


def _runs_on(text: str, tokens: Sequence[Token], first: int, last: int) -> bool:
    """Whether nothing but words stands between two tokens."""
    return not any(c in ",.;:!?()\n\"'" for c in text[tokens[first].end : tokens[last].start])


def _begins_clause(text: str, tokens: Sequence[Token], at: int) -> bool:
    if not at or tokens[at - 1].folded in _JOINING:
        return True
    return last_before(text, tokens[at].start, skipping=" \t\"'") in _STOPS
