"""The data of the machine: tables of a schema, a tree, streams and outputs; everything is named by its index."""

from __future__ import annotations

from dataclasses import dataclass, field

from nacformats.languages.neutral import U64, Bytes, Int, Int1, Int4, Text, U1s, U2s, U4s, U8s

#: No index.
NONE = -1

# kinds of values
NOTHING, INT, BOOL, REAL, TEXT, BYTES, RECORD, LIST, VARINT, IO = range(10)

# tags of kinds of fields
ANY, UINT, SINT, FLOAT, BITS, ULEB, SLEB, VLQ, STR, RAW, USE, SWITCH = range(12)

# byte orders
LE, BE, SWITCHED = range(3)

# repetitions
ONCE, COUNTED, TO_EOS, UNTIL = range(4)

# how a field ends, as bits
TERMINATED = 1
INCLUDE = 2
KEEP = 4
OPTIONAL = 8
WIDE = 16
WIDEST = 32

# processes
XOR, ROL, ROR, ZLIB = range(1, 5)

# how a field follows from another one
COUNT_OF, LENGTH_OF, OFFSET_OF, ARGUMENT_OF, PINNED, SUM_OF = range(1, 7)

# checksums
CRC32, CRC32C, CRC16, CRC16_CCITT, CRC16_XMODEM, ADLER32, INTERNET, SUM8, SUM16, SUM32, NEGATIVE8, XOR8 = range(12)

# states of members
UNREAD, THERE, ABSENT, BUSY = range(4)
#: States from here on are numbers of passes of the writer.
FIRST_PASS = 4

# status of an error
OK, TRUNCATED, INVALID, LIMIT = range(4)

MOST_DEPTH = 400
MOST_EMPTY = 4096
MOST_PASSES = 6
MOST_GAP = 67108864
MOST_INFLATED = 67108864


@dataclass(frozen=True)
class Value:
    """A value of any kind.

    Attributes:
        kind: NOTHING, INT ...
        negative: of INT, `number` is how far below 0; of VARINT, it is signed.
        number: of INT and BOOL; of VARINT the value, signed ones in two's complement; of REAL its bits.
        a: of TEXT and BYTES the buffer, of RECORD the node, of LIST the list, of IO the stream, of VARINT and REAL the
            width.
        b, c: of TEXT and BYTES, start in the buffer and size.
        d: of TEXT, the encoding, or NONE for UTF-8.
    """

    kind: Int1
    negative: bool
    number: U64
    a: Int4
    b: Int
    c: Int
    d: Int4


@dataclass(frozen=True)
class TypeRow:
    """A type of the schema. Its members come in the order params, fields, placed instances, computed instances.

    Attributes:
        first: number of its first member; id and unwritable are texts; endian is a term.
    """

    id: Int
    first: Int
    params: Int
    fields: Int
    placed: Int
    values: Int
    is_root: bool
    has_sums: bool
    is_whole: bool
    endian: Int
    unwritable: Int


@dataclass(frozen=True)
class MemberRow:
    """A member of a type.

    Attributes:
        id: text; kind: number of its kind.
        repeat, process: codes, see above.
        align: of the offset of an instance, at least 1; contents: number of the constant (BYTES), or NONE.
        condition, count, until, size, pos, io, value, parent, key: terms, or NONE.
        rules, num_rules: its rules; derive: how it follows from others, or NONE.
        offset: number of the member that says where an instance is, or NONE.
        default: number of the constant that a new record has, or NONE.
        loop: of a list that can be read as columns, the place in `lists` of the number of the loop, the bytes of a
            record or 0, 1 if there are instances with a position in it, how many arguments it takes, and for each of
            them a term and, of a table of 256, the name of what its elements have, or NONE; then how many columns it
            has, and their keys. NONE of all others.
    """

    id: Int
    kind: Int
    repeat: Int
    process: Int
    to_end: bool
    is_lookup: bool
    is_orphan: bool
    is_ended: bool
    asks_io: bool
    align: Int
    contents: Int
    condition: Int
    count: Int
    until: Int
    size: Int
    pos: Int
    io: Int
    value: Int
    parent: Int
    key: Int
    rules: Int
    num_rules: Int
    derive: Int
    offset: Int
    default: Int
    loop: Int


