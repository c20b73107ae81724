"""Fit the layers that tell which sentences a request to forget means, choose their limits, and write both.

    python tools/fit_cut.py --base all-MiniLM-L6-v2-int8

They begin as the layers of `fit_network.py`, and learn from `evals/cuts/train.jsonl` ({family, turns: [[sentence]],
by: "UA…" where an assistant answers, request, go: [[turn, sentence]], either}) and `answers.jsonl` ({family, request,
answer: [sentence], goes: [place]}: what an answer to a request tells of it) alone; a sixth of their families is kept
aside. By `later.jsonl` ({family, said, request, answers: [[sentence]], goes: [[answer, sentence]]}: what other turns of
an agent tell of something said) nothing is learned; all of it is aside. `--base` is the folder that
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

from memorist.memory_store.network.network import LONGEST_CUT, Network

ROOT = Path(__file__).parents[1]
NETWORK, ROOM = ROOT / "memory_store/network", ROOT / "nodes/forgetting"


def main() -> None:
    """Fit, measure, and write the layers and the limits."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--base", type=Path, required=True, help="folder of the base of the network")
    arguments.add_argument("--limits", action="store_true", help="only choose the limits, with the layers as they are")
    given = arguments.parse_args()
    examples = [*cut_examples.written(), *cut_examples.answers()]
    aside = fold_numbers([one.family for one in examples], FOLDS) == 0
    kept = [one for one, is_kept in zip(examples, aside, strict=True) if is_kept]
    families = {one.family.removeprefix("cut ") for one in kept}
    if not given.limits:
        network = Network(NETWORK)
        learned = [one for one, is_kept in zip(examples, aside, strict=True) if not is_kept]
        learned += cut_examples.strange({one.family.removeprefix("cut ") for one in learned})
        lessons = Lessons(
            [network.pieces_of(one.request, one.sentence, LONGEST_CUT) for one in learned],
            np.array([one.goes for one in learned], np.int64),
            np.ones(len(learned), np.float32),
        )
        rows = np.arange(len(learned))
        weights = trained(shipped_weights(base_weights(given.base), NETWORK), {"cut": lessons}, {"cut": rows})
        parts = dict(exported(given.base, weights.trained, "cut"))
        onnx.save(parts["cut"], str(NETWORK / "cut.onnx"))
    cutting, of_sentences = cut_examples.cutting(kept)
    answering, of_answers = cut_examples.answering([one for one in kept if one.family.startswith("answer ")])
    telling, of_later = cut_examples.telling(cut_examples.later())
    finding, of_inputs = cut_examples.finding(families)
    naming, of_named = cut_examples.naming(families)
    report = {
        "cut out": of_sentences,
        "answers": of_answers,
        "later": of_later,
        "found": of_inputs,
        "found by some of the words": of_named,
    }
    written(ROOM, {**cutting, **answering, **telling, **finding, **naming}, report)


if __name__ == "__main__":
    main()
