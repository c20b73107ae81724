"""Other names for what a scenario names: one to one, everywhere at once."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from random import Random

from memorist.evals.scenarios.variation.declared import Member, Variants


def choose(
    variants: Variants, texts: Sequence[str], fixed: Collection[str], rng: Random
) -> list[tuple[Member, Member]]:
    """Members that the texts name, of every family, each with the one that stands for it.

    Members that ``fixed`` names stay, and nothing is called by their names.
    """
    chosen: list[tuple[Member, Member]] = []
    staying = {name.lower() for name in fixed}
    for members in variants.families.values():
        free = [member for member in members if staying.isdisjoint(form.lower() for form in member.values())]
        named = [member for member in free if occurs(member.values(), texts)]
        pool = rng.sample(free, len(free))
        for member in named:
            other = next((m for m in pool if m != member), member)
            pool = [m for m in pool if m != other]
            if other != member:
                chosen.append((member, other))
    return chosen


def forms(chosen: Iterable[tuple[Member, Member]]) -> dict[str, str]:
    """Return the replacement of each form that may occur in a text."""
    return {form: new for member, other in chosen for form, new in _forms(member, other).items()}


def occurs(forms: Iterable[str], texts: Sequence[str]) -> bool:
    """Return true if one of the forms stands in one of the texts."""
    pattern = _pattern(tuple(spelt for form in forms for spelt in (form, form.lower(), _capital(form))))
    return any(pattern.search(text) for text in texts)


def replace(text: str, replaced: Mapping[str, str]) -> str:
    """``text`` with all names replaced at once, the longest first."""
    if not replaced:
        return text
    return _pattern(tuple(replaced)).sub(lambda found: replaced[found[0]], text)


def _forms(member: Member, other: Member) -> dict[str, str]:
    """Each form of a member to that of the other one, also in small letters and at the beginning of a sentence."""
    exact = {form: other.get(kind, other["name"]) for kind, form in member.items()}
    small = {form.lower(): new.lower() for form, new in exact.items()}
    capital = {_capital(form): _capital(new) for form, new in exact.items()}
    return {**capital, **small, **exact}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


@lru_cache(maxsize=1_024)
def _pattern(forms: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted({*forms}, key=lambda form: (-len(form), form))
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest_first))})(?![\w-])|(?!)")