@dataclass(frozen=True)
class KindRow:
    """The kind of a field: width in bytes, of BITS in bits; of USE, the type and its arguments; of SWITCH, its cases.

    Attributes:
        arguments, num_arguments: places in `lists` of the schema, which has terms there.
        cases, num_cases: numbers of cases; on: term; encoding: number, or NONE for UTF-8.
        ends: how its bytes end, see above; terminator, pad: bytes, NONE for no padding. What a switch has no case for
            ends in no way: its bytes are as they are.
    """

    tag: Int
    width: Int
    endian: Int
    type: Int
    arguments: Int
    num_arguments: Int
    cases: Int
    num_cases: Int
    on: Int
    encoding: Int
    ends: Int
    terminator: Int
    pad: Int


@dataclass(frozen=True)
class CaseRow:
    """A case of a switch; the last one has the key NONE, and perhaps a kind with the tag ANY, for nothing."""

    key: Int
    kind: Int


@dataclass(frozen=True)
class RuleRow:
    """A rule: a term that has to be true, and the text that says so.

    Attributes:
        expected: term of what follows the text, or NONE.
        told, num_told: places in `lists` of what the rule names: texts, each with its term.
    """

    holds: Int
    words: Int
    expected: Int
    told: Int
    num_told: Int


@dataclass(frozen=True)
class DeriveRow:
    """The way a field follows from another one: a known number is `scale` times the field and `plus`.

    Attributes:
        how, sum: codes, see above; is_unsure: a value that was read is kept.
        member: number of the other member, or NONE; param: text, the id of the param of its type, or NONE.
        over, num_over: places in `lists`, which has the numbers of the members that a checksum is over.
        value: term of PINNED, or NONE.
    """

    how: Int
    sum: Int
    is_unsure: bool
    member: Int
    param: Int
    over: Int
    num_over: Int
    scale: Int
    plus: Int
    value: Int


@dataclass(frozen=True)
class EncodingRow:
    """An encoding but UTF-8: bytes of a unit, its order; where in `lists` the code points from 128 on are, or NONE."""

    name: Int
    width: Int
    is_big: bool
    is_ascii: bool
    points: Int


@dataclass(frozen=True)
class TermRow:
    """A node of an expression; `expressions` says what a, b and c are for each operation."""

    op: Int
    a: Int
    b: Int
    c: Int


@dataclass(frozen=True)
class ConstantRow:
    """A value of a literal, whose number is in halves of 32 bits; text and bytes are in the buffer of constants."""

    kind: Int
    negative: bool
    high: Int
    low: Int
    a: Int
    b: Int
    c: Int
    d: Int


@dataclass
class Node:
    """A record of a tree.

    Attributes:
        type: its type; first: where in `slots` and `states` its members begin.
        root, parent: `_root` and `_parent`; above: the record that holds it, in `member`, as element `index` or NONE.
        io: the stream that it was read from, or NONE; start: where it begins in the file.
        padding: the first of its bits that no field takes, or NONE.
        places: where in `places` the writer keeps those of its instances, or NONE.
        endian: LE, BE or SWITCHED while it is not known; stage: BUSY while it is read by the writer, or a pass.
        in_part: of bytes with a stream of their own.
    """

    type: Int4
    first: Int4
    above: Int4
    member: Int4
    index: Int4
    root: Int4 = NONE
    parent: Int4 = NONE
    io: Int4 = NONE
    start: Int = 0
    padding: Int4 = NONE
    places: Int4 = NONE
    endian: Int1 = SWITCHED
    stage: Int1 = 0
    in_part: bool = False


@dataclass
class Items:
    """A list: its elements, and the record and the member that hold it, or NONE.

    Attributes:
        table: number of the table that its records are in, which has no values then, or NONE.
    """

    owner: Int4
    member: Int4
    values: list[Value] = field(default_factory=list)
    table: Int4 = NONE


@dataclass
class Column:
    """One number for each record of a table, or for each element of the lists in them.

    Attributes:
        width: bytes of a number, which says which of the arrays has them. Signed numbers are in two's complement,
            floats are their bits.
    """

    width: Int
    u1: U1s
    u2: U2s
    u4: U4s
    u8: U8s


