"""Optimizations: each is a function from Graph to Graph that keeps what the graph computes.

Here are the table of passes, which of them run, and the text that tells what they did.
"""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from nacformats.compiler.passes.folding import fold_constants, settle_sizes
from nacformats.compiler.passes.fusions import fuse_activations, fuse_attention, fuse_norms, simplify_powers
from nacformats.compiler.passes.layers import fold_batch_norms, fold_scales, make_linear
from nacformats.compiler.passes.rewriting import remove_dead, remove_unused_weights
from nacformats.compiler.passes.simplification import cancel_inverses, remove_identities, share_common, simplify
from nacformats.graph.graph import NOTHING, UNKNOWN, Graph, GraphOperand, GraphValue, Input, Operation, Ref, Weight
from nacformats.printing import printable


@dataclass(frozen=True)
class Pass:
    """An optimization.

    Attributes:
        name: for the command line.
        sentence: what it does.
        tolerance: how far results may move, relative to the largest element; 0 is bit for bit.
        function: gives the graph itself when there is nothing to do.
    """

    name: str
    sentence: str
    tolerance: float
    function: Callable[[Graph], Graph]


#: Every pass by name, in the order in which they run unless the caller says otherwise.
PASSES: dict[str, Pass] = {
    entry.name: entry
    for entry in (
        Pass("identity", "copies, casts to the same type and dropouts disappear", 0, remove_identities),
        Pass("sizes", "sizes that the types say become numbers", 0, settle_sizes),
        Pass("fold", "what depends on constants alone is computed", 0, fold_constants),
        Pass("bn", "batch normalizations become part of the layer before them", 1e-5, fold_batch_norms),
        Pass("algebra", "operations that change nothing disappear, chains of views become one", 0, simplify),
        Pass("inverse", "operations that undo each other disappear", 0, cancel_inverses),
        Pass("cse", "what is computed twice is computed once", 0, share_common),
        Pass("linear", "products with a parameter, and biases, become linear layers", 1e-5, make_linear),
        Pass("scale", "factors of channels become part of the layer before them", 1e-5, fold_scales),
        Pass("powers", "powers by a constant that is a tensor become powers by a number", 1e-6, simplify_powers),
        Pass(
            "activations",
            "gelu, silu, hardswish and mish that are spelled out become one operation",
            1e-5,
            fuse_activations,
        ),
        Pass("norms", "layer and RMS normalizations that are spelled out become one operation", 1e-5, fuse_norms),
        Pass("attention", "attention that is spelled out becomes one operation", 1e-5, fuse_attention),
        Pass("dead", "what no output depends on disappears", 0, remove_dead),
        Pass("unused", "weights that nothing uses disappear", 0, remove_unused_weights),
    )
}
DEFAULT_PASSES = tuple(PASSES)

#: Called after each pass with the graph before and after; they are the same object when it changed nothing.
Observer = Callable[[Pass, Graph, Graph], None]


def optimize(graph: Graph, passes: str | Iterable[str] = DEFAULT_PASSES, observer: Observer | None = None) -> Graph:
    """Return the graph after some passes.

    Args:
        graph: in the dialect of the compiler; it is not changed.
        passes: names, in the order in which they run; or a text such as "default", "none", "fold,cse" or "default,-bn".
        observer: called after each pass.

    Raises:
        ValueError: there is no pass of a name.
    """
    for name in select_passes(passes):
        entry = PASSES[name]
        after = entry.function(graph)
        if observer is not None:
            observer(entry, graph, after)
        graph = after
    return graph


def select_passes(passes: str | Iterable[str]) -> tuple[str, ...]:
    """Return the names of passes that a text or a list means.

    "default" stands for all of the default passes, "none" for none, and -name takes one out again.

    Raises:
        TypeError: it is neither a text nor a list of names.
        ValueError: there is no pass of a name.
    """
    words = passes.replace(",", " ").split() if isinstance(passes, str) else passes
    words = list(words) if isinstance(words, Iterable) else [words]
    if not all(isinstance(word, str) for word in words):
        raise TypeError(f"passes: expected names, such as 'default,-fold' or ['fold', 'cse'], got {passes!r}")
    chosen: list[str] = []
    for position, word in enumerate(words):
        name = word.removeprefix("-")
        if name in {"default", "none"} and name == word:
            chosen += DEFAULT_PASSES if name == "default" else ()
            continue
        if name not in PASSES:
            raise ValueError(_unknown(name))
        if name == word:
            chosen.append(name)
            continue
        if position == 0:
            chosen += DEFAULT_PASSES
        chosen = [other for other in chosen if other != name]
    return tuple(chosen)


def _unknown(name: str) -> str:
    near: Sequence[str] = difflib.get_close_matches(name, ("default", "none", *PASSES), n=1)
    meant = f"; did you mean {near[0]!r}?" if near else "."
    return f"there is no pass {name!r}{meant} Known are default, none, {', '.join(PASSES)}"


