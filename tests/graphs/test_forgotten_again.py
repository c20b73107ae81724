"""Forgotten content that comes again, in other spellings and kinds of input, is not stored; all else is."""

import re
import unicodedata
from collections.abc import AsyncGenerator, Callable
from datetime import UTC, datetime
from typing import Any, NamedTuple

import pytest
import pytest_asyncio

import memorist
from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.errors import InvalidInput
from memorist.nodes.matching.forgotten import without_forgotten
from tests.inputs import document, event, manual, observation, turn
from tests.stores import test_settings

pytestmark = pytest.mark.asyncio(loop_scope="module")


class Thing(NamedTuple):
    """An input, the words to forget, and the letters and digits that may be found nowhere again."""

    said: str
    wish: str
    mark: str


THINGS = (
    Thing("My phone number is +43 660 555-1234.", "my phone number", "5551234"),
    Thing("My insurance number is VN 1904 3002 3457.", "my insurance number", "3002345"),
    Thing("My alarm code is 4821.", "my alarm code", "4821"),
    Thing("My mail address is ida.k@example.org.", "my mail address", "ida k example"),
    Thing("I am allergic to penicillin.", "my allergy", "penicillin"),
    Thing("Lena Hofer is our new accountant.", "Lena Hofer", "lena hofer"),
    Thing("Anneliese owes me money for the bicycle.", "Anneliese", "anneliese"),
    Thing("I live in the old mill at the river.", "where I live", "old mill"),
    Thing("My daughter was born at the Salem hospital.", "my daughter was born at the Salem hospital", "salem"),
    Thing("Our deploy key is under the flower pot.", "our deploy key", "flower pot"),
)
LOOK_ALIKES = str.maketrans("aeopcxiy", "аеорсхіу")
WIDE = str.maketrans({chr(n): chr(n + 0xFEE0) for n in (*range(48, 58), *range(65, 91), *range(97, 123))})


