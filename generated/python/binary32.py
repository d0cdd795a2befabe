# Generated from schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b) by `nacformats generate`. Do not edit.
"""Records of A number of IEEE 754 binary32: they read and write."""

from __future__ import annotations

from struct import Struct as _Struct
from nacformats.codec.trees.operators import bounded_product as _bounded_product
from nacformats.codec.trees.record import TreeRecord as _TreeRecord, import_late as _import_late, member_attributes as _member_attributes
_import_late("nacformats.codec.trees.output_record", "following", globals())

__all__ = ["Binary32", "ROOT"]

_U4LE = _Struct("<I")
_LE_I = _Struct("<I")

class Binary32(_TreeRecord):
    FIELDS = _member_attributes("bits")
    VALUES = _member_attributes("exponent scale number")
    __slots__ = (*FIELDS.values(), *VALUES.values(),)
    SCHEMA, NAME = "binary32", "Binary32"
    CODES = {"bits": "<I"}
    IS_FAITHFUL = True
    _defaults = lambda: {"bits": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "bits", io)
        self.bits = io.number(_U4LE)
        trace is None or trace.close(io)
    _get_exponent = lambda self, trace: self._keep("exponent", (self.bits // 8388608) % 256)
    _get_scale = lambda self, trace: self._keep("scale", _bounded_product(_bounded_product(_bounded_product(_bounded_product(_bounded_product(_bounded_product(_bounded_product((1.0 if ((self.exponent % 2) == 0) else 2.0), (1.0 if (((self.exponent // 2) % 2) == 0) else 4.0)), (1.0 if (((self.exponent // 4) % 2) == 0) else 16.0)), (1.0 if (((self.exponent // 8) % 2) == 0) else 256.0)), (1.0 if (((self.exponent // 16) % 2) == 0) else 65536.0)), (1.0 if (((self.exponent // 32) % 2) == 0) else 4294967296.0)), (1.0 if (((self.exponent // 64) % 2) == 0) else 1.8446744073709552e+19)), (1.0 if (((self.exponent // 128) % 2) == 0) else 3.402823669209385e+38)))
    _get_number = lambda self, trace: self._keep("number", _bounded_product((1.0 if (self.bits < 2147483648) else (-1.0)), ((_bounded_product((_bounded_product((self.bits % 8388608), 2) if (self.exponent == 0) else ((self.bits % 8388608) + 8388608)), self.scale) / 1.42724769270596e+45) if (self.exponent < 255) else (_bounded_product(self.exponent, 1e+308) if ((self.bits % 8388608) == 0) else (_bounded_product(self.exponent, 1e+308) - _bounded_product(self.exponent, 1e+308))))))
    def _write(self, out):
        out.write(_LE_I.pack(self.bits))
    def _fill(self, it):
        self.bits = it.bits
    _COMPUTED = {"exponent": _get_exponent, "scale": _get_scale, "number": _get_number}


ROOT = Binary32
