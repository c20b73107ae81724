"""Fit the layers that tell which sentences a request to forget means, choose their limits, and write both.

    python tools/fit_cut.py --base all-MiniLM-L6-v2-int8

They begin as the layers of `fit_network.py`, and learn from `evals/cuts/train.jsonl` ({family, turns: [[sentence]],
request, go: [[turn, sentence]], either}) alone; a sixth of its families is kept aside. `--base` is the folder that
`fit_network.py` is given. Needs the extra `train`.
"""

import argparse
from pathlib import Path

import cut_examples
import numpy as np
import onnx
from network_export import exported
from network_training import Lessons, base_weights, shipped_weights, trained
from training import FOLDS, fold_numbers, written

from memorist.memory_store.network.network import Network

ROOT = Path(__file__).parents[1]
NETWORK, ROOM = ROOT / "memory_store/network", ROOT / "nodes/forgetting"
OTHERS = 0.5
"""Share of the sentences of other inputs that are learned from: there are more of them than of all others."""


def main() -> None:
    """Fit, measure, and write the layers and the limits."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--base", type=Path, required=True, help="folder of the base of the network")
    arguments.add_argument("--limits", action="store_true", help="only choose the limits, with the layers as they are")
    given = arguments.parse_args()
    examples = [*cut_examples.written()]
    aside = fold_numbers([one.family for one in examples], FOLDS) == 0
    if not given.limits:
        network = Network(NETWORK)
        goes = np.array([one.goes for one in examples], np.int64)
        lessons = Lessons(
            [network.pieces_of(one.request, one.sentence) for one in examples],
            goes,
            np.ones(len(examples), np.float32),
        )
        drawn = np.random.default_rng(13).random(len(examples)) < OTHERS
        rows = np.flatnonzero(~aside & (np.array([one.beside for one in examples]) | drawn))
        weights = trained(shipped_weights(base_weights(given.base), NETWORK), {"cut": lessons}, {"cut": rows})
        parts = dict(exported(given.base, weights.trained, "cut"))
        onnx.save(parts["cut"], str(NETWORK / "cut.onnx"))
    kept = [one for one, is_kept in zip(examples, aside, strict=True) if is_kept]
    cutting, of_sentences = cut_examples.cutting(kept)
    finding, of_inputs = cut_examples.finding({one.family.removeprefix("cut ") for one in kept})
    report = {"cut out": of_sentences, "found": of_inputs}
    written(ROOM, {**cutting, **finding}, report)


if __name__ == "__main__":
    main()
