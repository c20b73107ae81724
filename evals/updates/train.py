"""Train the forest that tells what a turn takes the place of: ``python -m memorist.evals.updates.train``.

It needs the extra ``train``. It learns from conversations in
which something changes, and from long talks in which hardly anything does. The figures that it prints are of pairs from
conversations that the forest which judged them had not seen; the one that is written has seen all.
"""

# pyright: basic
# What is trained with has no types.

import argparse
import asyncio
import gzip
import json
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from math import log
from pathlib import Path
from typing import Any, NamedTuple

from sklearn.ensemble import GradientBoostingClassifier

from memorist.evals.conversation import store_of
from memorist.evals.progress import progress
from memorist.evals.updates.case import UpdateCase, load_updates
from memorist.evals.updates.replay import believed_after
from memorist.evals.updates.score import is_stale, said
from memorist.api.memory import Memory
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from memorist.nodes.ingestion.renewal import overtaking

HERE = Path(__file__).parent
FOREST = Path(overtaking.__file__).with_name("forest.json")
WEIGHT_OF_TALK = 0.1
"""Of a pair from a long talk: there are ten times as many, and nearly all are alike."""
TREES: dict[str, Any] = {
    "n_estimators": 200, "max_depth": 4, "learning_rate": 0.035, "subsample": 0.6, "min_samples_leaf": 12,
    "max_features": 0.25, "random_state": 0,
}  # fmt: skip


class Pair(NamedTuple):
    """A turn beside a memory: whether it takes its place, of which conversation, and the signals."""

    of: str
    takes: bool
    weight: float
    signals: dict[str, float]


async def pairs_of_case(case: UpdateCase, store: Store, clock: VirtualClock, group: str) -> list[Pair]:
    """The pairs of one conversation; what is stale in the end was overtaken by the turn that says what is so now."""
    turns: list[list[list[overtaking.Weighed]]] = []
    with overtaking.watched() as seen:

        def next_turn() -> None:
            turns.append(list(seen))
            seen.clear()

        await believed_after(case, store, clock, group, next_turn)
    found: list[Pair] = []
    for place, compared in enumerate(turns):
        for weighed in (each for one in compared for each in one):
            stale = any(is_stale(said(weighed.memory), gone) for gone in case.gone)
            if stale and _changing_turn(case, weighed.memory.valid_from) != place:
                continue
            found.append(Pair(case.id, stale, 1.0, weighed.signals))
    return found


def _changing_turn(case: UpdateCase, told_at: datetime) -> int | None:
    """The turn after it that first has a word of what is so now; else one that says that something is over."""
    later = [n for n, turn in enumerate(case.turns) if turn.role == "user" and turn.at > told_at]
    texts = [turn.content.casefold() for turn in case.turns]
    new = [word for words in case.now for word in words]
    over = [word for gone in case.gone for word in gone.unless]
    for place in later:
        before = " ".join(text for turn, text in zip(case.turns[:place], texts, strict=False) if turn.role == "user")
        if any(word in texts[place] and word not in before for word in new):
            return place
    return next((place for place in later if any(word in texts[place] for word in over)), later[-1] if later else None)


async def pairs_of_talk(path: Path, store: Store, clock: VirtualClock) -> list[Pair]:
    """The pairs of long talks, each speaker in turn being the user."""
    found: list[Pair] = []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        talks = [json.loads(line) for line in lines]
    for number, talk in enumerate(talks):
        for place, speaker in enumerate(sorted({turn["speaker"] for turn in talk["turns"]})):
            memory = Memory(store, Scope(group_id=f"talk{number}n{place}", user_id="user"))
            with overtaking.watched() as seen:
                for turn in talk["turns"]:
                    clock.move_to(datetime.fromisoformat(turn["at"]).replace(tzinfo=UTC))
                    role = "user" if turn["speaker"] == speaker else "assistant"
                    await memory.ingest(
                        [{"kind": "turn", "role": role, "content": turn["text"], "session_id": turn["session"]}]
                    )
            found += [
                Pair(f"talk{number}n{place}", False, WEIGHT_OF_TALK, weighed.signals)
                for compared in seen
                for weighed in compared
            ]
    return found


