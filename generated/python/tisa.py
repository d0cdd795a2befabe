# Generated from schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769) by `nacformats generate`. Do not edit.
"""Records of TISA v1 (tokenizer manifest): they read and write."""

from __future__ import annotations

from struct import Struct as _Struct
from nacformats.codec.trees.record import TreeRecord as _TreeRecord, import_late as _import_late, member_attributes as _member_attributes, new_record as _new_record
from nacformats.codec.trees.stream import refuse as _refuse
from nacformats.codec.trees.values import Members as _Members, OpenEnum as _OpenEnum
_import_late("nacformats.codec.trees.output_record", "following made", globals())
_import_late("nacformats.codec.trees.output_values", "enum_member put_data put_sized raw_bytes text_bytes", globals())

__all__ = [
    "BareOperands", "Behavior", "BpeOperands", "Category", "ComposeOperands", "FilterCategoryOperands", "Opcode",
    "PartitionOperands", "PartitionRule", "PrependOperands", "ROOT", "ReplaceOperands", "Step", "TemplateItem", "Tisa",
    "UnicodeNormOperands", "UnknownOperands", "WordSuffix", "WordpieceOperands",
]



class Opcode(_OpenEnum):
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


_Opcode_OF = _Members(Opcode)


class Behavior(_OpenEnum):
    keep = 0
    remove = 1
    isolate = 2


_Behavior_OF = _Members(Behavior)
_LE_4sB = _Struct("<4sB")
_STEP_1 = _Struct("<BI")
_STEP_1_FIELDS = ("<BI", "opcode", "len_operands")
_LE_BI = _Struct("<BI")
_LE_B = _Struct("<B")
_U2LE = _Struct("<H")
_LE_H = _Struct("<H")
_LE_BH = _Struct("<BH")
_S4LE = _Struct("<i")
_LE_i = _Struct("<i")

class Tisa(_TreeRecord):
    FIELDS = _member_attributes("magic version steps")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "tisa", "Tisa"
    DERIVED = {"magic"}
    CODES = {"version": "<B"}
    HAS_PARTS = True
    IS_FAITHFUL = True
    _defaults = lambda: {"steps": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "magic", io)
        self.magic = it = io.take(4)
        (it == b"TISA") or _refuse("eq", b"TISA", it)
        trace is None or trace.begin(self, "version", io)
        self.version = it = io.u1()
        (it == 1) or _refuse("eq", 1, it)
        trace is None or trace.begin(self, "steps", io)
        io.reading.records(self, "steps", "/seq/2", io, trace, None, Step)
        trace is None or trace.close(io)
    def _write(self, out):
        self._constant("magic", b"TISA", self._gives("magic"))
        out.write(_LE_4sB.pack(b"TISA", self.version))
        it = self.version
        (it == 1) or self._broken("version", repr(1), it)
        self._at = "steps"
        it = self.steps
        if type(it) is list:
            for index, it in enumerate(it):
                self._n = index
                it._put(out)
            self._n = None
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        self.version = it.version
    _default_magic = lambda self: b"TISA"
    _default_version = lambda self: 1
    _make_steps = lambda self, it: self._listed(it, lambda it, index: _made(Step, it, self, index))

