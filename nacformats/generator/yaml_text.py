"""YAML of anybody: plain dicts, lists, texts and numbers, in bounded time and memory, and no key twice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml

from nacformats.limits import MAX_SCHEMA_DEPTH, MAX_SCHEMA_NODES

#: The loader in C, where PyYAML was built with it, takes an eighth of the time. Neither makes objects of Python.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_MERGE = "tag:yaml.org,2002:merge"


class YamlError(ValueError):
    """A text is not YAML, or not what a schema may be."""


def read_yaml(text: str) -> Any:
    """Parse a YAML text.

    Raises:
        YamlError: it is not YAML, gives a key twice, or is too deep or, with all that it refers to, too large.
    """
    try:
        _check_size(yaml.parse(text, _LOADER))
        loader = _LOADER(text)
        node = loader.get_single_node()
        if node is None:
            return None
        _check_keys(loader, node)
        return loader.construct_document(node)
    except YamlError:
        raise
    except (yaml.YAMLError, ValueError, LookupError, ArithmeticError) as error:  # of numbers, dates and bytes as well
        raise YamlError(f"not YAML ({' '.join(str(error).split())})") from None


def _check_size(events: Iterator[yaml.Event]) -> None:
    """Refuse what is nested too deeply, and what refers to the same over and over."""
    count = 0
    sizes: dict[str | None, int] = {}
    begun: list[tuple[str | None, int]] = []
    for event in events:
        if isinstance(event, yaml.AliasEvent):
            count += sizes.get(event.anchor, 1)
        elif isinstance(event, yaml.CollectionEndEvent):
            anchor, before = begun.pop()
            if anchor is not None:
                sizes[anchor] = count - before
        elif isinstance(event, yaml.NodeEvent):
            count += 1
            if isinstance(event, yaml.CollectionStartEvent):
                begun.append((event.anchor, count))
        if len(begun) > MAX_SCHEMA_DEPTH:
            raise YamlError(f"line {_line(event)}: nested more than {MAX_SCHEMA_DEPTH} deep")
        if count > MAX_SCHEMA_NODES:
            raise YamlError(f"line {_line(event)}: more than {MAX_SCHEMA_NODES:,} values")


def _line(of: yaml.Event | yaml.Node) -> int:
    assert of.start_mark is not None
    return of.start_mark.line + 1


def _check_keys(loader: Any, root: yaml.Node) -> None:
    """Refuse keys that are given twice, and what is part of itself."""
    open_nodes: list[tuple[yaml.Node, str, frozenset[int]]] = [(root, "", frozenset())]
    while open_nodes:
        node, path, around = open_nodes.pop()
        if id(node) in around:
            raise YamlError(f"{path or '/'}: is part of itself")
        around |= {id(node)}
        if isinstance(node, yaml.MappingNode):
            open_nodes += [(value, f"{path}/{key}", around) for key, value in _distinct(loader, node, path)]
        elif isinstance(node, yaml.SequenceNode):
            open_nodes += [(value, f"{path}/{index}", around) for index, value in enumerate(node.value)]


def _distinct(loader: Any, node: yaml.MappingNode, path: str) -> Iterator[tuple[Any, yaml.Node]]:
    """Return the keys of a map and their values."""
    lines: dict[Any, int] = {}
    for key_node, value in node.value:
        line = _line(key_node)
        if not isinstance(key_node, yaml.ScalarNode):
            raise YamlError(f"{path or '/'}: line {line}: a key has to be text or a number")
        if key_node.tag == _MERGE:
            yield "<<", value
            continue
        key = loader.construct_object(key_node)
        if key in lines:
            raise YamlError(f"{path}/{key}: is given twice, in lines {lines[key]} and {line}")
        lines[key] = line
        yield key, value
