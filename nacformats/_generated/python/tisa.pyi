# Generated from schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769) by `nacformats generate`. Do not edit.
"""Records of TISA v1 (tokenizer manifest)."""

from enum import IntEnum
from typing import Any

class Opcode(IntEnum):
    lowercase = 1
    unicode_norm = 2
    replace = 3
    filter_category = 4
    prepend = 7
    partition_rules = 16
    byte_encode = 21
    bpe_encode = 32
    wordpiece_encode = 33
    unigram_encode = 34
    compose = 48
class Behavior(IntEnum):
    keep = 0
    remove = 1
    isolate = 2

def __getattr__(name: str) -> Any: ...
