"""The table of passes, which of them run, and what is told about it."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from nacformats.compiler.passes.algebra import cancel_inverses, remove_identities, simplify, simplify_powers
from nacformats.compiler.passes.attention import fuse_attention
from nacformats.compiler.passes.folding import fold_constants, settle_sizes
from nacformats.compiler.passes.fusions import fuse_activations, fuse_norms
from nacformats.compiler.passes.layers import fold_batch_norms, fold_scales, make_linear
from nacformats.compiler.passes.removal import remove_dead, remove_unused_weights, share_common
from nacformats.graph.graph import Graph

EXACT = "bit for bit"


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
        ValueError: there is no pass of a name.
    """
    words = passes.replace(",", " ").split() if isinstance(passes, str) else list(passes)
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
    near: Sequence[str] = difflib.get_close_matches(name, PASSES, n=1)
    meant = f"; did you mean {near[0]!r}?" if near else ""
    return f"there is no pass {name!r}{meant} Known are default, none, {', '.join(PASSES)}".replace("?;", "?")
