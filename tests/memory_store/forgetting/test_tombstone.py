"""A tombstone recognises what was forgotten in other words, lets everything else pass, and cannot be read."""

import json
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.embedders.wordllama import WordLlamaEmbedder
from memorist.memory_store.forgetting.gist import BITS, gist_of, near
from memorist.memory_store.forgetting.tombstone_lookup import Tombstones
from memorist.memory_store.forgetting.tombstone_making import tombstone_of, tombstone_of_episode, tombstone_of_name
from tests.growth import assert_linear
from tests.memory_store.builders import entity, memory, uses
from tests.stores import START

TEAM = Scope(group_id="team")
ANN, BOB = (Scope(group_id="team", user_id=who) for who in ("ann", "bob"))
KEY = bytes(range(32))
EMBEDDER = WordLlamaEmbedder()


async def vector_of(text: str) -> tuple[float, ...]:
    return (await EMBEDDER.embed([text]))[0]


async def tombstones_of(*forgotten: Memory) -> Tombstones:
    vectors = await EMBEDDER.embed([m.content for m in forgotten])
    stones = [
        tombstone_of(m, v, key=KEY, embedder=EMBEDDER.name, at=START) for m, v in zip(forgotten, vectors, strict=True)
    ]
    return Tombstones.of(1, KEY, stones)


def prefers(object_: str, **fields: Any) -> Claim:
    return Claim(subject="user", predicate="prefers", object=object_, **fields)


CLERK = prefers("Clerk", qualifier="mobile auth", topic="auth", platforms=("mobile",))


@pytest.mark.parametrize(
    ("said", "claim", "why"),
    [
        ("User prefers Clerk for mobile auth", CLERK, "claim"),
        ("Clerk is what the user likes best for signing in on phones", CLERK, "claim"),
        ("CLERK, please", prefers("clerk ", qualifier="phones", topic="auth", platforms=("mobile",)), "claim"),
        ("The user's choice is Clerk", prefers("Clerk"), "claim"),
        ("user prefers  CLERK for mobile auth!", None, "words"),
    ],
)
async def test_what_was_forgotten_is_recognised_in_other_words(said: str, claim: Claim | None, why: str):
    tombstones = await tombstones_of(
        memory(ANN, "User prefers Clerk for mobile auth", "semantic:preference", claim=CLERK)
    )
    again = memory(ANN, said, "semantic:preference", claim=claim)
    refusal = tombstones.refuses_memory(again, await vector_of(said), EMBEDDER.name)
    assert refusal is not None
    assert refusal.by == why
    assert "2026-02-01" in refusal.reason
    assert "clerk" not in refusal.reason.lower()


@pytest.mark.parametrize(
    ("scope", "said", "claim"),
    [
        (ANN, "User prefers Firebase for mobile auth", CLERK.model_copy(update={"object": "Firebase"})),
        (ANN, "User does not prefer Clerk for mobile auth", CLERK.model_copy(update={"polarity": False})),
        (ANN, "User prefers Clerk for web auth", CLERK.model_copy(update={"platforms": ("web",)})),
        (ANN, "User prefers Clerk for billing", prefers("Clerk", qualifier="billing", topic="billing")),
        (ANN, "User dislikes Clerk for mobile auth", CLERK.model_copy(update={"predicate": "dislikes"})),
        (BOB, "User likes Clerk on his phone", CLERK),
    ],
)
async def test_what_says_something_else_passes(scope: Scope, said: str, claim: Claim):
    tombstones = await tombstones_of(
        memory(ANN, "User prefers Clerk for mobile auth", "semantic:preference", claim=CLERK)
    )
    again = memory(scope, said, "semantic:preference", claim=claim)
    assert tombstones.refuses_memory(again, await vector_of(said), EMBEDDER.name) is None


async def test_a_claim_that_was_forgotten_without_being_narrowed_stops_its_narrower_forms():
    tombstones = await tombstones_of(memory(ANN, "User prefers Clerk", "semantic:preference", claim=prefers("Clerk")))
    assert tombstones.refuses_memory(memory(ANN, "x", "semantic:preference", claim=CLERK)) is not None