@dataclass
class Table:
    """Records of a list as columns.

    Attributes:
        end: where they end in their buffer, or NONE: they cannot be columns, or break a rule.
        count: how many they are; starts: where each starts in its buffer, and the end.
        columns: as many as keys; keys: the paths of their fields. "path@" and "path#" are where a text or bytes start
            in the buffer, and how many they are; "path[]" is where the elements of each record begin.
        nodes: of records that were asked for, the number and 1; it is empty before one is.
        io: the stream that they were read from, or NONE; arguments: of the loop.
    """

    end: Int
    count: Int
    starts: U4s
    columns: list[Column]
    nodes: U4s
    io: Int = NONE
    arguments: list[Int] = field(default_factory=list)
    keys: list[Text] = field(default_factory=list)


@dataclass(frozen=True)
class Padding:
    """Bits after a bit field that no field takes; `next` of the same record, or NONE."""

    next: Int
    after: Int
    bits: Int


@dataclass
class Stream:
    """Bytes that are read: `size` of a buffer from `origin` on; `left` has bits of a byte that no field took.

    Attributes:
        base: where it starts in the file; is_made: of bytes that are in no file, all of which are where it starts.
        bits_of, bits_after: the record and the member that the last bits were for.
    """

    buffer: Int
    origin: Int
    size: Int
    base: Int
    is_made: bool
    pos: Int = 0
    left: Int = 0
    num_left: Int = 0
    bits_of: Int = NONE
    bits_after: Int = NONE


@dataclass(frozen=True)
class Place:
    """A place where the machine works: record, member, index in a list or NONE, offset in the file."""

    node: Int
    member: Int
    index: Int
    offset: Int


@dataclass
class Output:
    """Bytes that are written, or only counted; of the last one, bits `free_low` to below `free_high` are free.

    A separator is a terminator that is needed if a field follows; its size is 0 for none.
    """

    is_counting: bool
    data: Bytes = field(default_factory=Bytes)
    size: Int = 0
    free_low: Int = 0
    free_high: Int = 0
    padding: Int = 0
    separator: Int = 0
    separator_size: Int = 0


@dataclass
class Part:
    """An instance that is written: its position in the file, and its bytes in the output."""

    node: Int
    member: Int
    position: Int = 0
    start: Int = 0
    size: Int = 0


@dataclass
class Said:
    """A member that was set, and follows from others; its value while the tree is written."""

    node: Int
    member: Int
    value: Value


@dataclass
class Machine:
    """A schema, and a tree of it that is read or written.

    Attributes:
        packed: what was unpacked, as it was: bytes, and in `d` the buffer with what they held.
        wants_columns: lists are read as columns where they can be; is_plain: but not while this is so.
        far: the position of the last instance that was read, which may be further away than any byte.
    """

    texts: list[Text] = field(default_factory=list)
    types: list[TypeRow] = field(default_factory=list)
    members: list[MemberRow] = field(default_factory=list)
    kinds: list[KindRow] = field(default_factory=list)
    cases: list[CaseRow] = field(default_factory=list)
    rules: list[RuleRow] = field(default_factory=list)
    derives: list[DeriveRow] = field(default_factory=list)
    encodings: list[EncodingRow] = field(default_factory=list)
    terms: list[TermRow] = field(default_factory=list)
    constants: list[Value] = field(default_factory=list)
    lists: list[Int] = field(default_factory=list)
    buffers: list[Bytes] = field(default_factory=list)
    packed: list[Value] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)
    slots: list[Value] = field(default_factory=list)
    states: list[Int] = field(default_factory=list)
    items: list[Items] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    wants_columns: bool = False
    is_plain: bool = False
    paddings: list[Padding] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    streams: list[Stream] = field(default_factory=list)
    size_of_file: Int = 0
    limit: Int = 0
    used: Int = 0
    far: U64 = 0
    at: Place = Place(NONE, NONE, NONE, 0)
    asked: Place = Place(NONE, NONE, NONE, 0)
    it: Value = Value(NOTHING, False, 0, 0, 0, 0, NONE)
    depth: Int = 0
    status: Int = OK
    error_path: Text = ""
    error_offset: Int = 0
    error_message: Text = ""
    is_writing: bool = False
    is_changed: bool = False
    is_counting: bool = False
    has_before: bool = False
    is_settled: bool = False
    is_guessed: bool = False
    trusts: bool = False
    current_pass: Int = 0
    total_before: Int = 0
    total: Int = 0
    places: list[Int] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    outputs: list[Output] = field(default_factory=list)
    written: Bytes = field(default_factory=Bytes)
