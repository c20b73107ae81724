"""Every family is held to the examples and counter-examples in its own file."""

from datetime import UTC, datetime
from typing import Any

import pytest

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.ontology.loading import load_ontology
from memorist.nodes.reading.patterns.build import LIST
from memorist.nodes.reading.patterns.family import PatternExample, PatternFamily, families_version, load_families
from memorist.nodes.reading.patterns.sentence import attempt
from memorist.nodes.reading.reader import Proposal

SAID_AT = datetime(2026, 2, 2, 9, tzinfo=UTC)
FAMILIES = load_families()


def _short(claim: Claim | None) -> str | None:
    if claim is None:
        return None
    denied = "" if claim.polarity else "not "
    return f"{claim.subject} / {denied}{claim.predicate} / {claim.object} / {claim.qualifier or ''}".strip()


def _found(example: PatternExample, proposals: tuple[Proposal, ...]) -> dict[str, Any]:
    """Return the reading, in the fields that the example gives."""
    first = proposals[0]
    found: dict[str, Any] = {
        name: getattr(first, name) for name in example.model_fields_set & Proposal.model_fields.keys()
    }
    if "claims" in example.model_fields_set:
        found["claims"] = tuple(_short(proposal.claim) for proposal in proposals if LIST not in proposal.tags)
    if "ends" in example.model_fields_set:
        found["ends"] = _short(first.ends_claim)
    if "details" in found:
        found["details"] = {key: _part(first.details.get(key), given) for key, given in example.details.items()}
    return found | {"method": first.method}


def _part(value: Any, given: Any) -> Any:
    return {key: (value or {}).get(key) for key in given} if isinstance(given, dict) else value


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_a_family_reads_its_examples_as_they_say(family: PatternFamily) -> None:
    for example in family.examples:
        read = attempt(example.said, said_at=SAID_AT)
        assert read.proposals, f"{example.said!r} is unread: {read.reason}"
        wanted = example.model_dump(exclude_unset=True, exclude={"said"}) | {"method": f"pattern:{family.name}"}
        assert _found(example, read.proposals) == wanted, example.said


def test_the_items_of_a_list_are_read_one_by_one_and_the_list_as_it_was_said() -> None:
    *items, whole = attempt("we use Jest, Playwright and Detox for testing", said_at=SAID_AT).proposals
    assert [_short(item.claim) for item in items] == [
        "team / uses / Jest / testing",
        "team / uses / Playwright / testing",
        "team / uses / Detox / testing",
    ]
    assert (whole.content, whole.claim, whole.tags) == ("we use Jest, Playwright and Detox for testing", None, (LIST,))
    (alone,) = attempt("we use Jest for testing", said_at=SAID_AT).proposals
    assert LIST not in alone.tags


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_a_family_leaves_its_counter_examples_unread(family: PatternFamily) -> None:
    for said in family.not_read:
        read = attempt(said, said_at=SAID_AT)
        assert not read.proposals, said
        assert read.reason, said


def test_what_families_build_is_in_the_ontology() -> None:
    ontology = load_ontology("galatea")
    for family in FAMILIES:
        for form in family.forms_filled():
            assert form.type in ontology.node_types
            assert all(claim.predicate in ontology.predicates for claim in (form.claim, form.ends) if claim)


def test_every_template_compiles_and_every_family_has_counter_examples() -> None:
    for family in FAMILIES:
        assert family.not_read, family.name
        assert all(template.pattern.groups for form in family.forms for template in form.templates() if template.slots)


def test_every_quote_is_verbatim_and_every_content_is_made_of_said_words() -> None:
    for family in FAMILIES:
        for example in family.examples:
            for proposal in attempt(example.said, said_at=SAID_AT).proposals:
                assert proposal.quote in example.said
                numbers = {word for word in proposal.content.split() if word.isdigit()}
                assert all(number in example.said for number in numbers)


def test_the_version_names_the_set_of_families() -> None:
    assert families_version() == families_version()
    assert families_version().startswith("2.")