DIABETES, BIRTHDAY = "User has diabetes", "User's birthday is May 3"
MAY = Claim(subject="birthday", predicate="has_value", object="May 3")
NOBODY = Scope(group_id="team")


@pytest.mark.parametrize(
    ("content", "claim"),
    [
        ("User is allergic to nuts", Claim(subject="user", predicate="has", object="allergy to nuts")),
        (DIABETES, None),
        (BIRTHDAY, MAY),
        ("ann and family live in Graz", None),
    ],
)
async def test_what_one_said_of_himself_stops_him_and_nobody_else(content: str, claim: Claim | None):
    tombstones = await tombstones_of(memory(ANN, content, claim=claim))
    vector = await vector_of(content)
    for scope, refused in ((ANN, True), (NOBODY, True), (BOB, False)):
        again = tombstones.refuses_memory(memory(scope, content, claim=claim), vector, EMBEDDER.name)
        assert (again is not None) is refused, scope


async def test_nearly_the_same_words_of_another_about_himself_pass_too():
    said = "User's address in the city of Graz is at number 3 of the main square, by the river"
    tombstones = await tombstones_of(memory(ANN, said))
    other = said.replace("of the main", "of our main")
    vector = await vector_of(other)
    assert tombstones.refuses_memory(memory(ANN, other), vector, EMBEDDER.name) is not None
    assert tombstones.refuses_memory(memory(BOB, other), vector, EMBEDDER.name) is None


@pytest.mark.parametrize(
    ("content", "claim"),
    [
        ("Team uses Clerk", uses("Clerk")),
        ("The staging server restarts every night", None),
        ("User data is kept", None),
    ],
)
async def test_what_is_everybody_s_stays_forgotten_whoever_says_it(content: str, claim: Claim | None):
    tombstones = await tombstones_of(memory(ANN, content, claim=claim))
    for scope in (ANN, BOB, NOBODY):
        assert tombstones.refuses_memory(memory(scope, content, claim=claim)) is not None


async def test_two_who_forgot_the_same_words_have_a_grave_each():
    tombstones = await tombstones_of(memory(ANN, DIABETES), memory(BOB, DIABETES))
    carl = Scope(group_id="team", user_id="carl")
    assert all(tombstones.refuses_memory(memory(scope, DIABETES)) is not None for scope in (ANN, BOB))
    assert tombstones.refuses_memory(memory(carl, DIABETES)) is None


def test_a_raw_input_is_the_speaker_s_where_he_spoke_of_himself():
    learned = [memory(ANN, DIABETES), memory(ANN, "Team uses Clerk")]
    own = Tombstones.of(1, KEY, [tombstone_of_episode("e", "I have diabetes.", learned, key=KEY, at=START)])
    assert own.refuses(text="I have diabetes", scope=ANN) is not None
    assert own.refuses(text="I have diabetes", scope=BOB) is None
    assert own.refuses(ids=("e",), scope=BOB) is not None
    shared = Tombstones.of(1, KEY, [tombstone_of_episode("e", "We use Clerk.", learned[1:], key=KEY, at=START)])
    assert shared.refuses(text="We use Clerk", scope=BOB) is not None


NEARLY = [
    (
        "The rate limit of the public API is 100 requests a minute",
        "The rate limit of our public API is 100 requests a minute",
    ),
    ("We meet on Fridays to plan the next release together", "We meet on Fridays to plan our next release together"),
]
DIFFERENT = [
    ("The rate limit is 100 requests a minute", "The rate limit is 500 requests a minute"),
    ("We deploy to staging on every merge", "We do not deploy to staging on every merge"),
    ("We like tabs more than spaces", "We like spaces more than tabs"),
    ("The server is run by Hetzner in Nuremberg", "The server is run by Amazon in Dublin"),
    ("We meet on Fridays", "The database runs on version 14"),
]


