"""zlib: streams are unpacked in bounded memory; what is packed anew is stored as it is, which every reader unpacks.

The state of a stream is a list: where it goes on, where it ends, bits that are taken out of a byte, and how many. A
table of codes is a list too: how many codes have 0 to 15 bits, then their symbols in order.
"""

from __future__ import annotations

from nacformats.languages.machine.model import ADLER32, NONE
from nacformats.languages.machine.sums import HIGH, LOW, add_to_sum, begin_sum
from nacformats.languages.neutral import Bytes, Int, Text, put_range

# places in the state
NEXT, LAST, HELD, NUM_HELD = range(4)

#: What is no symbol; NONE is one that is cut off.
NO_SYMBOL = -2
#: Where the symbols of a table begin: a code has at most 15 bits.
SYMBOLS = 16
#: The symbol that ends a block; those after it are lengths.
END_OF_BLOCK = 256
#: How many symbols a block may have codes for.
MOST_LENGTHS = 286
MOST_DISTANCES = 30
#: The order in which a block has the lengths of the codes of lengths.
ORDER: tuple[Int, ...] = (16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15)
#: Most bytes of a block that is stored.
MOST_STORED = 65535

# what is wrong with a stream
INCOMPLETE = "incomplete or truncated stream"
NO_CODE = "an invalid code"
NO_CODES = "an invalid set of codes"
UNPACKS_TO_TOO_MUCH = "unpacks to too many bytes"


def unpack(data: Bytes, start: Int, end: Int, to: Bytes, most: Int) -> Text:
    """Append what a stream holds, at most so many bytes and those of one copy; return what is wrong, or nothing."""
    state: list[Int] = []
    state.append(start)
    state.append(end)
    state.append(0)
    state.append(0)
    method = held_bits(state, data, 8)
    flags = held_bits(state, data, 8)
    if flags == NONE:
        return INCOMPLETE
    if (method * 256 + flags) % 31 != 0:
        return "incorrect header check"
    if method & 15 != 8:
        return "unknown compression method"
    if method >> 4 > 7:
        return "invalid window size"
    if flags & 32 != 0:
        return "a dictionary is needed"
    is_last = 0
    while is_last == 0:
        is_last = held_bits(state, data, 1)
        wrong = unpack_block(state, data, to, most)
        if wrong != "":
            return wrong
    return check_sum(state, data, to)


def check_sum(state: list[Int], data: Bytes, to: Bytes) -> Text:
    """Compare the checksum at the end of a stream; bytes after it belong to nobody."""
    begin_bytes(state)
    high = held_bits(state, data, 8) * 256 + held_bits(state, data, 8)
    low = held_bits(state, data, 8) * 256
    last = held_bits(state, data, 8)
    if last == NONE:
        return INCOMPLETE
    found: list[Int] = []
    begin_sum(found, ADLER32)
    add_to_sum(found, ADLER32, to, 0, len(to))
    return "" if found[HIGH] == high and found[LOW] == low + last else "incorrect data check"


def held_bits(state: list[Int], data: Bytes, count: Int) -> Int:
    """Take some bits, the lowest first; NONE where the stream ends before them."""
    while state[NUM_HELD] < count:
        if state[NEXT] >= state[LAST]:
            return NONE
        byte = data[state[NEXT]]
        state[HELD] = state[HELD] | byte << state[NUM_HELD]
        state[NUM_HELD] = state[NUM_HELD] + 8
        state[NEXT] = state[NEXT] + 1
    found = state[HELD] & ((1 << count) - 1)
    state[HELD] = state[HELD] >> count
    state[NUM_HELD] = state[NUM_HELD] - count
    return found


def begin_bytes(state: list[Int]) -> None:
    """Pass over the rest of a byte."""
    state[HELD] = state[HELD] >> (state[NUM_HELD] & 7)
    state[NUM_HELD] = state[NUM_HELD] - (state[NUM_HELD] & 7)


