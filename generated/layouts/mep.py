# Generated from schemas/mep.ksy (sha256 f5e6c0d9a90892766e34198c379ccc32fbed3f369ec809c31f3c674f5b8c6a2c) by `nacformats generate`. Do not edit.
"""Layout of Model Execution Plan (MEP) bytecode of NAC v1.6 to v1.8: in which order numbers and tables come."""

from __future__ import annotations

from nacformats.codec.layouts import Item, Layout, Table

__all__ = ["LAYOUT"]

LAYOUT: Layout | None = Layout(
    "mep",
    (Table("instructions", "plan_instruction", ""),),
    {
        "plan_instruction": {
            "operands": {
                2: (Item("out", "operands.out"), Item("kind", "operands.kind"), Item("prompt", "operands.prompt")),
                4: (Item("out", "operands.out"), Item("constant", "operands.constant")),
                5: (Item("out", "operands.out"),),
                16: (Item("model", "operands.model"), Item("path", "operands.path")),
                17: (Item("out", "operands.out"), Item("kind", "operands.kind"), Item("path", "operands.path")),
                18: (Item("out", "operands.out"), Item("kind", "operands.kind"), Item("resource", "operands.resource")),
                19: (Item("out", "operands.out"), Item("name", "operands.name"), Item("kind", "operands.kind")),
                20: (Item("out", "operands.out"), Item("array", "operands.array")),
                31: (Item("kind", "operands.kind"), Item("model", "operands.model"), Item("slot", "operands.slot")),
                32: (
                    Item("processor", "operands.processor"),
                    Item("source", "operands.source"),
                    Item("out", "operands.out"),
                ),
                33: (
                    Item("processor", "operands.processor"),
                    Item("source", "operands.source"),
                    Item("out", "operands.out"),
                ),
                34: (
                    Item("processor", "operands.processor"),
                    Item("token", "operands.token"),
                    Item("out", "operands.out"),
                ),
                42: (
                    Item("out", "operands.out"),
                    Item("template", "operands.template"),
                    Item("values", "operands.values", "operands.values[]"),
                ),
                48: (
                    Item("out", "operands.out"),
                    Item("dtype", "operands.dtype"),
                    Item("kind", "operands.kind"),
                    Item("source", "operands.source"),
                ),
                56: (
                    Item("operation", "operands.operation"),
                    Item("out", "operands.out"),
                    Item("tensor", "operands.tensor"),
                    Item("width", "operands.width"),
                    Item("value", "operands.value"),
                    Item("dim", "operands.dim"),
                ),
                57: (
                    Item("operation", "operands.operation"),
                    Item("out", "operands.out"),
                    Item("tensors", "operands.tensors", "operands.tensors[]"),
                    Item("axis", "operands.axis"),
                ),
                58: (
                    Item("property", "operands.property"),
                    Item("out", "operands.out"),
                    Item("tensor", "operands.tensor"),
                    Item("axis", "operands.axis"),
                ),
                59: (Item("out", "operands.out"), Item("tensor", "operands.tensor"), Item("index", "operands.index")),
                89: (Item("out", "operands.out"), Item("source", "operands.source")),
                95: (Item("source", "operands.source"), Item("message", "operands.message")),
                96: (
                    Item("operation", "operands.operation"),
                    Item("out", "operands.out"),
                    Item("source", "operands.source"),
                ),
                97: (
                    Item("operation", "operands.operation"),
                    Item("out", "operands.out"),
                    Item("left", "operands.left"),
                    Item("right", "operands.right"),
                ),
                98: (
                    Item("operation", "operands.operation"),
                    Item("out", "operands.out"),
                    Item("source", "operands.source"),
                ),
                104: (
                    Item("operation", "operands.operation"),
                    Item("out", "operands.out"),
                    Item("left", "operands.left"),
                    Item("right", "operands.right"),
                ),
                112: (
                    Item("source", "operands.source"),
                    Item("count", "operands.count"),
                    Item("indices", "operands.indices"),
                    Item("elements", "operands.elements"),
                ),
                113: (
                    Item("logits", "operands.logits"),
                    Item("temperature", "operands.temperature"),
                    Item("top_k", "operands.top_k"),
                    Item("out", "operands.out"),
                ),
                128: (
                    Item("model", "operands.model"),
                    Item("inputs", "operands.inputs", "operands.inputs[]"),
                    Item("outputs", "operands.outputs", "operands.outputs[]"),
                ),
                130: (
                    Item("model", "operands.model"),
                    Item("loss", "operands.loss"),
                    Item("inputs", "operands.inputs", "operands.inputs[]"),
                    Item("targets", "operands.targets", "operands.targets[]"),
                    Item("out", "operands.out"),
                    Item("rate", "operands.rate"),
                    Item("logits", "operands.logits"),
                    Item("weight", "operands.weight"),
                    Item("bias", "operands.bias"),
                ),
                131: (Item("model", "operands.model"),),
                133: (Item("model", "operands.model"), Item("name", "operands.name"), Item("kind", "operands.kind")),
                160: (Item("count", "operands.count"),),
                161: (Item("jump", "operands.jump"),),
                168: (Item("condition", "operands.condition"), Item("jump", "operands.jump")),
                169: (Item("condition", "operands.condition"), Item("jump", "operands.jump")),
                224: (
                    Item("out", "operands.out"),
                    Item("source", "operands.source"),
                    Item("format", "operands.format"),
                ),
                240: (
                    Item("source", "operands.source"),
                    Item("destination", "operands.destination"),
                    Item("name", "operands.name"),
                    Item("unused", "operands.unused"),
                    Item("mode", "operands.mode"),
                ),
                254: (Item("values", "operands.values", "operands.values[]"),),
                255: (),
            },
        },
    },
)
