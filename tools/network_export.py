"""The network as ONNX files: the base as it is, and beside its layers those that were trained."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnx.utils
from network_training import LAYERS, PARTS, TRAINED
from numpy.typing import NDArray
from onnx import helper, numpy_helper

from memorist.memory_store.network.network import DIMENSION, FILES, HEADS, Head

EMBEDDING = "embedding"
LAST = f"encoder.layer.{LAYERS - 1}.{PARTS['thought']}.g"
"""Name of the last scale in the base."""


def exported(base: Path, trained: Mapping[str, Any], file: str = "heads") -> Iterator[tuple[str, onnx.ModelProto]]:
    """Yield the parts of the network by name; ``file``: what was trained.

    Beside the base stands a second branch: each node that depends on a trained weight, again, with that weight.
    """
    model = onnx.load(str(base / "model.onnx"))
    graph, moved = model.graph, dict[str, str]()
    for layer in range(LAYERS):
        for name, there in PARTS.items():
            of, place = f"{layer}.{name}", f"encoder.layer.{layer}.{there}"
            arrays: dict[str, Any] = (
                {f"{place}.g": trained[f"{of}.scale"], f"{place}.b": trained[f"{of}.shift"]}
                if there.endswith("LayerNorm")
                else {f"{place}.bb": trained[f"{of}.shift"], **_rounded(f"{place}.w", trained[of])}
            )
            for known, value in arrays.items():
                moved[known] = f"{TRAINED}{known}"
                graph.initializer.append(numpy_helper.from_array(np.asarray(value), moved[known]))
    for node in list(graph.node):
        if EMBEDDING not in node.output and any(name in moved for name in node.input):
            moved |= {name: f"{TRAINED}{name}" for name in node.output}
            again = onnx.NodeProto()
            again.CopyFrom(node)
            again.name = f"{TRAINED}{node.name}"
            again.input[:] = [moved.get(name, name) for name in node.input]
            again.output[:] = [moved[name] for name in node.output]
            graph.node.append(again)
    [mean] = (node.input[0] for node in graph.node if EMBEDDING in node.output)
    _add_heads(graph, moved[mean], moved[_normalised(graph, LAST)], trained, FILES[file])
    words = _normalised(graph, "embeddings.LayerNorm.g")
    graph.value_info.append(helper.make_tensor_value_info(words, onnx.TensorProto.FLOAT, ["b", "t", DIMENSION]))
    masked = "attention_mask"
    cut = onnx.utils.Extractor(model)
    yield "pieces", cut.extract_model(["input_ids", masked], [words])
    yield "embedding", cut.extract_model([words, masked], [EMBEDDING])
    yield file, cut.extract_model([words, masked], list(FILES[file]))


def _normalised(graph: Any, scale: str) -> str:
    """Return the name of the vectors that a normalisation makes, by the name of its scale."""
    return next(node.output[0] for node in graph.node if scale in node.input)


def _rounded(name: str, weights: Any) -> dict[str, NDArray[Any]]:
    """Return a matrix in whole numbers of one byte, with a step for each column."""
    matrix = np.asarray(weights, dtype=np.float32)
    steps = np.maximum(np.abs(matrix).max(axis=0), 1e-9) / 127
    whole = np.round(matrix / steps).astype(np.int8)
    return {f"{name}_quantized": whole, f"{name}_scale": steps, f"{name}_zero_point": np.zeros(len(steps), np.int8)}


def _add_heads(graph: Any, mean: str, last: str, trained: Mapping[str, Any], heads: Sequence[Head]) -> None:
    first, both = f"{TRAINED}first", f"{TRAINED}both"
    graph.initializer.append(numpy_helper.from_array(np.array(0), f"{TRAINED}0"))
    graph.node.append(helper.make_node("Gather", [last, f"{TRAINED}0"], [first], axis=1))
    graph.node.append(helper.make_node("Concat", [mean, first], [both], axis=-1))
    for head in heads:
        for name in (head, f"{head}.shift"):
            graph.initializer.append(numpy_helper.from_array(np.asarray(trained[name]), f"{TRAINED}{name}"))
        graph.node.append(helper.make_node("Gemm", [both, f"{TRAINED}{head}", f"{TRAINED}{head}.shift"], [head]))
        graph.output.append(helper.make_tensor_value_info(head, onnx.TensorProto.FLOAT, ["b", HEADS[head]]))