class Step(_TreeRecord):
    FIELDS = _member_attributes("opcode len_operands operands")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "tisa", "Tisa.Step"
    DERIVED = {"len_operands"}
    STALE = {"len_operands"}
    CODES = {"opcode": "<B", "len_operands": "<I"}
    HAS_PARTS = True
    _defaults = lambda: {"opcode": _Opcode_OF[1]}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _STEP_1_FIELDS)
        self.opcode, self.len_operands = _STEP_1.unpack_from(io.view, io.pos)
        io.pos += 5
        self.opcode = _Opcode_OF[self.opcode]
        ((self.len_operands == 0) or (((self.opcode != Opcode.lowercase) and (self.opcode != Opcode.byte_encode)) and (self.opcode != Opcode.unigram_encode))) or _refuse("expr", None, self.len_operands)
        trace is None or trace.begin(self, "operands", io)
        on = self.opcode
        kind = _Step_operands(on)
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
    def _write(self, out):
        out.write(_LE_BI.pack(self.opcode, self.len_operands))
        it = self.len_operands
        ((it == 0) or (((self.opcode != Opcode.lowercase) and (self.opcode != Opcode.byte_encode)) and (self.opcode != Opcode.unigram_encode))) or self._broken("len_operands", "`_ == 0 or (opcode != opcode::lowercase and opcode != opcode::byte_encode and opcode != opcode::unigram_encode)`", it)
        self._at = "operands"
        it = self.operands
        _put_sized(self, out, self._content(it), self.len_operands, 0)
    def _fill(self, it):
        self.opcode = it.opcode if isinstance(it.opcode, Opcode) else self._make_opcode(it.opcode)
    _make_opcode = lambda self, it: _enum_member(Opcode, it, self)
    _default_len_operands = lambda self: self._length_of("operands")
    def _default_operands(self):
        case = self.opcode
        if case in (Opcode.lowercase, Opcode.byte_encode, Opcode.unigram_encode,):
            return {}
        if case in (Opcode.unicode_norm, Opcode.replace, Opcode.filter_category, Opcode.prepend, Opcode.partition_rules, Opcode.bpe_encode, Opcode.wordpiece_encode, Opcode.compose,):
            return self._missing("operands")
        return self._missing("operands")
    _make_operands = lambda self, it: (_made(BareOperands, it, self, apart=True) if (case := self.opcode) in (Opcode.lowercase, Opcode.byte_encode, Opcode.unigram_encode) else _made(UnicodeNormOperands, it, self, apart=True) if case == Opcode.unicode_norm else _made(ReplaceOperands, it, self, apart=True) if case == Opcode.replace else _made(FilterCategoryOperands, it, self, apart=True) if case == Opcode.filter_category else _made(PrependOperands, it, self, apart=True) if case == Opcode.prepend else _made(PartitionOperands, it, self, apart=True) if case == Opcode.partition_rules else _made(BpeOperands, it, self, apart=True) if case == Opcode.bpe_encode else _made(WordpieceOperands, it, self, apart=True) if case == Opcode.wordpiece_encode else _made(ComposeOperands, it, self, apart=True) if case == Opcode.compose else _made(UnknownOperands, it, self, apart=True))
    _data_operands = lambda self, it: self._content(it)

class BareOperands(_TreeRecord):
    __slots__ = ()
    SCHEMA, NAME = "tisa", "Tisa.BareOperands"
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.close(io)
    def _write(self, out):
        pass
    def _fill(self, it):
        pass

class UnicodeNormOperands(_TreeRecord):
    FIELDS = _member_attributes("len_form form")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "tisa", "Tisa.UnicodeNormOperands"
    DERIVED = {"len_form"}
    STALE = {"len_form"}
    CODES = {"len_form": "<B"}
    _defaults = lambda: {"form": ""}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "len_form", io)
        self.len_form = io.u1()
        trace is None or trace.begin(self, "form", io)
        self.form = str(io.take(self.len_form), "UTF-8")
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_B.pack(self.len_form))
        self._at = "form"
        it = self.form
        _put_sized(self, out, _text_bytes(it, "UTF-8", self), self.len_form)
    def _fill(self, it):
        self.form = it.form
    def _derive(self, it):
        if type(it.form) is str:
            self.len_form = len(it.form.encode("UTF-8"))
    _default_len_form = lambda self: self._length_of("form")
    _data_form = lambda self, it: _text_bytes(it, "UTF-8", self)