def unpack_block(state: list[Int], data: Bytes, to: Bytes, most: Int) -> Text:
    kind = held_bits(state, data, 2)
    if kind == NONE:
        return INCOMPLETE
    if kind == 3:
        return "invalid block type"
    if kind == 0:
        return unpack_stored(state, data, to, most)
    literals: list[Int] = []
    distances: list[Int] = []
    if kind == 1:
        add_fixed(literals, distances)
        return unpack_codes(state, data, literals, distances, to, most)
    wrong = read_codes(state, data, literals, distances)
    return wrong if wrong != "" else unpack_codes(state, data, literals, distances, to, most)


def unpack_stored(state: list[Int], data: Bytes, to: Bytes, most: Int) -> Text:
    begin_bytes(state)
    size = held_bits(state, data, 16)
    inverse = held_bits(state, data, 16)
    if inverse == NONE:
        return INCOMPLETE
    if size + inverse != MOST_STORED:
        return "invalid stored block lengths"
    start = state[NEXT]
    if size > state[LAST] - start:
        return INCOMPLETE
    if size > most - len(to):
        return UNPACKS_TO_TOO_MUCH
    put_range(to, data, start, start + size)
    state[NEXT] = start + size
    return ""


def add_fixed(literals: list[Int], distances: list[Int]) -> None:
    """Make the tables of a block that has none of its own."""
    lengths: list[Int] = []
    for symbol in range(288):
        lengths.append(8 if symbol < 144 or symbol >= 280 else 9 if symbol < 256 else 7)
    for _symbol in range(32):
        lengths.append(5)
    add_codes(literals, lengths, 0, 288)
    add_codes(distances, lengths, 288, 320)


def add_codes(table: list[Int], lengths: list[Int], start: Int, end: Int) -> Int:
    """Fill a table by the lengths of the codes of its symbols; return how many codes of 15 bits are left over."""
    for _length in range(SYMBOLS):
        table.append(0)
    for k in range(start, end):
        table[lengths[k]] = table[lengths[k]] + 1
    left = 1
    for length in range(1, SYMBOLS):
        left = 2 * left - table[length]
        for k in range(start, end):
            if lengths[k] == length:
                table.append(k - start)
        if left < 0:
            return left
    return left


def is_usable(table: list[Int], left: Int) -> bool:
    """Return whether a table is complete, or has no code or one of a bit."""
    return left == 0 or (left > 0 and len(table) - SYMBOLS == table[1] and table[1] < 2)


def read_codes(state: list[Int], data: Bytes, literals: list[Int], distances: list[Int]) -> Text:
    """Read the tables of a block."""
    num_literals = held_bits(state, data, 5) + 257
    num_distances = held_bits(state, data, 5) + 1
    codes: list[Int] = []
    wrong = read_codes_of_lengths(state, data, codes)
    if wrong != "":
        return wrong
    if num_literals > MOST_LENGTHS or num_distances > MOST_DISTANCES:
        return "too many length or distance symbols"
    lengths: list[Int] = []
    while len(lengths) < num_literals + num_distances:
        wrong = add_lengths(state, data, codes, lengths)
        if wrong != "":
            return wrong
    if len(lengths) > num_literals + num_distances or lengths[END_OF_BLOCK] == 0:
        return NO_CODES
    left = add_codes(literals, lengths, 0, num_literals)
    if not is_usable(literals, left):
        return NO_CODES
    left = add_codes(distances, lengths, num_literals, num_literals + num_distances)
    return "" if is_usable(distances, left) else NO_CODES


def read_codes_of_lengths(state: list[Int], data: Bytes, codes: list[Int]) -> Text:
    """Read the table by which the lengths of the codes of a block are told."""
    lengths: list[Int] = []
    for _symbol in range(19):
        lengths.append(0)
    num_lengths = held_bits(state, data, 4) + 4
    if num_lengths == NONE + 4:
        return INCOMPLETE
    for k in range(num_lengths):
        length = held_bits(state, data, 3)
        if length == NONE:
            return INCOMPLETE
        lengths[ORDER[k]] = length
    return NO_CODES if add_codes(codes, lengths, 0, 19) != 0 else ""


