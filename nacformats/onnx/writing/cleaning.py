"""What the rules leave behind: nodes that nobody needs, and padding that convolutions do themselves."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from nacformats.codec.columns.arrays import Array
from nacformats.onnx.writing.emitter import OnnxNode

#: Nodes that pad with zeros on their own.
_PADDING = frozenset({"Conv"})


def cleaned(nodes: Sequence[OnnxNode], constants: Mapping[str, Array], outputs: Collection[str]) -> list[OnnxNode]:
    """The nodes without those that the outputs do not need, and with padding inside of convolutions."""
    return _needed(_padded_within(nodes, constants), outputs)


def _needed(nodes: Sequence[OnnxNode], outputs: Collection[str]) -> list[OnnxNode]:
    wanted = set(outputs)
    kept: list[OnnxNode] = []
    for node in reversed(nodes):
        if not wanted.isdisjoint(node.outputs):
            wanted.update(node.inputs)
            kept.append(node)
    return kept[::-1]


def _padded_within(nodes: Sequence[OnnxNode], constants: Mapping[str, Array]) -> list[OnnxNode]:
    paddings: dict[str, tuple[str, list[int]]] = {}
    result: list[OnnxNode] = []
    for node in nodes:
        if node.kind == "Pad" and (sizes := _zeros_around(node, constants)) is not None:
            paddings[node.outputs[0]] = node.inputs[0], sizes
        elif node.kind in _PADDING and node.inputs[0] in paddings:
            source, sizes = paddings[node.inputs[0]]
            pads = [one + other for one, other in zip(node.attributes["pads"], sizes, strict=True)]
            node = node._replace(inputs=(source, *node.inputs[1:]), attributes={**node.attributes, "pads": pads})
        result.append(node)
    return result


def _zeros_around(node: OnnxNode, constants: Mapping[str, Array]) -> list[int] | None:
    """Sizes before and after the dimensions behind the channels, where nothing but zeros is added, and only there."""
    _, pads, *value = node.inputs
    filler = constants.get(value[0]) if value and value[0] else np.zeros(())
    sizes = constants.get(pads)
    if node.attributes.get("mode", "constant") != "constant" or len(node.inputs) > 3 or sizes is None or filler is None:
        return None
    rank = len(sizes) // 2
    before, after = sizes[:rank].tolist(), sizes[rank:].tolist()
    if filler.any() or rank < 3 or any((*before[:2], *after[:2])) or min(*before, *after) < 0:
        return None
    return [*before[2:], *after[2:]]
