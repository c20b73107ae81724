"""Names that no list holds."""

import pytest

from memorist.nodes.language.common import is_english
from memorist.nodes.language.names import find_names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Northwind insists on SSO for their staff", ["Northwind"]),
        ("The contract with Acme Corp ends in May", ["Acme Corp"]),
        ("we mail the pack to Osei & Partners and then to Vellum & Co", ["Osei & Partners", "Vellum & Co"]),
        ("we had lunch with Rosa & Miguel in town", ["Rosa", "Miguel"]),
        ("Quartzite 0.9 leaks handles", ["Quartzite"]),
        ("Chapter 2.1 is missing", []),
        ("our api runs on go 1.22, not 1.23", ["Go"]),
        ("I go 1.5 km to work", []),
        ("i'm learning rust on weekends", ["Rust"]),
        ("new to R", ["R"]),
        ("R&D pays for it", []),
        ("hand dyed yarn", []),
        ("we dropped zettle after the outage", ["Zettle"]),
        ("pip install fails on my mac", ["pip"]),
        ("Yuki joined last week as our new SRE", ["Yuki"]),
        ("priya owns the billing service", ["Priya"]),
        ("I moved to New York in January", ["New York"]),
        ("my son Miguel started school", ["Miguel"]),
        ("Ask Dana Miller before touching the tokens", ["Dana Miller"]),
        ("Will joined the team", ["Will"]),
        ("The shipping module belongs to the folks in Wrocław", ["Wrocław"]),
        ("Łukasz owns the importer", ["Łukasz"]),
        ("Tidewater Credit insists on their own keys", ["Tidewater Credit"]),
        ("Blue Harbour wants weekly reports", ["Blue Harbour"]),
        ("Yesterday Gisela asked for it", ["Gisela"]),
        ("Ravensholm pulled out of the deal", ["Ravensholm"]),
        ("Ruby from legal reads every lease", ["Ruby"]),
        ("Ada, my eldest, plays the bassoon", ["Ada"]),
        ("Pager this week: Zdenka.", ["Zdenka"]),
        ("* Gudrun - architecture", ["Gudrun"]),
        ("Notes from the call with Hartmann & Söhne, sorry", ["Hartmann & Söhne"]),
        ("Tom & Anna review it", ["Tom", "Anna"]),
        ("the surgery is on Friday at St. Mary's", ["St. Mary's"]),
        ("If Astrid leaves, Jamal takes over", ["Astrid", "Jamal"]),
        ("we deliver to De Linde on fridays", ["De Linde"]),
        ("maintenance windows are on fridays", []),
        ("it only crashes on windows", ["Windows"]),
        ("we support macos, windows and linux", ["macOS", "Windows", "Linux"]),
        ("oidc is done by Bram", ["OpenID Connect", "Bram"]),
    ],
)
def test_a_name_is_told_by_its_capital_and_its_company(text: str, names: list[str]) -> None:
    assert [m.canonical for m in find_names(text)] == names


@pytest.mark.parametrize(
    "text",
    [
        "Kickoff is on April 8",
        "Production is down again",
        "Standups take place every Monday",
        "Deploys go out on Tuesdays",
        "A four-day week with Fridays off",
        "Will you be there?",
        "Answer in German please",
        "Nobody is allowed to merge",
        "Wir haben heute keine Besprechung und der Server ist nicht da",
        "HOW TO SHIP IT",
        "Status: Blocked.",
        "She got her Canadian visa",
        "I grew up speaking Tagalog",
        "Refactored the parser yesterday",
    ],
)
def test_the_beginning_of_a_sentence_a_day_a_language_or_a_noun_of_another_tongue_is_no_name(text: str) -> None:
    assert [m.canonical for m in find_names(text) if m.kind != "entity:practice"] == []


