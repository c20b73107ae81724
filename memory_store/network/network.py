"""The network that comes with the package: vectors of texts, speech acts, and pairs of texts.

It is all-MiniLM-L6-v2 (Apache-2.0, see ``NOTICE.txt``) in whole numbers. Its vectors are the base's own. Above the same
word pieces it has layers of a second kind, which `tools/fit_network.py` trains to tell speech acts and what belongs
together.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from memorist.memory_store.domain.errors import EmbedderUnavailable
from memorist.memory_store.onnx_folder import OnnxModel, tokenizer_of

Head = Literal["acts", "meant", "changes", "whose", "cut"]
HEADS: dict[Head, int] = {"acts": 4, "meant": 2, "changes": 2, "whose": 2, "cut": 2}
"""Classes of each head: a rule, a lift, a request to forget, none of them; not meant, meant; not ended, ended;
everybody's, the speaker's own; of an input that is to be forgotten, a sentence that stays, one that goes."""
FILES: dict[str, tuple[Head, ...]] = {"heads": ("acts", "meant", "changes", "whose"), "cut": ("cut",)}
"""Files of the layers that were trained, above the word pieces, with the heads of each. One head alone learns from few
examples what it does not learn among others."""
DIMENSION = 384
LONGEST = 256
"""Word pieces of a text that its vector is made from: the base was trained on no longer ones."""
LONGEST_SENTENCE = 64
"""Word pieces of a sentence that is judged."""
LONGEST_PAIR = 96
"""Word pieces of two texts that are judged together."""
LONGEST_CUT = 144
"""The same for a request to forget and a sentence: people give their reasons, and say what is to stay."""
RECENT = 256
"""Texts whose judgements are remembered: several heads are asked about the same sentence, one after the other."""
CHARACTERS = 8
"""Characters of a text that are cut into pieces, for each piece that there is room for."""


class Network:
    """The tokenizer and the weights; everything here blocks, for 2 to 20 ms.

    Args:
        folder: the files ``pieces.onnx``, ``embedding.onnx``, those of ``FILES``, and ``tokenizer.json``.
    """

    def __init__(self, folder: Path) -> None:
        def part(name: str) -> OnnxModel:
            return OnnxModel(folder / f"{name}.onnx", error=_unavailable, threads=1)

        self._part = cache(part)
        self._words, self._embedding = part("pieces"), part("embedding")
        self._part("heads")  # what is damaged is told at once; others are read when they are needed
        self._tokenizer = tokenizer_of(folder / "tokenizer.json", error=_unavailable)
        self._tokenizer.enable_truncation(LONGEST)
        self._judged = lru_cache(maxsize=RECENT)(self._judge)

    def embedding(self, text: str) -> NDArray[np.float32]:
        """Return the vector of a text, [384], of unit length."""
        return self._run(self._embedding, self._pieces(text, LONGEST), ("embedding",))[0]

    def probabilities(self, head: Head, text: str, other: str | None = None) -> NDArray[np.float32]:
        """Return the probability of each class of a head for a sentence, or for two texts."""
        [file] = (name for name, heads in FILES.items() if head in heads)
        longest = LONGEST_CUT if file == "cut" else LONGEST_PAIR
        return self._judged(file, tuple(self.pieces_of(text, other, longest)))[head]

    def log_odds(self, head: Head, text: str, other: str | None = None) -> float:
        """Return the logarithm of the odds of the second class of a head of two."""
        against, likely = np.log(self.probabilities(head, text, other))
        return float(likely - against)

    def _judge(self, file: str, pieces: Sequence[int]) -> dict[Head, NDArray[np.float32]]:
        """Return the probabilities of the classes of every head of a file: all stand above the same layers."""
        scores = self._run(self._part(file), pieces, FILES[file])
        grown = [np.exp(each - each.max()) for each in scores]
        return {head: each / each.sum() for head, each in zip(FILES[file], grown, strict=True)}

    def _run(self, upper: OnnxModel, pieces: Sequence[int], outputs: Sequence[str]) -> list[NDArray[np.float32]]:
        values = {"input_ids": np.array([pieces], np.int64), "attention_mask": np.ones((1, len(pieces)), np.int64)}
        [inside] = self._words.run(values)
        return [rows[0] for rows in upper.run({**values, upper.inputs[0]: inside}, list(outputs))]

    def pieces_of(self, sentence: str, other: str | None = None, longest: int = LONGEST_PAIR) -> list[int]:
        """Return the numbers of the word pieces of a sentence, or of two texts with at least half of the room each."""
        if other is None:
            return self._pieces(sentence, LONGEST_SENTENCE)[:LONGEST_SENTENCE]
        first, second = (self._pieces(text, longest)[: longest * 2 // 3] for text in (sentence, other))
        second = second[1:]  # without the piece that opens a text
        return [*first[: max(longest // 2, longest - len(second))], *second][:longest]

    def _pieces(self, text: str, longest: int) -> list[int]:
        readable = text[: CHARACTERS * longest].encode(errors="replace").decode()  # lone surrogates are refused
        ids: list[int] = self._tokenizer.encode(readable).ids
        return ids


def _unavailable(why: str) -> EmbedderUnavailable:
    return EmbedderUnavailable(
        f"the network that comes with memorist cannot be used ({why}): reinstall it with "
        "`pip install --force-reinstall memorist`"
    )


@lru_cache(maxsize=1)
def load() -> Network:
    """Return the network, read once a process; blocks. Raises :class:`EmbedderUnavailable` with the fix."""
    with as_file(files(__package__ or "")) as folder:
        return Network(folder)
