"""Symbolic sizes under the names that the caller gave them: torch.export calls Dim("batch") s77."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import torch
from torch.utils import _pytree as pytree

from nacformats.graph.graph import Dim, Graph


def rename_symbols(
    graph: Graph, program: Any, model: Any, args: Sequence[Any], kwargs: Mapping[str, Any], dynamic_shapes: Any
) -> None:
    """Give the sizes in the types of a graph the names of the Dims in dynamic_shapes, where these have names."""
    wishes = {(id(tensor), axis): name for tensor, axis, name in _named(model, args, kwargs, dynamic_shapes)}
    if not wishes:
        return
    values = {node.name: node.meta.get("val") for node in program.graph.nodes if node.op == "placeholder"}
    names: dict[str, str] = {}
    for user_input, leaf in zip(program.graph_signature.user_inputs, pytree.tree_leaves((args, kwargs)), strict=False):
        value = values.get(user_input)
        if isinstance(leaf, torch.Tensor) and isinstance(value, torch.Tensor) and leaf.dim() == value.dim():
            for axis, size in enumerate(value.shape):
                if not isinstance(size, int) and (id(leaf), axis) in wishes:
                    names.setdefault(str(size), wishes[id(leaf), axis])
    _rename(graph, {symbol: name for symbol, name in names.items() if re.fullmatch(r"\w+", symbol)})


def _rename(graph: Graph, names: Mapping[str, str]) -> None:
    def renamed(dim: Dim) -> Dim:
        return re.sub(r"\w+", lambda word: names.get(word[0], word[0]), dim) if isinstance(dim, str) else dim

    for value in graph.values:
        if value.type.shape is not None and any(isinstance(dim, str) for dim in value.type.shape):
            value.type = replace(value.type, shape=tuple(map(renamed, value.type.shape)))


def _named(model: Any, args: Sequence[Any], kwargs: Mapping[str, Any], shapes: Any) -> Iterator[tuple[Any, int, str]]:
    """The dimensions of example inputs that have a Dim with a name."""
    if shapes is None:
        return
    try:
        given = inspect.signature(model.forward).bind(*args, **kwargs).arguments
    except (TypeError, ValueError):
        return
    yield from _walk(shapes, given if isinstance(shapes, Mapping) else list(given.values()))


def _walk(spec: Any, value: Any) -> Iterator[tuple[Any, int, str]]:
    if isinstance(value, torch.Tensor):
        dims = spec.items() if isinstance(spec, Mapping) else enumerate(spec) if isinstance(spec, list | tuple) else ()
        for axis, dim in dims:
            name = getattr(dim, "__name__", None)
            if isinstance(axis, int) and isinstance(name, str):
                yield value, axis % max(value.dim(), 1), name
    elif isinstance(spec, Mapping) and isinstance(value, Mapping):
        for key in spec.keys() & value.keys():
            yield from _walk(spec[key], value[key])
    elif isinstance(spec, list | tuple) and isinstance(value, list | tuple):
        for inner, item in zip(spec, value, strict=False):
            yield from _walk(inner, item)
