"""Operators and methods of expressions, on values."""

from __future__ import annotations

from nacformats.generator.languages.machine.failures import fail
from nacformats.generator.languages.machine.limits import charge, enter, leave
from nacformats.generator.languages.machine.lists import count_of_items, item_at
from nacformats.generator.languages.machine.model import (
    BOOL,
    BYTES,
    INT,
    INVALID,
    LIMIT,
    LIST,
    NONE,
    NOTHING,
    REAL,
    RECORD,
    TEXT,
    VARINT,
    Machine,
    Value,
)
from nacformats.generator.languages.machine.names import (
    ID_EOF,
    ID_FIRST,
    ID_IS_MINIMAL,
    ID_LAST,
    ID_LEN,
    ID_LENGTH,
    ID_MAX,
    ID_MIN,
    ID_POS,
    ID_REVERSE,
    ID_SIZE,
    ID_TO_I,
    ID_TO_S,
    ID_VALUE,
    ID_VALUE_SIGNED,
    ID_ZIGZAG,
    OP_ADD,
    OP_AT_LEAST,
    OP_AT_MOST,
    OP_BITS_AND,
    OP_BITS_OR,
    OP_DIVIDE,
    OP_EQUAL,
    OP_GREATER,
    OP_LESS,
    OP_MULTIPLY,
    OP_REMAINDER,
    OP_SHIFT_LEFT,
    OP_SHIFT_RIGHT,
    OP_SUBTRACT,
    OP_UNEQUAL,
)
from nacformats.generator.languages.machine.streams import left_in
from nacformats.generator.languages.machine.text import (
    digit_of,
    first_bad,
    length_of_text,
    offset_of_character,
    put_digits,
    reversed_text,
    utf8_of,
)
from nacformats.generator.languages.machine.values import (
    is_list,
    is_number,
    of_bool,
    of_int,
    of_real,
    of_signed,
    of_text,
    of_uint,
    renamed,
    twos_complement,
    with_number,
)
from nacformats.generator.languages.neutral import (
    U64,
    Bytes,
    Int,
    Real,
    Text,
    int_of,
    put_range,
    real_of,
    real_of_bits,
    truncated,
    u64,
)

MOST_U64: U64 = 0xFFFF_FFFF_FFFF_FFFF
MOST_JOINED = 1048576
TOO_LARGE = "the number is too large"
NO_MEMBER = "cannot be computed: there is no such member"
NO_NUMBER = "cannot be computed: the text is no number"


def number_in(m: Machine, value: Value) -> Value:
    """Return a number as an INT."""
    if value.kind == INT:
        return value
    if value.kind != BOOL:
        fail(m, INVALID, "cannot be computed: a number is needed")
    return renamed(value, INT)


def count_in(m: Machine, value: Value, negative: Text) -> U64:
    """Return a number that says how many, or where; `negative` is what is wrong if it is below 0."""
    number = whole_part(m, value) if value.kind == REAL else number_in(m, value)
    if number.negative:
        fail(m, INVALID, negative)
    return number.number


def truth_of(value: Value) -> bool:
    if value.kind == INT or value.kind == BOOL:
        return value.number != 0
    if value.kind == REAL:
        return real_of_bits(value.number, value.a) != 0.0
    if value.kind == TEXT or value.kind == BYTES:
        return value.c != 0
    return value.kind != NOTHING


def real_in(m: Machine, value: Value) -> Real:
    """Return a number as a float."""
    if value.kind == REAL:
        return real_of_bits(value.number, value.a)
    whole = number_in(m, value)
    return -real_of(whole.number) if whole.negative else real_of(whole.number)


def length_of(m: Machine, of: Value) -> Int:
    """Return how many elements, bytes or characters there are."""
    if of.kind == LIST:
        return count_of_items(m, of.a)
    if of.kind == BYTES:
        return of.c
    if of.kind != TEXT:
        fail(m, INVALID, "cannot be computed: a list is needed")
    return length_of_text(m, of)


def element_of(m: Machine, of: Value, index: Int) -> Value:
    """Return an element that exists."""
    if of.kind == BYTES:
        return of_uint(u64(m.buffers[of.a][of.b + index]))
    return item_at(m, of.a, index)


def element_at(m: Machine, of: Value, index: Value) -> Value:
    """Return an element by its index; one below 0 counts from the end."""
    at = number_in(m, index)
    count = length_of(m, of)
    if of.kind == TEXT or at.number > u64(count) or (not at.negative and at.number == u64(count)):
        fail(m, INVALID, "refers to an element that does not exist")
    return element_of(m, of, count - int_of(at.number) if at.negative else int_of(at.number))


