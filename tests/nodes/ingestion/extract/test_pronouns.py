"""Pronouns get the thing that was last spoken of."""

import pytest

from memorist.nodes.ingestion.draft import Utterance
from memorist.nodes.ingestion.extract.pronouns import resolve


@pytest.mark.parametrize(
    ("clause", "earlier", "expected"),
    [
        ("It works well", ["We use Clerk for auth in the Expo app"], "Clerk works well"),
        ("it's slow on Android", ["we moved from Realm to SQLite"], "SQLite is slow on Android"),
        ("let's stick with that", ["pnpm is fast"], "let's stick with pnpm"),
        ("That breaks hot reload", ["Turbopack caches too much"], "Turbopack breaks hot reload"),
        (
            "ask them before touching its tokens",
            ["The search box is owned by Dana's people"],
            "ask Dana's people before touching the search box's tokens",
        ),
        ("we use it for events", ["Should we use Kafka?"], "we use Kafka for events"),
        ("it is raining", ["We use Clerk"], "it is raining"),
        ("it turned out that nobody cared", ["We use Clerk"], "it turned out that nobody cared"),
        ("Redis is fast because it is in memory", ["We use Clerk"], "Redis is fast because it is in memory"),
        ("But it is slow on Android", ["For styling, we are using Restyle"], "But Restyle is slow on Android"),
        ("it crashes", ["Zonky is what we use for tickets"], "Zonky crashes"),
        ("it is due on Friday", ["Northwind asked for a quote"], "it is due on Friday"),
        ("we don't version it", ["no, the API is REST only"], "we don't version the API"),
        ("that team is nice", ["We use Clerk"], "that team is nice"),
        ("It works", [], "It works"),
        ("it was a nightmare", ["We use Terraform"], "it was a nightmare"),
        ("it's a game about grief", ["Engine is Godot"], "it's a game about grief"),
        ("lighter it is", ["Turborepo is lighter"], "lighter it is"),
        (
            "i'm not, our toddler eats anything",
            ["my wife's vegetarian"],
            "i'm not vegetarian, our toddler eats anything",
        ),
        ("i'm not", ["she is sure"], "i'm not"),
        ("Mirko quit, just like that", ["We use MapLibre"], "Mirko quit, just like that"),
        ("I may resize them as long as it's posted", ["Looker is going"], "I may resize them as long as it's posted"),
        ("the ceo denied it", ["we might buy FreshCart"], "the ceo denied it"),
        ("Oslo: Halvard said it stays", ["PagerDuty account closed"], "Oslo: Halvard said it stays"),
        (
            "the sandbox gets wiped on Sundays, so no runs before she reseeds it",
            ["how do I autofix those in Dart"],
            "the sandbox gets wiped on Sundays, so no runs before she reseeds it",
        ),
        (
            "nobody ever took it back out",
            ["commit from march, from the backfill after the SFTP migration"],
            "nobody ever took it back out",
        ),
        (
            "He told me so",
            ['My boss said: "never use Comic Sans"'],
            "my boss told me so",
        ),
        ("we rotate its keys", ["Secrets live in Vault"], "we rotate Vault's keys"),
        ("ok for V87, just that one", ["The server needs a table"], "ok for V87, just that one"),
        ("no, leave it", ["We use Clerk"], "no, leave it"),
    ],
)
def test_a_pronoun_is_replaced(clause: str, earlier: list[str], expected: str) -> None:
    assert resolve(clause, earlier) == expected


def test_turns_before_are_searched_backwards() -> None:
    before = (
        Utterance(role="user", content="We use Terraform."),
        Utterance(role="user", content="We use Vault for secrets."),
        Utterance(role="assistant", content="Noted."),
    )
    assert resolve("It needs a restart", [], before) == "Vault needs a restart"


@pytest.mark.parametrize(
    ("clause", "earlier", "expected"),
    [
        ("he starts on the 3rd", ["we just hired Kemal for the data team"], "Kemal starts on the 3rd"),
        ("close, she only does research", ["Camille leads the redesign"], "close, Camille only does research"),
        (
            "she hasn't eaten meat for years",
            ["my mother in law is coming"],
            "my mother in law hasn't eaten meat for years",
        ),
        ("he's got a chess tournament", ["son's nine now"], "my son has got a chess tournament"),
        ("the latter pays by invoice", ["our clients are Brightwell and Oakhouse"], "Oakhouse pays by invoice"),
        ("it eats tapes", ["I bought a Tandberg deck last week"], "the Tandberg deck eats tapes"),
        ("the law wants it that way", ["checkout runs on Medusa"], "the law wants it that way"),
    ],
)
def test_people_pairs_and_things_of_other_names_are_meant_too(clause: str, earlier: list[str], expected: str) -> None:
    assert resolve(clause, earlier) == expected