class ReplaceOperands(_TreeRecord):
    FIELDS = _member_attributes("len_pattern pattern len_value value")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "tisa", "Tisa.ReplaceOperands"
    DERIVED = {"len_pattern", "len_value"}
    STALE = {"len_pattern", "len_value"}
    CODES = {"len_pattern": "<H", "len_value": "<H"}
    _defaults = lambda: {"pattern": "", "value": ""}
    _follow = lambda self, attribute: _following(self, attribute)
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
    def _write(self, out):
        out.write(_LE_H.pack(self.len_pattern))
        self._at = "pattern"
        it = self.pattern
        _put_sized(self, out, _text_bytes(it, "UTF-8", self), self.len_pattern)
        out.write(_LE_H.pack(self.len_value))
        self._at = "value"
        it = self.value
        _put_sized(self, out, _text_bytes(it, "UTF-8", self), self.len_value)
    def _fill(self, it):
        self.pattern, self.value = it.pattern, it.value
    def _derive(self, it):
        if type(it.pattern) is str:
            self.len_pattern = len(it.pattern.encode("UTF-8"))
        if type(it.value) is str:
            self.len_value = len(it.value.encode("UTF-8"))
    _default_len_pattern = lambda self: self._length_of("pattern")
    _data_pattern = lambda self, it: _text_bytes(it, "UTF-8", self)
    _default_len_value = lambda self: self._length_of("value")
    _data_value = lambda self, it: _text_bytes(it, "UTF-8", self)

class FilterCategoryOperands(_TreeRecord):
    FIELDS = _member_attributes("num_categories categories")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "tisa", "Tisa.FilterCategoryOperands"
    DERIVED = {"num_categories"}
    STALE = {"num_categories"}
    CODES = {"num_categories": "<B"}
    _defaults = lambda: {"categories": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "num_categories", io)
        self.num_categories = io.u1()
        trace is None or trace.begin(self, "categories", io)
        io.reading.records(
            self, "categories", "/types/filter_category_operands/seq/1", io, trace, self.num_categories, Category,
        )
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_B.pack(self.num_categories))
        self._at = "categories"
        it = self.categories
        self._counted(it, self.num_categories)
        if type(it) is list:
            for index, it in enumerate(it):
                self._n = index
                it._put(out)
            self._n = None
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        pass
    def _derive(self, it):
        if type(it.categories) is list:
            self.num_categories = len(it.categories)
    _default_num_categories = lambda self: self._count_of("categories")
    _make_categories = lambda self, it: self._listed(it, lambda it, index: _made(Category, it, self, index))

class Category(_TreeRecord):
    FIELDS = _member_attributes("len_name name")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "tisa", "Tisa.Category"
    DERIVED = {"len_name"}
    STALE = {"len_name"}
    CODES = {"len_name": "<B"}
    _defaults = lambda: {"name": ""}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "len_name", io)
        self.len_name = io.u1()
        trace is None or trace.begin(self, "name", io)
        self.name = str(io.take(self.len_name), "UTF-8")
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_B.pack(self.len_name))
        self._at = "name"
        it = self.name
        _put_sized(self, out, _text_bytes(it, "UTF-8", self), self.len_name)
    def _fill(self, it):
        self.name = it.name
    def _derive(self, it):
        if type(it.name) is str:
            self.len_name = len(it.name.encode("UTF-8"))
    _default_len_name = lambda self: self._length_of("name")
    _data_name = lambda self, it: _text_bytes(it, "UTF-8", self)

class PrependOperands(_TreeRecord):
    FIELDS = _member_attributes("len_value value")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "tisa", "Tisa.PrependOperands"
    DERIVED = {"len_value"}
    STALE = {"len_value"}
    CODES = {"len_value": "<H"}
    _defaults = lambda: {"value": ""}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "len_value", io)
        self.len_value = io.number(_U2LE)
        trace is None or trace.begin(self, "value", io)
        self.value = str(io.take(self.len_value), "UTF-8")
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_H.pack(self.len_value))
        self._at = "value"
        it = self.value
        _put_sized(self, out, _text_bytes(it, "UTF-8", self), self.len_value)
    def _fill(self, it):
        self.value = it.value
    def _derive(self, it):
        if type(it.value) is str:
            self.len_value = len(it.value.encode("UTF-8"))
    _default_len_value = lambda self: self._length_of("value")
    _data_value = lambda self, it: _text_bytes(it, "UTF-8", self)

