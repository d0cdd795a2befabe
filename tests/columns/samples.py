"""Lists of records as bytes, made without the code that is tested."""

from __future__ import annotations

import random

#: What instructions of NAC v1.6 take besides signatures and the number of outputs.
OF_V1_6 = {"version": 1, "lookups_id_getitem": -1, "lookups_id_operator_getitem": -1, "lookups_id_select": -1}


def varint(value: int, padding: int = 0) -> bytes:
    """An unsigned LEB128, with some groups of zeros more than it needs."""
    out = bytearray()
    while value > 127 or padding:
        padding -= value <= 127
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


#: Opcodes of micb.ksy by what follows them.
ONE_NUMBER, LISTED, TWO_NUMBERS, CUSTOM, PLAIN = (6, 16, 18), (11, 13, 14, 15), (17,), (255,), (0, 1, 5, 10)


def graph_values(rng: random.Random, count: int, strings: int, types: int, *, odd: float = 0.0) -> bytes:
    """Values of MIC-B; some of them have long lists, large numbers or padded varints, `odd` says how many."""
    out = bytearray()
    for index in range(count):
        pad = rng.randrange(1, 9) if rng.random() < odd else 0
        if index == 0 or rng.random() < 0.3:
            out += bytes([rng.randrange(2)]) + varint(rng.randrange(strings), pad) + varint(rng.randrange(types))
            continue
        opcode = rng.choice((*ONE_NUMBER, *LISTED, *TWO_NUMBERS, *CUSTOM, *PLAIN, *PLAIN))
        out += bytes([2, opcode]) + _parameters(rng, opcode, strings, odd)
        inputs = rng.randrange(300) if rng.random() < odd else rng.randrange(4)
        out += varint(inputs, pad) + b"".join(varint(rng.randrange(index)) for _ in range(inputs))
    return bytes(out)


def _parameters(rng: random.Random, opcode: int, strings: int, odd: float) -> bytes:
    def number() -> bytes:
        return varint(rng.randrange(2**64) if rng.random() < odd else rng.randrange(8))

    if opcode in LISTED:
        length = rng.randrange(40) if rng.random() < odd else rng.randrange(5)
        return varint(length) + b"".join(number() for _ in range(length))
    if opcode in CUSTOM:
        return varint(rng.randrange(strings))
    return b"".join(number() for _ in range(1 * (opcode in ONE_NUMBER) + 2 * (opcode in TWO_NUMBERS)))


def tensor_types(rng: random.Random, count: int, strings: int) -> bytes:
    """Types of MIC-B."""
    out = bytearray()
    for _ in range(count):
        rank = rng.randrange(6)
        out += bytes([rng.randrange(13), rank]) + b"".join(varint(rng.randrange(strings)) for _ in range(rank))
    return bytes(out)


def instructions(rng: random.Random, count: int, arity: list[int], with_constants: list[bool], outputs: int) -> bytes:
    """Instructions of NAC; arity and with_constants by signature."""
    out = bytearray()

    def words(*values: int) -> bytes:
        return b"".join(value.to_bytes(2, "little", signed=True) for value in values)

    def some(length: int) -> list[int]:
        return [rng.randrange(-300, 300) for _ in range(length)]

    for _ in range(count):
        kind = rng.choice((2, 3, 6, 7, 4, *[10] * 12))
        b = rng.randrange(256)
        a = rng.randrange(10, 256) if kind == 10 else kind
        out += bytes([a, b if kind != 2 else rng.randrange(5)])
        match kind:
            case 2 if 1 <= out[-1] <= 3:
                out += words(rng.choice((1, 2)), *some(1))
            case 3:
                prefix = rng.choice((outputs, outputs + 1, rng.randrange(6)))
                meant = outputs if prefix == outputs + 1 else prefix
                out += words(prefix, *some(2 * meant))
            case 6:
                out += words(*some(4))
            case 7:
                branches = rng.randrange(4)
                out += words(*some(2), branches, *some(branches))
            case 10:
                constants = some(rng.randrange(4)) if with_constants[b] else []
                out += words(*([len(constants)] if with_constants[b] else []), *constants, *some(arity[b]))
    return bytes(out)
