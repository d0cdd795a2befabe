# Generated from schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769) by `nacformats generate`. Do not edit.
"""Records of TISA v1 (tokenizer manifest): they read and write."""

from __future__ import annotations

from enum import IntEnum as _IntEnum
from struct import Struct as _Struct
from nacformats.codec.machine.record import TreeRecord as _TreeRecord, member_attributes as _member_attributes, new_record as _new_record
from nacformats.codec.machine.stream import FieldError as _FieldError
from nacformats.codec.machine.trace import struct_fields as _struct_fields

__all__ = [
    "BareOperands",
    "Behavior",
    "BpeOperands",
    "Category",
    "ComposeOperands",
    "FilterCategoryOperands",
    "Opcode",
    "PartitionOperands",
    "PartitionRule",
    "PrependOperands",
    "ROOT",
    "ReplaceOperands",
    "Step",
    "TemplateItem",
    "Tisa",
    "UnicodeNormOperands",
    "UnknownOperands",
    "WordSuffix",
    "WordpieceOperands",
]



class Opcode(_IntEnum):
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


_OPCODE = Opcode._value2member_map_.get


class Behavior(_IntEnum):
    keep = 0
    remove = 1
    isolate = 2


_BEHAVIOR = Behavior._value2member_map_.get
_STEP_0 = _Struct("<BI")
_STEP_0_FIELDS = _struct_fields("<BI", "opcode", "len_operands")
_U2LE = _Struct("<H")
_S4LE = _Struct("<i")


class Tisa(_TreeRecord):
    FIELDS = _member_attributes("magic version steps")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "tisa"
    NAME = "Tisa"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "magic", io)
        self.magic = it = io.take(4)
        if not (it == b"TISA"):
            raise _FieldError("eq", b"TISA", it)
        trace is None or trace.begin(self, "version", io)
        self.version = it = io.u1()
        if not (it == 1):
            raise _FieldError("eq", 1, it)
        trace is None or trace.begin(self, "steps", io)
        io.reading.records(self, "steps", "/seq/2", io, trace, None, Step)
        trace is None or trace.close(io)


class Step(_TreeRecord):
    FIELDS = _member_attributes("opcode len_operands operands")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "tisa"
    NAME = "Tisa.Step"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _STEP_0_FIELDS)
        self.opcode, self.len_operands = _STEP_0.unpack_from(io.view, io.pos)
        io.pos += 5
        self.opcode = _OPCODE(self.opcode, self.opcode)
        if not ((self.len_operands == 0) or (((self.opcode != Opcode.lowercase) and (self.opcode != Opcode.byte_encode)) and (self.opcode != Opcode.unigram_encode))):
            raise _FieldError("expr", None, self.len_operands)
        trace is None or trace.begin(self, "operands", io)
        on = self.opcode
        kind = _STEP_OPERANDS(on)
        if kind is not None:
            part = io.part(self.len_operands)
            self.operands = each = _new_record(kind)
            each._io, each._parent, each._root, each._start = part, self, self._root, part.pos
            each._read(part, trace)
        else:
            part = io.part(self.len_operands)
            self.operands = each = _new_record(UnknownOperands)
            each._io, each._parent, each._root, each._start = part, self, self._root, part.pos
            each._read(part, trace)
        trace is None or trace.close(io)


class BareOperands(_TreeRecord):
    __slots__ = ()
    SCHEMA = "tisa"
    NAME = "Tisa.BareOperands"

    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.close(io)


class UnicodeNormOperands(_TreeRecord):
    FIELDS = _member_attributes("len_form form")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "tisa"
    NAME = "Tisa.UnicodeNormOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "len_form", io)
        self.len_form = io.u1()
        trace is None or trace.begin(self, "form", io)
        self.form = str(io.take(self.len_form), "UTF-8")
        trace is None or trace.close(io)