def order_of(m: Machine, left: Value, right: Value) -> Int:
    """Return a number below, at or above 0; 2 where values have no order, as NaN."""
    if left.kind == REAL or right.kind == REAL:
        one = real_in(m, left)
        other = real_in(m, right)
        return -1 if one < other else 1 if one > other else 0 if one == other else 2
    if left.kind == right.kind and (left.kind == TEXT or left.kind == BYTES):
        return order_of_bytes(m, utf8_of(m, left), utf8_of(m, right))
    first = number_in(m, left)
    second = number_in(m, right)
    if first.negative != second.negative:
        return -1 if first.negative else 1
    if first.number == second.number:
        return 0
    return -1 if (first.number < second.number) != first.negative else 1


def order_of_bytes(m: Machine, left: Value, right: Value) -> Int:
    for k in range(min(left.c, right.c)):
        one = m.buffers[left.a][left.b + k]
        other = m.buffers[right.a][right.b + k]
        if one != other:
            return -1 if one < other else 1
    return -1 if left.c < right.c else 1 if left.c > right.c else 0


def is_same(m: Machine, left: Value, right: Value) -> bool:
    if is_number(left) and is_number(right):
        return order_of(m, left, right) == 0
    if left.kind == right.kind and (left.kind == TEXT or left.kind == BYTES):
        return order_of(m, left, right) == 0
    if left.kind == VARINT and right.kind == VARINT:
        return left.number == right.number
    if left.kind == RECORD and right.kind == RECORD:
        return left.a == right.a
    if not is_list(left) or not is_list(right):
        return left.kind == NOTHING and right.kind == NOTHING
    count = length_of(m, left)
    if count != length_of(m, right):
        return False
    enter(m)
    equal = True
    for k in range(count):
        if not is_same(m, element_of(m, left, k), element_of(m, right, k)):
            equal = False
            break
    leave(m)
    return equal


def binary(m: Machine, op: Int, left: Value, right: Value) -> Value:
    """Return what an operator of two operands makes of them."""
    if op == OP_EQUAL:
        return of_bool(is_same(m, left, right))
    if op == OP_UNEQUAL:
        return of_bool(not is_same(m, left, right))
    if op <= OP_AT_LEAST:
        return of_bool(is_in_order(op, order_of(m, left, right)))
    if op == OP_ADD and (left.kind == TEXT or left.kind == BYTES):
        return joined(m, left, right)
    if left.kind == REAL or right.kind == REAL:
        one = real_in(m, left)
        return of_reals(m, op, one, real_in(m, right))
    first = number_in(m, left)
    return of_numbers(m, op, first, number_in(m, right))


def is_in_order(op: Int, order: Int) -> bool:
    if order == 2:
        return False
    if op == OP_LESS:
        return order < 0
    if op == OP_GREATER:
        return order > 0
    return order <= 0 if op == OP_AT_MOST else order >= 0


def of_reals(m: Machine, op: Int, left: Real, right: Real) -> Value:
    if op == OP_ADD:
        return of_real(left + right)
    if op == OP_SUBTRACT:
        return of_real(left - right)
    if op == OP_MULTIPLY:
        return of_real(left * right)
    if op != OP_DIVIDE:
        fail(m, INVALID, "cannot be computed: whole numbers are needed")
    if right == 0.0:
        fail(m, INVALID, "cannot be computed: division by zero")
    return of_real(left / right)


def of_numbers(m: Machine, op: Int, left: Value, right: Value) -> Value:
    if op == OP_ADD:
        return sum_of(m, left, right)
    if op == OP_SUBTRACT:
        return sum_of(m, left, with_number(not right.negative, right.number))
    if op == OP_MULTIPLY:
        if left.number != 0 and right.number > MOST_U64 // left.number:
            fail(m, LIMIT, TOO_LARGE)
        return with_number(left.negative != right.negative, u64(left.number * right.number))
    if op == OP_DIVIDE or op == OP_REMAINDER:
        return quotient(m, left, right, op == OP_REMAINDER)
    if op == OP_SHIFT_LEFT or op == OP_SHIFT_RIGHT:
        return shifted(m, op, left, right)
    one = bits_in(m, left)
    other = bits_in(m, right)
    if op == OP_BITS_AND:
        return of_signed(one & other) if left.negative and right.negative else of_uint(one & other)
    if op == OP_BITS_OR:
        return of_signed(one | other) if left.negative or right.negative else of_uint(one | other)
    return of_signed(one ^ other) if left.negative != right.negative else of_uint(one ^ other)


