"""The figures of a run as files: JSON, and two plots."""

import json
from pathlib import Path
from typing import Any

from memorist.evals.retrieval.score import K
from memorist.memory_store.domain.errors import InvalidInput


def write_report(result: dict[str, Any], folder: Path) -> None:
    """Write ``retrieval-DATASET-SCORED.json`` and its plots.

    Raises :class:`InvalidInput` where the package that draws is missing.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise InvalidInput("--report draws with matplotlib: `pip install memorist[bench]`", field="report") from error
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"retrieval-{result['dataset']}-{result['scored']}"
    (folder / f"{stem}.json").write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    by_k: Any = Figure(figsize=(6, 4), layout="constrained")
    axes = by_k.subplots()
    for name, method in result["methods"].items():
        axes.plot(K, [method.get(f"recall@{k}", 0.0) for k in K], marker="o", label=name)
    axes.set(xlabel="k", ylabel="recall@k", ylim=(0, 1), title=f"{result['dataset']} ({result['scored']})", xticks=K)
    axes.legend()
    by_k.savefig(folder / f"{stem}.png", dpi=120)
    _by_category(result, Figure).savefig(folder / f"{stem}-categories.png", dpi=120)


def _by_category(result: dict[str, Any], figure: Any) -> Any:
    methods = result["methods"]
    names = list(methods["memorist"]["by_category"])
    drawn = figure(figsize=(max(6.0, 1.6 * len(names)), 4), layout="constrained")
    axes = drawn.subplots()
    width = 0.8 / len(methods)
    for number, (method, figures) in enumerate(methods.items()):
        heights = [figures["by_category"].get(name, {}).get("recall@10", 0.0) for name in names]
        axes.bar([place + number * width for place in range(len(names))], heights, width, label=method)
    ticks = [place + 0.4 - width / 2 for place in range(len(names))]
    axes.set(ylabel="recall@10", ylim=(0, 1), title=f"{result['dataset']} by category")
    axes.set_xticks(ticks, names, rotation=15, ha="right")
    axes.legend()
    return drawn
