"""Writes an ONNX model folder small enough for a test: each token's vector is a row of a table."""

import struct
from collections.abc import Sequence
from pathlib import Path

from tokenizers import Tokenizer, models, pre_tokenizers

__all__ = ["write_model"]

FLOAT, INT64 = 1, 7
WORDS = ("[UNK]", "clerk", "firebase", "auth", "mobile", "pnpm", "never")


def write_model(folder: Path, *, dimension: int = 8, pooled: bool = False, seed: int = 1) -> Path:
    """Return `folder` holding model.onnx and tokenizer.json; `pooled` models return one vector a text themselves."""
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer = Tokenizer(models.WordLevel({word: place for place, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()  # pyright: ignore[reportAttributeAccessIssue]
    tokenizer.save(str(folder / "tokenizer.json"))
    table = [
        ((place * 37 + column * 11 + seed) % 17) / 17 for place in range(len(WORDS)) for column in range(dimension)
    ]
    (folder / "model.onnx").write_bytes(_model(table, dimension, pooled=pooled))
    return folder


def _model(table: Sequence[float], dimension: int, *, pooled: bool) -> bytes:
    gather = _text(1, "table") + _text(1, "input_ids") + _text(2, "tokens") + _text(4, "Gather")
    mean = _text(1, "tokens") + _text(2, "mean") + _text(4, "ReduceMean") + _field(5, _ints("axes", [1]))
    mean += _field(5, _text(1, "keepdims") + _number(3, 0) + _number(20, 2))
    initializer = _number(1, len(WORDS)) + _number(1, dimension) + _number(2, FLOAT) + _text(8, "table")
    initializer += _field(9, struct.pack(f"<{len(table)}f", *table))
    graph = _field(1, gather) + (_field(1, mean) if pooled else b"") + _text(2, "tiny") + _field(5, initializer)
    graph += _field(11, _value("input_ids", INT64, ["one", "length"]))
    graph += _field(11, _value("attention_mask", INT64, ["one", "length"]))
    shape: list[str | int] = ["one", dimension] if pooled else ["one", "length", dimension]
    graph += _field(12, _value("mean" if pooled else "tokens", FLOAT, shape))
    return _number(1, 8) + _field(7, graph) + _field(8, _number(2, 13))


def _value(name: str, kind: int, shape: Sequence[str | int]) -> bytes:
    sizes = [_number(1, size) if isinstance(size, int) else _text(2, size) for size in shape]
    tensor = _number(1, kind) + _field(2, b"".join(_field(1, size) for size in sizes))
    return _text(1, name) + _field(2, _field(1, tensor))


def _ints(name: str, values: Sequence[int]) -> bytes:
    return _text(1, name) + b"".join(_number(8, value) for value in values) + _number(20, 7)


def _varint(value: int) -> bytes:
    head, rest = value & 0x7F, value >> 7
    return bytes([head | 0x80]) + _varint(rest) if rest else bytes([head])


def _number(key: int, value: int) -> bytes:
    return _varint(key << 3) + _varint(value)


def _field(key: int, data: bytes) -> bytes:
    return _varint(key << 3 | 2) + _varint(len(data)) + data


def _text(key: int, value: str) -> bytes:
    return _field(key, value.encode())