class PartitionOperands(_TreeRecord):
    FIELDS = _member_attributes("num_rules rules")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "tisa", "Tisa.PartitionOperands"
    DERIVED = {"num_rules"}
    STALE = {"num_rules"}
    CODES = {"num_rules": "<H"}
    _defaults = lambda: {"rules": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "num_rules", io)
        self.num_rules = io.number(_U2LE)
        trace is None or trace.begin(self, "rules", io)
        io.reading.records(self, "rules", "/types/partition_operands/seq/1", io, trace, self.num_rules, PartitionRule)
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_H.pack(self.num_rules))
        self._at = "rules"
        it = self.rules
        self._counted(it, self.num_rules)
        if type(it) is list:
            for index, it in enumerate(it):
                self._n = index
                it._put(out)
            self._n = None
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        pass
    def _derive(self, it):
        if type(it.rules) is list:
            self.num_rules = len(it.rules)
    _default_num_rules = lambda self: self._count_of("rules")
    _make_rules = lambda self, it: self._listed(it, lambda it, index: _made(PartitionRule, it, self, index))

class PartitionRule(_TreeRecord):
    FIELDS = _member_attributes("flags len_pattern pattern behavior len_trim trim")
    VALUES = _member_attributes("is_protected has_behavior has_trim")
    __slots__ = (*FIELDS.values(), *VALUES.values(),)
    SCHEMA, NAME = "tisa", "Tisa.PartitionRule"
    DERIVED = {"len_pattern", "len_trim"}
    STALE = {"len_pattern", "len_trim"}
    CODES = {"flags": "<B", "len_pattern": "<H", "behavior": "<B", "len_trim": "<B"}
    _defaults = lambda: {"flags": 0, "pattern": ""}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "flags", io)
        self.flags = it = io.u1()
        (it <= 7) or _refuse("max", 7, it)
        trace is None or trace.begin(self, "len_pattern", io)
        self.len_pattern = io.number(_U2LE)
        trace is None or trace.begin(self, "pattern", io)
        self.pattern = str(io.take(self.len_pattern), "UTF-8")
        trace is None or trace.begin(self, "behavior", io)
        if self.has_behavior:
            self.behavior = _Behavior_OF[io.u1()]
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
    _get_is_protected = lambda self, trace: self._keep("is_protected", (self.flags % 2) == 1)
    _get_has_behavior = lambda self, trace: self._keep("has_behavior", ((self.flags // 2) % 2) == 1)
    _get_has_trim = lambda self, trace: self._keep("has_trim", (self.flags // 4) == 1)
    def _write(self, out):
        out.write(_LE_BH.pack(self.flags, self.len_pattern))
        it = self.flags
        (it <= 7) or self._broken("flags", "at most " + repr(7), it)
        self._at = "pattern"
        it = self.pattern
        _put_sized(self, out, _text_bytes(it, "UTF-8", self), self.len_pattern)
        self._at = "behavior"
        it = self.behavior
        if self._if_behavior():
            out.write(_LE_B.pack(it))
        elif it is not None:
            self._surplus()
        self._at = "len_trim"
        it = self.len_trim
        if self._if_len_trim():
            out.write(_LE_B.pack(it))
        elif it is not None:
            self._surplus()
        self._at = "trim"
        it = self.trim
        if self._if_trim():
            _put_sized(self, out, _text_bytes(it, "UTF-8", self), self.len_trim)
        elif it is not None:
            self._surplus()
    def _fill(self, it):
        self.flags, self.pattern = it.flags, it.pattern
    def _derive(self, it):
        if type(it.pattern) is str:
            self.len_pattern = len(it.pattern.encode("UTF-8"))
    _default_len_pattern = lambda self: self._length_of("pattern")
    _data_pattern = lambda self, it: _text_bytes(it, "UTF-8", self)
    _if_behavior = lambda self: self.has_behavior
    _default_behavior = lambda self: (self._missing("behavior")) if self._if_behavior() else None
    _make_behavior = lambda self, it: _enum_member(Behavior, it, self)
    _if_len_trim = lambda self: self.has_trim
    _default_len_trim = lambda self: (self._length_of("trim")) if self._if_len_trim() else None
    _if_trim = lambda self: self.has_trim
    _default_trim = lambda self: (self._missing("trim")) if self._if_trim() else None
    _data_trim = lambda self, it: _text_bytes(it, "UTF-8", self)
    _COMPUTED = {"is_protected": _get_is_protected, "has_behavior": _get_has_behavior, "has_trim": _get_has_trim}

class BpeOperands(_TreeRecord):
    FIELDS = _member_attributes("suffixes")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "tisa", "Tisa.BpeOperands"
    _defaults = lambda: {"suffixes": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "suffixes", io)
        io.reading.records(self, "suffixes", "/types/bpe_operands/seq/0", io, trace, None, WordSuffix)
        trace is None or trace.close(io)
    def _write(self, out):
        self._at = "suffixes"
        it = self.suffixes
        if type(it) is list:
            for index, it in enumerate(it):
                self._n = index
                it._put(out)
            self._n = None
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        pass
    _make_suffixes = lambda self, it: self._listed(it, lambda it, index: _made(WordSuffix, it, self, index))

class WordSuffix(_TreeRecord):
    FIELDS = _member_attributes("len_text text")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "tisa", "Tisa.WordSuffix"
    DERIVED = {"len_text"}
    STALE = {"len_text"}
    CODES = {"len_text": "<B"}
    _defaults = lambda: {"text": ""}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "len_text", io)
        self.len_text = io.u1()
        trace is None or trace.begin(self, "text", io)
        self.text = str(io.take(self.len_text), "UTF-8")
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_B.pack(self.len_text))
        self._at = "text"
        it = self.text
        _put_sized(self, out, _text_bytes(it, "UTF-8", self), self.len_text)
    def _fill(self, it):
        self.text = it.text
    def _derive(self, it):
        if type(it.text) is str:
            self.len_text = len(it.text.encode("UTF-8"))
    _default_len_text = lambda self: self._length_of("text")
    _data_text = lambda self, it: _text_bytes(it, "UTF-8", self)

class WordpieceOperands(_TreeRecord):
    FIELDS = _member_attributes("len_marker marker")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "tisa", "Tisa.WordpieceOperands"
    DERIVED = {"len_marker"}
    STALE = {"len_marker"}
    CODES = {"len_marker": "<B"}
    _defaults = lambda: {"marker": ""}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "len_marker", io)
        self.len_marker = io.u1()
        trace is None or trace.begin(self, "marker", io)
        self.marker = str(io.take(self.len_marker), "UTF-8")
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_B.pack(self.len_marker))
        self._at = "marker"
        it = self.marker
        _put_sized(self, out, _text_bytes(it, "UTF-8", self), self.len_marker)
    def _fill(self, it):
        self.marker = it.marker
    def _derive(self, it):
        if type(it.marker) is str:
            self.len_marker = len(it.marker.encode("UTF-8"))
    _default_len_marker = lambda self: self._length_of("marker")
    _data_marker = lambda self, it: _text_bytes(it, "UTF-8", self)

class ComposeOperands(_TreeRecord):
    FIELDS = _member_attributes("num_items items")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "tisa", "Tisa.ComposeOperands"
    DERIVED = {"num_items"}
    STALE = {"num_items"}
    CODES = {"num_items": "<B"}
    _defaults = lambda: {"items": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "num_items", io)
        self.num_items = io.u1()
        trace is None or trace.begin(self, "items", io)
        io.reading.records(self, "items", "/types/compose_operands/seq/1", io, trace, self.num_items, TemplateItem)
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_B.pack(self.num_items))
        self._at = "items"
        it = self.items
        self._counted(it, self.num_items)
        if type(it) is list:
            for index, it in enumerate(it):
                self._n = index
                it._put(out)
            self._n = None
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        pass
    def _derive(self, it):
        if type(it.items) is list:
            self.num_items = len(it.items)
    _default_num_items = lambda self: self._count_of("items")
    _make_items = lambda self, it: self._listed(it, lambda it, index: _made(TemplateItem, it, self, index))

