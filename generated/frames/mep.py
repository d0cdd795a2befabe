# Generated from schemas/mep.ksy (sha256 f5e6c0d9a90892766e34198c379ccc32fbed3f369ec809c31f3c674f5b8c6a2c) by `nacformats generate`. Do not edit.
"""What is around the lists of Model Execution Plan (MEP) bytecode of NAC v1.6 to v1.8: the generated parser, with columns for the lists."""

from __future__ import annotations

import kaitaistruct

from nacformats._generated.kaitai.mep import Mep


#: Instances at an offset of the header: name -> field with the offset, type that is there.
SECTIONS = {}

#: Fields of records whose type another field chooses: path -> that one -> names of its fields.
ARMS = {
    "plan_instruction.operands": {
        2: ["out", "kind", "prompt"],
        4: ["out", "constant"],
        5: ["out"],
        16: ["model", "path"],
        17: ["out", "kind", "path"],
        18: ["out", "kind", "resource"],
        19: ["out", "name", "kind"],
        20: ["out", "array"],
        31: ["kind", "model", "slot"],
        32: ["processor", "source", "out"],
        33: ["processor", "source", "out"],
        34: ["processor", "token", "out"],
        42: ["out", "template", "num_values", "values"],
        48: ["out", "dtype", "kind", "source"],
        56: ["operation", "out", "tensor", "width", "value", "dim"],
        57: ["operation", "out", "num_tensors", "tensors", "axis"],
        58: ["property", "out", "tensor", "axis"],
        59: ["out", "tensor", "index"],
        89: ["out", "source"],
        95: ["source", "message"],
        96: ["operation", "out", "source"],
        97: ["operation", "out", "left", "right"],
        98: ["operation", "out", "source"],
        104: ["operation", "out", "left", "right"],
        112: ["source", "count", "indices", "elements"],
        113: ["logits", "temperature", "top_k", "out"],
        128: ["model", "num_inputs", "inputs", "num_outputs", "outputs"],
        130: ["model", "loss", "num_inputs", "inputs", "num_targets", "targets", "out", "rate", "logits", "weight", "bias"],
        131: ["model"],
        133: ["model", "name", "kind"],
        160: ["count"],
        161: ["jump"],
        168: ["condition", "jump"],
        169: ["condition", "jump"],
        224: ["out", "source", "format"],
        240: ["source", "destination", "name", "unused", "mode"],
        254: ["num_values", "values"],
        255: [],
    },
}
