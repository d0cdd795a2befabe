# Generated from schemas/glyph.ksy (sha256 3d6b6b4e58c73d3c4ef3f916c9e7d0ad19f7ca5b69f51bb94fb8f8f9200a40aa) by `nacformats generate`. Do not edit.
"""Records of KHΛNARY v0.2 instruction word of a glyph that uses STB files: they read and write."""

from __future__ import annotations

from nacformats.codec.trees.record import TreeRecord as _TreeRecord, import_late as _import_late, member_attributes as _member_attributes
from nacformats.codec.trees.stream import refuse as _refuse
from nacformats.codec.trees.values import Members as _Members, OpenEnum as _OpenEnum
_import_late("nacformats.codec.trees.output_record", "following", globals())
_import_late("nacformats.codec.trees.output_values", "enum_member put_bits", globals())

__all__ = ["Glyph", "Operation", "ROOT"]



class Operation(_OpenEnum):
    g_load_bin_tensor = 48
    g_mmap_bin_region = 49
    g_prefetch_bin = 50


_Operation_OF = _Members(Operation)
_GLYPH_0 = (("has_shape_desc", 1), ("has_bin_ref", 1))
_GLYPH_1 = (("is_immediate", 1), ("payload", 8), ("auth_class", 3))

class Glyph(_TreeRecord):
    FIELDS = _member_attributes(
        "version glyph_id arity reserved1 has_shape_desc has_bin_ref is_immediate payload auth_class parity",
    )
    VALUES = _member_attributes("highest_arity bin_file_id tensor_id num_ones")
    __slots__ = (*FIELDS.values(), *VALUES.values(),)
    SCHEMA, NAME = "glyph", "Glyph"
    DERIVED = {"parity"}
    STALE = {"parity"}
    IS_FAITHFUL = True
    _defaults = lambda: {
        "glyph_id": _Operation_OF[48], "arity": 0, "has_shape_desc": False, "is_immediate": False, "payload": 0,
        "auth_class": 0,
    }
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "version", io)
        self.version = it = io.bits_be(4)
        io.owner = self, "version"
        (it == 2) or _refuse("eq", 2, it)
        trace is None or trace.begin(self, "glyph_id", io)
        self.glyph_id = it = _Operation_OF[io.bits_be(8)]
        io.owner = self, "glyph_id"
        (it in _Operation_OF) or _refuse("in-enum", None, it)
        trace is None or trace.begin(self, "arity", io)
        self.arity = it = io.bits_be(4)
        io.owner = self, "arity"
        (it <= (1 if (self.glyph_id == Operation.g_mmap_bin_region) else 0)) or _refuse("max", (1 if (self.glyph_id == Operation.g_mmap_bin_region) else 0), it)
        trace is None or trace.begin(self, "reserved1", io)
        self.reserved1 = it = io.bits_be(1) != 0
        io.owner = self, "reserved1"
        (it == False) or _refuse("eq", False, it)
        trace is None or trace.bits(self, io, "be", _GLYPH_0)
        bits = io.bits_be(2)
        self.has_shape_desc = bits >> 1 & 0x1 != 0
        self.has_bin_ref = bits & 0x1 != 0
        io.owner = self, "has_bin_ref"
        (self.has_bin_ref == True) or _refuse("eq", True, self.has_bin_ref)
        trace is None or trace.bits(self, io, "be", _GLYPH_1)
        bits = io.bits_be(12)
        self.is_immediate = bits >> 11 & 0x1 != 0
        self.payload = bits >> 3 & 0xff
        self.auth_class = bits & 0x7
        io.owner = self, "auth_class"
        (self.auth_class >= 1) or _refuse("min", 1, self.auth_class)
        trace is None or trace.begin(self, "parity", io)
        self.parity = it = io.bits_be(1) != 0
        io.owner = self, "parity"
        (it == ((self.num_ones % 2) == 1)) or _refuse("expr", None, it)
        trace is None or trace.close(io)
    _get_highest_arity = lambda self, trace: self._keep("highest_arity", (1 if (self.glyph_id == Operation.g_mmap_bin_region) else 0))
    _get_bin_file_id = lambda self, trace: self._keep("bin_file_id", ((self.payload // 16) if (self.glyph_id == Operation.g_load_bin_tensor) else self.payload))
    _get_tensor_id = lambda self, trace: self._keep("tensor_id", (self.payload % 16) if self.glyph_id == Operation.g_load_bin_tensor else None)
    _get_num_ones = lambda self, trace: self._keep("num_ones", (((((((((((((((((((((((((((((self.version % 2) + ((self.version // 2) % 2)) + ((self.version // 4) % 2)) + ((self.version // 8) % 2)) + (int(self.glyph_id) % 2)) + ((int(self.glyph_id) // 2) % 2)) + ((int(self.glyph_id) // 4) % 2)) + ((int(self.glyph_id) // 8) % 2)) + ((int(self.glyph_id) // 16) % 2)) + ((int(self.glyph_id) // 32) % 2)) + ((int(self.glyph_id) // 64) % 2)) + ((int(self.glyph_id) // 128) % 2)) + (self.arity % 2)) + ((self.arity // 2) % 2)) + ((self.arity // 4) % 2)) + ((self.arity // 8) % 2)) + (1 if self.has_shape_desc else 0)) + 1) + (1 if self.is_immediate else 0)) + (self.payload % 2)) + ((self.payload // 2) % 2)) + ((self.payload // 4) % 2)) + ((self.payload // 8) % 2)) + ((self.payload // 16) % 2)) + ((self.payload // 32) % 2)) + ((self.payload // 64) % 2)) + ((self.payload // 128) % 2)) + (self.auth_class % 2)) + ((self.auth_class // 2) % 2)) + ((self.auth_class // 4) % 2))
    def _write(self, out):
        self._at = "version"
        it = self.version
        _put_bits(self, out, 4, it, "be")
        (it == 2) or self._broken("version", repr(2), it)
        self._at = "glyph_id"
        it = self.glyph_id
        _put_bits(self, out, 8, it, "be")
        (it in _Operation_OF) or self._broken("glyph_id", "a member of Operation", it)
        self._at = "arity"
        it = self.arity
        _put_bits(self, out, 4, it, "be")
        (it <= (1 if (self.glyph_id == Operation.g_mmap_bin_region) else 0)) or self._broken("arity", "at most " + repr((1 if (self.glyph_id == Operation.g_mmap_bin_region) else 0)), it)
        self._at = "reserved1"
        it = self.reserved1
        _put_bits(self, out, 1, it, "be")
        (it == False) or self._broken("reserved1", repr(False), it)
        self._at = "has_shape_desc"
        it = self.has_shape_desc
        _put_bits(self, out, 1, it, "be")
        self._at = "has_bin_ref"
        it = self.has_bin_ref
        _put_bits(self, out, 1, it, "be")
        (it == True) or self._broken("has_bin_ref", repr(True), it)
        self._at = "is_immediate"
        it = self.is_immediate
        _put_bits(self, out, 1, it, "be")
        self._at = "payload"
        it = self.payload
        _put_bits(self, out, 8, it, "be")
        self._at = "auth_class"
        it = self.auth_class
        _put_bits(self, out, 3, it, "be")
        (it >= 1) or self._broken("auth_class", "at least " + repr(1), it)
        self._at = "parity"
        it = self.parity
        _put_bits(self, out, 1, it, "be")
        (it == ((self.num_ones % 2) == 1)) or self._broken("parity", "`_ == (num_ones % 2 == 1)`", it)
    def _fill(self, it):
        self.glyph_id = it.glyph_id if isinstance(it.glyph_id, Operation) else self._make_glyph_id(it.glyph_id)
        self.version, self.arity, self.reserved1, self.has_shape_desc = it.version, it.arity, it.reserved1, it.has_shape_desc
        self.has_bin_ref, self.is_immediate, self.payload, self.auth_class = it.has_bin_ref, it.is_immediate, it.payload, it.auth_class
    _default_version = lambda self: 2
    _make_glyph_id = lambda self, it: _enum_member(Operation, it, self)
    _default_reserved1 = lambda self: False
    _default_has_bin_ref = lambda self: True
    _default_parity = lambda self: (self.num_ones % 2) == 1
    _COMPUTED = {
        "highest_arity": _get_highest_arity, "bin_file_id": _get_bin_file_id, "tensor_id": _get_tensor_id,
        "num_ones": _get_num_ones,
    }


ROOT = Glyph
