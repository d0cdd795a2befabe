"""Operators and methods of expressions, on values."""

from __future__ import annotations

from nacformats.languages.machine import model, names, streams, trees, values
from nacformats.languages.machine import text as texts
from nacformats.languages.machine.failures import charge, enter, fail, leave
from nacformats.languages.machine.model import NONE, Machine, Value
from nacformats.languages.neutral import (
    U64,
    Bytes,
    Int,
    Real,
    Text,
    int_of,
    put_range,
    real_of,
    real_of_bits,
    text_of_bytes,
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
    if value.kind == model.INT:
        return value
    if value.kind != model.BOOL:
        fail(m, model.INVALID, "cannot be computed: a number is needed")
    return values.renamed(value, model.INT)


def count_in(m: Machine, value: Value, what: Text, unit: Text) -> U64:
    """Return a number that says how many, or where; `what` it is, and its `unit`, are told if it is below 0."""
    number = whole_part(m, value) if value.kind == model.REAL else number_in(m, value)
    if number.negative:
        made = Bytes()
        texts.put_integer(made, number)
        fail(m, model.INVALID, "cannot be read (" + what + text_of_bytes(made, 0, len(made)) + unit + ")")
    return number.number


def truth_of(value: Value) -> bool:
    if value.kind == model.INT or value.kind == model.BOOL:
        return value.number != 0
    if value.kind == model.REAL:
        return real_of_bits(value.number, value.a) != 0.0
    if value.kind == model.TEXT or value.kind == model.BYTES:
        return value.c != 0
    return value.kind != model.NOTHING


def real_in(m: Machine, value: Value) -> Real:
    """Return a number as a float."""
    if value.kind == model.REAL:
        return real_of_bits(value.number, value.a)
    whole = number_in(m, value)
    return -real_of(whole.number) if whole.negative else real_of(whole.number)


def length_of(m: Machine, of: Value) -> Int:
    """Return how many elements, bytes or characters there are."""
    if of.kind == model.LIST:
        return trees.count_of_items(m, of.a)
    if of.kind == model.BYTES:
        return of.c
    if of.kind != model.TEXT:
        fail(m, model.INVALID, "cannot be computed: a list is needed")
    return texts.length_of_text(m, of)


def element_of(m: Machine, of: Value, index: Int) -> Value:
    """Return an element that exists."""
    if of.kind == model.BYTES:
        return values.of_uint(u64(m.buffers[of.a][of.b + index]))
    return trees.item_at(m, of.a, index)


def element_at(m: Machine, of: Value, index: Value) -> Value:
    """Return an element by its index; one below 0 counts from the end."""
    at = number_in(m, index)
    count = length_of(m, of)
    if of.kind == model.TEXT or at.number > u64(count) or (not at.negative and at.number == u64(count)):
        fail(m, model.INVALID, "refers to an element that does not exist")
    return element_of(m, of, count - int_of(at.number) if at.negative else int_of(at.number))


def order_of(m: Machine, left: Value, right: Value) -> Int:
    """Return a number below, at or above 0; 2 where values have no order, as NaN."""
    if left.kind == model.REAL or right.kind == model.REAL:
        one = real_in(m, left)
        other = real_in(m, right)
        return -1 if one < other else 1 if one > other else 0 if one == other else 2
    if left.kind == right.kind and (left.kind == model.TEXT or left.kind == model.BYTES):
        return order_of_bytes(m, texts.utf8_of(m, left), texts.utf8_of(m, right))
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
    if values.is_number(left) and values.is_number(right):
        return order_of(m, left, right) == 0
    if left.kind == right.kind and (left.kind == model.TEXT or left.kind == model.BYTES):
        return order_of(m, left, right) == 0
    if left.kind == model.VARINT and right.kind == model.VARINT:
        return left.number == right.number
    if left.kind == model.RECORD and right.kind == model.RECORD:
        return left.a == right.a
    if not values.is_list(left) or not values.is_list(right):
        return left.kind == model.NOTHING and right.kind == model.NOTHING
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
    if op == names.OP_EQUAL:
        return values.of_bool(is_same(m, left, right))
    if op == names.OP_UNEQUAL:
        return values.of_bool(not is_same(m, left, right))
    if op <= names.OP_AT_LEAST:
        return values.of_bool(is_in_order(op, order_of(m, left, right)))
    if op == names.OP_ADD and (left.kind == model.TEXT or left.kind == model.BYTES):
        return joined(m, left, right)
    if left.kind == model.REAL or right.kind == model.REAL:
        one = real_in(m, left)
        return of_reals(m, op, one, real_in(m, right))
    first = number_in(m, left)
    return of_numbers(m, op, first, number_in(m, right))


def is_in_order(op: Int, order: Int) -> bool:
    if order == 2:
        return False
    if op == names.OP_LESS:
        return order < 0
    if op == names.OP_GREATER:
        return order > 0
    return order <= 0 if op == names.OP_AT_MOST else order >= 0


def of_reals(m: Machine, op: Int, left: Real, right: Real) -> Value:
    if op == names.OP_ADD:
        return values.of_real(left + right)
    if op == names.OP_SUBTRACT:
        return values.of_real(left - right)
    if op == names.OP_MULTIPLY:
        return values.of_real(left * right)
    if op != names.OP_DIVIDE:
        fail(m, model.INVALID, "cannot be computed: whole numbers are needed")
    if right == 0.0:
        fail(m, model.INVALID, "cannot be computed: division by zero")
    return values.of_real(left / right)


def of_numbers(m: Machine, op: Int, left: Value, right: Value) -> Value:
    if op == names.OP_ADD:
        return sum_of(m, left, right)
    if op == names.OP_SUBTRACT:
        return sum_of(m, left, values.with_number(not right.negative, right.number))
    if op == names.OP_MULTIPLY:
        if left.number != 0 and right.number > MOST_U64 // left.number:
            fail(m, model.LIMIT, TOO_LARGE)
        return values.with_number(left.negative != right.negative, u64(left.number * right.number))
    if op == names.OP_DIVIDE or op == names.OP_REMAINDER:
        return quotient(m, left, right, op == names.OP_REMAINDER)
    if op == names.OP_SHIFT_LEFT or op == names.OP_SHIFT_RIGHT:
        return shifted(m, op, left, right)
    one = bits_in(m, left)
    other = bits_in(m, right)
    if op == names.OP_BITS_AND:
        return values.of_signed(one & other) if left.negative and right.negative else values.of_uint(one & other)
    if op == names.OP_BITS_OR:
        return values.of_signed(one | other) if left.negative or right.negative else values.of_uint(one | other)
    return values.of_signed(one ^ other) if left.negative != right.negative else values.of_uint(one ^ other)


def sum_of(m: Machine, left: Value, right: Value) -> Value:
    if left.negative == right.negative:
        if right.number > MOST_U64 - left.number:
            fail(m, model.LIMIT, TOO_LARGE)
        return values.with_number(left.negative, u64(left.number + right.number))
    if left.number >= right.number:
        return values.with_number(left.negative, u64(left.number - right.number))
    return values.with_number(right.negative, u64(right.number - left.number))


def quotient(m: Machine, left: Value, right: Value, wants_rest: bool) -> Value:
    """Divide, rounding down; the rest has the sign of what is divided by."""
    if right.number == 0:
        fail(m, model.INVALID, "cannot be computed: division by zero")
    rest = left.number % right.number
    is_down = rest != 0 and left.negative != right.negative
    if wants_rest:
        return values.with_number(right.negative, u64(right.number - rest) if is_down else rest)
    whole = left.number // right.number
    return values.with_number(left.negative != right.negative, u64(whole + 1) if is_down else whole)


def bits_in(m: Machine, value: Value) -> U64:
    if value.negative and value.number > u64(1 << 63):
        fail(m, model.LIMIT, TOO_LARGE)
    return values.twos_complement(value)


def shifted(m: Machine, op: Int, left: Value, right: Value) -> Value:
    """Shift; to the right, rounding down."""
    if right.negative:
        fail(m, model.INVALID, "cannot be computed: a shift by a negative number")
    is_far = right.number > 63
    by = 0 if is_far else right.number
    if op == names.OP_SHIFT_LEFT:
        if left.number != 0 and (is_far or left.number > MOST_U64 >> by):
            fail(m, model.LIMIT, TOO_LARGE)
        return values.with_number(left.negative, 0 if is_far else u64(left.number << by))
    result = 0 if is_far else left.number >> by
    if left.negative and (is_far or u64(result << by) != left.number):
        result = u64(result + 1)
    return values.with_number(left.negative, result)


def minus(m: Machine, value: Value) -> Value:
    if value.kind == model.REAL:
        return values.of_real(-real_of_bits(value.number, value.a))
    number = number_in(m, value)
    return values.with_number(not number.negative, number.number)


def inverted(m: Machine, value: Value) -> Value:
    return of_numbers(m, names.OP_SUBTRACT, number_in(m, minus(m, value)), values.of_int(1))


def joined(m: Machine, left: Value, right: Value) -> Value:
    """Return two texts, or bytes, as one."""
    one = texts.utf8_of(m, left)
    other = texts.utf8_of(m, right)
    size = one.c + other.c
    if left.kind != right.kind or size > MOST_JOINED:
        fail(m, model.INVALID, "cannot be computed: these cannot be joined")
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
    texts.put_integer(made, number)
    size = len(made)
    m.buffers.append(made)
    return values.of_text(len(m.buffers) - 1, 0, size, NONE)


def of_digits(m: Machine, value: Value, base: U64) -> Value:
    """Return the number that a text is in some base."""
    if value.kind != model.TEXT:
        fail(m, model.INVALID, NO_NUMBER)
    text = texts.utf8_of(m, value)
    sign = m.buffers[text.a][text.b] if text.c != 0 else 0
    start = 1 if sign == 45 or sign == 43 else 0
    if start == text.c or base < 2 or base > 36:
        fail(m, model.INVALID, NO_NUMBER)
    number = values.of_uint(0)
    for k in range(start, text.c):
        digit = texts.digit_of(m.buffers[text.a][text.b + k])
        if digit >= base:
            fail(m, model.INVALID, NO_NUMBER)
        number = sum_of(m, of_numbers(m, names.OP_MULTIPLY, number, values.of_uint(base)), values.of_uint(digit))
    return values.with_number(sign == 45, number.number)


def whole_part(m: Machine, value: Value) -> Value:
    """Return the whole part of a float."""
    real = real_of_bits(value.number, value.a)
    size = -real if real < 0.0 else real
    if not size < 18446744073709551616.0:
        fail(m, model.LIMIT, TOO_LARGE)
    return values.with_number(real < 0.0, truncated(size))


def extreme(m: Machine, of: Value, sign: Int) -> Value:
    """Return the least (sign -1) or greatest (1) element."""
    best = element_at(m, of, values.of_uint(0))
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
    if of.kind == model.LIST:
        fail(m, model.INVALID, "cannot be computed: text is needed")
    if of.kind == model.TEXT:
        start = texts.offset_of_character(m, of, start)
        end = texts.offset_of_character(m, of, end)
    return Value(of.kind, False, 0, of.a, of.b + start, max(end - start, 0), of.d)


def decoded(m: Machine, of: Value, encoding: Int) -> Value:
    """Return bytes as text."""
    if of.kind != model.BYTES:
        fail(m, model.INVALID, "cannot be computed: bytes are needed")
    if texts.first_bad(m, encoding, of.a, of.b, of.c) < of.c:
        fail(m, model.INVALID, "the text is not of its encoding")
    return text_in(m, of.a, of.b, of.c, encoding)


def text_in(m: Machine, buffer: Int, start: Int, size: Int, encoding: Int) -> Value:
    """Return text of an encoding; that in ASCII is UTF-8."""
    is_ascii = encoding != NONE and m.encodings[encoding].is_ascii and m.encodings[encoding].points == NONE
    return values.of_text(buffer, start, size, NONE if is_ascii else encoding)


def built_in(m: Machine, of: Value, name: Int) -> Value:
    """Return what lists, bytes, text and numbers say of themselves."""
    if name == names.ID_LENGTH or name == names.ID_SIZE:
        return values.of_int(length_of(m, of))
    if name == names.ID_FIRST:
        return element_at(m, of, values.of_int(0))
    if name == names.ID_LAST:
        return element_at(m, of, values.of_int(-1))
    if name == names.ID_MIN or name == names.ID_MAX:
        return extreme(m, of, -1 if name == names.ID_MIN else 1)
    if name == names.ID_REVERSE and (of.kind == model.TEXT or of.kind == model.BYTES):
        return texts.reversed_text(m, of)
    if name == names.ID_TO_I:
        if of.kind == model.TEXT:
            return of_digits(m, of, 10)
        return whole_part(m, of) if of.kind == model.REAL else number_in(m, of)
    if name != names.ID_TO_S:
        fail(m, model.INVALID, NO_MEMBER)
    return of if of.kind == model.TEXT else in_digits(m, of)


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
    if name == names.ID_VALUE:
        return values.of_signed(of.number) if of.negative else values.of_uint(of.number)
    if name == names.ID_LEN:
        return values.of_int(of.a if of.a != 0 else least_width(of))
    if name == names.ID_IS_MINIMAL:
        return values.of_bool(of.a == 0 or of.a == least_width(of))
    if name == names.ID_ZIGZAG:
        return values.of_signed(of.number >> 1 ^ u64(0 - (of.number & 1)))
    if name != names.ID_VALUE_SIGNED:
        fail(m, model.INVALID, NO_MEMBER)
    return values.of_signed(of.number)


def member_of_stream(m: Machine, of: Value, name: Int) -> Value:
    """Return the size or position of a stream; of the file that is written, the size that it had in the pass before."""
    if of.a == NONE:
        if name != names.ID_SIZE:
            fail(m, model.INVALID, "is not known while a file is written")
        m.is_guessed = m.is_guessed or not m.has_before
        return values.of_int(m.total_before if m.has_before else 0)
    if name == names.ID_SIZE:
        return values.of_int(m.streams[of.a].size)
    if name == names.ID_POS:
        return values.of_int(m.streams[of.a].pos)
    if name != names.ID_EOF:
        fail(m, model.INVALID, NO_MEMBER)
    return values.of_bool(streams.left_in(m, of.a) == 0 and m.streams[of.a].num_left == 0)
