"""Containers of other libraries that models take and return, and the names of what is in them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from torch.utils import _pytree as pytree


def register_containers() -> None:
    """Make key-value caches of transformers known to torch.export, when the caller uses that library."""
    if "transformers" not in sys.modules:
        return
    try:
        from transformers.cache_utils import EncoderDecoderCache  # noqa: PLC0415  only where the caller has it
        from transformers.integrations.executorch import (  # noqa: PLC0415
            register_dynamic_cache_export_support,
        )
    except ImportError:  # another version: the caller registers what is needed
        return
    register: Callable[[], None] = register_dynamic_cache_export_support
    register()
    if EncoderDecoderCache in pytree.SUPPORTED_NODES:
        return
    names = ["self_attention_cache", "cross_attention_cache"]
    pytree.register_pytree_node(
        EncoderDecoderCache,
        lambda cache: ([getattr(cache, name) for name in names], names),
        lambda caches, _names: EncoderDecoderCache(*caches),
        serialized_type_name="transformers.cache_utils.EncoderDecoderCache",
        flatten_with_keys_fn=lambda cache: (
            [(pytree.MappingKey(name), getattr(cache, name)) for name in names],
            names,
        ),
    )


def paths(spec: Any) -> Iterator[tuple[str, ...]]:
    """For each leaf of a tree, the keys and positions that lead to it."""
    if spec.is_leaf():
        yield ()
        return
    children = spec.children()
    for name, child in zip(_names(spec, len(children)), children, strict=True):
        for path in paths(child):
            yield (name, *path)


def _names(spec: Any, count: int) -> Sequence[str]:
    """What the children of a node are called: keys of a mapping, fields of a named tuple, else positions."""
    context = spec.context
    if isinstance(context, type) and hasattr(context, "_fields"):
        context = context._fields
    candidates = [context, *context] if isinstance(context, list | tuple) else []
    for names in candidates:
        if isinstance(names, list | tuple) and len(names) == count and all(isinstance(n, str | int) for n in names):
            return [str(name) for name in names]
    return [str(position) for position in range(count)]
