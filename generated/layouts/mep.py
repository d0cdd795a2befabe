# Generated from schemas/mep.ksy (sha256 f5e6c0d9a90892766e34198c379ccc32fbed3f369ec809c31f3c674f5b8c6a2c) by `nacformats generate`. Do not edit.
"""Layout of Model Execution Plan (MEP) bytecode of NAC v1.6 to v1.8: in which order numbers and tables come."""

from __future__ import annotations

from nacformats.codec.layouts import CaseItem, FileLayout, LayoutTable

__all__ = ["LAYOUT"]

LAYOUT: FileLayout | None = FileLayout(
    "mep",
    (LayoutTable("instructions", "plan_instruction", ""),),
    {
        "plan_instruction": {
            "operands": {
                2: (
                    CaseItem("out", "operands.out"),
                    CaseItem("kind", "operands.kind"),
                    CaseItem("prompt", "operands.prompt"),
                ),
                4: (CaseItem("out", "operands.out"), CaseItem("constant", "operands.constant")),
                5: (CaseItem("out", "operands.out"),),
                16: (CaseItem("model", "operands.model"), CaseItem("path", "operands.path")),
                17: (
                    CaseItem("out", "operands.out"),
                    CaseItem("kind", "operands.kind"),
                    CaseItem("path", "operands.path"),
                ),
                18: (
                    CaseItem("out", "operands.out"),
                    CaseItem("kind", "operands.kind"),
                    CaseItem("resource", "operands.resource"),
                ),
                19: (
                    CaseItem("out", "operands.out"),
                    CaseItem("name", "operands.name"),
                    CaseItem("kind", "operands.kind"),
                ),
                20: (CaseItem("out", "operands.out"), CaseItem("array", "operands.array")),
                31: (
                    CaseItem("kind", "operands.kind"),
                    CaseItem("model", "operands.model"),
                    CaseItem("slot", "operands.slot"),
                ),
                32: (
                    CaseItem("processor", "operands.processor"),
                    CaseItem("source", "operands.source"),
                    CaseItem("out", "operands.out"),
                ),
                33: (
                    CaseItem("processor", "operands.processor"),
                    CaseItem("source", "operands.source"),
                    CaseItem("out", "operands.out"),
                ),
                34: (
                    CaseItem("processor", "operands.processor"),
                    CaseItem("token", "operands.token"),
                    CaseItem("out", "operands.out"),
                ),
                42: (
                    CaseItem("out", "operands.out"),
                    CaseItem("template", "operands.template"),
                    CaseItem("values", "operands.values", "operands.values[]"),
                ),
                48: (
                    CaseItem("out", "operands.out"),
                    CaseItem("dtype", "operands.dtype"),
                    CaseItem("kind", "operands.kind"),
                    CaseItem("source", "operands.source"),
                ),
                56: (
                    CaseItem("operation", "operands.operation"),
                    CaseItem("out", "operands.out"),
                    CaseItem("tensor", "operands.tensor"),
                    CaseItem("width", "operands.width"),
                    CaseItem("value", "operands.value"),
                    CaseItem("dim", "operands.dim"),
                ),
                57: (
                    CaseItem("operation", "operands.operation"),
                    CaseItem("out", "operands.out"),
                    CaseItem("tensors", "operands.tensors", "operands.tensors[]"),
                    CaseItem("axis", "operands.axis"),
                ),
                58: (
                    CaseItem("property", "operands.property"),
                    CaseItem("out", "operands.out"),
                    CaseItem("tensor", "operands.tensor"),
                    CaseItem("axis", "operands.axis"),
                ),
                59: (
                    CaseItem("out", "operands.out"),
                    CaseItem("tensor", "operands.tensor"),
                    CaseItem("index", "operands.index"),
                ),
                89: (CaseItem("out", "operands.out"), CaseItem("source", "operands.source")),
                95: (CaseItem("source", "operands.source"), CaseItem("message", "operands.message")),
                96: (
                    CaseItem("operation", "operands.operation"),
                    CaseItem("out", "operands.out"),
                    CaseItem("source", "operands.source"),
                ),
                97: (
                    CaseItem("operation", "operands.operation"),
                    CaseItem("out", "operands.out"),
                    CaseItem("left", "operands.left"),
                    CaseItem("right", "operands.right"),
                ),
                98: (
                    CaseItem("operation", "operands.operation"),
                    CaseItem("out", "operands.out"),
                    CaseItem("source", "operands.source"),
                ),
                104: (
                    CaseItem("operation", "operands.operation"),
                    CaseItem("out", "operands.out"),
                    CaseItem("left", "operands.left"),
                    CaseItem("right", "operands.right"),
                ),
                112: (
                    CaseItem("source", "operands.source"),
                    CaseItem("count", "operands.count"),
                    CaseItem("indices", "operands.indices"),
                    CaseItem("elements", "operands.elements"),
                ),
                113: (
                    CaseItem("logits", "operands.logits"),
                    CaseItem("temperature", "operands.temperature"),
                    CaseItem("top_k", "operands.top_k"),
                    CaseItem("out", "operands.out"),
                ),
                128: (
                    CaseItem("model", "operands.model"),
                    CaseItem("inputs", "operands.inputs", "operands.inputs[]"),
                    CaseItem("outputs", "operands.outputs", "operands.outputs[]"),
                ),
                130: (
                    CaseItem("model", "operands.model"),
                    CaseItem("loss", "operands.loss"),
                    CaseItem("inputs", "operands.inputs", "operands.inputs[]"),
                    CaseItem("targets", "operands.targets", "operands.targets[]"),
                    CaseItem("out", "operands.out"),
                    CaseItem("rate", "operands.rate"),
                    CaseItem("logits", "operands.logits"),
                    CaseItem("weight", "operands.weight"),
                    CaseItem("bias", "operands.bias"),
                ),
                131: (CaseItem("model", "operands.model"),),
                133: (
                    CaseItem("model", "operands.model"),
                    CaseItem("name", "operands.name"),
                    CaseItem("kind", "operands.kind"),
                ),
                160: (CaseItem("count", "operands.count"),),
                161: (CaseItem("jump", "operands.jump"),),
                168: (CaseItem("condition", "operands.condition"), CaseItem("jump", "operands.jump")),
                169: (CaseItem("condition", "operands.condition"), CaseItem("jump", "operands.jump")),
                224: (
                    CaseItem("out", "operands.out"),
                    CaseItem("source", "operands.source"),
                    CaseItem("format", "operands.format"),
                ),
                240: (
                    CaseItem("source", "operands.source"),
                    CaseItem("destination", "operands.destination"),
                    CaseItem("name", "operands.name"),
                    CaseItem("unused", "operands.unused"),
                    CaseItem("mode", "operands.mode"),
                ),
                254: (CaseItem("values", "operands.values", "operands.values[]"),),
                255: (),
            },
        },
    },
)
