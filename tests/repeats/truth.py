"""Precision and recall of the blocks that are found, against the modules that PyTorch says there are.

An *instance* is a module that is called, by the parameters that the compiled file has of it; it counts if they are of
two layers at least. Modules of one parameter set are one instance, the outermost. A *kind* is all instances of one
class whose exported operators are the same; it repeats if there are two. An instance that is alone of its kind inside
of another repeated one (the attention of a layer) is shown by folding that one, and is not asked for.

Precision: the share of the occurrences of blocks, in all occurrences of the blocks around them, that are instances of
modules, all of a block of one class. Recall: the share of the instances asked for that are such occurrences.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from nacformats.repeats import Block, Blocks, ProgramRows

LayerSet = frozenset[str]


@dataclass
class Instance:
    """A module: its path, class, the operators of its calls, and the layers inside that have parameters."""

    path: str
    kind: str
    operators: list[str] = field(default_factory=list)
    layers: LayerSet = frozenset()


@dataclass(frozen=True)
class Score:
    """Numbers of occurrences found, of those that are modules, of instances asked for, and of those found."""

    found: int
    right: int
    wanted: int
    met: int
    wrong: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else 1.0

    @property
    def recall(self) -> float:
        return self.met / self.wanted if self.wanted else 1.0


def instances_of(exported: Any) -> list[Instance]:
    """Return the modules that an exported program calls."""
    found: dict[str, Instance] = {}
    for node in exported.graph.nodes:
        if node.op != "call_function":
            continue
        for path, kind in (node.meta.get("nn_module_stack") or {}).values():
            kind_name = kind if isinstance(kind, str) else kind.__name__
            found.setdefault(path, Instance(path, kind_name.rpartition(".")[2])).operators.append(str(node.target))
    return list(found.values())


def layer_of(name: str, owners: Mapping[str, Any]) -> str:
    """Return the module that has a parameter, whatever the compiler added to its name; "" if none has."""
    while name and name not in owners:
        name = name.rpartition(".")[0]
    return name


class Layers:
    """The layers whose parameters each row takes, directly or through values that depend on parameters alone."""

    def __init__(self, program: ProgramRows, owners: Mapping[str, Any]) -> None:
        self.program = program
        constant: list[bool] = []
        self._taken: list[LayerSet] = []
        for row, label in enumerate(program.labels):
            operands = program.operands[row]
            constant.append(all(constant[each] for each in operands) if label else program.name(row) is not None)
            own = layer_of(program.name(row) or "", owners)
            through = (self._taken[each] for each in operands if constant[each])
            self._taken.append(frozenset([own] if own else ()).union(*through))

    def of(self, rows: Iterable[int]) -> LayerSet:
        """Return those of the operators of rows."""
        return frozenset().union(*(self._taken[row] for row in rows if self.program.labels[row]))


def wanted_kinds(instances: Sequence[Instance], layers: Layers) -> dict[Any, list[Instance]]:
    """Return the kinds that repeat, with the instances that are asked for."""
    all_layers = layers.of(range(len(layers.program.labels)))
    outermost: dict[LayerSet, Instance] = {}
    for each in sorted(instances, key=lambda each: len(each.path)):
        each.layers = frozenset(
            layer for layer in all_layers if layer == each.path or layer.startswith(f"{each.path}.")
        )
        if len(each.layers) > 1:
            outermost.setdefault(each.layers, each)
    kinds: dict[Any, list[Instance]] = defaultdict(list)
    for each in outermost.values():
        kinds[each.kind, tuple(each.operators)].append(each)
    repeated = {key: kind for key, kind in kinds.items() if len(kind) > 1}
    every = [each for kind in repeated.values() for each in kind]
    wanted = {}
    for key, kind in repeated.items():
        groups: dict[LayerSet, list[Instance]] = defaultdict(list)
        for each in kind:
            around = [other.layers for other in every if other.layers > each.layers]
            groups[min(around, key=len, default=frozenset())].append(each)
        asked = [each for group in groups.values() if len(group) > 1 for each in group]
        if asked:
            wanted[key] = asked
    return wanted


def occurrences(blocks: Sequence[Block], program: ProgramRows) -> Iterator[tuple[Block, list[list[int]]]]:
    """Yield every block with the operators of its occurrences, in all occurrences of the blocks around it."""
    for block in blocks:
        own = [block.rows(number) for number in range(len(block.spans))]
        yield block, own
        place = {row: i for i, row in enumerate(own[0])}
        for inner, rows in occurrences(block.inner, program):
            yield inner, [[around[place[row]] for row in each if row in place] for around in own for each in rows]


def score(found: Blocks, program: ProgramRows, instances: Sequence[Instance], owners: Mapping[str, Any]) -> Score:
    """Compare blocks with modules."""
    layers = Layers(program, owners)
    wanted = wanted_kinds(instances, layers)
    by_layers: dict[LayerSet, set[str]] = defaultdict(set)
    for each in instances:
        by_layers[each.layers].add(each.kind)
    count = right = 0
    met: set[LayerSet] = set()
    wrong = []
    for block, rows in occurrences(found, program):
        sets = [layers.of(each) for each in rows]
        count += len(sets)
        classes = [by_layers.get(each, set()) for each in sets]
        common = max(
            {kind for each in classes for kind in each}, key=lambda k: sum(k in c for c in classes), default=""
        )
        good = [each for each, kinds in zip(sets, classes, strict=True) if common in kinds]
        right += len(good)
        met.update(good)
        if len(good) < len(sets):
            wrong.append(f"{block.title} ({len(sets) - len(good)} of {len(sets)} are no {common or 'module'})")
    asked = [each for kind in wanted.values() for each in kind]
    missed = [
        f"{key[0]} {left[0].path}: {len(left)} of {len(kind)}"
        for key, kind in wanted.items()
        if (left := [each for each in kind if each.layers not in met])
    ]
    return Score(count, right, len(asked), sum(each.layers in met for each in asked), tuple(wrong), tuple(missed))