@pytest.mark.parametrize(("forgotten", "said"), NEARLY)
async def test_nearly_the_same_words_are_recognised_without_a_claim(forgotten: str, said: str):
    tombstones = await tombstones_of(memory(TEAM, forgotten))
    refusal = tombstones.refuses_memory(memory(TEAM, said), await vector_of(said), EMBEDDER.name)
    assert refusal is not None
    assert refusal.by == "similarity"


@pytest.mark.parametrize(("forgotten", "said"), DIFFERENT)
async def test_similarity_alone_never_refuses(forgotten: str, said: str):
    tombstones = await tombstones_of(memory(TEAM, forgotten))
    assert tombstones.refuses_memory(memory(TEAM, said), await vector_of(said), EMBEDDER.name) is None


async def test_two_claims_are_told_apart_as_claims_however_alike_they_sound():
    forgotten, said = NEARLY[0]
    limit = Claim(subject="public api", predicate="rate_limit", object="100")
    tombstones = await tombstones_of(memory(TEAM, forgotten, claim=limit))
    vector = await vector_of(said)
    assert tombstones.refuses_memory(memory(TEAM, said, claim=uses("Clerk")), vector, EMBEDDER.name) is None
    assert tombstones.refuses_memory(memory(TEAM, said), vector, EMBEDDER.name) is not None


async def test_another_type_or_another_embedder_is_not_told_by_similarity():
    forgotten, said = NEARLY[0]
    tombstones = await tombstones_of(memory(TEAM, forgotten))
    vector = await vector_of(said)
    assert tombstones.refuses_memory(memory(TEAM, said, "semantic:hard_rule"), vector, EMBEDDER.name) is None
    assert tombstones.refuses_memory(memory(TEAM, said), vector, "another") is None


async def test_no_id_is_given_out_again():
    forgotten = memory(TEAM, "The team uses Clerk", claim=uses("Clerk"))
    tombstones = await tombstones_of(forgotten)
    again = memory(TEAM, "Something else entirely", id=forgotten.id)
    refusal = tombstones.refuses_memory(again)
    assert refusal is not None
    assert refusal.by == "id"


async def test_a_forgotten_name_stops_everything_about_it():
    tombstones = await tombstones_of(entity(TEAM, "Ann Smith", "entity:person", aliases=("annie",)))
    for said in (
        memory(TEAM, "Somebody likes tea", entities=("ann smith",)),
        memory(TEAM, "Somebody owns the billing", claim=Claim(subject="Annie", predicate="owns", object="billing")),
        entity(TEAM, "ANN SMITH", "entity:concept"),
    ):
        refusal = tombstones.refuses_memory(said)
        assert refusal is not None
        assert refusal.by in ("name", "id")
    assert tombstones.refuses_memory(memory(TEAM, "Bob likes tea", entities=("Bob",))) is None


async def test_much_the_same_may_happen_again_and_the_same_words_may_not():
    tombstones = await tombstones_of(memory(TEAM, "Deployed the app to the shop", "episodic"))
    again = "Deployed the new app to the shop"
    assert tombstones.refuses_memory(memory(TEAM, again, "episodic"), await vector_of(again), EMBEDDER.name) is None
    assert tombstones.refuses_memory(memory(TEAM, "deployed the APP to the shop!", "episodic")) is not None


def test_a_raw_input_is_recognised_by_its_words():
    tombstones = Tombstones.of(1, KEY, [tombstone_of_episode("e1", "I prefer Clerk.", key=KEY, at=START)])
    for ids, text in ((("e1",), "x"), (("e2",), "i prefer CLERK")):
        assert tombstones.refuses(ids=ids, text=text) is not None
    assert tombstones.refuses(ids=("e2",), text="I prefer Firebase") is None


