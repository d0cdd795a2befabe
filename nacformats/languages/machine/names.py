"""Fixed names, and the operations of expressions.

The texts of every schema begin with these names, and each is there once: ids that are equal have the same number.
An expression is a term of `m.terms`, whose a, b and c are here. The values of literals are `m.constants`; text and
bytes of these are in buffer 1. Terms are computed for a record, which is of the type whose members they name.
"""

from __future__ import annotations

# names, by the numbers that they have, one after the other
ID_ROOT, ID_PARENT, ID_IO, ID_INDEX = range(4)
ID_VALUE, ID_LEN, ID_IS_MINIMAL, ID_ZIGZAG, ID_VALUE_SIGNED = range(4, 9)
ID_SIZE, ID_POS, ID_EOF = range(9, 12)
ID_LENGTH, ID_FIRST, ID_LAST, ID_MIN, ID_MAX, ID_REVERSE, ID_TO_I, ID_TO_S = range(12, 20)

#: a: number of the constant, of any kind but RECORD, LIST, IO and VARINT.
OP_CONSTANT = 0
#: `_`, the value that is checked, or the element that was just read.
OP_IT = 1
#: `_index` of the list that is read, 0 outside of lists.
OP_INDEX = 2
#: `_root`, `_parent` or `_io` of the record; a: the name.
OP_OWN = 3
#: A member of the record; a: its number in `m.members`.
OP_GET = 4
#: a: term; b: text, the name of what is asked of it, `_root` and the like and methods without arguments included.
OP_ATTRIBUTE = 5
#: An element; a: term of the list, b: term of the index.
OP_ELEMENT = 6
#: a: term. `not` and the next two make a BOOL.
OP_NOT = 7
#: a, b: terms; b is computed only if a holds.
OP_AND = 8
#: a, b: terms; b is computed only if a does not hold.
OP_OR = 9
#: a: term of the condition; b, c: terms, one of which is computed.
OP_IF = 10
#: a: term.
OP_MINUS = 11
#: a: term.
OP_INVERT = 12
#: An array literal of which an item is no number of a byte; a: place in `lists` of the terms; b: how many.
OP_LIST = 13
#: Text of the parts of a format string; a: place in `lists` of the terms; b: how many.
OP_JOINED = 14
#: The rule in-enum: a: term; b: number of the first constant, c: how many. They are INTs from the lowest up.
OP_IN_ENUM = 15
#: `to_i(base)`; a: term of the text; b: term of the base.
OP_TO_I = 16
#: `to_s(encoding)`; a: term of the bytes; b: number of the encoding, NONE for UTF-8.
OP_TO_S = 17
#: `substring(from, to)`; a, b, c: terms.
OP_SUBSTRING = 18

# of two terms, a and b
OP_EQUAL, OP_UNEQUAL, OP_LESS, OP_GREATER, OP_AT_MOST, OP_AT_LEAST = range(20, 26)
OP_ADD, OP_SUBTRACT, OP_MULTIPLY, OP_DIVIDE, OP_REMAINDER = range(26, 31)
OP_BITS_AND, OP_BITS_OR, OP_BITS_XOR, OP_SHIFT_LEFT, OP_SHIFT_RIGHT = range(31, 36)
