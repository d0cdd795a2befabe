"""Processes of the bytes of a field: what is made of them when they are read, and when they are written."""

from __future__ import annotations

from nacformats.languages.machine import expressions, model, packing
from nacformats.languages.machine.failures import charge, fail
from nacformats.languages.machine.model import Machine, Value
from nacformats.languages.machine.operators import element_of, is_same, length_of, number_in
from nacformats.languages.machine.values import of_bytes, twos_complement
from nacformats.languages.neutral import Bytes, Int, int_of


def unpacked(m: Machine, data: Value) -> Value:
    """Return what a stream of zlib holds."""
    made = Bytes()
    wrong = packing.unpack(m.buffers[data.a], data.b, data.b + data.c, made, min(model.MOST_INFLATED, m.limit - m.used))
    if wrong != "":
        fail(m, model.LIMIT if wrong == packing.UNPACKS_TO_TOO_MUCH else model.INVALID, wrong)
    charge(m, len(made))
    m.buffers.append(made)
    m.packed.append(Value(model.BYTES, False, 0, data.a, data.b, data.c, len(m.buffers) - 1))
    return of_bytes(len(m.buffers) - 1, 0, len(m.buffers[len(m.buffers) - 1]))


def packed_again(m: Machine, data: Value, origin: Int) -> Value:
    """Return the stream that bytes came from where they are those of a buffer that was unpacked, or else a new one."""
    low = 0
    high = len(m.packed)
    while low < high:
        middle = (low + high) // 2
        if m.packed[middle].d < origin:
            low = middle + 1
        else:
            high = middle
    is_known = low < len(m.packed) and m.packed[low].d == origin
    plain = of_bytes(data.a, data.b, data.c)
    if is_known and is_same(m, plain, of_bytes(origin, 0, len(m.buffers[origin]))):
        return of_bytes(m.packed[low].a, m.packed[low].b, m.packed[low].c)
    made = Bytes()
    packing.pack(m.buffers[data.a], data.b, data.c, made)
    m.buffers.append(made)
    return of_bytes(len(m.buffers) - 1, 0, len(m.buffers[len(m.buffers) - 1]))


def processed(m: Machine, node: Int, member: Int, data: Value, is_inverse: bool) -> Value:
    """Return the bytes that `process` makes of some; `is_inverse` when they are written."""
    if m.members[member].process == model.ZLIB:
        return unpacked(m, data)
    key = expressions.evaluate(m, m.members[member].key, node)
    charge(m, data.c + 64)
    made = Bytes()
    if m.members[member].process == model.XOR:
        length = length_of(m, key) if key.kind == model.BYTES or key.kind == model.LIST else 1
        if length == 0 and data.c != 0:
            fail(m, model.INVALID, "cannot be read (the key of `xor` is empty)")
        for k in range(data.c):
            made.append(m.buffers[data.a][data.b + k] ^ mask_of(m, key, k % length))
    else:
        by = int_of(twos_complement(number_in(m, key)) & 7)
        if (m.members[member].process == model.ROR) != is_inverse:
            by = (8 - by) & 7
        for k in range(data.c):
            byte = m.buffers[data.a][data.b + k]
            made.append((byte << by | byte >> (8 - by)) & 255)
    m.buffers.append(made)
    return of_bytes(len(m.buffers) - 1, 0, data.c)


def mask_of(m: Machine, key: Value, index: Int) -> Int:
    """Return the byte of a key that some byte is changed by."""
    number = element_of(m, key, index) if key.kind == model.BYTES or key.kind == model.LIST else number_in(m, key)
    return int_of(number.number & 255)