def sum_of(m: Machine, left: Value, right: Value) -> Value:
    if left.negative == right.negative:
        if right.number > MOST_U64 - left.number:
            fail(m, LIMIT, TOO_LARGE)
        return with_number(left.negative, u64(left.number + right.number))
    if left.number >= right.number:
        return with_number(left.negative, u64(left.number - right.number))
    return with_number(right.negative, u64(right.number - left.number))


def quotient(m: Machine, left: Value, right: Value, wants_rest: bool) -> Value:
    """Divide, rounding down; the rest has the sign of what is divided by."""
    if right.number == 0:
        fail(m, INVALID, "cannot be computed: division by zero")
    rest = left.number % right.number
    is_down = rest != 0 and left.negative != right.negative
    if wants_rest:
        return with_number(right.negative, u64(right.number - rest) if is_down else rest)
    whole = left.number // right.number
    return with_number(left.negative != right.negative, u64(whole + 1) if is_down else whole)


def bits_in(m: Machine, value: Value) -> U64:
    if value.negative and value.number > u64(1 << 63):
        fail(m, LIMIT, TOO_LARGE)
    return twos_complement(value)


def shifted(m: Machine, op: Int, left: Value, right: Value) -> Value:
    """Shift; to the right, rounding down."""
    if right.negative:
        fail(m, INVALID, "cannot be computed: a shift by a negative number")
    is_far = right.number > 63
    by = 0 if is_far else right.number
    if op == OP_SHIFT_LEFT:
        if left.number != 0 and (is_far or left.number > MOST_U64 >> by):
            fail(m, LIMIT, TOO_LARGE)
        return with_number(left.negative, 0 if is_far else u64(left.number << by))
    result = 0 if is_far else left.number >> by
    if left.negative and (is_far or u64(result << by) != left.number):
        result = u64(result + 1)
    return with_number(left.negative, result)


def minus(m: Machine, value: Value) -> Value:
    if value.kind == REAL:
        return of_real(-real_of_bits(value.number, value.a))
    number = number_in(m, value)
    return with_number(not number.negative, number.number)


def inverted(m: Machine, value: Value) -> Value:
    return of_numbers(m, OP_SUBTRACT, number_in(m, minus(m, value)), of_int(1))


def joined(m: Machine, left: Value, right: Value) -> Value:
    """Return two texts, or bytes, as one."""
    one = utf8_of(m, left)
    other = utf8_of(m, right)
    size = one.c + other.c
    if left.kind != right.kind or size > MOST_JOINED:
        fail(m, INVALID, "cannot be computed: these cannot be joined")
    charge(m, size + 64)
    made = Bytes()
    put_range(made, m.buffers[one.a], one.b, one.b + one.c)
    put_range(made, m.buffers[other.a], other.b, other.b + other.c)
    m.buffers.append(made)
    return Value(left.kind, False, 0, len(m.buffers) - 1, 0, size, NONE)


def in_digits(m: Machine, value: Value) -> Value:
    """Return a number as text."""
    number = number_in(m, value)
    charge(m, 88)
    made = Bytes()
    if number.negative:
        made.append(45)
    put_digits(made, number.number)
    size = len(made)
    m.buffers.append(made)
    return of_text(len(m.buffers) - 1, 0, size, NONE)


def of_digits(m: Machine, value: Value, base: U64) -> Value:
    """Return the number that a text is in some base."""
    if value.kind != TEXT:
        fail(m, INVALID, NO_NUMBER)
    text = utf8_of(m, value)
    sign = m.buffers[text.a][text.b] if text.c != 0 else 0
    start = 1 if sign == 45 or sign == 43 else 0
    if start == text.c or base < 2 or base > 36:
        fail(m, INVALID, NO_NUMBER)
    number = of_uint(0)
    for k in range(start, text.c):
        digit = digit_of(m.buffers[text.a][text.b + k])
        if digit >= base:
            fail(m, INVALID, NO_NUMBER)
        number = sum_of(m, of_numbers(m, OP_MULTIPLY, number, of_uint(base)), of_uint(digit))
    return with_number(sign == 45, number.number)


def whole_part(m: Machine, value: Value) -> Value:
    """Return the whole part of a float."""
    real = real_of_bits(value.number, value.a)
    size = -real if real < 0.0 else real
    if not size < 18446744073709551616.0:
        fail(m, LIMIT, TOO_LARGE)
    return with_number(real < 0.0, truncated(size))


