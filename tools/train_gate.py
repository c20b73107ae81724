"""Train the gate's linear model on the development cases of the extraction corpus, and measure it on held-out families.

    python tools/train_gate.py evals/extraction/dev.jsonl

Needs the extra ``train``. Sentences of a kept turn are examples for keeping if they share content words with an
expected fact, against it if they share none; each sentence of a skipped turn is an example against it.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from training import sparse_rows

from memorist.nodes.reading.gate import rules
from memorist.nodes.reading.gate.features import BITS, features, lexicon, words_in
from memorist.nodes.reading.gate.judge import judge_turn
from memorist.nodes.reading.gate.linear import TYPES, GateModel, packed
from memorist.nodes.reading.reader import Spoken
from memorist.nodes.reading.segments import segments_of

KEEP_C, TYPE_C = 20.0, 8.0
"""Inverse strengths of regularisation, chosen by cross-validation over families."""
FOLDS = 3


@dataclass(frozen=True)
class GateExample:
    """A sentence to learn from; ``types`` are empty where they are not known of the sentence alone."""

    sentence: str
    before: str
    keep: bool
    types: tuple[str, ...]
    weight: float
    family: str


@dataclass(frozen=True)
class GateCase:
    """A case of the corpus: the judged turns with what was said before each, and what is expected."""

    turns: tuple[tuple[str, str, tuple[Spoken, ...]], ...]
    keep: bool
    types: tuple[str, ...]
    facts: tuple[str, ...]
    family: str


def family_of(row: dict[str, Any]) -> str:
    """Return the family of a case, however its set spells it; cases without a family are held out by their set."""
    name = str(row.get("family") or f"set {row['id'].split('-')[0]}").lower().replace("_", "-").replace(" ", "-")
    name = re.sub(r"-(?:skip|fact)$", "", name).replace("policies", "policy")
    return re.sub(r"^(assistant|pronoun|entity|general|other|not-remember).*", r"\1", name.removesuffix("s"))


def read_cases(path: Path) -> list[GateCase]:
    """The cases of a file of JSON lines."""
    cases: list[GateCase] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        spoken = [Spoken(role=turn["role"], content=turn["content"]) for turn in row["turns"]]
        first = len(spoken) - 1 if row.get("judged") == "last" else 0
        turns = tuple((spoken[at].content, spoken[at].role, tuple(spoken[:at])) for at in range(first, len(spoken)))
        expected = row["expected"]
        facts = tuple(json.dumps(fact) for fact in expected.get("facts") or ())
        types = tuple(dict.fromkeys(t for t in expected.get("types") or () if t in TYPES))
        cases.append(GateCase(turns, expected["action"] == "keep", types, facts, family_of(row)))
    return cases


def examples_of(case: GateCase) -> Iterator[GateExample]:
    """The sentences of a case that no rule decides about, with what is to be learned of each."""
    said: list[tuple[str, str, float]] = []
    for text, role, before in case.turns:
        if rules.rule_of_turn(text, role) or rules.plays_a_role(text):
            continue
        heard = before
        for segment in segments_of(text):
            if rules.rule_of_segment(segment, heard) is None:
                asked = heard[-1].content if heard and heard[-1].role == "assistant" else ""
                sentence = f"{segment.list_intro} {segment.text}" if segment.list_intro else segment.text
                said.append((sentence, asked, _overlap(sentence, case.facts)))
            heard = ()
    if not case.keep:
        for sentence, asked, _ in said:
            yield GateExample(sentence, asked, False, (), 1.0, case.family)
        return
    best = max((share for *_, share in said), default=0.0)
    for sentence, asked, share in said:
        if len(said) == 1 or share >= max(0.3, 0.5 * best):
            types = case.types if len(case.types) == 1 or len(said) == 1 else ()
            yield GateExample(sentence, asked, True, types, 1.0, case.family)
        elif case.facts and share == 0:
            yield GateExample(sentence, asked, False, (), 0.5, case.family)


def _overlap(sentence: str, facts: Sequence[str]) -> float:
    """The largest share of a fact's content words that stand in a sentence."""
    plain = lexicon()["chatter"]
    here = {word[:5] for word in words_in(sentence)}
    shares = [0.0]
    for fact in facts:
        content = {word[:5] for word in words_in(fact) if word[0].isalnum() and word not in plain and word != "user"}
        shares.append(len(content & here) / len(content) if content else 0.0)
    return max(shares)


