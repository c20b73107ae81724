"""Names that no list holds."""

import pytest

from memorist.nodes.language.common import is_english
from memorist.nodes.language.names import find_names

NAMES = [
    # told by its capital and its company
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
    # that no list holds
    ("Halvard's taking over the exports", ["Halvard"]),
    ("Mogli just needs a new diet", ["Mogli"]),
    ("we use grommet for the ui", ["grommet"]),
    ("stripe webhooks arrive twice", ["Stripe"]),
    ("expo-updates serves the old bundle", ["expo-updates"]),
    ("logins go through Auth0 and Cal.com", ["Auth0", "Cal.com"]),
    ("mira said no", ["Mira"]),
    ("Elif and Joakim own it", ["Elif", "Joakim"]),
    ("we use spreadsheets for plans", []),
    ("Payroll goes out on the 25th", []),
    ("Coffee's empty", []),
    # without capitals, and of two words
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
    # an unknown word in small letters is one where a tool stands, a common word or a time is none
    ("we moved everything to turborepo2", ["turborepo2"]),
    ("the api runs behind haproxyx", ["haproxyx"]),
    ("logs get shipped to zorblax", ["zorblax"]),
    ("the feature store is called larder", ["larder"]),
    ("the hook is called twice", []),
    ("the deploy was moved to autumn", []),
    ("it runs behind schedule", []),
    ("go on to step2", []),
    ("we moved to mangoes after lunch", []),
    # a company keeps its legal form
    ("Nordwind GmbH rents us the office", ["Nordwind GmbH"]),
    ("we bank with Falk AG", ["Falk AG"]),
    ("we met the GmbH", []),
    ("Owner is the real table", []),
    # a word that stands where only a tool can; an ordinary word in the same place is none
    ("Tetrix is like 3x faster than gmsq", ["Tetrix", "gmsq"]),
    ("the gateway speaks MQTT instead of zwirp", ["MQTT", "zwirp"]),
    ("moved my lists from zibble to Todoist", ["zibble", "Todoist"]),
    ("then run shipit", ["shipit"]),
    ("sarah swears by notion", ["Sarah", "Notion"]),
    ("I know pandas inside out", ["pandas"]),
    ("rust is brand new to me", ["Rust"]),
    ("my kids get scratch a lot quicker than Blockomat", ["Scratch", "Blockomat"]),
    ("anything redux-shaped", ["Redux"]),
    ("it is faster than before", []),
    ("tea instead of coffee", []),
    ("we moved from house to house", []),
    ("I have no notion of that", []),
    ("the pandas in the zoo are new", []),
    ("there is rust on my bike", []),
    ("then run away", []),
    ("he swears by cold showers", []),
    # a model belongs to the name and a version does not
    ("my board is the Kestrel M4", ["Kestrel M4"]),
    ("one laser cutter (a Glimmer 40)", ["Glimmer 40"]),
    ("we're on Fenwick 3.2 for scheduling", ["Fenwick"]),
    ("the Maravel 500 units are here", ["Maravel"]),
    ("the plan for Vostok Q3 is done", ["Vostok"]),
    # people written small, and common words that are none
    ("noor should do that one", ["Noor"]),
    ("oh and the kid, emil, 6, starts school in september", ["Emil"]),
    ("a review for noors other pr", ["Noor"]),
    ("bea marchetti was with us last summer", ["Bea Marchetti"]),
    ("mrs pellings cat is well", ["Pelling"]),
    ("friday deploys are over", []),
    ("it works better now", []),
    ("going to 5.2 once spring rush is over", []),
    # a short given name is told by its place
    ("* ana - design", ["Ana"]),
    ("bo - android", ["Bo", "Android"]),
    ("ed: backend", ["Ed"]),
    ("the al - fe bond", []),
    ("bo knows", []),
    ("he takes over if rolf retires", ["Rolf"]),
    ("retry until max passes", []),
    ("ben has asthma and carries his medication", ["Ben"]),
    ("charlies bike", ["Charlie"]),
]


@pytest.mark.parametrize(("text", "names"), NAMES)
def test_what_is_a_name_in_a_sentence(text: str, names: list[str]) -> None:
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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the contact there is Ms. Osei", [("Osei", "entity:person")]),
        ("Is Dr. Weiss the new cardiologist?", [("Weiss", "entity:person")]),
        ("it is outsourced to Winter & Partner", [("Winter & Partner", "entity:concept")]),
        ("our contact there is a mr Brandvold", [("Brandvold", "entity:person")]),
        ("I met Jonas at Brightwater", [("Jonas", "entity:person"), ("Brightwater", "entity:concept")]),
        ("we meet in March & April", []),
        ("now i get TypeError: items.flatMap is not a function", []),
        ("a NullPointerException again", []),
        ("Pupil photos must never go on the website", []),
    ],
)
def test_titles_and_partners_make_names_and_errors_none(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(m.canonical, m.kind) for m in find_names(text)] == expected


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
