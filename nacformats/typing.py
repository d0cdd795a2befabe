"""The names that arguments take, as types: a checker shows a misspelled one before a program runs.

Every name is in a table of the package as well, which decides at run time; tests/test_api.py holds both equal.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

#: The formats whose model is a class of its own, and those that are their schema alone, whose model is a Tree.
ModelFormat: TypeAlias = Literal["nac", "micb", "mic2", "stb", "gguf", "safetensors"]
TreeFormat: TypeAlias = Literal["tisa", "vocab", "merges", "token_scores", "vidx"]

#: The versions of NAC.
NacVersion: TypeAlias = Literal["1.6", "1.7", "1.8"]
#: The methods by which a NAC file stores weights (specification 2.2.2).
QuantizationName: TypeAlias = Literal["FP16", "INT8_TENSOR", "INT8_CHANNEL", "BLOCK_FP8"]
#: The sets of operators that a program may be lowered to.
CanonicalSet: TypeAlias = Literal["core"]
#: The commands of NAC's memory coprocessor (section 4.5).
MemoryActionName: TypeAlias = Literal["SAVE_RESULT", "FREE", "FORWARD", "PRELOAD", "SAVE_FOR_GRAD", "FREE_AFTER_TRNG"]
#: The engines of a session.
EngineName: TypeAlias = Literal["numpy", "torch", "onnxruntime"]