@pytest.mark.parametrize(
    ("clause", "earlier", "resolved"),
    [
        ("they're in the solar business", "we got a new client, Sonnberg", "Sonnberg is in the solar business"),
        ("it's written in Go", "we built a cli for the importer", "the cli is written in Go"),
        ("its name is Bruno", "we have a dog", "the dog's name is Bruno"),
        ("she thinks we need flags", "i talked to Lucia about the rollout", "Lucia thinks we need flags"),
        ("they're late again", "the trains were full of people", "they're late again"),
        (
            "yeah they're in s3 already",
            "whats a good way to store the match replays",
            "yeah the match replays are in s3 already",
        ),
        ("they like it", "our customers are lawyers", "the customers like it"),
        ("it rains", "I have a question", "it rains"),
    ],
)
def test_what_was_new_is_what_is_meant(clause: str, earlier: str, resolved: str) -> None:
    assert resolve(clause, [earlier]) == resolved


@pytest.mark.parametrize(
    ("clause", "earlier"),
    [
        ("The aquarium moved its closing day to Tuesday", ["Our museum is closed on Mondays"]),
        ("The choir has its own room", ["We moved to Kiel with the choir"]),
        ("my mother has been saying it since winter", ["the boat needs new paint"]),
        ("nobody knows it yet", ["I bought the Volvo"]),
        ("Found it, it is in the save library", ["the boat needs new paint"]),
        ("it went well", ["the tasting is on Friday"]),
        ("they bark at night", ["We have two dogs", "The weather in the mountains is better than it was last year"]),
        ("They bring their own plates", ["The children have diabetes"]),
    ],
)
def test_what_is_meant_by_no_thing_is_left_alone(clause: str, earlier: list[str]) -> None:
    assert resolve(clause, earlier) == clause


@pytest.mark.parametrize(
    ("clause", "expected"),
    [("she pays in cash", "Falk pays in cash"), ("he pays in cash", "Lund pays in cash")],
)
def test_a_title_tells_who_is_meant(clause: str, expected: str) -> None:
    assert resolve(clause, ["Mr Lund and Mrs Falk came to the shop"]) == expected


def test_a_name_that_a_title_rules_out_is_not_meant() -> None:
    assert resolve("he pays in cash", ["Mrs Falk rents the hall"]) == "he pays in cash"


@pytest.mark.parametrize(
    ("clause", "before", "expected"),
    [
        ("she told me on friday", "the geocoder hangs in ```func (g *Geocoder)```", "she told me on friday"),
        ("he speaks no french yet", "the flat in Hamburg has to be cancelled", "he speaks no french yet"),
        ("she wants foxes", "nell turns 8, party is on the 28th", "Nell wants foxes"),
        ("she does music and sfx", "ok shanice now.", "Shanice does music and sfx"),
        (
            "28h, never wednesdays because he has uni",
            "Milo starts on 1 april",
            "28h, never wednesdays because Milo has uni",
        ),
        ("he is off Fridays", "Declan wants four days a week after his dad's stroke", "Declan is off Fridays"),
        ("he is better now", "Declan asked about my dad", "my dad is better now"),
        ("rows.Close is there, just cut it off", "she knows SQL", "rows.Close is there, just cut it off"),
        ("i am not doing it, priya is", "Postgres then, by day", "i am not doing it, priya is"),
        ("she gets to break it alone", "pair programming is what i did", "she gets to break it alone"),
    ],
)
def test_only_somebody_is_he_or_she_and_only_a_thing_is_it(clause: str, before: str, expected: str) -> None:
    assert resolve(clause, [], (Utterance(role="user", content=before),)) == expected


def test_that_one_is_what_the_assistant_offers_to_do() -> None:
    offer = Utterance(role="assistant", content="Bare Go from now on. Shall I do the retry publisher as well?")
    assert resolve("noor should do that one", [], (offer,)) == "noor should do the retry publisher"