def add_lengths(state: list[Int], data: Bytes, codes: list[Int], lengths: list[Int]) -> Text:
    """Read the length of one code, or how often one is repeated."""
    symbol = next_symbol(state, data, codes)
    if symbol < 0:
        return INCOMPLETE if symbol == NONE else NO_CODE
    if symbol < 16:
        lengths.append(symbol)
        return ""
    if symbol == 16 and len(lengths) == 0:
        return NO_CODES
    length = lengths[len(lengths) - 1] if symbol == 16 else 0
    more = held_bits(state, data, 2 if symbol == 16 else 3 if symbol == 17 else 7)
    if more == NONE:
        return INCOMPLETE
    for _k in range(more + (11 if symbol == 18 else 3)):
        lengths.append(length)
    return ""


def next_symbol(state: list[Int], data: Bytes, table: list[Int]) -> Int:
    """Take a symbol; NONE where the stream ends in it, NO_SYMBOL where there is none of such a code."""
    code = 0
    first = 0
    index = SYMBOLS
    for length in range(1, SYMBOLS):
        bit = held_bits(state, data, 1)
        if bit == NONE:
            return NONE
        code = 2 * code + bit
        count = table[length]
        if code < first + count:
            return table[index + code - first]
        index += count
        first = 2 * (first + count)
    return NO_SYMBOL


def unpack_codes(
    state: list[Int], data: Bytes, literals: list[Int], distances: list[Int], to: Bytes, most: Int
) -> Text:
    """Unpack literals and copies up to the end of a block."""
    symbol = next_symbol(state, data, literals)
    while symbol != END_OF_BLOCK:
        if symbol < 0 or symbol >= MOST_LENGTHS:
            return INCOMPLETE if symbol == NONE else NO_CODE
        if len(to) >= most:
            return UNPACKS_TO_TOO_MUCH
        if symbol < END_OF_BLOCK:
            to.append(symbol)
        else:
            wrong = unpack_copy(state, data, symbol - END_OF_BLOCK - 1, distances, to)
            if wrong != "":
                return wrong
        symbol = next_symbol(state, data, literals)
    return ""


def unpack_copy(state: list[Int], data: Bytes, code: Int, distances: list[Int], to: Bytes) -> Text:
    """Append what is there already; code: of its length."""
    extra = 0 if code < 8 or code == 28 else (code - 4) // 4
    more = held_bits(state, data, extra)
    length = 258 if code == 28 else 3 + code if code < 8 else 3 + more + ((4 + (code & 3)) << extra)
    symbol = next_symbol(state, data, distances) if more != NONE else NONE
    if symbol < 0 or symbol >= MOST_DISTANCES:
        return INCOMPLETE if symbol == NONE else NO_CODE
    extra = 0 if symbol < 4 else (symbol - 2) // 2
    more = held_bits(state, data, extra)
    if more == NONE:
        return INCOMPLETE
    distance = 1 + symbol if symbol < 4 else 1 + more + ((2 + (symbol & 1)) << extra)
    if distance > len(to):
        return "invalid distance too far back"
    for _k in range(length):
        byte = to[len(to) - distance]
        to.append(byte)
    return ""


def pack(data: Bytes, start: Int, size: Int, to: Bytes) -> None:
    """Append a stream that holds some bytes as they are."""
    to.append(0x78)
    to.append(0x01)
    at = 0
    while size - at > MOST_STORED:
        put_stored(data, start + at, MOST_STORED, to, 0)
        at += MOST_STORED
    put_stored(data, start + at, size - at, to, 1)
    found: list[Int] = []
    begin_sum(found, ADLER32)
    add_to_sum(found, ADLER32, data, start, start + size)
    put_two(found[HIGH] >> 8, found[HIGH] & 255, to)
    put_two(found[LOW] >> 8, found[LOW] & 255, to)


def put_stored(data: Bytes, start: Int, size: Int, to: Bytes, is_last: Int) -> None:
    """Append a block."""
    to.append(is_last)
    put_two(size & 255, size >> 8, to)
    put_two(255 - (size & 255), 255 - (size >> 8), to)
    put_range(to, data, start, start + size)


def put_two(one: Int, other: Int, to: Bytes) -> None:
    to.append(one)
    to.append(other)
