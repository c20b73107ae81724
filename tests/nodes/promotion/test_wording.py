"""Wording of a promoted memory without a model."""

import pytest

from memorist.nodes.promotion.wording import refused_in


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("We use pnpm, not npm or yarn", ("npm", "Yarn")),
        ("We use Clerk instead of JWT for auth", ("JWT",)),
        ("Prefer Zustand over Redux because it is small", ("Redux",)),
        ("We never use npm for new projects; Yarn is fine", ("npm",)),
        ("We use pnpm for package management", ()),
        ("Not today", ()),
    ],
)
def test_what_a_person_refuses_is_read_out_of_a_sentence(text: str, names: tuple[str, ...]) -> None:
    assert refused_in(text) == names