VARIANTS: dict[str, Callable[[str], str]] = {
    "as said": str,
    "small letters": str.lower,
    "capitals": str.upper,
    "zero width": lambda text: re.sub(r"(?<=\w)(?=\w)", "\u200b", text),
    "soft hyphens": lambda text: re.sub(r"(?<=\w\w)(?=\w\w)", "\u00ad", text),
    "look-alikes": lambda text: text.translate(LOOK_ALIKES),
    "full width": lambda text: text.translate(WIDE),
    "other spaces": lambda text: text.replace(" ", "\u00a0\u2009"),
    "other separators": lambda text: re.sub(r"(?<=\d)[ -](?=\d)", ".", text),
    "no separators": lambda text: re.sub(r"(?<=\d)[ -](?=\d)", "", text),
    "beside something else": lambda text: f"By the way: {text.rstrip('.')}, as I said! We use Expo for the app.",
    "accents and quotes": lambda text: unicodedata.normalize("NFD", f"“{text.rstrip('.')}”"),
}
KINDS: dict[str, Callable[[str], dict[str, Any]]] = {
    "turn": turn,
    "assistant": lambda text: turn(f"Noted: {text}", role="assistant"),
    "manual": manual,
    "observation": lambda text: observation(event("note", text)),
    "dialogue": lambda text: {"kind": "dialogue", "question": "Anything I should know?", "answer": text},
    "document": lambda text: document(f"# Notes\n\nThe team meets.\n\n{text}"),
    "annotation": lambda text: document("A plan.", title="Plan", annotations=[text]),
    "ritual": lambda text: {"kind": "ritual", "ritual": "morning", "turns": [{"role": "user", "content": text}]},
    "outcome": lambda text: {"kind": "procedure_outcome", "procedure": "deploy", "succeeded": True, "note": text},
    "feedback": lambda text: {"kind": "feedback", "content": text},
}
REWORDED = (
    "my number is 555 1234", "Call 0660/5551234 after six", "insured as VN190430023457", "alarm: 4821",
    "write to Ida.K@Example.org please", "lena hofer's desk is free", "anneliese called again",
    "Anneliese’s bicycle is blue",
)  # fmt: skip
"""Other sentences with what identifies a thing in them."""
SLIPPED = (
    "I am alergic to penicillin.", "I am allergic to penicilin.", "I am allergic to pencillin.", "Lena Hoffer called.",
    "Lena Hofre is our new accountant.", "Anneleise called again.", "Annleiese owes me money for the bicycle.",
    "I live in the old mill at the rivr.", "My daugther was born at the Salem hospital.",
    "Our deploy key is under the flowr pot.", "Write to ida.k@exmaple.org please.",
)  # fmt: skip
BETWEEN = (
    "I am still allergic to penicillin, by the way.", "I am, sadly, quite allergic to penicillin.",
    "I currently live in the old mill at the river.", "My daughter was actually born at the Salem hospital.",
    "Our deploy key is still under the flower pot.", "As I said, our deploy key is really under the flower pot.",
)  # fmt: skip
SPELLED = (
    "The alarm code is four eight two one.", "Alarm: vier acht zwei eins",
    "My number is five five five one two three four.",
    "Лена Хофер is our new accountant.", "lenahofer is her account.", "@LenaHofer answered.",
    "Анелизе Анна? Anneliese!",
)  # fmt: skip
NEAR = (
    "I am allergic to pollen.", "Bob is allergic to penicillin.", "I am not allergic to penicillin.",
    "My brother is allergic to penicillin.", "My son was born at the Salem hospital.", "Lena Hofmann called.",
    "Annemarie called again.", "Annelise is new here.", "Annette owes me money for the bicycle.",
    "I live in the old town at the river.",
    "I live in the old mill's shadow, they say.", "Our deploy key is under review.", "Our deploy keys are rotated.",
    "The alarm code is one two three four.", "One two three four, the band counts.", "The river mill is old.",
    "My daughter was born at the county hospital.", "Helena Hofer-Gruber writes novels.",
    "The code of the alarm changes.",
)  # fmt: skip
"""Sentences that are a letter or a few words away from what was forgotten, and say something else."""
INNOCENT = (
    "We use Expo for the app.", "The phone number of the office is +43 1 700 800.", "My account was renewed.",
    "The alarm goes off at 7.", "The code review is at 10.", "I am allergic to cats.", "Our accountant is on leave.",
    "Lena leads the design team.", "Hofer is the supplier of the bread.", "I owe Marta money for lunch.",
    "The old server is at the river office.", "We live with that bug.", "My son was born in May.",
    "The hospital project starts on Monday.", "The deploy takes 12 minutes.", "The key is rotated every 90 days.",
    "Flower shops are our customers.", "Thanks a lot!", "My address has changed.", "I prefer dark mode.",
    "The rate limit is 4820 requests.", "Invoice 5551235 is paid.", "Version 4.8.21 is out.", "Port 8443 is open.",
    "The build took 4821 seconds of work in total.", "Rose will join on Friday.", "Will you come?", "may I ask why",
    "Deployed on 2026-03-12.", "We meet at 14:30.", "The team has 12 members.", "We ship to 34 countries.",
    "The money is in the budget.", "Bicycles are parked behind the house.", "ida is a nice name",
    "Example data is fine.",
    "Mail is sent by Postmark.", "The mill runs Linux.", "Old tickets are closed after 30 days.", "New York is far.",
    "Our new office opens in June.", "The river project is late.", "The pot of coffee is empty.", "The key is a UUID.",
    "I like tea.", "We prefer pnpm over npm.", "Never commit API keys.", "The API returns 404 for unknown ids.",
    "The database has 1,904,300 rows.", "Order 300200 shipped.", "Room 3201 is booked.", "We use Postgres 15.",
    "The daughter company is in Linz.", "Salerno is a city.", "Penguins are birds.", "My birthday is in May.",
    "The bank is closed today.", "Account pages load slowly.", "I was born in Graz.", "We use Redis for caching.",
)  # fmt: skip


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def memory(embedded_url: str) -> AsyncGenerator[AsyncMemory]:
    """A memory that has forgotten the things; tests add to it what must not bring them back."""
    async with memorist.open(embedded_url, group="forgotten_again", settings=test_settings()) as opened:
        await opened.ingest([turn(thing.said) for thing in THINGS])
        for thing in THINGS:
            assert (await opened.forget(thing.wish)).erased, thing
        yield opened


type Cut = Callable[[dict[str, Any]], tuple[Any, Any]]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def cut(memory: AsyncMemory) -> Cut:
    """Gives what is left of an input, and why the rest was refused."""
    tombstones = await memory.store.forgetting.tombstones(memory.scope.group_id)
    return lambda given: without_forgotten(given, tombstones, memory.scope)


