# Generated from schemas/uleb128.ksy (sha256 94a08bd38c22b22d5945f850a28504b5fc32944d26824efa10279ce8866c0c94) by `nacformats generate`. Do not edit.
"""Records of Unsigned LEB128 integer of at most 64 bits: they read and write."""

from __future__ import annotations

from itertools import count as _count
from struct import Struct as _Struct
from nacformats.codec.trees.operators import bounded_product as _bounded_product
from nacformats.codec.trees.record import TreeRecord as _TreeRecord, import_late as _import_late, member_attributes as _member_attributes
from nacformats.codec.trees.stream import refuse as _refuse
_import_late("nacformats.codec.trees.output_record", "following", globals())
_import_late("nacformats.codec.trees.output_values", "put_numbers", globals())

__all__ = ["ROOT", "Uleb128"]

_LE_B = _Struct("<B")

class Uleb128(_TreeRecord):
    FIELDS = _member_attributes("groups tenth")
    VALUES = _member_attributes("value is_minimal zigzag")
    __slots__ = (*FIELDS.values(), *VALUES.values(),)
    SCHEMA, NAME = "uleb128", "Uleb128"
    CODES = {"groups": "<B", "tenth": "<B"}
    IS_FAITHFUL = True
    _defaults = lambda: {"groups": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "groups", io)
        self.groups = items = []
        for index in _count():
            trace is None or trace.element(index, io)
            items.append(it := io.u1())
            if (it < 128) or (len(self.groups) == 9):
                break
        io.reading.spend(len(items))
        trace is None or trace.begin(self, "tenth", io)
        if self.groups[-1] >= 128:
            self.tenth = it = io.u1()
            (it <= 1) or _refuse("max", 1, it)
        else:
            self.tenth = None
        trace is None or trace.close(io)
    _get_value = lambda self, trace: self._keep("value", ((self.groups[0] % 128) + (0 if (len(self.groups) < 2) else _bounded_product(128, ((self.groups[1] % 128) + (0 if (len(self.groups) < 3) else _bounded_product(128, ((self.groups[2] % 128) + (0 if (len(self.groups) < 4) else _bounded_product(128, ((self.groups[3] % 128) + (0 if (len(self.groups) < 5) else _bounded_product(128, ((self.groups[4] % 128) + (0 if (len(self.groups) < 6) else _bounded_product(128, ((self.groups[5] % 128) + (0 if (len(self.groups) < 7) else _bounded_product(128, ((self.groups[6] % 128) + (0 if (len(self.groups) < 8) else _bounded_product(128, ((self.groups[7] % 128) + (0 if (len(self.groups) < 9) else _bounded_product(128, ((self.groups[8] % 128) + (0 if (self.groups[8] < 128) else _bounded_product(128, self.tenth))))))))))))))))))))))))))))
    _get_is_minimal = lambda self, trace: self._keep("is_minimal", (((len(self.groups) == 1) or (self.groups[-1] != 0)) if (self.groups[-1] < 128) else (self.tenth != 0)))
    _get_zigzag = lambda self, trace: self._keep("zigzag", ((self.value // 2) if ((self.groups[0] % 2) == 0) else ((-(self.value // 2)) - 1)))
    def _write(self, out):
        self._at = "groups"
        it = self.groups
        if type(it) is list:
            _put_numbers(out, "<B", it)
        else:
            self._ready_list(it, out)
        self._at = "tenth"
        it = self.tenth
        if self._if_tenth():
            out.write(_LE_B.pack(it))
            (it <= 1) or self._broken("tenth", "at most " + repr(1), it)
        elif it is not None:
            self._surplus()
    def _fill(self, it):
        if type(it.groups) is list:
            self.groups = it.groups
    _make_groups = lambda self, it: self._listed(it)
    _if_tenth = lambda self: self.groups[-1] >= 128
    _default_tenth = lambda self: (self._missing("tenth")) if self._if_tenth() else None
    _COMPUTED = {"value": _get_value, "is_minimal": _get_is_minimal, "zigzag": _get_zigzag}


ROOT = Uleb128