def extreme(m: Machine, of: Value, sign: Int) -> Value:
    """Return the least (sign -1) or greatest (1) element."""
    best = element_at(m, of, of_uint(0))
    for k in range(1, length_of(m, of)):
        each = element_of(m, of, k)
        if order_of(m, each, best) == sign:
            best = each
    return best


def clamped(m: Machine, index: Value, length: Int) -> Int:
    """Return an end of a part of something: one below 0 counts from the end."""
    number = number_in(m, index)
    size = min(int_of(number.number), length)
    return length - size if number.negative else size


def substring(m: Machine, of: Value, first: Value, last: Value) -> Value:
    length = length_of(m, of)
    start = clamped(m, first, length)
    end = clamped(m, last, length)
    if of.kind == LIST:
        fail(m, INVALID, "cannot be computed: text is needed")
    if of.kind == TEXT:
        start = offset_of_character(m, of, start)
        end = offset_of_character(m, of, end)
    return Value(of.kind, False, 0, of.a, of.b + start, max(end - start, 0), of.d)


def decoded(m: Machine, of: Value, encoding: Int) -> Value:
    """Return bytes as text."""
    if of.kind != BYTES:
        fail(m, INVALID, "cannot be computed: bytes are needed")
    if first_bad(m, encoding, of.a, of.b, of.c) < of.c:
        fail(m, INVALID, "the text is not of its encoding")
    return text_in(m, of.a, of.b, of.c, encoding)


def text_in(m: Machine, buffer: Int, start: Int, size: Int, encoding: Int) -> Value:
    """Return text of an encoding; that in ASCII is UTF-8."""
    is_ascii = encoding != NONE and m.encodings[encoding].is_ascii and m.encodings[encoding].points == NONE
    return of_text(buffer, start, size, NONE if is_ascii else encoding)


def built_in(m: Machine, of: Value, name: Int) -> Value:
    """Return what lists, bytes, text and numbers say of themselves."""
    if name == ID_LENGTH or name == ID_SIZE:
        return of_int(length_of(m, of))
    if name == ID_FIRST:
        return element_at(m, of, of_int(0))
    if name == ID_LAST:
        return element_at(m, of, of_int(-1))
    if name == ID_MIN or name == ID_MAX:
        return extreme(m, of, -1 if name == ID_MIN else 1)
    if name == ID_REVERSE and (of.kind == TEXT or of.kind == BYTES):
        return reversed_text(m, of)
    if name == ID_TO_I:
        if of.kind == TEXT:
            return of_digits(m, of, 10)
        return whole_part(m, of) if of.kind == REAL else number_in(m, of)
    if name != ID_TO_S:
        fail(m, INVALID, NO_MEMBER)
    return of if of.kind == TEXT else in_digits(m, of)


def least_width(of: Value) -> Int:
    """Return the fewest bytes that a number of variable length takes."""
    rest = of.number
    width = 1
    if of.negative:
        while u64(rest + 64) > 127:
            rest = u64(~(u64(~rest) >> 7)) if rest >> 63 != 0 else rest >> 7
            width += 1
        return width
    while rest > 127:
        rest = rest >> 7
        width += 1
    return width


def member_of_varint(m: Machine, of: Value, name: Int) -> Value:
    if name == ID_VALUE:
        return of_signed(of.number) if of.negative else of_uint(of.number)
    if name == ID_LEN:
        return of_int(of.a if of.a != 0 else least_width(of))
    if name == ID_IS_MINIMAL:
        return of_bool(of.a == 0 or of.a == least_width(of))
    if name == ID_ZIGZAG:
        return of_signed(of.number >> 1 ^ u64(0 - (of.number & 1)))
    if name != ID_VALUE_SIGNED:
        fail(m, INVALID, NO_MEMBER)
    return of_signed(of.number)


def member_of_stream(m: Machine, of: Value, name: Int) -> Value:
    """Return the size or position of a stream; of the file that is written, the size that it had in the pass before."""
    if of.a == NONE:
        if name != ID_SIZE:
            fail(m, INVALID, "is not known while a file is written")
        m.is_guessed = m.is_guessed or not m.has_before
        return of_int(m.total_before if m.has_before else 0)
    if name == ID_SIZE:
        return of_int(m.streams[of.a].size)
    if name == ID_POS:
        return of_int(m.streams[of.a].pos)
    if name != ID_EOF:
        fail(m, INVALID, NO_MEMBER)
    return of_bool(left_in(m, of.a) == 0 and m.streams[of.a].num_left == 0)