def matrix_of(examples: Iterable[GateExample]) -> Any:
    """The features of examples, a row each."""
    return sparse_rows([features(example.sentence, example.before) for example in examples], 1 << BITS)


def trained(examples: Sequence[GateExample]) -> GateModel:
    """A model that learned from these examples; types are learned one against the rest."""
    rows = matrix_of(examples)
    weights = np.zeros((1 + len(TYPES), 1 << BITS), dtype=np.float32)
    constants = np.full(1 + len(TYPES), -9.0, dtype=np.float32)

    def learn(row: int, which: NDArray[np.bool_], is_so: NDArray[np.bool_], c: float) -> None:
        weigh = np.array([example.weight for example in examples])[which]
        model: Any = LogisticRegression(C=c, solver="liblinear", max_iter=400)
        model.fit(rows[which], is_so[which], sample_weight=weigh)
        weights[row], constants[row] = np.asarray(model.coef_)[0], np.asarray(model.intercept_)[0]

    learn(0, np.ones(len(examples), dtype=bool), np.array([example.keep for example in examples]), KEEP_C)
    typed = np.array([bool(example.types) for example in examples])
    for row, name in enumerate(TYPES, start=1):
        is_so = np.array([name in example.types for example in examples])
        if is_so[typed].any():
            learn(row, typed, is_so, TYPE_C)
    return GateModel(weights, constants)


def folds_of(cases: Sequence[GateCase]) -> list[set[str]]:
    """Families in parts of about equal numbers of cases, the largest families first."""
    sizes: dict[str, int] = {}
    for case in cases:
        sizes[case.family] = sizes.get(case.family, 0) + 1
    folds: list[set[str]] = [set() for _ in range(FOLDS)]
    load = [0] * FOLDS
    for name in sorted(sizes, key=lambda name: (-sizes[name], name)):
        least = load.index(min(load))
        folds[least].add(name)
        load[least] += sizes[name]
    return folds


@dataclass
class GateTally:
    """Counts of a measurement."""

    right: int = 0
    wrong: int = 0
    missing: int = 0
    typed: int = 0
    type_right: int = 0

    def add(self, case: GateCase, model: GateModel) -> bool:
        """Judge a case; says whether the gate was right."""
        verdicts = [judge_turn(text, role, before, model) for text, role, before in case.turns]
        kept = any(verdict.action != "skip" for verdict in verdicts)
        self.right += kept and case.keep
        self.wrong += kept and not case.keep
        self.missing += case.keep and not kept
        if case.keep and case.types:
            found = [v.type for verdict in verdicts for _, v in verdict.segments if v.type]
            self.typed += len(found)
            self.type_right += sum(name in case.types for name in found)
        return kept == case.keep

    def line(self) -> str:
        """The figures."""
        f1 = 2 * self.right / max(1, 2 * self.right + self.wrong + self.missing)
        types = self.type_right / max(1, self.typed)
        return f"gate F1 {f1:.4f} (kept wrongly {self.wrong}, lost {self.missing}) type {types:.4f} of {self.typed}"


def held_out(cases: Sequence[GateCase]) -> None:
    """Print figures for each part of the families, judged by a model that saw none of them."""
    total = GateTally()
    failed: dict[str, int] = {}
    for fold in folds_of(cases):
        model = trained([e for case in cases if case.family not in fold for e in examples_of(case)])
        part = GateTally()
        for case in cases:
            if case.family in fold:
                total.add(case, model)
                if not part.add(case, model):
                    failed[case.family] = failed.get(case.family, 0) + 1
        _say(f"held out: {part.line()}")
    _say(f"all held out: {total.line()}")
    worst = sorted(failed.items(), key=lambda item: -item[1])[:15]
    _say(f"most errors: {', '.join(f'{name} {count}' for name, count in worst)}")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def main(path: Path) -> None:
    """Measure on held-out families, then train on all and write the weights beside those rules."""
    cases = read_cases(path)
    held_out(cases)
    model = trained([example for case in cases for example in examples_of(case)])
    target = Path(rules.__file__).with_name("weights.npz")
    with target.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **packed(model))
    _say(f"{target.name}: {target.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
