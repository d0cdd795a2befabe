# Generated from schemas/micb.ksy (sha256 6f2c7c4cadf16ce988ff882b6a4d03c7cf9e28ecd069af491d3996552ba4faeb) by `nacformats generate`. Do not edit.
# It imports schemas/uleb128.ksy (sha256 7f8186add90b8dbb561b7475dbf873f7412752189f1e2acac510fc34dd3cce21).
"""What is around the lists of MIC-B v2, binary form of Mind IR graphs: the generated parser, with columns for the lists."""

from __future__ import annotations

import kaitaistruct

from nacformats._generated.kaitai.micb import Micb


#: Instances at an offset of the header: name -> field with the offset, type that is there.
SECTIONS = {}

#: Fields of records whose type another field chooses: path -> that one -> names of its fields.
ARMS = {
    "graph_value.body": {
        0: ["name", "type_ref"],
        1: ["name", "type_ref"],
        2: ["opcode", "params", "num_inputs", "inputs"],
    },
}