def plain(text: str) -> str:
    """In small Latin letters and digits, by other means than those that are tested."""
    back = {b: chr(a) for a, b in LOOK_ALIKES.items()}
    text = unicodedata.normalize("NFKC", text).translate(back).lower()
    text = "".join(each for each in text if unicodedata.category(each) not in ("Cf", "Mn"))
    text = re.sub(r"(?<=\d)\W{1,2}(?=\d)", "", text)
    return " ".join(re.findall(r"[a-z]+|\d+", text))


def marks_in(value: Any) -> set[str]:
    said = plain(str(value))
    return {thing.mark for thing in THINGS if thing.mark in said}


MADE = re.compile(
    r"datetime\.datetime\([^)]*\)|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+\d\d:\d\d)?|"
    r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b[0-9a-f]{16,}\b|\b\d\.\d+(?:e-\d+)?\b"
)
"""Times, ids, digests and scores, which nobody said: four digits of a code stand somewhere in them in one run of 16."""


async def stored(memory: AsyncMemory) -> str:
    log = await memory.store.changes.log(memory.scope, datetime(2000, 1, 1, tzinfo=UTC))
    kept = await memory.store.memories.all(memory.scope)
    return MADE.sub(" ", "\n".join([*(str(entry.payload) for entry in log), *(one.model_dump_json() for one in kept)]))


async def test_no_spelling_and_no_kind_of_input_brings_it_back(cut: Cut):
    again: list[tuple[str, str, str]] = []
    for thing in THINGS:
        for variant, spelled in VARIANTS.items():
            for kind, given in KINDS.items():
                left, refusals = cut(given(spelled(thing.said)))
                if not refusals or marks_in(left):
                    again.append((thing.said, variant, kind))
    assert again == []


async def test_what_identifies_it_is_found_in_other_sentences(cut: Cut):
    for kind, given in KINDS.items():
        assert [said for said in REWORDED if marks_in(cut(given(said))[0])] == [], kind


async def test_slips_passing_words_and_other_spellings_do_not_bring_it_back(cut: Cut):
    assert [said for said in (*SLIPPED, *BETWEEN, *SPELLED) if not cut(turn(said))[1]] == []


async def test_what_is_innocent_is_stored_whole(memory: AsyncMemory, cut: Cut):
    for given in KINDS.values():
        assert {said: why for said in (*INNOCENT, *NEAR) if (why := cut(given(said))[1])} == {}
    results = await memory.ingest([manual(said) for said in INNOCENT], dry_run=True)
    stored = [said for said, result in zip(INNOCENT, results, strict=True) if result.memories]
    assert set(INNOCENT) - set(stored) <= {"Will you come?", "may I ask why"}, "only questions state nothing"


async def test_nothing_of_it_is_in_the_store_afterwards_and_the_rest_of_each_input_is(memory: AsyncMemory):
    spellings = list(VARIANTS.values())
    inputs = [
        given(spellings[(place + turn) % len(spellings)](thing.said))
        for place, given in enumerate(KINDS.values())
        for turn, thing in enumerate(THINGS)
    ]
    results = await memory.ingest([*inputs, *(turn(said) for said in REWORDED)])
    errors = [result.error.message for result in results if result.error]
    assert [error for error in errors if "procedure" not in error] == []
    assert marks_in(await stored(memory)) == set()
    assert "Expo" in str([result.memories for result in results])
    assert await memory.store.admin.check(memory.scope.group_id) == []


@pytest.mark.slow
async def test_nothing_of_any_spelling_and_kind_is_in_the_store_afterwards(memory: AsyncMemory):
    for thing in THINGS:
        await memory.ingest([given(spell(thing.said)) for spell in VARIANTS.values() for given in KINDS.values()])
        assert marks_in(await stored(memory)) == set()


SKILL = """---\nname: opening-up\ndescription: How to open the office\n---\n\n# Opening up\n
## When to use\n\n- the office is to be opened\n
## Steps\n\n1. Unlock the door.\n2. {said}\n3. Switch the light on.
"""


async def test_a_skill_file_is_read_in_without_it(memory: AsyncMemory):
    for thing in THINGS:
        try:
            await memory.skills.import_(SKILL.format(said=thing.said))
        except InvalidInput as refused:
            assert thing.mark not in plain(str(refused))
    assert "Switch the light on" in await stored(memory)
    assert marks_in(await stored(memory)) == set()