@pytest.mark.parametrize(
    ("clause", "earlier", "before"),
    [
        ("it was in the fridge", ["she couldn't find the remote"], "nothing of Google, we have Inter from Fontsource"),
        ("That is an agreement with our data protection officer", ["The memory is the smaller problem"], "ok"),
        ("This is the second time this year", ["Helm is where the default is set"], "ok"),
        ("I have it in writing", ["Lofoten from 15 to 29 September"], "ok"),
        ("then it sits in 9 workbooks", ["actually no, not in Tableau"], "ok"),
        ("he gets every chart", ["haas from operations is red green blind"], "Bastian comes on Monday"),
        ("memo fields have IBANs in it", [], "we use MongoDB for the forms"),
        ("I bet it's Reanimated again", [], "we use Sentry for crashes"),
        ("He comes off the rotation", ["he works four days with Fridays off"], "ok"),
        ("they've put a woman called Shreya on the project", [], "Shall I draft it for the wards?"),
        ("it can't happen even when the lock fails", [], "we use PostgreSQL for the queue"),
        ("the repo won't be renamed, since forty pipelines point at it", ["Estuary is the new name"], "ok"),
        ("I fill it in by hand", ["never put names in here, GDPR, so leave [NAME]"], "ok"),
    ],
)
def test_better_no_name_than_a_wrong_one(clause: str, earlier: list[str], before: str) -> None:
    assert resolve(clause, earlier, (Utterance(role="user", content=before),)) == clause


def test_who_was_named_before_somebody_else_told_a_tale_is_not_meant() -> None:
    tale = "hi its fia how many eyes does a bee have and do they sleep i want to be a beekeeper"
    turns = (Utterance(role="user", content="Ms Gilhooly can smell it"), Utterance(role="user", content=tale))
    assert resolve("she robbed the laptop", [], turns) == "she robbed the laptop"
    assert resolve("she robbed the laptop", [], (turns[0],)) == "Gilhooly robbed the laptop"


def test_who_rang_is_who_wants_something() -> None:
    assert (
        resolve("wants the receipts by friday", ["gareth rang (accountant)."]) == "Gareth wants the receipts by friday"
    )
    assert resolve("wants more sun", ["the garden is dry"]) == "wants more sun"


def test_what_does_something_is_what_is_spoken_of() -> None:
    assert resolve("its docs are thin", ["Kestrel writes to ClickHouse"]) == "Kestrel's docs are thin"


def test_what_an_assistant_explains_at_length_is_not_taken_up_but_its_question_is() -> None:
    explained = "Seeing the Kafka exporter in the warning, I would open the status page and look at the labels first."
    told = (Utterance(role="assistant", content=explained),)
    assert resolve("it is slow", [], told) == "it is slow"
    asked = (Utterance(role="assistant", content=f"{explained} Is Kafka slow?"),)
    assert resolve("it is slow", [], asked) == "Kafka is slow"


def test_who_was_named_behind_a_colon_is_who_is_meant() -> None:
    earlier = ["Something pleasant: Oskar Lindqvist"]
    assert resolve("he comes from Java", earlier) == "Oskar Lindqvist comes from Java"


def test_who_says_it_after_a_long_explanation_means_nothing_that_was_said_before() -> None:
    explained = (
        "Seeing the exporter in the warning, I would open the status page and look at the labels with most values."
    )
    before = (
        Utterance(role="user", content="we use Kafka for events"),
        Utterance(role="assistant", content=explained),
    )
    assert resolve("it is cardinality indeed", [], before) == "it is cardinality indeed"
    noted = (before[0], Utterance(role="assistant", content="Noted."))
    assert resolve("it needs a restart", [], noted) == "Kafka needs a restart"


def test_at_it_is_no_thing() -> None:
    assert resolve("while we are at it: the call fails", ["PagerDuty is what we had"]) == (
        "while we are at it: the call fails"
    )


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("What is special about Marlow Foods?", "Marlow Foods wants blue in French"),
        ("What should Kestrel Foods hear about it?", "the new client want blue in French"),
    ],
)
def test_a_client_that_is_asked_about_is_meant_by_they(asked: str, expected: str) -> None:
    before = (
        Utterance(role="user", content="our new client is Marlow Foods"),
        Utterance(role="assistant", content=f"Noted. {asked}"),
    )
    assert resolve("they want blue in French", [], before) == expected


def test_who_is_a_doctor_keeps_the_title() -> None:
    assert resolve("she is on holiday", ["ask Dr. Novak about it"]) == "Dr. Novak is on holiday"
