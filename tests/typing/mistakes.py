"""What a type checker has to find in a user's program: `warn_unused_ignores` fails where it finds nothing.

mypy reads this file, and nothing runs it.
"""

from __future__ import annotations

import nacformats
from nacformats import Session, StbFile, columns, constructs, kaitai

nacformats.load("x.stb", format="stb").perm  # type: ignore[attr-defined]
nacformats.load("x.stb").tensors  # type: ignore[union-attr]
nacformats.load("x.nac", weigths="w.safetensors")  # type: ignore[call-overload]
nacformats.load("x.nac", format="nac", limits=None)  # type: ignore[call-overload]
nacformats.dump(StbFile(), "x.stb", fromat="stb")  # type: ignore[call-arg]
nacformats.convert("x.mic2", "x.micb", nac_versoin="1.7")  # type: ignore[call-arg]
nacformats.convert("x.nac", "y.nac", nac_version="1.9")  # type: ignore[arg-type]
nacformats.load("x.nac", format="nac").trng = None  # type: ignore[attr-defined]
nacformats.load("x.nac", format="nac").set_parameter("w", 1, quantise="FP16")  # type: ignore[call-arg]
nacformats.NacBuilder(version="1.9")  # type: ignore[arg-type]
nacformats.validate("x.nac", "nac")  # type: ignore[call-arg]
nacformats.validate("x.nac", strict="nac")  # type: ignore[arg-type]
Session("x.nac", engine="pytorch")  # type: ignore[arg-type]
nacformats.CompileOptions(quantize="INT4")  # type: ignore[arg-type]
kaitai.Stb.from_bytes(b"").num_tensor  # type: ignore[attr-defined]
kaitai.Stb.Dtype.float64  # type: ignore[attr-defined]
constructs.elf  # type: ignore[attr-defined]
columns.micb.graph_values  # type: ignore[attr-defined]
nacformats.Sessions  # type: ignore[attr-defined]