# what is told

#: Lines of a graph that are shown; of a larger one its beginning and its end.
SHOWN_VALUES = 200
#: Elements of a list, and characters of a text, that are shown.
SHOWN_ITEMS, SHOWN_CHARACTERS = 16, 60


def describe_graph(graph: Graph, most: int = SHOWN_VALUES) -> str:
    """Return a graph as text.

        %0 = input x  float32[s0, 4]
        %1 = weight fc.weight  float32[8, 4]
        %2 = aten.linear.default(%x, %fc.weight)  float32[s0, 8]
        return %2

    Args:
        graph: any graph.
        most: lines of values that are shown; those in the middle of a larger graph are counted.
    """
    lines = [_summary(graph)]
    values = graph.values
    head, tail = (len(values), 0) if len(values) <= most else (most - most // 4, most // 4)
    lines += [_line(graph, value) for value in values[:head]]
    if len(values) > most:
        lines.append(f"... {len(values) - head - tail} more ...")
        lines += [_line(graph, value) for value in values[len(values) - tail :]]
    lines.append("return " + ", ".join(_output(graph, position) for position in range(len(graph.outputs))))
    return "\n".join(lines)


class Explanation:
    """An observer for `optimize` that writes what each pass did.

        optimize(graph, observer=Explanation(print))

    Args:
        write: called with one text after the other; none ends with a newline.
    """

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write

    def __call__(self, entry: Pass, before: Graph, after: Graph) -> None:
        if after is before:
            self._write(f"{entry.name}: nothing to do")
            return
        self._write(f"{entry.name}: {_difference(before, after)} ({entry.sentence}; {_tolerance(entry)})")
        self._write(f"before {entry.name}:\n{describe_graph(before)}")
        self._write(f"after {entry.name}:\n{describe_graph(after)}")


def _tolerance(entry: Pass) -> str:
    return "bit for bit" if entry.tolerance == 0 else f"within {entry.tolerance:g} of the largest element"


def _summary(graph: Graph) -> str:
    operations = Counter(value.operator for value in graph.every(Operation))
    most = ", ".join(f"{count} {printable(name)}" for name, count in operations.most_common(5))
    inputs, weights = sum(1 for _ in graph.every(Input)), sum(1 for _ in graph.every(Weight))
    counted = f"# {len(graph.values)} values: {inputs} inputs, {weights} weights, {operations.total()} operations"
    return f"{counted} ({most})" if most else counted


def _difference(before: Graph, after: Graph) -> str:
    """Return the numbers of operations and weights that came and went, by name."""
    counts = [_counts(graph) for graph in (before, after)]
    gone, new = counts[0] - counts[1], counts[1] - counts[0]
    changes = [f"-{count} {name}" for name, count in sorted(gone.items())]
    changes += [f"+{count} {name}" for name, count in sorted(new.items())]
    return ", ".join(changes) or "operands changed"


def _counts(graph: Graph) -> Counter[str]:
    return Counter(printable(value.operator) if isinstance(value, Operation) else value.noun for value in graph.values)


def _line(graph: Graph, value: GraphValue) -> str:
    known = "" if value.type == UNKNOWN else f"  {printable(str(value.type))}"
    return f"%{value.index} = {_made(graph, value)}{known}"


def _made(graph: Graph, value: GraphValue) -> str:
    if not isinstance(value, Operation):
        default = getattr(value, "default", NOTHING)
        given = "" if default is NOTHING else f" = {_shown(graph, default)}"
        kind = "weight" if isinstance(value, Weight) else value.noun
        return f"{kind} {printable(value.name)}{given}"
    arguments = [_shown(graph, operand) for operand in value.operands]
    arguments += [f"{printable(name)}={_shown(graph, operand)}" for name, operand in value.attributes.items()]
    return f"{printable(value.operator)}({', '.join(arguments)})"


def _output(graph: Graph, position: int) -> str:
    name = graph.output_names[position] if position < len(graph.output_names) else ""
    return (f"{printable(name)}=" if name else "") + _shown(graph, graph.outputs[position])


def _shown(graph: Graph, operand: GraphOperand) -> str:
    if isinstance(operand, Ref):
        name = graph.values[operand.index].name if not isinstance(graph.values[operand.index], Operation) else ""
        return f"%{printable(name) or operand.index}" + ("" if operand.part is None else f".{operand.part}")
    if isinstance(operand, list | tuple):
        items = [_shown(graph, item) for item in operand[:SHOWN_ITEMS]]
        return f"[{', '.join(items + ['...'] * (len(operand) > SHOWN_ITEMS))}]"
    text: Any = repr(operand)
    return printable(text if len(text) <= SHOWN_CHARACTERS else f"{text[:SHOWN_CHARACTERS]}...")


__all__ = ["DEFAULT_PASSES", "PASSES", "Explanation", "Observer", "Pass", "describe_graph", "optimize", "select_passes"]
