# Generated from schemas/mep.ksy (sha256 86346db96f45d7e92e5a5ac3560c3076988d502fb0adcbb8e7ee2d1d2c4f273d) by `nacformats generate`. Do not edit.
"""What is around the lists of Model Execution Plan (MEP) bytecode of NAC v1.6: the generated parser, with columns for the lists."""

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
        16: ["model", "path"],
        17: ["out", "kind", "path"],
        18: ["out", "kind", "resource"],
        19: ["out", "name", "kind"],
        31: ["kind", "model", "slot"],
        32: ["processor", "source", "out"],
        33: ["processor", "source", "out"],
        34: ["processor", "token", "out"],
        42: ["out", "template", "num_values", "values"],
        48: ["out", "dtype", "kind", "source"],
        56: ["operation", "out", "tensor", "width", "value"],
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
