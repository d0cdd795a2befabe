"""One file of NAC v1.7 and v1.8, annotated byte by byte."""

from __future__ import annotations

import struct

# fmt: off
BODY = bytes.fromhex(
    # MMAP
    "4d4d4150 01000000"         #   0: tag, 1 record
    "0000 02"                   #   8: tick 0, 2 commands
    "0f 0000"                   #  11: SAVE_FOR_GRAD 0
    "19 0000"                   #  14: FREE_AFTER_TRNG 0
    # OPS
    "4f505320 04000000"         #  17: tag, 4 instructions
    "02 00"                     #  25: INPUT from the caller
    "02 01 0100 0700"           #  27: INPUT of parameter 7, C = [1, 7]
    "14 01 feff ffff"           #  33: nac.mul, signature 1; D = [-2, -1]
    "03 00 0200 0000 ffff"      #  39: OUTPUT, C = [2, 0], D = [-1]
    # CMAP
    "434d4150 01000000"         #  47: tag, 1 name
    "2000 0767657469 74656d" #  55: id 32, getitem
    # CNST
    "434e5354 02000000"         #  65: tag, 2 constants
    "0200 03 08009a9999999999b93f"  #  73: id 2, float64 0.1
    "0300 02 08000000000000000000"  #  86: id 3, int64 0
    # PERM
    "5045524d 02000000"         #  99: tag, 2 signatures
    "0000 00"                   # 107: id 0, without codes
    "0100 02 5454"              # 110: id 1, TT
    # DATA
    "44415441"                  # 115: tag
    "01000000 0700 0100 77"     # 119: 1 parameter: id 7, w
    "01000000 0000 0100 78"     # 128: 1 input: instruction 0, x
    "01000000 0700"             # 137: 1 tensor: parameter 7
    "07000000 0800000000000000" # 143: 7 bytes of metadata, 8 of elements
    "00 01 02000000 00"         # 155: float32, rank 1, shape (2,)
    "0000803f 00000040"         # 162: 1, 2
    # TRNG
    "54524e47 09000000"         # 170: tag, 9 instructions
    "02 03 0100 0200"           # 178: INPUT of constant 2, C = [1, 2]
    "02 04 0100 0200"           # 184: INPUT of the result of instruction 2
    "02 05 0100 0000"           # 190: INPUT of target 0
    "0c 01 feff ffff"           # 196: nac.sub, D = [-2, -1]
    "02 04 0200 0000"           # 202: INPUT of the result of instruction 0, C = [2, 0]
    "14 01 feff ffff"           # 208: nac.mul, D = [-2, -1]
    "20 00 0100 0300 ffff"      # 214: getitem without signature, C = [1, 3], D = [-1]
    "03 03 0100 0700 feff f9ff" # 222: OUTPUT that updates parameter 7; D = [-2, -7]
    "03 04 0000"                # 232: OUTPUT that ends
)
ARRS = bytes.fromhex(
    "41525253 02000000"         #   0: tag, 2 arrays
    "0400 6d61736b"             #   8: mask
    "09 02 02000000 01000000"   #  14: bool, shape (2, 1)
    "0200000000000000 0100"     #  24: 2 bytes
    "0200 c3bc"                 #  34: ü
    "03 00"                     #  38: bfloat16, a number
    "0200000000000000 803f"     #  40: 1
)
# fmt: on
assert (len(BODY), len(ARRS)) == (236, 50)
STARTS = {"mmap": 0, "ops": 17, "cmap": 47, "cnst": 65, "perm": 99, "data": 115, "trng": 170, "arrs": 236}
TABLES = {
    "1.7": ("mmap", "ops", "cmap", "cnst", "perm", "data", "proc", "orch", "trng", "rsrc"),
    "1.8": ("mmap", "ops", "cmap", "cnst", "perm", "data", "proc", "orch", "trng", "rsrc", "arrs"),
}
SIZES = {"1.7": 92, "1.8": 100}
VERSIONS = tuple(TABLES)


def sample(version: str, body: bytes = BODY, arrays: bytes = ARRS, flags: int = 0xC0) -> bytes:
    """The same file in both versions; v1.7 has no arrays."""
    size = SIZES[version]
    offsets = [size + STARTS[name] if name in STARTS else 0 for name in TABLES[version]]
    header = struct.pack("<3sBBHHBH", b"NAC", 2, flags, 1, 1, 0, 2) + struct.pack(f"<{len(offsets)}Q", *offsets)
    return header + body + (arrays if version == "1.8" else b"")
