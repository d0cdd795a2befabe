"""Graphs as text, one line for each value, and what passes did to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from nacformats.compiler.passes.manager import Pass
from nacformats.graph.graph import NOTHING, UNKNOWN, Graph, GraphOperand, GraphValue, Input, Operation, Ref, Weight
from nacformats.printing import printable

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
    lines = [*_summary(graph)]
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
        graphs: whether the graph is shown before and after each pass that changed something, or only the counts.
    """

    def __init__(self, write: Callable[[str], object], graphs: bool = True, most: int = SHOWN_VALUES) -> None:
        self._write = write
        self._graphs = graphs
        self._most = most

    def __call__(self, entry: Pass, before: Graph, after: Graph) -> None:
        if after is before:
            self._write(f"{entry.name}: nothing to do")
            return
        self._write(f"{entry.name}: {_difference(before, after)} ({entry.sentence}; {_tolerance(entry)})")
        if self._graphs:
            self._write(f"before {entry.name}:\n{describe_graph(before, self._most)}")
            self._write(f"after {entry.name}:\n{describe_graph(after, self._most)}")


def _tolerance(entry: Pass) -> str:
    return "bit for bit" if entry.tolerance == 0 else f"within {entry.tolerance:g} of the largest element"


def _summary(graph: Graph) -> Iterator[str]:
    operations = Counter(value.operator for value in graph.every(Operation))
    most = ", ".join(f"{count} {printable(name)}" for name, count in operations.most_common(5))
    inputs, weights = sum(1 for _ in graph.every(Input)), sum(1 for _ in graph.every(Weight))
    yield (
        f"# {len(graph.values)} values: {inputs} inputs, {weights} weights, {operations.total()} operations"
        + (f" ({most})" if most else "")
    )


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