async def test_nothing_in_a_tombstone_can_be_read_or_guessed_without_the_key():
    forgotten = memory(ANN, "Ann's phone number is 555-1234", claim=prefers("Clerk"), entities=("Ann",))
    vector = await vector_of(forgotten.content)
    mine = tombstone_of(forgotten, vector, key=KEY, embedder=EMBEDDER.name, at=START)
    other = tombstone_of(forgotten, vector, key=b"another key", embedder=EMBEDDER.name, at=START)
    text = mine.model_dump_json().lower()
    # Digits alone may stand in any digest, so only what cannot be hexadecimal is looked for.
    assert mine.whose is None or len(mine.whose) == 32
    for word in ("ann", "phone", "555-1234", "clerk", "prefers", forgotten.id, forgotten.type):
        assert word not in text
    told = json.loads(mine.model_dump_json())
    same = [key for key in told if told[key] == json.loads(other.model_dump_json())[key]]
    assert sorted(same) == ["at", "claimed", "embedder"]
    assert not near(str(mine.gist), str(other.gist))


def test_a_group_that_never_forgot_refuses_nothing():
    assert Tombstones().refuses_memory(memory(TEAM, "anything"), (0.1,) * 256, "wordllama") is None


def _pair(dimension: int, cosine: float, seed: int) -> Sequence[tuple[float, ...]]:
    draw = np.random.default_rng(seed)
    one, noise = draw.normal(size=(2, dimension))
    one /= np.linalg.norm(one)
    noise -= noise @ one * one
    noise /= np.linalg.norm(noise)
    other = cosine * one + np.sqrt(1 - cosine**2) * noise
    return tuple(map(tuple, (one, other)))  # pyright: ignore[reportReturnType]


@pytest.mark.parametrize(
    ("cosine", "least", "most"), [(0.99, 0.99, 1.0), (0.96, 0.9, 1.0), (0.8, 0.0, 0.05), (0.0, 0.0, 0.0)]
)
def test_a_sketch_tells_near_from_far(cosine: float, least: float, most: float):
    pairs = [_pair(256, cosine, seed) for seed in range(200)]
    told = sum(near(gist_of(a, KEY), gist_of(b, KEY)) for a, b in pairs) / len(pairs)
    assert least <= told <= most


def test_a_sketch_is_the_same_for_ever():
    """Written down once: a change would make every stored sketch worthless."""
    assert gist_of(tuple(i - 8.0 for i in range(16)), b"key") == GOLDEN
    assert len(GOLDEN) * 4 == BITS


GOLDEN = "80a62736e25fec5de14fffa8d0b31cedc5c2ec16aa23f0cdf5c7dcff399c5bd4"


PIECES = [
    "Quill-feather", "Quill feather", "Quill_feather", "Quill/feather", "Quill**feather**", "Quill<b>feather</b>",
    "Q u i l l f e a t h e r", "Quil1feather", "Qui11feather", "Quillf3ather", "Quillfeathers", "Quillfeather's",
    "Quill&#102;eather", "Quill%66eather", "Quill\\u0066eather", "Ⓠⓤⓘⓛⓛⓕⓔⓐⓣⓗⓔⓡ", "Qᴜɪʟʟꜰᴇᴀᴛʜᴇʀ", "Quiłłfeather",
    "Quillfeaŧher", "Quillƒeather", "Quillfeath℮r", "ꓡꓮ Quillfeather", "Quillfeаther",
]  # fmt: skip
NUMBERS = [
    "O176 555O 4471", "0176 5550 447l", "⓪①⑦⑥ ⑤⑤⑤⓪ ④④⑦①", "0176&nbsp;5550&#32;4471", "0176|5550|4471",
    "0176%205550%204471",
]  # fmt: skip
ADDRESSES = [
    "mira.k at posteo.example",
    "mira.k [at] posteo [dot] example",
    "mira dot k at posteo dot example",
    "mira.k%40posteo.example",
]


@pytest.mark.parametrize("said", [*PIECES, *NUMBERS, *ADDRESSES])
def test_a_name_a_number_and_an_address_are_found_in_pieces_and_escapes(said: str):
    name = tombstone_of_name("Quillfeather", key=KEY, at=START)
    told = tombstone_of_episode("e", "Call 0176 5550 4471 or mira.k@posteo.example.", key=KEY, at=START)
    assert name is not None
    text = f"Then {said} came up."
    found = Tombstones.of(1, KEY, [name, told]).mentions(text, ANN, ordinary={"then", "came", "up"}.__contains__)
    assert found
    assert all(text[mention.start : mention.end] in f"{said} " for mention in found)


