# Generated from schemas/mep.ksy (sha256 f5e6c0d9a90892766e34198c379ccc32fbed3f369ec809c31f3c674f5b8c6a2c) by `nacformats generate`. Do not edit.
"""What is around the lists of Model Execution Plan (MEP) bytecode of NAC v1.6 to v1.8: the generated parser, with columns for the lists."""

from __future__ import annotations

import kaitaistruct

from nacformats._generated.kaitai.mep import Mep


#: What is at an offset of the header, by the names of the instances.
SECTIONS = {}
