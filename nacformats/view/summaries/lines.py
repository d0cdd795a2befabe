"""The lines of a summary: labels and texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nacformats.printing import size_text
from nacformats.view.summaries.data import ShownPort, ShownShape, Summary, added, count_text
from nacformats.view.texts import joined_and_cut


def head_rows(summary: Summary, *, weights: bool = False) -> Iterator[tuple[str, str]]:
    """Yield labels and texts: inputs, outputs, facts, tokenizer and plan; with `weights`, those of a program too."""
    yield from _ports("inputs", summary, summary.inputs)
    yield from _ports("outputs", summary, summary.outputs)
    if weights and "inputs" in summary.counts:
        yield "weights", weights_text(summary)
    yield from ((fact.label, fact.text) for fact in summary.facts)
    if summary.tokenizer is not None:
        yield "tokenizer", summary.tokenizer
    if summary.plan is not None:
        yield "plan", summary.plan


def weights_text(summary: Summary) -> str:
    """Return how many tensors there are, and how large they are by their types."""
    number = count_text(summary.counts.get("tensors", 0), "parameter")
    if not summary.dtypes:
        return number
    shares = ", ".join(f"{share.dtype} {size_text(share.bytes)}" for share in summary.dtypes)
    return f"{number}, {size_text(added(share.bytes for share in summary.dtypes))} ({shares})"


def _ports(label: str, summary: Summary, ports: Sequence[ShownPort]) -> Iterator[tuple[str, str]]:
    count = summary.counts.get(label)
    if count is None:
        return
    text = joined_and_cut(", ", map(port_text, ports)) or "none"
    yield label, f"{count:,}: {text}" if count > len(ports) else text


def port_text(port: ShownPort) -> str:
    """Return an input or output as people write it: ids int64[1, length]."""
    dtype = "" if port.dtype is None else f" {port.dtype}"
    return f"{port.name}{dtype}" if port.shape is None else f"{port.name}{dtype}[{shape_text(port.shape, ', ')}]"


def shape_text(shape: ShownShape, between: str = "×") -> str:
    """Return the sizes of a tensor as a text; `?` for one that is not known."""
    return joined_and_cut(between, ("?" if size is None else str(size) for size in shape))