@pytest.mark.parametrize(
    "said", ["a new port for the new town", "News from the port", "New, porters", "at dot at dot at"]
)
def test_everyday_words_beside_each_other_are_no_name(said: str):
    stones = [stone for name in ("Newport", "Newtown") if (stone := tombstone_of_name(name, key=KEY, at=START))]
    assert Tombstones.of(1, KEY, stones).mentions(said, ANN, ordinary={"new", "port", "town"}.__contains__) == []


@pytest.mark.parametrize("unit", ["a ", "a1", "&#97;", "%61", "s ", "at ", "1O", "names ", "\\u0061"])
def test_names_are_looked_for_in_linear_time(unit: str):
    name = tombstone_of_name("Quillfeather", key=KEY, at=START)
    assert name is not None
    tombstones = Tombstones.of(1, KEY, [name])
    assert_linear(lambda length: tombstones.mentions((unit * length)[:length], ANN), 20_000)


@pytest.mark.parametrize("unit", ["quilfether ", "zero ", "a quillfeathre is ", "still ", "ж", "щедрый "])
def test_slips_and_other_forms_are_looked_for_in_linear_time(unit: str):
    said = memory(ANN, "A quillfeather is in the attic of the house")
    tombstones = Tombstones.of(1, KEY, [tombstone_of(said, None, key=KEY, embedder="", at=START)])
    assert_linear(lambda length: tombstones.mentions((unit * length)[:length], ANN, known={"a"}.__contains__), 5_000)


def test_the_first_words_of_a_sentence_at_the_end_of_a_text_are_no_slip_of_it():
    code = tombstone_of_episode("id", "The licence key is with Ines until May.", key=KEY, at=START)
    tombstones, known = Tombstones.of(1, KEY, [code]), {"the", "key", "is", "with", "until", "may"}.__contains__
    assert not tombstones.mentions("You must not commit the licence key", ANN, known=known)
    assert tombstones.mentions("The licence key is with Ines until May", ANN, known=known)
    assert tombstones.mentions("The licnce key is with Ines until May", ANN, known=known)


@pytest.mark.parametrize(
    ("forgotten", "said"),
    [
        ("I am allergic to hazelnuts.", "The user is allergic to hazelnuts"),
        ("I am allergic to hazelnuts.", "User is allergic to hazelnuts, they said"),
        ("I am allergic to hazelnuts.", "Ann is allergic to hazelnuts"),
        ("I'm allergic to hazelnuts.", "We know that the user is allergic to hazelnuts."),
        ("My door code is 4471.", "The user's door code is 4471"),
        ("My door code is 4471.", "Ann's door code is 4471"),
        ("I have a heart condition.", "user has a heart condition"),
        ("I live in Graz now.", "The user lives in Graz now"),
        ("I teach yoga classes.", "Ann teaches yoga classes"),
    ],
)
def test_what_somebody_said_of_themselves_is_found_in_the_third_person(forgotten: str, said: str):
    stone = tombstone_of_episode("e", forgotten, [memory(ANN, DIABETES)], key=KEY, at=START)
    tombstones = Tombstones.of(1, KEY, [stone])
    assert tombstones.mentions(said, ANN)
    other = re.sub(r"Ann|(?:[Tt]he )?[Uu]ser", "Zoe", said)
    assert [one for one in tombstones.mentions(other, ANN) if one.refusal.by == "words"] == []


async def test_a_claim_of_somebody_by_name_is_their_own():
    claim = Claim(subject="user", predicate="has", object="diabetes")
    tombstones = await tombstones_of(memory(ANN, "User has diabetes", claim=claim))
    for name, refused in (("Ann", True), ("ann", True), ("Zoe", False)):
        again = memory(ANN, f"{name} was told of it", claim=claim.model_copy(update={"subject": name}))
        assert (tombstones.refuses_memory(again) is not None) is refused