class TemplateItem(_TreeRecord):
    FIELDS = _member_attributes("is_fixed is_id id_token len_token token")
    VALUES = _member_attributes("gives_id gives_token text")
    __slots__ = (*FIELDS.values(), *VALUES.values(),)
    SCHEMA, NAME = "tisa", "Tisa.TemplateItem"
    DERIVED = {"len_token"}
    STALE = {"len_token"}
    CODES = {"is_fixed": "<B", "is_id": "<B", "id_token": "<i", "len_token": "<B"}
    _defaults = lambda: {"is_fixed": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "is_fixed", io)
        self.is_fixed = it = io.u1()
        (it in (0, 1,)) or _refuse("any-of", None, it)
        trace is None or trace.begin(self, "is_id", io)
        if self.is_fixed == 1:
            self.is_id = it = io.u1()
            (it in (0, 1,)) or _refuse("any-of", None, it)
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
    _get_gives_id = lambda self, trace: self._keep("gives_id", ((self.is_id == 1) if (self.is_fixed == 1) else False))
    _get_gives_token = lambda self, trace: self._keep("gives_token", ((self.is_id == 0) if (self.is_fixed == 1) else False))
    _get_text = lambda self, trace: self._keep("text", ("ids" if (self.is_fixed == 0) else (str(self.id_token) if (self.is_id == 1) else self.token)))
    def _write(self, out):
        out.write(_LE_B.pack(self.is_fixed))
        it = self.is_fixed
        (it in (0, 1,)) or self._broken("is_fixed", "one of " + repr((0, 1,)), it)
        self._at = "is_id"
        it = self.is_id
        if self._if_is_id():
            out.write(_LE_B.pack(it))
            (it in (0, 1,)) or self._broken("is_id", "one of " + repr((0, 1,)), it)
        elif it is not None:
            self._surplus()
        self._at = "id_token"
        it = self.id_token
        if self._if_id_token():
            out.write(_LE_i.pack(it))
        elif it is not None:
            self._surplus()
        self._at = "len_token"
        it = self.len_token
        if self._if_len_token():
            out.write(_LE_B.pack(it))
        elif it is not None:
            self._surplus()
        self._at = "token"
        it = self.token
        if self._if_token():
            _put_sized(self, out, _text_bytes(it, "UTF-8", self), self.len_token)
        elif it is not None:
            self._surplus()
    def _fill(self, it):
        self.is_fixed = it.is_fixed
    _if_is_id = lambda self: self.is_fixed == 1
    _default_is_id = lambda self: (self._missing("is_id")) if self._if_is_id() else None
    _if_id_token = lambda self: self.gives_id
    _default_id_token = lambda self: (self._missing("id_token")) if self._if_id_token() else None
    _if_len_token = lambda self: self.gives_token
    _default_len_token = lambda self: (self._length_of("token")) if self._if_len_token() else None
    _if_token = lambda self: self.gives_token
    _default_token = lambda self: (self._missing("token")) if self._if_token() else None
    _data_token = lambda self, it: _text_bytes(it, "UTF-8", self)
    _COMPUTED = {"gives_id": _get_gives_id, "gives_token": _get_gives_token, "text": _get_text}

class UnknownOperands(_TreeRecord):
    FIELDS = _member_attributes("data")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "tisa", "Tisa.UnknownOperands"
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "data", io)
        self.data = io.rest()
        trace is None or trace.close(io)
    def _write(self, out):
        self._at = "data"
        it = self.data
        _put_data(out, _raw_bytes(it, self))
    def _fill(self, it):
        self.data = it.data
    _default_data = lambda self: b""


_Step_operands = {Opcode.lowercase: BareOperands, Opcode.unicode_norm: UnicodeNormOperands, Opcode.replace: ReplaceOperands, Opcode.filter_category: FilterCategoryOperands, Opcode.prepend: PrependOperands, Opcode.partition_rules: PartitionOperands, Opcode.byte_encode: BareOperands, Opcode.bpe_encode: BpeOperands, Opcode.wordpiece_encode: WordpieceOperands, Opcode.unigram_encode: BareOperands, Opcode.compose: ComposeOperands}.get
ROOT = Tisa