class ReplaceOperands(_TreeRecord):
    FIELDS = _member_attributes("len_pattern pattern len_value value")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "tisa"
    NAME = "Tisa.ReplaceOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "len_pattern", io)
        self.len_pattern = io.number(_U2LE)
        trace is None or trace.begin(self, "pattern", io)
        self.pattern = str(io.take(self.len_pattern), "UTF-8")
        trace is None or trace.begin(self, "len_value", io)
        self.len_value = io.number(_U2LE)
        trace is None or trace.begin(self, "value", io)
        self.value = str(io.take(self.len_value), "UTF-8")
        trace is None or trace.close(io)


class FilterCategoryOperands(_TreeRecord):
    FIELDS = _member_attributes("num_categories categories")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "tisa"
    NAME = "Tisa.FilterCategoryOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "num_categories", io)
        self.num_categories = io.u1()
        trace is None or trace.begin(self, "categories", io)
        io.reading.records(
            self, "categories", "/types/filter_category_operands/seq/1", io, trace, self.num_categories, Category,
        )
        trace is None or trace.close(io)


class Category(_TreeRecord):
    FIELDS = _member_attributes("len_name name")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "tisa"
    NAME = "Tisa.Category"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "len_name", io)
        self.len_name = io.u1()
        trace is None or trace.begin(self, "name", io)
        self.name = str(io.take(self.len_name), "UTF-8")
        trace is None or trace.close(io)


class PrependOperands(_TreeRecord):
    FIELDS = _member_attributes("len_value value")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "tisa"
    NAME = "Tisa.PrependOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "len_value", io)
        self.len_value = io.number(_U2LE)
        trace is None or trace.begin(self, "value", io)
        self.value = str(io.take(self.len_value), "UTF-8")
        trace is None or trace.close(io)


class PartitionOperands(_TreeRecord):
    FIELDS = _member_attributes("num_rules rules")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "tisa"
    NAME = "Tisa.PartitionOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "num_rules", io)
        self.num_rules = io.number(_U2LE)
        trace is None or trace.begin(self, "rules", io)
        io.reading.records(self, "rules", "/types/partition_operands/seq/1", io, trace, self.num_rules, PartitionRule)
        trace is None or trace.close(io)