async def every_pair(data: Path, talk: Path | None) -> list[Pair]:
    """All pairs of both sources, from an embedded store that is thrown away."""
    cases = load_updates(data)
    with tempfile.TemporaryDirectory(prefix="memorist-") as folder, progress() as bars:
        async with store_of(cases, f"embedded:{folder}/store") as (store, clock):
            found: list[Pair] = []
            for number, case in enumerate(bars.track(cases, description="conversations")):
                found += await pairs_of_case(case, store, clock, f"case{number}")
            return found + (await pairs_of_talk(talk, store, clock) if talk else [])


def grown(pairs: Sequence[Pair], names: Sequence[str]) -> Any:
    """A trained model."""
    model = GradientBoostingClassifier(**TREES)
    return model.fit(
        [[pair.signals[name] for name in names] for pair in pairs],
        [pair.takes for pair in pairs],
        sample_weight=[pair.weight for pair in pairs],
    )


def as_data(model: Any, names: Sequence[str]) -> dict[str, Any]:
    """A model in the form that :func:`~memorist.nodes.ingestion.renewal.forest.forest_of` reads."""
    prior = model.init_.class_prior_
    trees: list[list[Any]] = []
    for (tree,) in model.estimators_:
        parts = tree.tree_
        rate = model.learning_rate
        trees.append(
            [
                round(float(parts.value[at][0][0]) * rate, 5)
                if parts.children_left[at] < 0
                else [
                    int(parts.feature[at]),
                    round(float(parts.threshold[at]), 5),
                    int(parts.children_left[at]),
                    int(parts.children_right[at]),
                ]
                for at in range(parts.node_count)
            ]
        )
    return {"signals": list(names), "bias": round(log(prior[1] / prior[0]), 5), "trees": trees}


def held_back(pairs: Sequence[Pair], names: Sequence[str], folds: int = 5) -> list[tuple[float, Pair]]:
    """Each pair with the probability that a model gives it which has not seen its conversation."""
    every = sorted({pair.of for pair in pairs})
    fold = {name: place % folds for place, name in enumerate(every)}
    rated: list[tuple[float, Pair]] = []
    for one in range(folds):
        model = grown([pair for pair in pairs if fold[pair.of] != one], names)
        unseen = [pair for pair in pairs if fold[pair.of] == one]
        chances = model.predict_proba([[pair.signals[name] for name in names] for pair in unseen])[:, 1]
        rated += zip(map(float, chances), unseen, strict=True)
    return rated


def main() -> None:
    """Train, print the figures of what was held back, and write the forest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=HERE / "dev.jsonl", help="cases as bench updates takes them")
    parser.add_argument("--talk", type=Path, help="gzip'd conversations as bench extraction --locomo takes them")
    parser.add_argument("--out", type=Path, default=FOREST)
    given = parser.parse_args()
    pairs = asyncio.run(every_pair(given.data, given.talk))
    names = list(pairs[0].signals)
    rated = held_back(pairs, names)
    for sure in (0.4, 0.5, 0.6, overtaking.SURE, 0.7, 0.8):
        taken = [chance > sure for chance, pair in rated if pair.takes]
        kept = [chance > sure for chance, pair in rated if not pair.takes and pair.weight == 1.0]
        talk = [chance > sure for chance, pair in rated if pair.weight < 1.0]
        print(
            f"{sure}: {sum(taken)} of {len(taken)} found, {sum(kept)} of {len(kept)} that stay ended by mistake, "
            f"{sum(talk)} of {len(talk)} in long talks"
        )
    given.out.write_text(json.dumps(as_data(grown(pairs, names), names), separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