def test_a_given_name_is_a_person_and_an_unknown_capital_a_thing() -> None:
    kinds = {m.canonical: m.kind for m in find_names("I met Jonas at Brightwater")}
    assert kinds == {"Jonas": "entity:person", "Brightwater": "entity:concept"}


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("We never deploy on Fridays", True),
        ("On ne déploie jamais le vendredi", False),
        ("Wir verwenden Postgres für alles", False),
        ("Preferimos commits pequeños", False),
        ("我们使用 Postgres", False),
        ("PostgreSQL 16", True),
        ("I had a café au lait with Zoë", True),
    ],
)
def test_the_small_words_tell_the_language(text: str, english: bool) -> None:
    assert is_english(text) is english


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Halvard's taking over the exports", ("Halvard",)),
        ("Mogli just needs a new diet", ("Mogli",)),
        ("we use grommet for the ui", ("grommet",)),
        ("stripe webhooks arrive twice", ("Stripe",)),
        ("expo-updates serves the old bundle", ("expo-updates",)),
        ("logins go through Auth0 and Cal.com", ("Auth0", "Cal.com")),
        ("mira said no", ("Mira",)),
        ("Elif and Joakim own it", ("Elif", "Joakim")),
        ("we use spreadsheets for plans", ()),
        ("Payroll goes out on the 25th", ()),
        ("Coffee's empty", ()),
    ],
)
def test_names_that_no_list_holds(text: str, names: tuple[str, ...]) -> None:
    assert tuple(m.canonical for m in find_names(text)) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("we're moving to porto in july", ["Porto"]),
        ("the cert build for sony is due", ["Sony"]),
        ("lineage goes into zorblat and nobody minds", ["zorblat"]),
        ("Pelle Strand reports to Naima", ["Pelle Strand", "Naima"]),
        ("Brightfield's brand team refused", ["Brightfield"]),
        ("the van der Berg account is our largest", ["van der Berg"]),
        ("standup is at nine from next week", ["standup"]),
        ("tickets live in linear, docs in notion", ["Linear", "Notion"]),
        ("the scheduler runs on temporal since march", ["Temporal"]),
        ("have you heard of temporal", ["Temporal"]),
        ("priscilla takes over from olaf", ["Priscilla", "Olaf"]),
        ("kestrel insists on paper invoices", ["Kestrel"]),
        ("orders are written in pencil", []),
        ("our goal is unity", []),
        ("he has a porto bottle", []),
    ],
)
def test_names_without_capitals_and_names_of_two_words(text: str, names: list[str]) -> None:
    assert [m.canonical for m in find_names(text)] == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("we moved everything to turborepo2", ["turborepo2"]),
        ("the api runs behind haproxyx", ["haproxyx"]),
        ("logs get shipped to zorblax", ["zorblax"]),
        ("the feature store is called larder", ["larder"]),
    ],
)
def test_an_unknown_word_in_small_letters_is_a_name_where_a_tool_stands(text: str, names: list[str]) -> None:
    assert [m.canonical for m in find_names(text)] == names


@pytest.mark.parametrize(
    "text",
    ["the hook is called twice", "the deploy was moved to autumn", "it runs behind schedule", "go on to step2",
     "we moved to mangoes after lunch"],
)  # fmt: skip
def test_a_common_word_or_a_time_in_the_same_place_is_none(text: str) -> None:
    assert find_names(text) == ()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Nordwind GmbH rents us the office", ["Nordwind GmbH"]),
        ("we bank with Falk AG", ["Falk AG"]),
        ("we met the GmbH", []),
        ("Owner is the real table", []),
    ],
)
def test_a_company_keeps_its_legal_form(text: str, names: list[str]) -> None:
    assert [mention.canonical for mention in find_names(text)] == names


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the contact there is Ms. Osei", [("Osei", "entity:person")]),
        ("Is Dr. Weiss the new cardiologist?", [("Weiss", "entity:person")]),
        ("it is outsourced to Winter & Partner", [("Winter & Partner", "entity:concept")]),
        ("we meet in March & April", []),
        ("now i get TypeError: items.flatMap is not a function", []),
        ("a NullPointerException again", []),
        ("Pupil photos must never go on the website", []),
    ],
)
def test_titles_and_partners_make_names_and_errors_none(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(m.canonical, m.kind) for m in find_names(text)] == expected