class PartitionRule(_TreeRecord):
    FIELDS = _member_attributes("flags len_pattern pattern behavior len_trim trim")
    VALUES = _member_attributes("is_protected has_behavior has_trim")
    __slots__ = (*FIELDS.values(), *VALUES.values(),)
    SCHEMA = "tisa"
    NAME = "Tisa.PartitionRule"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "flags", io)
        self.flags = it = io.u1()
        if not (it <= 7):
            raise _FieldError("max", 7, it)
        trace is None or trace.begin(self, "len_pattern", io)
        self.len_pattern = io.number(_U2LE)
        trace is None or trace.begin(self, "pattern", io)
        self.pattern = str(io.take(self.len_pattern), "UTF-8")
        trace is None or trace.begin(self, "behavior", io)
        if self.has_behavior:
            self.behavior = _BEHAVIOR(number := io.u1(), number)
        else:
            self.behavior = None
        trace is None or trace.begin(self, "len_trim", io)
        if self.has_trim:
            self.len_trim = io.u1()
        else:
            self.len_trim = None
        trace is None or trace.begin(self, "trim", io)
        if self.has_trim:
            self.trim = str(io.take(self.len_trim), "UTF-8")
        else:
            self.trim = None
        trace is None or trace.close(io)

    def _get_is_protected(self, trace):
        self.is_protected = value = (self.flags % 2) == 1
        return value

    def _get_has_behavior(self, trace):
        self.has_behavior = value = ((self.flags // 2) % 2) == 1
        return value

    def _get_has_trim(self, trace):
        self.has_trim = value = (self.flags // 4) == 1
        return value
    _COMPUTED = {"is_protected": _get_is_protected, "has_behavior": _get_has_behavior, "has_trim": _get_has_trim}


class BpeOperands(_TreeRecord):
    FIELDS = _member_attributes("suffixes")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "tisa"
    NAME = "Tisa.BpeOperands"

    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "suffixes", io)
        io.reading.records(self, "suffixes", "/types/bpe_operands/seq/0", io, trace, None, WordSuffix)
        trace is None or trace.close(io)


class WordSuffix(_TreeRecord):
    FIELDS = _member_attributes("len_text text")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "tisa"
    NAME = "Tisa.WordSuffix"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "len_text", io)
        self.len_text = io.u1()
        trace is None or trace.begin(self, "text", io)
        self.text = str(io.take(self.len_text), "UTF-8")
        trace is None or trace.close(io)


class WordpieceOperands(_TreeRecord):
    FIELDS = _member_attributes("len_marker marker")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "tisa"
    NAME = "Tisa.WordpieceOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "len_marker", io)
        self.len_marker = io.u1()
        trace is None or trace.begin(self, "marker", io)
        self.marker = str(io.take(self.len_marker), "UTF-8")
        trace is None or trace.close(io)


class ComposeOperands(_TreeRecord):
    FIELDS = _member_attributes("num_items items")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "tisa"
    NAME = "Tisa.ComposeOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "num_items", io)
        self.num_items = io.u1()
        trace is None or trace.begin(self, "items", io)
        io.reading.records(self, "items_", "/types/compose_operands/seq/1", io, trace, self.num_items, TemplateItem)
        trace is None or trace.close(io)


class TemplateItem(_TreeRecord):
    FIELDS = _member_attributes("is_fixed is_id id_token len_token token")
    VALUES = _member_attributes("gives_id gives_token text")
    __slots__ = (*FIELDS.values(), *VALUES.values(),)
    SCHEMA = "tisa"
    NAME = "Tisa.TemplateItem"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "is_fixed", io)
        self.is_fixed = it = io.u1()
        if not (it in (0, 1,)):
            raise _FieldError("any-of", None, it)
        trace is None or trace.begin(self, "is_id", io)
        if self.is_fixed == 1:
            self.is_id = it = io.u1()
            if not (it in (0, 1,)):
                raise _FieldError("any-of", None, it)
        else:
            self.is_id = None
        trace is None or trace.begin(self, "id_token", io)
        if self.gives_id:
            self.id_token = io.number(_S4LE)
        else:
            self.id_token = None
        trace is None or trace.begin(self, "len_token", io)
        if self.gives_token:
            self.len_token = io.u1()
        else:
            self.len_token = None
        trace is None or trace.begin(self, "token", io)
        if self.gives_token:
            self.token = str(io.take(self.len_token), "UTF-8")
        else:
            self.token = None
        trace is None or trace.close(io)

    def _get_gives_id(self, trace):
        self.gives_id = value = ((self.is_id == 1) if (self.is_fixed == 1) else False)
        return value

    def _get_gives_token(self, trace):
        self.gives_token = value = ((self.is_id == 0) if (self.is_fixed == 1) else False)
        return value

    def _get_text(self, trace):
        self.text = value = ("ids" if (self.is_fixed == 0) else (str(self.id_token) if (self.is_id == 1) else self.token))
        return value
    _COMPUTED = {"gives_id": _get_gives_id, "gives_token": _get_gives_token, "text": _get_text}


class UnknownOperands(_TreeRecord):
    FIELDS = _member_attributes("data")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "tisa"
    NAME = "Tisa.UnknownOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "data", io)
        self.data = io.rest()
        trace is None or trace.close(io)


_STEP_OPERANDS = {Opcode.lowercase: BareOperands, Opcode.unicode_norm: UnicodeNormOperands, Opcode.replace: ReplaceOperands, Opcode.filter_category: FilterCategoryOperands, Opcode.prepend: PrependOperands, Opcode.partition_rules: PartitionOperands, Opcode.byte_encode: BareOperands, Opcode.bpe_encode: BpeOperands, Opcode.wordpiece_encode: WordpieceOperands, Opcode.unigram_encode: BareOperands, Opcode.compose: ComposeOperands}.get
ROOT = Tisa
