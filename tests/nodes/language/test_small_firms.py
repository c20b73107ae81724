"""Companies, clients and cases that chats write small, and the ordinary sentences beside them."""

import pytest

from memorist.nodes.language.names import find_names


def named(text: str) -> list[str]:
    return [mention.canonical for mention in find_names(text)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("northwind wants all exports as csv", ["Northwind"]),
        ("the form is done but kestrel still insists on a captcha", ["Kestrel"]),
        ("tavistock only pays by invoice", ["Tavistock"]),
        ("pelora labs asked for a captcha", ["Pelora Labs"]),
        ("wrong country, pelora foods is in peru", ["Pelora Foods", "Peru"]),
        ("we buy the flour from seidel mill because it is cheap", ["Seidel Mill"]),
        ("my sister works at pelora health", ["Pelora Health"]),
    ],
)
def test_who_asks_or_is_called_as_firms_are_is_a_company(text: str, names: list[str]) -> None:
    assert named(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "everybody wants a raise",
        "design wants more whitespace",
        "marketing asked for a banner",
        "payroll wants it by friday",
        "girlfriend wants a dog",
        "customer insists on a refund",
        "parents complained again",
        "the toddler wants a snack",
        "mental health is important",
        "the new vegan foods are good",
        "i work in veterinary health",
        "crime pays",
    ],
)
def test_everybody_else_asks_without_being_a_company(text: str) -> None:
    assert named(text) == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("the hearing for the brandt case got moved", ["Brandt"]),
        ("for the halden account the logo is bigger", ["Halden"]),
        ("our pelora labs contract ends in may", ["Pelora Labs"]),
    ],
)
def test_a_case_is_called_by_whom_it_is_about(text: str, names: list[str]) -> None:
    assert named(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "the search case is slow",
        "the edge case fails",
        "the user account is locked",
        "in the worst case we wait",
        "the bilinear case is slower",
        "the divorce case drags on",
        "i use camel case, the kebab case is for urls",
        "the maintenance contract ends",
        "an admin account is needed",
    ],
)
def test_a_case_of_some_kind_is_called_by_nobody(text: str) -> None:
    assert named(text) == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("vitalis (the insurance) only answers by fax", ["Vitalis"]),
        ("the new sponsor is autohaus brenner, they are nice", ["Autohaus Brenner"]),
        ("our biggest client is marlow logistics", ["Marlow Logistics"]),
        ("our biggest client is northwind", ["Northwind"]),
        ("tavistock is our biggest client", ["Tavistock"]),
        ("our client kestrel wants a new logo", ["Kestrel"]),
        ("i will never fly with ryanair again", ["Ryanair"]),
        ("the meeting with halden on friday is off", ["Halden"]),
        ("there is an invoice from pelora, again", ["Pelora"]),
    ],
)
def test_who_is_a_client_or_a_carrier_has_a_name(text: str, names: list[str]) -> None:
    assert named(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "our new client is furious",
        "our new client is bankrupt",
        "the client is very picky about fonts",
        "our main supplier is offline",
        "the bank statement is wrong",
        "honesty is our best policy",
        "i never fly with kids again",
        "the meeting with stakeholders on friday is off",
        "the delivery from abroad is late",
        "we want feedback from users",
        "flour (the cheap one) is enough",
        "it is my first customer",
        "the client webview is slow",
    ],
)
def test_what_a_client_is_like_is_no_name(text: str) -> None:
    assert named(text) == []
