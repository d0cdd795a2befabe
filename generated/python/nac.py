# Generated from schemas/nac.ksy (sha256 97986397b1cdb9bf9bec323551b8ae63a8935d8b50c81953c62549041af00cd9) by `nacformats generate`. Do not edit.
# It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
# It imports schemas/mep.ksy (sha256 a8c6c4d7b52001da2ce8f018edcee55aadee3cbdea27b4e1d549633e74516e48).
# It imports schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769).
"""Records of Neural Architecture Code (NAC) v1.6, v1.7 and v1.8: they read and write."""

from __future__ import annotations

from itertools import count as _count
from struct import Struct as _Struct
from nacformats.codec.trees.operators import bounded_product as _bounded_product, bounded_sum as _bounded_sum
from nacformats.codec.trees.record import TreeRecord as _TreeRecord, import_late as _import_late, member_attributes as _member_attributes, new_record as _new_record
from nacformats.codec.trees.stream import refuse as _refuse
from nacformats.codec.trees.values import Members as _Members, OpenEnum as _OpenEnum
_import_late("nacformats.codec.trees.output_record", "following made", globals())
_import_late("nacformats.codec.trees.output_values", "enum_member put_bits put_numbers put_sized raw_bytes text_bytes", globals())
from nacformats._generated.python import binary32 as _binary32_schema

__all__ = [
    "ArgumentCode", "ArgumentKind", "Binary32List", "Binary64", "BlockScaling", "CallFields", "CanonicalMap",
    "ChannelScaling", "Constant", "ConstantKind", "ConstantTable", "ControlFlowFields", "ConvergenceFields", "Dtype",
    "ElementFields", "EntrySearch", "FinishFields", "Float32ListBody", "Float64Body", "HeaderSize", "IdRun",
    "InputFields", "InputName", "InputSource", "Instruction", "InstructionLayout", "Int32ListBody", "Int64Body",
    "LookupKey", "LookupTables", "MemoryAction", "MemoryCommand", "MemoryMap", "Nac", "NamedArray", "NamedArrays",
    "NoFields", "NoScaling", "NullBody", "Operation", "OperationName", "OperationSlot", "Operations", "Orchestrator",
    "OutputFields", "OutputKind", "ParameterData", "ParameterName", "Permutations", "Preprocessing", "Quantization",
    "ROOT", "Resource", "Resources", "ScheduleRecord", "Signature", "SignatureSlot", "Tensor", "TensorMeta",
    "TensorScaling", "TextBody", "Training", "TruthBody", "UpdateFields",
]



class HeaderSize(_OpenEnum):
    v1_6 = 88
    v1_7 = 92
    v1_8 = 100


_HeaderSize_OF = _Members(HeaderSize)


class Quantization(_OpenEnum):
    none = 0
    fp16 = 1
    int8_tensor = 2
    int8_channel = 3
    block_fp8 = 4


_Quantization_OF = _Members(Quantization)


class Operation(_OpenEnum):
    input = 2
    output = 3
    control_flow = 6
    convergence = 7
    nac_pass = 10
    nac_add = 11
    nac_sub = 12
    nac_gt = 13
    nac_neg = 14
    nac_where = 15
    nac_clone = 16
    nac_view = 17
    nac_le = 18
    nac_arange = 19
    nac_mul = 20
    nac_div = 21
    nac_matmul = 22
    nac_transpose = 23
    nac_zeros = 24
    nac_zeros_like = 25
    nac_new_zeros = 26
    nac_ones = 27
    nac_ones_like = 28
    nac_new_ones = 29
    nac_full = 30
    nac_full_like = 31


_Operation_OF = _Members(Operation)


class InstructionLayout(_OpenEnum):
    input = 2
    output = 3
    control_flow = 6
    convergence = 7
    call = 10
    element = 20
    update = 33
    finish = 34


_InstructionLayout_OF = _Members(InstructionLayout)


class LookupKey(_OpenEnum):
    signature = 0
    operation = 1
    element = 2


_LookupKey_OF = _Members(LookupKey)


class InputSource(_OpenEnum):
    user = 0
    parameter = 1
    state = 2
    constant = 3
    saved = 4
    target = 5


_InputSource_OF = _Members(InputSource)


class OutputKind(_OpenEnum):
    result = 0
    subgraph = 1
    update = 3
    finish = 4


_OutputKind_OF = _Members(OutputKind)


class MemoryAction(_OpenEnum):
    save_result = 10
    save_for_grad = 15
    free = 20
    free_after_trng = 25
    forward = 30
    preload = 40


_MemoryAction_OF = _Members(MemoryAction)


class ArgumentKind(_OpenEnum):
    axis = 65
    bias = 66
    key = 75
    mask = 77
    parameter = 80
    query = 81
    shape = 83
    tensor = 84
    value = 86
    weight = 87
    boolean = 98
    other = 99
    floating = 102
    integer = 105
    text = 115


_ArgumentKind_OF = _Members(ArgumentKind)


class ConstantKind(_OpenEnum):
    none = 0
    truth = 1
    int64 = 2
    float64 = 3
    text = 4
    int32_list = 5
    float32_list = 6


_ConstantKind_OF = _Members(ConstantKind)


class Dtype(_OpenEnum):
    float32 = 0
    float64 = 1
    float16 = 2
    bfloat16 = 3
    int32 = 4
    int64 = 5
    int16 = 6
    int8 = 7
    uint8 = 8
    bool = 9
    unknown = 255


_Dtype_OF = _Members(Dtype)
_NAC_0 = (("has_internal_weights", 1), ("has_training", 1))
_NAC_1 = _Struct("<HHB")
_NAC_1_FIELDS = ("<HHB", "num_inputs", "num_outputs", "reserved1")
_NAC_3 = _Struct("<HQQQQQQQQ")
_NAC_3_FIELDS = ("<HQQQQQQQQ", "d_model", "ofs_mmap", "ofs_ops", "ofs_cmap", "ofs_cnst", "ofs_perm", "ofs_data", "ofs_proc", "ofs_orch")
_U8LE = _Struct("<Q")
_U4LE = _Struct("<I")
_LE_3sB = _Struct("<3sB")
_LE_HHBHQQQQQQQQ = _Struct("<HHBHQQQQQQQQ")
_LE_Q = _Struct("<Q")
_LE_I = _Struct("<I")
_LE_4sI = _Struct("<4sI")
_SCHEDULE_RECORD_12 = _Struct("<HB")
_SCHEDULE_RECORD_12_FIELDS = ("<HB", "tick", "num_commands")
_LE_HB = _Struct("<HB")
_MEMORY_COMMAND_15 = _Struct("<BH")
_MEMORY_COMMAND_15_FIELDS = ("<BH", "action", "target")
_LE_BH = _Struct("<BH")
_INSTRUCTION_18 = _Struct("<BB")
_INSTRUCTION_18_FIELDS = ("<BB", "a", "b")
_LE_BB = _Struct("<BB")
_S2LE = _Struct("<h")
_LE_h = _Struct("<h")
_UPDATE_FIELDS_23 = _Struct("<hhh")
_UPDATE_FIELDS_23_FIELDS = ("<hhh", "id", "gradient", "rate")
_LE_hhhh = _Struct("<hhhh")
_CONTROL_FLOW_FIELDS_26 = _Struct("<hhhh")
_CONTROL_FLOW_FIELDS_26_FIELDS = ("<hhhh", "prefix", "len_true", "len_false", "predicate")
_CONVERGENCE_FIELDS_28 = _Struct("<hhh")
_CONVERGENCE_FIELDS_28_FIELDS = ("<hhh", "input", "block_end", "num_branches")
_LE_hhh = _Struct("<hhh")
_OPERATION_NAME_31 = _Struct("<HB")
_OPERATION_NAME_31_FIELDS = ("<HB", "id_operation", "len_name")
_CONSTANT_33 = _Struct("<HB")
_CONSTANT_33_FIELDS = ("<HB", "id_constant", "kind")
_U2LE = _Struct("<H")
_LE_HBH = _Struct("<HBH")
_LE_B = _Struct("<B")
_S8LE = _Struct("<q")
_LE_q = _Struct("<q")
_BINARY64_40 = _Struct("<II")
_BINARY64_40_FIELDS = ("<II", "low_bits", "high_bits")
_LE_II = _Struct("<II")
_SIGNATURE_43 = _Struct("<HB")
_SIGNATURE_43_FIELDS = ("<HB", "id_signature", "num_codes")
_PARAMETER_NAME_45 = _Struct("<HH")
_PARAMETER_NAME_45_FIELDS = ("<HH", "id_parameter", "len_name")
_LE_HH = _Struct("<HH")
_INPUT_NAME_48 = _Struct("<HH")
_INPUT_NAME_48_FIELDS = ("<HH", "idx_instruction", "len_name")
_TENSOR_50 = _Struct("<HIQ")
_TENSOR_50_FIELDS = ("<HIQ", "id_parameter", "len_meta", "len_data")
_LE_HIQ = _Struct("<HIQ")
_TENSOR_META_53 = _Struct("<BB")
_TENSOR_META_53_FIELDS = ("<BB", "dtype", "rank")
_CHANNEL_SCALING_55 = _Struct("<BI")
_CHANNEL_SCALING_55_FIELDS = ("<BI", "axis", "num_scales")
_LE_BI = _Struct("<BI")
_BLOCK_SCALING_58 = _Struct("<HB")
_BLOCK_SCALING_58_FIELDS = ("<HB", "len_block", "rank")
_ORCHESTRATOR_60 = _Struct("<II")
_ORCHESTRATOR_60_FIELDS = ("<II", "len_bytecode", "num_constants")
_LE_4sII = _Struct("<4sII")
_LE_H = _Struct("<H")
_NAMED_ARRAY_64 = _Struct("<BB")
_NAMED_ARRAY_64_FIELDS = ("<BB", "dtype", "rank")

class Nac(_TreeRecord):
    FIELDS = _member_attributes(
        (
            "magic version has_internal_weights has_training quantization_method num_inputs num_outputs reserved1"
            " d_model ofs_mmap ofs_ops ofs_cmap ofs_cnst ofs_perm ofs_data ofs_proc ofs_orch ofs_trng ofs_rsrc ofs_arrs"
            " reserved2"
        ),
    )
    PLACED = _member_attributes("mmap ops cmap cnst perm data proc orch rsrc trng arrs lookups")
    VALUES = _member_attributes("is_v1_7 is_v1_8")
    __slots__ = (*FIELDS.values(), *PLACED.values(), *VALUES.values(),)
    SCHEMA, NAME = "nac", "Nac"
    DERIVED = {
        "ofs_mmap", "ofs_ops", "ofs_cmap", "ofs_cnst", "ofs_perm", "ofs_data", "ofs_proc", "ofs_orch", "ofs_trng",
        "ofs_rsrc", "ofs_arrs", "magic",
    }
    STALE = {
        "ofs_mmap", "ofs_ops", "ofs_cmap", "ofs_cnst", "ofs_perm", "ofs_data", "ofs_proc", "ofs_orch", "ofs_trng",
        "ofs_rsrc", "ofs_arrs",
    }
    OFFSETS = {
        "mmap": ("ofs_mmap", 1), "ops": ("ofs_ops", 1), "cmap": ("ofs_cmap", 1), "cnst": ("ofs_cnst", 1),
        "perm": ("ofs_perm", 1), "data": ("ofs_data", 1), "proc": ("ofs_proc", 1), "orch": ("ofs_orch", 1),
        "rsrc": ("ofs_rsrc", 1), "trng": ("ofs_trng", 1), "arrs": ("ofs_arrs", 1),
    }
    CODES = {
        "version": "<B", "num_inputs": "<H", "num_outputs": "<H", "reserved1": "<B", "d_model": "<H", "ofs_mmap": "<Q",
        "ofs_ops": "<Q", "ofs_cmap": "<Q", "ofs_cnst": "<Q", "ofs_perm": "<Q", "ofs_data": "<Q", "ofs_proc": "<Q",
        "ofs_orch": "<Q", "ofs_trng": "<Q", "ofs_rsrc": "<Q", "ofs_arrs": "<Q", "reserved2": "<I",
    }
    HAS_PARTS = True
    _defaults = lambda: {
        "version": 1, "has_internal_weights": False, "has_training": False, "quantization_method": _Quantization_OF[0],
        "num_inputs": 0, "num_outputs": 0, "d_model": 0,
    }
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "magic", io)
        self.magic = it = io.take(3)
        (it == b"NAC") or _refuse("eq", b"NAC", it)
        trace is None or trace.begin(self, "version", io)
        self.version = it = io.u1()
        (it in (1, 2,)) or _refuse("any-of", None, it)
        trace is None or trace.bits(self, io, "be", _NAC_0)
        bits = io.bits_be(2)
        self.has_internal_weights = bits >> 1 & 0x1 != 0
        self.has_training = bits & 0x1 != 0
        io.owner = self, "has_training"
        ((self.version != 1) or (not self.has_training)) or _refuse("expr", None, self.has_training)
        trace is None or trace.begin(self, "quantization_method", io)
        self.quantization_method = it = _Quantization_OF[io.bits_be(6)]
        io.owner = self, "quantization_method"
        (it in _Quantization_OF) or _refuse("in-enum", None, it)
        io.align()
        trace is None or trace.numbers(self, io, _NAC_1_FIELDS)
        self.num_inputs, self.num_outputs, self.reserved1 = _NAC_1.unpack_from(io.view, io.pos)
        io.pos += 5
        (self.reserved1 == 0) or _refuse("eq", 0, self.reserved1)
        trace is None or trace.numbers(self, io, _NAC_3_FIELDS)
        (
            self.d_model,
            self.ofs_mmap,
            self.ofs_ops,
            self.ofs_cmap,
            self.ofs_cnst,
            self.ofs_perm,
            self.ofs_data,
            self.ofs_proc,
            self.ofs_orch,
        ) = _NAC_3.unpack_from(io.view, io.pos)
        io.pos += 66
        trace is None or trace.begin(self, "ofs_trng", io)
        if self.version != 1:
            self.ofs_trng = io.number(_U8LE)
        else:
            self.ofs_trng = None
        trace is None or trace.begin(self, "ofs_rsrc", io)
        self.ofs_rsrc = io.number(_U8LE)
        trace is None or trace.begin(self, "ofs_arrs", io)
        if (self.version != 1) and (not self.is_v1_7):
            self.ofs_arrs = it = io.number(_U8LE)
            (self.is_v1_8) or _refuse("expr", None, it)
        else:
            self.ofs_arrs = None
        trace is None or trace.begin(self, "reserved2", io)
        if self.version == 1:
            self.reserved2 = it = io.number(_U4LE)
            (it == 0) or _refuse("eq", 0, it)
        else:
            self.reserved2 = None
        trace is None or trace.close(io)
    def _get_mmap(self, trace):
        if not (self.ofs_mmap != 0):
            self.mmap = None
            return
        io = self._io
        mark = io.seek(self.ofs_mmap)
        trace is None or trace.begin(self, "mmap", io)
        self.mmap = each = _new_record(MemoryMap)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each._read(io, trace)
        trace is None or trace.end(io)
        io.back(mark)
    def _get_ops(self, trace):
        if not (self.ofs_ops != 0):
            self.ops = None
            return
        io = self._io
        mark = io.seek(self.ofs_ops)
        trace is None or trace.begin(self, "ops", io)
        self.ops = each = _new_record(Operations)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each._read(io, trace)
        trace is None or trace.end(io)
        io.back(mark)
    def _get_cmap(self, trace):
        if not (self.ofs_cmap != 0):
            self.cmap = None
            return
        io = self._io
        mark = io.seek(self.ofs_cmap)
        trace is None or trace.begin(self, "cmap", io)
        self.cmap = each = _new_record(CanonicalMap)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each._read(io, trace)
        trace is None or trace.end(io)
        io.back(mark)
    def _get_cnst(self, trace):
        if not (self.ofs_cnst != 0):
            self.cnst = None
            return
        io = self._io
        mark = io.seek(self.ofs_cnst)
        trace is None or trace.begin(self, "cnst", io)
        self.cnst = each = _new_record(ConstantTable)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each._read(io, trace)
        trace is None or trace.end(io)
        io.back(mark)
    def _get_perm(self, trace):
        if not (self.ofs_perm != 0):
            self.perm = None
            return
        io = self._io
        mark = io.seek(self.ofs_perm)
        trace is None or trace.begin(self, "perm", io)
        self.perm = each = _new_record(Permutations)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each._read(io, trace)
        trace is None or trace.end(io)
        io.back(mark)
    def _get_data(self, trace):
        if not (self.ofs_data != 0):
            self.data = None
            return
        io = self._io
        mark = io.seek(self.ofs_data)
        trace is None or trace.begin(self, "data", io)
        self.data = each = _new_record(ParameterData)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each._read(io, trace)
        trace is None or trace.end(io)
        io.back(mark)
    def _get_proc(self, trace):
        if not (self.ofs_proc != 0):
            self.proc = None
            return
        io = self._io
        mark = io.seek(self.ofs_proc)
        trace is None or trace.begin(self, "proc", io)
        self.proc = each = _new_record(Preprocessing)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each._read(io, trace)
        trace is None or trace.end(io)
        io.back(mark)
    def _get_orch(self, trace):
        if not (self.ofs_orch != 0):
            self.orch = None
            return
        io = self._io
        mark = io.seek(self.ofs_orch)
        trace is None or trace.begin(self, "orch", io)
        self.orch = each = _new_record(Orchestrator)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each._read(io, trace)
        trace is None or trace.end(io)
        io.back(mark)
    def _get_rsrc(self, trace):
        if not (self.ofs_rsrc != 0):
            self.rsrc = None
            return
        io = self._io
        mark = io.seek(self.ofs_rsrc)
        trace is None or trace.begin(self, "rsrc", io)
        self.rsrc = each = _new_record(Resources)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each._read(io, trace)
        trace is None or trace.end(io)
        io.back(mark)
    def _get_trng(self, trace):
        if not ((self.version != 1) and (self.ofs_trng != 0)):
            self.trng = None
            return
        io = self._io
        mark = io.seek(self.ofs_trng)
        trace is None or trace.begin(self, "trng", io)
        self.trng = each = _new_record(Training)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each._read(io, trace)
        trace is None or trace.end(io)
        io.back(mark)
    def _get_arrs(self, trace):
        if not (((self.version != 1) and (not self.is_v1_7)) and (self.ofs_arrs != 0)):
            self.arrs = None
            return
        io = self._io
        mark = io.seek(self.ofs_arrs)
        trace is None or trace.begin(self, "arrs", io)
        self.arrs = each = _new_record(NamedArrays)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each._read(io, trace)
        trace is None or trace.end(io)
        io.back(mark)
    def _get_lookups(self, trace):
        io = self._io
        mark = io.seek(0)
        trace is None or trace.begin(self, "lookups", io)
        self.lookups = each = _new_record(LookupTables)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each._read(io, trace)
        trace is None or trace.end(io)
        io.back(mark)
    _get_is_v1_7 = lambda self, trace: self._keep("is_v1_7", (self.version != 1) and ((((((((((self.ofs_mmap == int(HeaderSize.v1_7)) or (self.ofs_ops == int(HeaderSize.v1_7))) or (self.ofs_cmap == int(HeaderSize.v1_7))) or (self.ofs_cnst == int(HeaderSize.v1_7))) or (self.ofs_perm == int(HeaderSize.v1_7))) or (self.ofs_data == int(HeaderSize.v1_7))) or (self.ofs_proc == int(HeaderSize.v1_7))) or (self.ofs_orch == int(HeaderSize.v1_7))) or (self.ofs_trng == int(HeaderSize.v1_7))) or (self.ofs_rsrc == int(HeaderSize.v1_7))))
    _get_is_v1_8 = lambda self, trace: self._keep("is_v1_8", (self.version != 1) and ((((((((((self.ofs_mmap == int(HeaderSize.v1_8)) or (self.ofs_ops == int(HeaderSize.v1_8))) or (self.ofs_cmap == int(HeaderSize.v1_8))) or (self.ofs_cnst == int(HeaderSize.v1_8))) or (self.ofs_perm == int(HeaderSize.v1_8))) or (self.ofs_data == int(HeaderSize.v1_8))) or (self.ofs_proc == int(HeaderSize.v1_8))) or (self.ofs_orch == int(HeaderSize.v1_8))) or (self.ofs_trng == int(HeaderSize.v1_8))) or (self.ofs_rsrc == int(HeaderSize.v1_8))))
    def _write(self, out):
        self._constant("magic", b"NAC", self._gives("magic"))
        out.write(_LE_3sB.pack(b"NAC", self.version))
        it = self.version
        (it in (1, 2,)) or self._broken("version", "one of " + repr((1, 2,)), it)
        self._at = "has_internal_weights"
        it = self.has_internal_weights
        _put_bits(self, out, 1, it, "be")
        self._at = "has_training"
        it = self.has_training
        _put_bits(self, out, 1, it, "be")
        ((self.version != 1) or (not it)) or self._broken("has_training", "`version != 1 or not _`", it)
        self._at = "quantization_method"
        it = self.quantization_method
        _put_bits(self, out, 6, it, "be")
        (it in _Quantization_OF) or self._broken("quantization_method", "a member of Quantization", it)
        out.write(_LE_HHBHQQQQQQQQ.pack(self.num_inputs, self.num_outputs, self.reserved1, self.d_model, self.ofs_mmap, self.ofs_ops, self.ofs_cmap, self.ofs_cnst, self.ofs_perm, self.ofs_data, self.ofs_proc, self.ofs_orch))
        it = self.reserved1
        (it == 0) or self._broken("reserved1", repr(0), it)
        self._at = "ofs_trng"
        it = self.ofs_trng
        if self._if_ofs_trng():
            out.write(_LE_Q.pack(it))
        elif it is not None:
            self._surplus()
        out.write(_LE_Q.pack(self.ofs_rsrc))
        self._at = "ofs_arrs"
        it = self.ofs_arrs
        if self._if_ofs_arrs():
            out.write(_LE_Q.pack(it))
            (self.is_v1_8) or self._broken("ofs_arrs", "`is_v1_8`", it)
        elif it is not None:
            self._surplus()
        self._at = "reserved2"
        it = self.reserved2
        if self._if_reserved2():
            out.write(_LE_I.pack(it))
            (it == 0) or self._broken("reserved2", repr(0), it)
        elif it is not None:
            self._surplus()
    def _fill(self, it):
        self.quantization_method = it.quantization_method if isinstance(it.quantization_method, Quantization) else self._make_quantization_method(it.quantization_method)
        self.has_internal_weights, self.num_inputs, self.num_outputs, self.reserved1 = it.has_internal_weights, it.num_inputs, it.num_outputs, it.reserved1
        self.d_model = it.d_model
    _default_magic = lambda self: b"NAC"
    _default_version = lambda self: 1
    _default_has_training = lambda self: 0
    _make_quantization_method = lambda self, it: _enum_member(Quantization, it, self)
    _default_reserved1 = lambda self: 0
    _default_ofs_mmap = lambda self: self._offset_of("mmap")
    _default_ofs_ops = lambda self: self._offset_of("ops")
    _default_ofs_cmap = lambda self: self._offset_of("cmap")
    _default_ofs_cnst = lambda self: self._offset_of("cnst")
    _default_ofs_perm = lambda self: self._offset_of("perm")
    _default_ofs_data = lambda self: self._offset_of("data")
    _default_ofs_proc = lambda self: self._offset_of("proc")
    _default_ofs_orch = lambda self: self._offset_of("orch")
    _if_ofs_trng = lambda self: self.version != 1
    _default_ofs_trng = lambda self: (self._offset_of("trng")) if self._if_ofs_trng() else None
    _default_ofs_rsrc = lambda self: self._offset_of("rsrc")
    _if_ofs_arrs = lambda self: (self.version != 1) and (not self.is_v1_7)
    _default_ofs_arrs = lambda self: (self._offset_of("arrs")) if self._if_ofs_arrs() else None
    _if_reserved2 = lambda self: self.version == 1
    _default_reserved2 = lambda self: (0) if self._if_reserved2() else None
    _if_mmap = lambda self: self.ofs_mmap != 0
    _default_mmap = lambda self: (self._missing("mmap")) if self._if_mmap() else None
    _make_mmap = lambda self, it: _made(MemoryMap, it, self)
    _put_mmap = lambda self, out: self.mmap._put(out)
    _pos_mmap = lambda self: self.ofs_mmap
    _if_ops = lambda self: self.ofs_ops != 0
    _default_ops = lambda self: (self._missing("ops")) if self._if_ops() else None
    _make_ops = lambda self, it: _made(Operations, it, self)
    _put_ops = lambda self, out: self.ops._put(out)
    _pos_ops = lambda self: self.ofs_ops
    _if_cmap = lambda self: self.ofs_cmap != 0
    _default_cmap = lambda self: (self._missing("cmap")) if self._if_cmap() else None
    _make_cmap = lambda self, it: _made(CanonicalMap, it, self)
    _put_cmap = lambda self, out: self.cmap._put(out)
    _pos_cmap = lambda self: self.ofs_cmap
    _if_cnst = lambda self: self.ofs_cnst != 0
    _default_cnst = lambda self: (self._missing("cnst")) if self._if_cnst() else None
    _make_cnst = lambda self, it: _made(ConstantTable, it, self)
    _put_cnst = lambda self, out: self.cnst._put(out)
    _pos_cnst = lambda self: self.ofs_cnst
    _if_perm = lambda self: self.ofs_perm != 0
    _default_perm = lambda self: (self._missing("perm")) if self._if_perm() else None
    _make_perm = lambda self, it: _made(Permutations, it, self)
    _put_perm = lambda self, out: self.perm._put(out)
    _pos_perm = lambda self: self.ofs_perm
    _if_data = lambda self: self.ofs_data != 0
    _default_data = lambda self: (self._missing("data")) if self._if_data() else None
    _make_data = lambda self, it: _made(ParameterData, it, self)
    _put_data = lambda self, out: self.data._put(out)
    _pos_data = lambda self: self.ofs_data
    _if_proc = lambda self: self.ofs_proc != 0
    _default_proc = lambda self: (self._missing("proc")) if self._if_proc() else None
    _make_proc = lambda self, it: _made(Preprocessing, it, self)
    _put_proc = lambda self, out: self.proc._put(out)
    _pos_proc = lambda self: self.ofs_proc
    _if_orch = lambda self: self.ofs_orch != 0
    _default_orch = lambda self: (self._missing("orch")) if self._if_orch() else None
    _make_orch = lambda self, it: _made(Orchestrator, it, self)
    _put_orch = lambda self, out: self.orch._put(out)
    _pos_orch = lambda self: self.ofs_orch
    _if_rsrc = lambda self: self.ofs_rsrc != 0
    _default_rsrc = lambda self: (self._missing("rsrc")) if self._if_rsrc() else None
    _make_rsrc = lambda self, it: _made(Resources, it, self)
    _put_rsrc = lambda self, out: self.rsrc._put(out)
    _pos_rsrc = lambda self: self.ofs_rsrc
    _if_trng = lambda self: (self.version != 1) and (self.ofs_trng != 0)
    _default_trng = lambda self: (self._missing("trng")) if self._if_trng() else None
    _make_trng = lambda self, it: _made(Training, it, self)
    _put_trng = lambda self, out: self.trng._put(out)
    _pos_trng = lambda self: self.ofs_trng
    _if_arrs = lambda self: ((self.version != 1) and (not self.is_v1_7)) and (self.ofs_arrs != 0)
    _default_arrs = lambda self: (self._missing("arrs")) if self._if_arrs() else None
    _make_arrs = lambda self, it: _made(NamedArrays, it, self)
    _put_arrs = lambda self, out: self.arrs._put(out)
    _pos_arrs = lambda self: self.ofs_arrs
    _default_lookups = lambda self: {}
    _make_lookups = lambda self, it: _made(LookupTables, it, self)
    _put_lookups = lambda self, out: self.lookups._put(out)
    _pos_lookups = lambda self: 0
    _LAZY = {
        "mmap": _get_mmap, "ops": _get_ops, "cmap": _get_cmap, "cnst": _get_cnst, "perm": _get_perm, "data": _get_data,
        "proc": _get_proc, "orch": _get_orch, "rsrc": _get_rsrc, "trng": _get_trng, "arrs": _get_arrs,
        "lookups": _get_lookups,
    }
    _COMPUTED = {"is_v1_7": _get_is_v1_7, "is_v1_8": _get_is_v1_8}

class MemoryMap(_TreeRecord):
    FIELDS = _member_attributes("magic num_records records")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "nac", "Nac.MemoryMap"
    DERIVED = {"num_records", "magic"}
    STALE = {"num_records"}
    CODES = {"num_records": "<I"}
    _defaults = lambda: {"records": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "magic", io)
        self.magic = it = io.take(4)
        (it == b"MMAP") or _refuse("eq", b"MMAP", it)
        trace is None or trace.begin(self, "num_records", io)
        self.num_records = it = io.number(_U4LE)
        (it <= 65536) or _refuse("max", 65536, it)
        trace is None or trace.begin(self, "records", io)
        io.reading.records(self, "records", "/types/memory_map/seq/2", io, trace, self.num_records, ScheduleRecord)
        trace is None or trace.close(io)
    def _write(self, out):
        self._constant("magic", b"MMAP", self._gives("magic"))
        out.write(_LE_4sI.pack(b"MMAP", self.num_records))
        it = self.num_records
        (it <= 65536) or self._broken("num_records", "at most " + repr(65536), it)
        self._at = "records"
        it = self.records
        self._counted(it, self.num_records)
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
        if type(it.records) is list:
            self.num_records = len(it.records)
    _default_magic = lambda self: b"MMAP"
    _default_num_records = lambda self: self._count_of("records")
    _make_records = lambda self, it: self._listed(it, lambda it, index: _made(ScheduleRecord, it, self, index))

class ScheduleRecord(_TreeRecord):
    FIELDS = _member_attributes("tick num_commands commands")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "nac", "Nac.ScheduleRecord"
    DERIVED = {"num_commands"}
    STALE = {"num_commands"}
    CODES = {"tick": "<H", "num_commands": "<B"}
    _defaults = lambda: {"tick": 0, "commands": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _SCHEDULE_RECORD_12_FIELDS)
        self.tick, self.num_commands = _SCHEDULE_RECORD_12.unpack_from(io.view, io.pos)
        io.pos += 3
        trace is None or trace.begin(self, "commands", io)
        io.reading.records(self, "commands", "/types/schedule_record/seq/2", io, trace, self.num_commands, MemoryCommand)
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_HB.pack(self.tick, self.num_commands))
        self._at = "commands"
        it = self.commands
        self._counted(it, self.num_commands)
        if type(it) is list:
            for index, it in enumerate(it):
                self._n = index
                it._put(out)
            self._n = None
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        self.tick = it.tick
    def _derive(self, it):
        if type(it.commands) is list:
            self.num_commands = len(it.commands)
    _default_num_commands = lambda self: self._count_of("commands")
    _make_commands = lambda self, it: self._listed(it, lambda it, index: _made(MemoryCommand, it, self, index))

class MemoryCommand(_TreeRecord):
    FIELDS = _member_attributes("action target")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "nac", "Nac.MemoryCommand"
    CODES = {"action": "<B", "target": "<H"}
    _defaults = lambda: {"action": _MemoryAction_OF[10], "target": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _MEMORY_COMMAND_15_FIELDS)
        self.action, self.target = _MEMORY_COMMAND_15.unpack_from(io.view, io.pos)
        io.pos += 3
        self.action = _MemoryAction_OF[self.action]
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_BH.pack(self.action, self.target))
    def _fill(self, it):
        self.action = it.action if isinstance(it.action, MemoryAction) else self._make_action(it.action)
        self.target = it.target
    _make_action = lambda self, it: _enum_member(MemoryAction, it, self)

class Operations(_TreeRecord):
    FIELDS = _member_attributes("magic num_instructions instructions")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "nac", "Nac.Operations"
    DERIVED = {"num_instructions", "magic"}
    STALE = {"num_instructions"}
    CODES = {"num_instructions": "<I"}
    _defaults = lambda: {"instructions": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "magic", io)
        self.magic = it = io.take(4)
        (it == b"OPS ") or _refuse("eq", b"OPS ", it)
        trace is None or trace.begin(self, "num_instructions", io)
        self.num_instructions = it = io.number(_U4LE)
        (it <= 2147483647) or _refuse("max", 2147483647, it)
        trace is None or trace.begin(self, "instructions", io)
        io.reading.records(self, "instructions", "/types/operations/seq/2", io, trace, self.num_instructions, Instruction)
        trace is None or trace.close(io)
    def _write(self, out):
        self._constant("magic", b"OPS ", self._gives("magic"))
        out.write(_LE_4sI.pack(b"OPS ", self.num_instructions))
        it = self.num_instructions
        (it <= 2147483647) or self._broken("num_instructions", "at most " + repr(2147483647), it)
        self._at = "instructions"
        it = self.instructions
        self._counted(it, self.num_instructions)
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
        if type(it.instructions) is list:
            self.num_instructions = len(it.instructions)
    _default_magic = lambda self: b"OPS "
    _default_num_instructions = lambda self: self._count_of("instructions")
    _make_instructions = lambda self, it: self._listed(it, lambda it, index: _made(Instruction, it, self, index))

class Instruction(_TreeRecord):
    FIELDS = _member_attributes("a b fields")
    VALUES = _member_attributes("operation name_text kind takes_element")
    __slots__ = (*FIELDS.values(), *VALUES.values(),)
    SCHEMA, NAME = "nac", "Nac.Instruction"
    CODES = {"a": "<B", "b": "<B"}
    _defaults = lambda: {"a": 0, "b": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _INSTRUCTION_18_FIELDS)
        self.a, self.b = _INSTRUCTION_18.unpack_from(io.view, io.pos)
        io.pos += 2
        trace is None or trace.begin(self, "fields", io)
        on = self.kind
        if on == InstructionLayout.input:
            self.fields = each = _new_record(InputFields)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each.variant = self.b
            each._read(io, trace)
        elif on == InstructionLayout.output:
            self.fields = each = _new_record(OutputFields)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each.variant = self.b
            each._read(io, trace)
        elif on == InstructionLayout.control_flow:
            self.fields = each = _new_record(ControlFlowFields)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each._read(io, trace)
        elif on == InstructionLayout.convergence:
            self.fields = each = _new_record(ConvergenceFields)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each._read(io, trace)
        elif on == InstructionLayout.call:
            self.fields = each = _new_record(CallFields)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each.id_signature = self.b
            each._read(io, trace)
        elif on == InstructionLayout.element:
            self.fields = each = _new_record(ElementFields)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each._read(io, trace)
        elif on == InstructionLayout.update:
            self.fields = each = _new_record(UpdateFields)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each._read(io, trace)
        elif on == InstructionLayout.finish:
            self.fields = each = _new_record(FinishFields)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each._read(io, trace)
        else:
            self.fields = each = _new_record(NoFields)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each._read(io, trace)
        trace is None or trace.close(io)
    _get_operation = lambda self, trace: self._keep("operation", _Operation_OF[self.a])
    _get_name_text = lambda self, trace: self._keep("name_text", self._root.lookups.operation_table[self.a].name_text)
    _get_kind = lambda self, trace: self._keep("kind", _InstructionLayout_OF[((self.a if (self.a < 10) else 10) if (self._root.version == 1) else ((20 if self.takes_element else 10) if (self.a >= 10) else ((30 + self.b) if ((self.a == 3) and ((self.b == 3) or (self.b == 4))) else self.a)))])
    _get_takes_element = lambda self, trace: self._keep("takes_element", (self._root.lookups.signature_table[self.b].num_arguments == 0) and (((self.a == self._root.lookups.id_getitem) or (self.a == self._root.lookups.id_operator_getitem)) or (self.a == self._root.lookups.id_select)))
    def _write(self, out):
        out.write(_LE_BB.pack(self.a, self.b))
        self._at = "fields"
        it = self.fields
        case = self.kind
        if case in (InstructionLayout.input, InstructionLayout.output, InstructionLayout.control_flow, InstructionLayout.convergence, InstructionLayout.call, InstructionLayout.element, InstructionLayout.update, InstructionLayout.finish):
            it._put(out)
        else:
            it._put(out)
    def _fill(self, it):
        self.a, self.b = it.a, it.b
    def _default_fields(self):
        case = self.kind
        if case in (InstructionLayout.input, InstructionLayout.output, InstructionLayout.control_flow, InstructionLayout.convergence, InstructionLayout.call, InstructionLayout.element, InstructionLayout.update, InstructionLayout.finish,):
            return self._missing("fields")
        return {}
    _make_fields = lambda self, it: (_made(InputFields, it, self, None, (lambda: self.b,)) if (case := self.kind) == InstructionLayout.input else _made(OutputFields, it, self, None, (lambda: self.b,)) if case == InstructionLayout.output else _made(ControlFlowFields, it, self) if case == InstructionLayout.control_flow else _made(ConvergenceFields, it, self) if case == InstructionLayout.convergence else _made(CallFields, it, self, None, (lambda: self.b,)) if case == InstructionLayout.call else _made(ElementFields, it, self) if case == InstructionLayout.element else _made(UpdateFields, it, self) if case == InstructionLayout.update else _made(FinishFields, it, self) if case == InstructionLayout.finish else _made(NoFields, it, self))
    _COMPUTED = {
        "operation": _get_operation, "name_text": _get_name_text, "kind": _get_kind,
        "takes_element": _get_takes_element,
    }

class NoFields(_TreeRecord):
    __slots__ = ()
    SCHEMA, NAME = "nac", "Nac.NoFields"
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.close(io)
    def _write(self, out):
        pass
    def _fill(self, it):
        pass

class CallFields(_TreeRecord):
    FIELDS = _member_attributes("num_constants constants distances")
    VALUES = _member_attributes("signature distance_text")
    PARAMS = _member_attributes("id_signature")
    __slots__ = (*FIELDS.values(), *VALUES.values(), *PARAMS.values(),)
    SCHEMA, NAME = "nac", "Nac.CallFields"
    DERIVED = {"num_constants"}
    STALE = {"num_constants"}
    CODES = {"num_constants": "<h", "constants": "<h", "distances": "<h"}
    _defaults = lambda: {"distances": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "num_constants", io)
        if self.signature.has_constants:
            self.num_constants = it = io.number(_S2LE)
            (it >= 0) or _refuse("min", 0, it)
        else:
            self.num_constants = None
        trace is None or trace.begin(self, "constants", io)
        if self.signature.has_constants:
            self.constants = io.numbers("<h", 2, self.num_constants)
        else:
            self.constants = None
        trace is None or trace.begin(self, "distances", io)
        self.distances = io.numbers("<h", 2, self.signature.num_arguments)
        trace is None or trace.close(io)
    _get_signature = lambda self, trace: self._keep("signature", self._root.lookups.signature_table[self.id_signature])
    _get_distance_text = lambda self, trace: self._keep("distance_text", ("" if (self.signature.num_arguments < 1) else _bounded_sum(str(self.distances[0]), ("" if (self.signature.num_arguments < 2) else _bounded_sum(_bounded_sum(",", str(self.distances[1])), ("" if (self.signature.num_arguments < 3) else _bounded_sum(_bounded_sum(",", str(self.distances[2])), ("" if (self.signature.num_arguments < 4) else _bounded_sum(_bounded_sum(",", str(self.distances[3])), ("" if (self.signature.num_arguments < 5) else ",..."))))))))))
    def _write(self, out):
        self._at = "num_constants"
        it = self.num_constants
        if self._if_num_constants():
            out.write(_LE_h.pack(it))
            (it >= 0) or self._broken("num_constants", "at least " + repr(0), it)
        elif it is not None:
            self._surplus()
        self._at = "constants"
        it = self.constants
        if self._if_constants():
            self._counted(it, self.num_constants)
            if type(it) is list:
                _put_numbers(out, "<h", it)
            else:
                self._ready_list(it, out)
        elif it is not None:
            self._surplus()
        self._at = "distances"
        it = self.distances
        self._counted(it, self.signature.num_arguments)
        if type(it) is list:
            _put_numbers(out, "<h", it)
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        if type(it.distances) is list:
            self.distances = it.distances
    _if_num_constants = lambda self: self.signature.has_constants
    _default_num_constants = lambda self: (self._count_of("constants")) if self._if_num_constants() else None
    _if_constants = lambda self: self.signature.has_constants
    _default_constants = lambda self: (self._missing("constants")) if self._if_constants() else None
    _make_constants = lambda self, it: self._listed(it)
    _make_distances = lambda self, it: self._listed(it)
    _COMPUTED = {"signature": _get_signature, "distance_text": _get_distance_text}

class ElementFields(_TreeRecord):
    FIELDS = _member_attributes("num_constants constants distance")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "nac", "Nac.ElementFields"
    DERIVED = {"num_constants"}
    STALE = {"num_constants"}
    CODES = {"num_constants": "<h", "constants": "<h", "distance": "<h"}
    _defaults = lambda: {"constants": [], "distance": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "num_constants", io)
        self.num_constants = it = io.number(_S2LE)
        (it >= 0) or _refuse("min", 0, it)
        trace is None or trace.begin(self, "constants", io)
        self.constants = io.numbers("<h", 2, self.num_constants)
        trace is None or trace.begin(self, "distance", io)
        self.distance = io.number(_S2LE)
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_h.pack(self.num_constants))
        it = self.num_constants
        (it >= 0) or self._broken("num_constants", "at least " + repr(0), it)
        self._at = "constants"
        it = self.constants
        self._counted(it, self.num_constants)
        if type(it) is list:
            _put_numbers(out, "<h", it)
        else:
            self._ready_list(it, out)
        out.write(_LE_h.pack(self.distance))
    def _fill(self, it):
        if type(it.constants) is list:
            self.constants = it.constants
        self.distance = it.distance
    def _derive(self, it):
        if type(it.constants) is list:
            self.num_constants = len(it.constants)
    _default_num_constants = lambda self: self._count_of("constants")
    _make_constants = lambda self, it: self._listed(it)

class InputFields(_TreeRecord):
    FIELDS = _member_attributes("prefix id")
    VALUES = _member_attributes("source has_id")
    PARAMS = _member_attributes("variant")
    __slots__ = (*FIELDS.values(), *VALUES.values(), *PARAMS.values(),)
    SCHEMA, NAME = "nac", "Nac.InputFields"
    CODES = {"prefix": "<h", "id": "<h"}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "prefix", io)
        if self.has_id:
            self.prefix = it = io.number(_S2LE)
            (it in (1, 2,)) or _refuse("any-of", None, it)
        else:
            self.prefix = None
        trace is None or trace.begin(self, "id", io)
        if self.has_id:
            self.id = io.number(_S2LE)
        else:
            self.id = None
        trace is None or trace.close(io)
    _get_source = lambda self, trace: self._keep("source", _InputSource_OF[self.variant])
    _get_has_id = lambda self, trace: self._keep("has_id", (self.variant >= 1) and (self.variant <= (3 if (self._root.version == 1) else 5)))
    def _write(self, out):
        self._at = "prefix"
        it = self.prefix
        if self._if_prefix():
            out.write(_LE_h.pack(it))
            (it in (1, 2,)) or self._broken("prefix", "one of " + repr((1, 2,)), it)
        elif it is not None:
            self._surplus()
        self._at = "id"
        it = self.id
        if self._if_id():
            out.write(_LE_h.pack(it))
        elif it is not None:
            self._surplus()
    def _fill(self, it):
        pass
    _if_prefix = lambda self: self.has_id
    _default_prefix = lambda self: (self._missing("prefix")) if self._if_prefix() else None
    _if_id = lambda self: self.has_id
    _default_id = lambda self: (self._missing("id")) if self._if_id() else None
    _COMPUTED = {"source": _get_source, "has_id": _get_has_id}

class OutputFields(_TreeRecord):
    FIELDS = _member_attributes("prefix reserved distances")
    VALUES = _member_attributes("purpose num_results distance_text")
    PARAMS = _member_attributes("variant")
    __slots__ = (*FIELDS.values(), *VALUES.values(), *PARAMS.values(),)
    SCHEMA, NAME = "nac", "Nac.OutputFields"
    CODES = {"prefix": "<h", "reserved": "<h", "distances": "<h"}
    _defaults = lambda: {"prefix": 0, "reserved": [], "distances": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "prefix", io)
        self.prefix = it = io.number(_S2LE)
        (it >= 0) or _refuse("min", 0, it)
        trace is None or trace.begin(self, "reserved", io)
        self.reserved = io.numbers("<h", 2, self.num_results)
        trace is None or trace.begin(self, "distances", io)
        self.distances = io.numbers("<h", 2, self.num_results)
        trace is None or trace.close(io)
    _get_purpose = lambda self, trace: self._keep("purpose", _OutputKind_OF[self.variant])
    _get_num_results = lambda self, trace: self._keep("num_results", (self._root.num_outputs if (self.prefix == (self._root.num_outputs + 1)) else self.prefix))
    _get_distance_text = lambda self, trace: self._keep("distance_text", ("" if (self.num_results < 1) else _bounded_sum(str(self.distances[0]), ("" if (self.num_results < 2) else _bounded_sum(_bounded_sum(",", str(self.distances[1])), ("" if (self.num_results < 3) else _bounded_sum(_bounded_sum(",", str(self.distances[2])), ("" if (self.num_results < 4) else _bounded_sum(_bounded_sum(",", str(self.distances[3])), ("" if (self.num_results < 5) else ",..."))))))))))
    def _write(self, out):
        out.write(_LE_h.pack(self.prefix))
        it = self.prefix
        (it >= 0) or self._broken("prefix", "at least " + repr(0), it)
        self._at = "reserved"
        it = self.reserved
        self._counted(it, self.num_results)
        if type(it) is list:
            _put_numbers(out, "<h", it)
        else:
            self._ready_list(it, out)
        self._at = "distances"
        it = self.distances
        self._counted(it, self.num_results)
        if type(it) is list:
            _put_numbers(out, "<h", it)
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        if type(it.reserved) is list:
            self.reserved = it.reserved
        if type(it.distances) is list:
            self.distances = it.distances
        self.prefix = it.prefix
    _make_reserved = lambda self, it: self._listed(it)
    _make_distances = lambda self, it: self._listed(it)
    _COMPUTED = {"purpose": _get_purpose, "num_results": _get_num_results, "distance_text": _get_distance_text}

class UpdateFields(_TreeRecord):
    FIELDS = _member_attributes("prefix id gradient rate")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "nac", "Nac.UpdateFields"
    CODES = {"prefix": "<h", "id": "<h", "gradient": "<h", "rate": "<h"}
    _defaults = lambda: {"prefix": 0, "id": 0, "gradient": 0, "rate": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "prefix", io)
        self.prefix = it = io.number(_S2LE)
        (it in (1, 2,)) or _refuse("any-of", None, it)
        trace is None or trace.numbers(self, io, _UPDATE_FIELDS_23_FIELDS)
        self.id, self.gradient, self.rate = _UPDATE_FIELDS_23.unpack_from(io.view, io.pos)
        io.pos += 6
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_hhhh.pack(self.prefix, self.id, self.gradient, self.rate))
        it = self.prefix
        (it in (1, 2,)) or self._broken("prefix", "one of " + repr((1, 2,)), it)
    def _fill(self, it):
        self.prefix, self.id, self.gradient, self.rate = it.prefix, it.id, it.gradient, it.rate

class FinishFields(_TreeRecord):
    FIELDS = _member_attributes("distance")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "nac", "Nac.FinishFields"
    CODES = {"distance": "<h"}
    _defaults = lambda: {"distance": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "distance", io)
        self.distance = io.number(_S2LE)
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_h.pack(self.distance))
    def _fill(self, it):
        self.distance = it.distance

class ControlFlowFields(_TreeRecord):
    FIELDS = _member_attributes("prefix len_true len_false predicate")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "nac", "Nac.ControlFlowFields"
    CODES = {"prefix": "<h", "len_true": "<h", "len_false": "<h", "predicate": "<h"}
    _defaults = lambda: {"prefix": 0, "len_true": 0, "len_false": 0, "predicate": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _CONTROL_FLOW_FIELDS_26_FIELDS)
        (self.prefix, self.len_true, self.len_false, self.predicate) = _CONTROL_FLOW_FIELDS_26.unpack_from(io.view, io.pos)
        io.pos += 8
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_hhhh.pack(self.prefix, self.len_true, self.len_false, self.predicate))
    def _fill(self, it):
        self.prefix, self.len_true, self.len_false, self.predicate = it.prefix, it.len_true, it.len_false, it.predicate

class ConvergenceFields(_TreeRecord):
    FIELDS = _member_attributes("input block_end num_branches branches")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "nac", "Nac.ConvergenceFields"
    DERIVED = {"num_branches"}
    STALE = {"num_branches"}
    CODES = {"input": "<h", "block_end": "<h", "num_branches": "<h", "branches": "<h"}
    _defaults = lambda: {"input": 0, "block_end": 0, "branches": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _CONVERGENCE_FIELDS_28_FIELDS)
        self.input, self.block_end, self.num_branches = _CONVERGENCE_FIELDS_28.unpack_from(io.view, io.pos)
        io.pos += 6
        (self.num_branches >= 0) or _refuse("min", 0, self.num_branches)
        trace is None or trace.begin(self, "branches", io)
        self.branches = io.numbers("<h", 2, self.num_branches)
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_hhh.pack(self.input, self.block_end, self.num_branches))
        it = self.num_branches
        (it >= 0) or self._broken("num_branches", "at least " + repr(0), it)
        self._at = "branches"
        it = self.branches
        self._counted(it, self.num_branches)
        if type(it) is list:
            _put_numbers(out, "<h", it)
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        if type(it.branches) is list:
            self.branches = it.branches
        self.input, self.block_end = it.input, it.block_end
    def _derive(self, it):
        if type(it.branches) is list:
            self.num_branches = len(it.branches)
    _default_num_branches = lambda self: self._count_of("branches")
    _make_branches = lambda self, it: self._listed(it)

class Training(_TreeRecord):
    FIELDS = _member_attributes("magic num_instructions instructions")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "nac", "Nac.Training"
    DERIVED = {"num_instructions", "magic"}
    STALE = {"num_instructions"}
    CODES = {"num_instructions": "<I"}
    _defaults = lambda: {"instructions": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "magic", io)
        self.magic = it = io.take(4)
        (it == b"TRNG") or _refuse("eq", b"TRNG", it)
        trace is None or trace.begin(self, "num_instructions", io)
        self.num_instructions = it = io.number(_U4LE)
        (it <= 2147483647) or _refuse("max", 2147483647, it)
        trace is None or trace.begin(self, "instructions", io)
        io.reading.records(self, "instructions", "/types/training/seq/2", io, trace, self.num_instructions, Instruction)
        trace is None or trace.close(io)
    def _write(self, out):
        self._constant("magic", b"TRNG", self._gives("magic"))
        out.write(_LE_4sI.pack(b"TRNG", self.num_instructions))
        it = self.num_instructions
        (it <= 2147483647) or self._broken("num_instructions", "at most " + repr(2147483647), it)
        self._at = "instructions"
        it = self.instructions
        self._counted(it, self.num_instructions)
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
        if type(it.instructions) is list:
            self.num_instructions = len(it.instructions)
    _default_magic = lambda self: b"TRNG"
    _default_num_instructions = lambda self: self._count_of("instructions")
    _make_instructions = lambda self, it: self._listed(it, lambda it, index: _made(Instruction, it, self, index))

class CanonicalMap(_TreeRecord):
    FIELDS = _member_attributes("magic num_entries entries")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "nac", "Nac.CanonicalMap"
    DERIVED = {"num_entries", "magic"}
    STALE = {"num_entries"}
    CODES = {"num_entries": "<I"}
    _defaults = lambda: {"entries": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "magic", io)
        self.magic = it = io.take(4)
        (it == b"CMAP") or _refuse("eq", b"CMAP", it)
        trace is None or trace.begin(self, "num_entries", io)
        self.num_entries = it = io.number(_U4LE)
        (it <= (65536 if (self._root.version == 1) else 256)) or _refuse("max", (65536 if (self._root.version == 1) else 256), it)
        trace is None or trace.begin(self, "entries", io)
        io.reading.records(self, "entries", "/types/canonical_map/seq/2", io, trace, self.num_entries, OperationName)
        trace is None or trace.close(io)
    def _write(self, out):
        self._constant("magic", b"CMAP", self._gives("magic"))
        out.write(_LE_4sI.pack(b"CMAP", self.num_entries))
        it = self.num_entries
        (it <= (65536 if (self._root.version == 1) else 256)) or self._broken("num_entries", "at most " + repr((65536 if (self._root.version == 1) else 256)), it)
        self._at = "entries"
        it = self.entries
        self._counted(it, self.num_entries)
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
        if type(it.entries) is list:
            self.num_entries = len(it.entries)
    _default_magic = lambda self: b"CMAP"
    _default_num_entries = lambda self: self._count_of("entries")
    _make_entries = lambda self, it: self._listed(it, lambda it, index: _made(OperationName, it, self, index))

class OperationName(_TreeRecord):
    FIELDS = _member_attributes("id_operation len_name name")
    VALUES = _member_attributes("element_kind")
    __slots__ = (*FIELDS.values(), *VALUES.values(),)
    SCHEMA, NAME = "nac", "Nac.OperationName"
    DERIVED = {"len_name"}
    STALE = {"len_name"}
    CODES = {"id_operation": "<H", "len_name": "<B"}
    _defaults = lambda: {"id_operation": 0, "name": ""}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _OPERATION_NAME_31_FIELDS)
        self.id_operation, self.len_name = _OPERATION_NAME_31.unpack_from(io.view, io.pos)
        io.pos += 3
        trace is None or trace.begin(self, "name", io)
        self.name = str(io.take(self.len_name), "UTF-8")
        trace is None or trace.close(io)
    _get_element_kind = lambda self, trace: self._keep("element_kind", (1 if (self.name == "getitem") else (2 if (self.name == "operator.getitem") else (3 if (self.name == "aten.select.int") else 0))))
    def _write(self, out):
        out.write(_LE_HB.pack(self.id_operation, self.len_name))
        self._at = "name"
        it = self.name
        _put_sized(self, out, _text_bytes(it, "UTF-8", self), self.len_name)
    def _fill(self, it):
        self.id_operation, self.name = it.id_operation, it.name
    def _derive(self, it):
        if type(it.name) is str:
            self.len_name = len(it.name.encode("UTF-8"))
    _default_len_name = lambda self: self._length_of("name")
    _data_name = lambda self, it: _text_bytes(it, "UTF-8", self)
    _COMPUTED = {"element_kind": _get_element_kind}

class ConstantTable(_TreeRecord):
    FIELDS = _member_attributes("magic num_entries entries")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "nac", "Nac.ConstantTable"
    DERIVED = {"num_entries", "magic"}
    STALE = {"num_entries"}
    CODES = {"num_entries": "<I"}
    HAS_PARTS = True
    _defaults = lambda: {"entries": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "magic", io)
        self.magic = it = io.take(4)
        (it == b"CNST") or _refuse("eq", b"CNST", it)
        trace is None or trace.begin(self, "num_entries", io)
        self.num_entries = it = io.number(_U4LE)
        (it <= 65536) or _refuse("max", 65536, it)
        trace is None or trace.begin(self, "entries", io)
        io.reading.records(self, "entries", "/types/constant_table/seq/2", io, trace, self.num_entries, Constant)
        trace is None or trace.close(io)
    def _write(self, out):
        self._constant("magic", b"CNST", self._gives("magic"))
        out.write(_LE_4sI.pack(b"CNST", self.num_entries))
        it = self.num_entries
        (it <= 65536) or self._broken("num_entries", "at most " + repr(65536), it)
        self._at = "entries"
        it = self.entries
        self._counted(it, self.num_entries)
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
        if type(it.entries) is list:
            self.num_entries = len(it.entries)
    _default_magic = lambda self: b"CNST"
    _default_num_entries = lambda self: self._count_of("entries")
    _make_entries = lambda self, it: self._listed(it, lambda it, index: _made(Constant, it, self, index))

class Constant(_TreeRecord):
    FIELDS = _member_attributes("id_constant kind length body")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "nac", "Nac.Constant"
    STALE = {"length"}
    CODES = {"id_constant": "<H", "kind": "<B", "length": "<H"}
    HAS_PARTS = True
    _defaults = lambda: {"id_constant": 0, "kind": _ConstantKind_OF[0]}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _CONSTANT_33_FIELDS)
        self.id_constant, self.kind = _CONSTANT_33.unpack_from(io.view, io.pos)
        io.pos += 3
        self.kind = _ConstantKind_OF[self.kind]
        (self.kind in _ConstantKind_OF) or _refuse("in-enum", None, self.kind)
        trace is None or trace.begin(self, "length", io)
        self.length = it = io.number(_U2LE)
        ((it == 8) or ((self.kind != ConstantKind.int64) and (self.kind != ConstantKind.float64))) or _refuse("expr", None, it)
        trace is None or trace.begin(self, "body", io)
        on = self.kind
        if on == ConstantKind.none:
            self.body = each = _new_record(NullBody)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each._read(io, trace)
        elif on == ConstantKind.truth:
            self.body = each = _new_record(TruthBody)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each._read(io, trace)
        elif on == ConstantKind.int64:
            self.body = each = _new_record(Int64Body)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each._read(io, trace)
        elif on == ConstantKind.float64:
            self.body = each = _new_record(Float64Body)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each._read(io, trace)
        elif on == ConstantKind.text:
            self.body = each = _new_record(TextBody)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each.length = self.length
            each._read(io, trace)
        elif on == ConstantKind.int32_list:
            self.body = each = _new_record(Int32ListBody)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each.length = self.length
            each._read(io, trace)
        elif on == ConstantKind.float32_list:
            self.body = each = _new_record(Float32ListBody)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each.length = self.length
            each._read(io, trace)
        else:
            self.body = None
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_HBH.pack(self.id_constant, self.kind, self.length))
        it = self.kind
        (it in _ConstantKind_OF) or self._broken("kind", "a member of ConstantKind", it)
        it = self.length
        ((it == 8) or ((self.kind != ConstantKind.int64) and (self.kind != ConstantKind.float64))) or self._broken("length", "`_ == 8 or (kind != constant_kind::int64 and kind != constant_kind::float64)`", it)
        self._at = "body"
        it = self.body
        case = self.kind
        if case in (ConstantKind.none, ConstantKind.truth, ConstantKind.int64, ConstantKind.float64, ConstantKind.text, ConstantKind.int32_list, ConstantKind.float32_list):
            it._put(out)
        elif it is not None:
            self._surplus()
    def _fill(self, it):
        self.kind = it.kind if isinstance(it.kind, ConstantKind) else self._make_kind(it.kind)
        self.id_constant = it.id_constant
    _make_kind = lambda self, it: _enum_member(ConstantKind, it, self)
    _default_length = lambda self: self._argument_of("body", "length")
    def _default_body(self):
        case = self.kind
        if case in (ConstantKind.none,):
            return {}
        if case in (ConstantKind.truth, ConstantKind.int64, ConstantKind.float64, ConstantKind.text, ConstantKind.int32_list, ConstantKind.float32_list,):
            return self._missing("body")
        return None
    _make_body = lambda self, it: (_made(NullBody, it, self) if (case := self.kind) == ConstantKind.none else _made(TruthBody, it, self) if case == ConstantKind.truth else _made(Int64Body, it, self) if case == ConstantKind.int64 else _made(Float64Body, it, self) if case == ConstantKind.float64 else _made(TextBody, it, self, None, (lambda: self.length,)) if case == ConstantKind.text else _made(Int32ListBody, it, self, None, (lambda: self.length,)) if case == ConstantKind.int32_list else _made(Float32ListBody, it, self, None, (lambda: self.length,)) if case == ConstantKind.float32_list else it)

class NullBody(_TreeRecord):
    __slots__ = ()
    SCHEMA, NAME = "nac", "Nac.NullBody"
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.close(io)
    def _write(self, out):
        pass
    def _fill(self, it):
        pass

class TruthBody(_TreeRecord):
    FIELDS = _member_attributes("is_true")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "nac", "Nac.TruthBody"
    CODES = {"is_true": "<B"}
    _defaults = lambda: {"is_true": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "is_true", io)
        self.is_true = it = io.u1()
        (it in (0, 1,)) or _refuse("any-of", None, it)
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_B.pack(self.is_true))
        it = self.is_true
        (it in (0, 1,)) or self._broken("is_true", "one of " + repr((0, 1,)), it)
    def _fill(self, it):
        self.is_true = it.is_true

class Int64Body(_TreeRecord):
    FIELDS = _member_attributes("number")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "nac", "Nac.Int64Body"
    CODES = {"number": "<q"}
    _defaults = lambda: {"number": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "number", io)
        self.number = io.number(_S8LE)
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_q.pack(self.number))
    def _fill(self, it):
        self.number = it.number

class Float64Body(_TreeRecord):
    FIELDS = _member_attributes("raw")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "nac", "Nac.Float64Body"
    HAS_PARTS = True
    _defaults = lambda: {"raw": Binary64()}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "raw", io)
        part = io.part(8)
        self.raw = each = _new_record(Binary64)
        each._io, each._parent, each._root, each._start = part, self, self._root, part.pos
        each._read(part, trace)
        trace is None or trace.close(io)
    def _write(self, out):
        self._at = "raw"
        it = self.raw
        _put_sized(self, out, self._content(it), 8, 0)
    def _fill(self, it):
        pass
    _make_raw = lambda self, it: _made(Binary64, it, self, apart=True)

class TextBody(_TreeRecord):
    FIELDS = _member_attributes("text")
    PARAMS = _member_attributes("length")
    __slots__ = (*FIELDS.values(), *PARAMS.values(),)
    SCHEMA, NAME = "nac", "Nac.TextBody"
    _defaults = lambda: {"text": ""}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "text", io)
        self.text = str(io.take(self.length), "UTF-8")
        trace is None or trace.close(io)
    def _write(self, out):
        self._at = "text"
        it = self.text
        _put_sized(self, out, _text_bytes(it, "UTF-8", self), self.length)
    def _fill(self, it):
        self.text = it.text
    _default_length = lambda self: self._length_of("text")
    _data_text = lambda self, it: _text_bytes(it, "UTF-8", self)

class Int32ListBody(_TreeRecord):
    FIELDS = _member_attributes("numbers")
    VALUES = _member_attributes("number_text")
    PARAMS = _member_attributes("length")
    __slots__ = (*FIELDS.values(), *VALUES.values(), *PARAMS.values(),)
    SCHEMA, NAME = "nac", "Nac.Int32ListBody"
    CODES = {"numbers": "<i"}
    _defaults = lambda: {"numbers": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "numbers", io)
        self.numbers = io.numbers("<i", 4, self.length)
        trace is None or trace.close(io)
    _get_number_text = lambda self, trace: self._keep("number_text", ("" if (self.length < 1) else _bounded_sum(str(self.numbers[0]), ("" if (self.length < 2) else _bounded_sum(_bounded_sum(",", str(self.numbers[1])), ("" if (self.length < 3) else _bounded_sum(_bounded_sum(",", str(self.numbers[2])), ("" if (self.length < 4) else _bounded_sum(_bounded_sum(",", str(self.numbers[3])), ("" if (self.length < 5) else ",..."))))))))))
    def _write(self, out):
        self._at = "numbers"
        it = self.numbers
        self._counted(it, self.length)
        if type(it) is list:
            _put_numbers(out, "<i", it)
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        if type(it.numbers) is list:
            self.numbers = it.numbers
    _default_length = lambda self: self._count_of("numbers")
    _make_numbers = lambda self, it: self._listed(it)
    _COMPUTED = {"number_text": _get_number_text}

class Float32ListBody(_TreeRecord):
    FIELDS = _member_attributes("raw")
    PARAMS = _member_attributes("length")
    __slots__ = (*FIELDS.values(), *PARAMS.values(),)
    SCHEMA, NAME = "nac", "Nac.Float32ListBody"
    HAS_PARTS = True
    _defaults = lambda: {"raw": Binary32List()}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "raw", io)
        part = io.part(_bounded_product(self.length, 4))
        self.raw = each = _new_record(Binary32List)
        each._io, each._parent, each._root, each._start = part, self, self._root, part.pos
        each._read(part, trace)
        trace is None or trace.close(io)
    def _write(self, out):
        self._at = "raw"
        it = self.raw
        _put_sized(self, out, self._content(it), _bounded_product(self.length, 4), 0)
    def _fill(self, it):
        pass
    _default_length = lambda self: self._length_of("raw", 4, 0)
    _make_raw = lambda self, it: _made(Binary32List, it, self, apart=True)
    _data_raw = lambda self, it: self._content(it)

class Binary32List(_TreeRecord):
    FIELDS = _member_attributes("elements")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "nac", "Nac.Binary32List"
    _defaults = lambda: {"elements": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "elements", io)
        self.elements = items = []
        for index in _count():
            if io.pos >= io.size:
                break
            trace is None or trace.element(index, io)
            each = _new_record(_binary32_schema.Binary32)
            each._io, each._parent, each._root, each._start = io, None, each, io.pos
            each._above = self
            try:
                each._read(io, trace)
            finally:
                items.append(each)
        io.reading.spend(len(items))
        trace is None or trace.close(io)
    def _write(self, out):
        self._at = "elements"
        it = self.elements
        if type(it) is list:
            for index, it in enumerate(it):
                self._n = index
                it._put(out)
            self._n = None
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        pass
    _make_elements = lambda self, it: self._listed(it, lambda it, index: _made(_binary32_schema.Binary32, it, self, index))

class Binary64(_TreeRecord):
    FIELDS = _member_attributes("low_bits high_bits")
    VALUES = _member_attributes("exponent significand shift scale number")
    __slots__ = (*FIELDS.values(), *VALUES.values(),)
    SCHEMA, NAME = "nac", "Nac.Binary64"
    CODES = {"low_bits": "<I", "high_bits": "<I"}
    _defaults = lambda: {"low_bits": 0, "high_bits": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _BINARY64_40_FIELDS)
        self.low_bits, self.high_bits = _BINARY64_40.unpack_from(io.view, io.pos)
        io.pos += 8
        trace is None or trace.close(io)
    _get_exponent = lambda self, trace: self._keep("exponent", (self.high_bits // 1048576) % 2048)
    _get_significand = lambda self, trace: self._keep("significand", _bounded_product((_bounded_product((self.high_bits % 1048576), 2) if (self.exponent == 0) else ((self.high_bits % 1048576) + 1048576)), 4294967296.0) + (_bounded_product(self.low_bits, 2.0) if (self.exponent == 0) else _bounded_product(self.low_bits, 1.0)))
    _get_shift = lambda self, trace: self._keep("shift", ((1075 - self.exponent) if (self.exponent < 1075) else (self.exponent - 1075)))
    _get_scale = lambda self, trace: self._keep("scale", _bounded_product(_bounded_product(_bounded_product(_bounded_product(_bounded_product(_bounded_product(_bounded_product(_bounded_product(_bounded_product((1.0 if ((self.shift % 2) == 0) else 2.0), (1.0 if (((self.shift // 2) % 2) == 0) else 4.0)), (1.0 if (((self.shift // 4) % 2) == 0) else 16.0)), (1.0 if (((self.shift // 8) % 2) == 0) else 256.0)), (1.0 if (((self.shift // 16) % 2) == 0) else 65536.0)), (1.0 if (((self.shift // 32) % 2) == 0) else 4294967296.0)), (1.0 if (((self.shift // 64) % 2) == 0) else 1.8446744073709552e+19)), (1.0 if (((self.shift // 128) % 2) == 0) else 3.402823669209385e+38)), (1.0 if (((self.shift // 256) % 2) == 0) else 1.157920892373162e+77)), (1.0 if (((self.shift // 512) % 2) == 0) else 1.3407807929942597e+154)))
    _get_number = lambda self, trace: self._keep("number", _bounded_product((1.0 if (self.high_bits < 2147483648) else (-1.0)), ((_bounded_product(self.exponent, 1e+308) if (((self.high_bits % 1048576) == 0) and (self.low_bits == 0)) else (_bounded_product(self.exponent, 1e+308) - _bounded_product(self.exponent, 1e+308))) if (self.exponent == 2047) else (_bounded_product(self.significand, self.scale) if (self.exponent >= 1075) else _bounded_product(_bounded_product(_bounded_product(self.significand, (1.0 / self.scale)), (1.0 if (self.shift < 1024) else 7.458340731200207e-155)), (1.0 if (self.shift < 1024) else 7.458340731200207e-155))))))
    def _write(self, out):
        out.write(_LE_II.pack(self.low_bits, self.high_bits))
    def _fill(self, it):
        self.low_bits, self.high_bits = it.low_bits, it.high_bits
    _COMPUTED = {
        "exponent": _get_exponent, "significand": _get_significand, "shift": _get_shift, "scale": _get_scale,
        "number": _get_number,
    }

class Permutations(_TreeRecord):
    FIELDS = _member_attributes("magic num_entries entries")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "nac", "Nac.Permutations"
    DERIVED = {"num_entries", "magic"}
    STALE = {"num_entries"}
    CODES = {"num_entries": "<I"}
    _defaults = lambda: {"entries": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "magic", io)
        self.magic = it = io.take(4)
        (it == b"PERM") or _refuse("eq", b"PERM", it)
        trace is None or trace.begin(self, "num_entries", io)
        self.num_entries = it = io.number(_U4LE)
        (it <= 256) or _refuse("max", 256, it)
        trace is None or trace.begin(self, "entries", io)
        io.reading.records(self, "entries", "/types/permutations/seq/2", io, trace, self.num_entries, Signature)
        trace is None or trace.close(io)
    def _write(self, out):
        self._constant("magic", b"PERM", self._gives("magic"))
        out.write(_LE_4sI.pack(b"PERM", self.num_entries))
        it = self.num_entries
        (it <= 256) or self._broken("num_entries", "at most " + repr(256), it)
        self._at = "entries"
        it = self.entries
        self._counted(it, self.num_entries)
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
        if type(it.entries) is list:
            self.num_entries = len(it.entries)
    _default_magic = lambda self: b"PERM"
    _default_num_entries = lambda self: self._count_of("entries")
    _make_entries = lambda self, it: self._listed(it, lambda it, index: _made(Signature, it, self, index))

class Signature(_TreeRecord):
    FIELDS = _member_attributes("id_signature num_codes codes")
    VALUES = _member_attributes("has_constants")
    __slots__ = (*FIELDS.values(), *VALUES.values(),)
    SCHEMA, NAME = "nac", "Nac.Signature"
    DERIVED = {"num_codes"}
    STALE = {"num_codes"}
    CODES = {"id_signature": "<H", "num_codes": "<B"}
    _defaults = lambda: {"id_signature": 0, "codes": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _SIGNATURE_43_FIELDS)
        self.id_signature, self.num_codes = _SIGNATURE_43.unpack_from(io.view, io.pos)
        io.pos += 3
        trace is None or trace.begin(self, "codes", io)
        io.reading.records(
            self, "codes", "/types/signature/seq/2", io, trace, self.num_codes, ArgumentCode,
            params=lambda index: (index,),
        )
        trace is None or trace.close(io)
    _get_has_constants = lambda self, trace: self._keep("has_constants", (False if (self.num_codes == 0) else (self.codes[-1].num_constants != 0)))
    def _write(self, out):
        out.write(_LE_HB.pack(self.id_signature, self.num_codes))
        self._at = "codes"
        it = self.codes
        self._counted(it, self.num_codes)
        if type(it) is list:
            for index, it in enumerate(it):
                self._n = index
                it._put(out)
            self._n = None
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        self.id_signature = it.id_signature
    def _derive(self, it):
        if type(it.codes) is list:
            self.num_codes = len(it.codes)
    _default_num_codes = lambda self: self._count_of("codes")
    _make_codes = lambda self, it: self._listed(it, lambda it, index: _made(ArgumentCode, it, self, index, (lambda: index,)))
    _COMPUTED = {"has_constants": _get_has_constants}

class ArgumentCode(_TreeRecord):
    FIELDS = _member_attributes("code")
    VALUES = _member_attributes("is_constant num_constants")
    PARAMS = _member_attributes("idx")
    __slots__ = (*FIELDS.values(), *VALUES.values(), *PARAMS.values(),)
    SCHEMA, NAME = "nac", "Nac.ArgumentCode"
    CODES = {"code": "<B"}
    _defaults = lambda: {"code": _ArgumentKind_OF[65]}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "code", io)
        self.code = _ArgumentKind_OF[io.u1()]
        trace is None or trace.close(io)
    _get_is_constant = lambda self, trace: self._keep("is_constant", ((((((self.code == ArgumentKind.axis) or (self.code == ArgumentKind.shape)) or (self.code == ArgumentKind.integer)) or (self.code == ArgumentKind.floating)) or (self.code == ArgumentKind.boolean)) or (self.code == ArgumentKind.text)) or (self.code == ArgumentKind.other))
    _get_num_constants = lambda self, trace: self._keep("num_constants", (0 if (self.idx == 0) else self._parent.codes[self.idx - 1].num_constants) + (1 if self.is_constant else 0))
    def _write(self, out):
        out.write(_LE_B.pack(self.code))
    def _fill(self, it):
        self.code = it.code if isinstance(it.code, ArgumentKind) else self._make_code(it.code)
    _make_code = lambda self, it: _enum_member(ArgumentKind, it, self)
    _COMPUTED = {"is_constant": _get_is_constant, "num_constants": _get_num_constants}

class LookupTables(_TreeRecord):
    PLACED = _member_attributes(
        (
            "signature_order signature_table operation_order operation_table getitem_search operator_getitem_search"
            " select_search"
        ),
    )
    VALUES = _member_attributes("num_names id_getitem id_operator_getitem id_select")
    __slots__ = (*PLACED.values(), *VALUES.values(),)
    SCHEMA, NAME = "nac", "Nac.LookupTables"
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.close(io)
    def _get_signature_order(self, trace):
        if not (self._root.ofs_perm != 0):
            self.signature_order = None
            return
        io = self._io
        mark = io.seek(0)
        trace is None or trace.begin(self, "signature_order", io)
        self.signature_order = each = _new_record(IdRun)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each.key = LookupKey.signature
        each.idx_first = 0
        each.idx_end = len(self._root.perm.entries)
        each._read(io, trace)
        trace is None or trace.end(io)
        io.back(mark)
    def _get_signature_table(self, trace):
        io = self._io
        mark = io.seek(0)
        trace is None or trace.begin(self, "signature_table", io)
        io.reading.records(
            self, "signature_table", "/types/lookup_tables/instances/signature_table", io, trace, 256, SignatureSlot,
            params=lambda index: (index,),
            is_empty=True,
        )
        trace is None or trace.end(io)
        io.back(mark)
    def _get_operation_order(self, trace):
        if not (self.num_names != 0):
            self.operation_order = None
            return
        io = self._io
        mark = io.seek(0)
        trace is None or trace.begin(self, "operation_order", io)
        self.operation_order = each = _new_record(IdRun)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each.key = LookupKey.operation
        each.idx_first = 0
        each.idx_end = len(self._root.cmap.entries)
        each._read(io, trace)
        trace is None or trace.end(io)
        io.back(mark)
    def _get_operation_table(self, trace):
        io = self._io
        mark = io.seek(0)
        trace is None or trace.begin(self, "operation_table", io)
        io.reading.records(
            self, "operation_table", "/types/lookup_tables/instances/operation_table", io, trace, 256, OperationSlot,
            params=lambda index: (index,),
            is_empty=True,
        )
        trace is None or trace.end(io)
        io.back(mark)
    def _get_getitem_search(self, trace):
        if not ((self._root.version != 1) and (self._root.ofs_cmap != 0)):
            self.getitem_search = None
            return
        io = self._io
        mark = io.seek(0)
        trace is None or trace.begin(self, "getitem_search", io)
        self.getitem_search = each = _new_record(EntrySearch)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each.key = LookupKey.element
        each.sought = 1
        each.idx_first = 0
        each.idx_end = len(self._root.cmap.entries)
        each._read(io, trace)
        trace is None or trace.end(io)
        io.back(mark)
    def _get_operator_getitem_search(self, trace):
        if not ((self._root.version != 1) and (self._root.ofs_cmap != 0)):
            self.operator_getitem_search = None
            return
        io = self._io
        mark = io.seek(0)
        trace is None or trace.begin(self, "operator_getitem_search", io)
        self.operator_getitem_search = each = _new_record(EntrySearch)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each.key = LookupKey.element
        each.sought = 2
        each.idx_first = 0
        each.idx_end = len(self._root.cmap.entries)
        each._read(io, trace)
        trace is None or trace.end(io)
        io.back(mark)
    def _get_select_search(self, trace):
        if not ((self._root.version != 1) and (self._root.ofs_cmap != 0)):
            self.select_search = None
            return
        io = self._io
        mark = io.seek(0)
        trace is None or trace.begin(self, "select_search", io)
        self.select_search = each = _new_record(EntrySearch)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each.key = LookupKey.element
        each.sought = 3
        each.idx_first = 0
        each.idx_end = len(self._root.cmap.entries)
        each._read(io, trace)
        trace is None or trace.end(io)
        io.back(mark)
    _get_num_names = lambda self, trace: self._keep("num_names", (0 if ((self._root.ofs_cmap == 0) or (len(self._root.cmap.entries) > 256)) else len(self._root.cmap.entries)))
    _get_id_getitem = lambda self, trace: self._keep("id_getitem", ((-1) if ((self._root.version == 1) or (self._root.ofs_cmap == 0)) else ((-1) if (self.getitem_search.idx_entry < 0) else self._root.cmap.entries[self.getitem_search.idx_entry].id_operation)))
    _get_id_operator_getitem = lambda self, trace: self._keep("id_operator_getitem", ((-1) if ((self._root.version == 1) or (self._root.ofs_cmap == 0)) else ((-1) if (self.operator_getitem_search.idx_entry < 0) else self._root.cmap.entries[self.operator_getitem_search.idx_entry].id_operation)))
    _get_id_select = lambda self, trace: self._keep("id_select", ((-1) if ((self._root.version == 1) or (self._root.ofs_cmap == 0)) else ((-1) if (self.select_search.idx_entry < 0) else self._root.cmap.entries[self.select_search.idx_entry].id_operation)))
    def _write(self, out):
        pass
    def _fill(self, it):
        pass
    _if_signature_order = lambda self: self._root.ofs_perm != 0
    _default_signature_order = lambda self: ({}) if self._if_signature_order() else None
    _make_signature_order = lambda self, it: _made(IdRun, it, self, None, (lambda: LookupKey.signature, lambda: 0, lambda: len(self._root.perm.entries),))
    _put_signature_order = lambda self, out: self.signature_order._put(out)
    _pos_signature_order = lambda self: 0
    _default_signature_table = lambda self: [{}] * 256
    _make_signature_table = lambda self, it: self._listed(it, lambda it, index: _made(SignatureSlot, it, self, index, (lambda: index,)))
    def _put_signature_table(self, out):
        it = self.signature_table
        self._counted(it, 256)
        if type(it) is list:
            for index, it in enumerate(it):
                self._n = index
                it._put(out)
            self._n = None
        else:
            self._ready_list(it, out)
    _pos_signature_table = lambda self: 0
    _if_operation_order = lambda self: self.num_names != 0
    _default_operation_order = lambda self: ({}) if self._if_operation_order() else None
    _make_operation_order = lambda self, it: _made(IdRun, it, self, None, (lambda: LookupKey.operation, lambda: 0, lambda: len(self._root.cmap.entries),))
    _put_operation_order = lambda self, out: self.operation_order._put(out)
    _pos_operation_order = lambda self: 0
    _default_operation_table = lambda self: [{}] * 256
    _make_operation_table = lambda self, it: self._listed(it, lambda it, index: _made(OperationSlot, it, self, index, (lambda: index,)))
    def _put_operation_table(self, out):
        it = self.operation_table
        self._counted(it, 256)
        if type(it) is list:
            for index, it in enumerate(it):
                self._n = index
                it._put(out)
            self._n = None
        else:
            self._ready_list(it, out)
    _pos_operation_table = lambda self: 0
    _if_getitem_search = lambda self: (self._root.version != 1) and (self._root.ofs_cmap != 0)
    _default_getitem_search = lambda self: ({}) if self._if_getitem_search() else None
    _make_getitem_search = lambda self, it: _made(EntrySearch, it, self, None, (lambda: LookupKey.element, lambda: 1, lambda: 0, lambda: len(self._root.cmap.entries),))
    _put_getitem_search = lambda self, out: self.getitem_search._put(out)
    _pos_getitem_search = lambda self: 0
    _if_operator_getitem_search = lambda self: (self._root.version != 1) and (self._root.ofs_cmap != 0)
    _default_operator_getitem_search = lambda self: ({}) if self._if_operator_getitem_search() else None
    _make_operator_getitem_search = lambda self, it: _made(EntrySearch, it, self, None, (lambda: LookupKey.element, lambda: 2, lambda: 0, lambda: len(self._root.cmap.entries),))
    _put_operator_getitem_search = lambda self, out: self.operator_getitem_search._put(out)
    _pos_operator_getitem_search = lambda self: 0
    _if_select_search = lambda self: (self._root.version != 1) and (self._root.ofs_cmap != 0)
    _default_select_search = lambda self: ({}) if self._if_select_search() else None
    _make_select_search = lambda self, it: _made(EntrySearch, it, self, None, (lambda: LookupKey.element, lambda: 3, lambda: 0, lambda: len(self._root.cmap.entries),))
    _put_select_search = lambda self, out: self.select_search._put(out)
    _pos_select_search = lambda self: 0
    _LAZY = {
        "signature_order": _get_signature_order, "signature_table": _get_signature_table,
        "operation_order": _get_operation_order, "operation_table": _get_operation_table,
        "getitem_search": _get_getitem_search, "operator_getitem_search": _get_operator_getitem_search,
        "select_search": _get_select_search,
    }
    _COMPUTED = {
        "num_names": _get_num_names, "id_getitem": _get_id_getitem, "id_operator_getitem": _get_id_operator_getitem,
        "id_select": _get_id_select,
    }

class IdRun(_TreeRecord):
    FIELDS = _member_attributes("upper lower")
    VALUES = _member_attributes("idx_middle is_break num_breaks")
    PARAMS = _member_attributes("key idx_first idx_end")
    __slots__ = (*FIELDS.values(), *VALUES.values(), *PARAMS.values(),)
    SCHEMA, NAME = "nac", "Nac.IdRun"
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "upper", io)
        if (self.idx_end - self.idx_first) > 1:
            self.upper = each = _new_record(IdRun)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each.key = self.key
            each.idx_first = self.idx_middle
            each.idx_end = self.idx_end
            each._read(io, trace)
        else:
            self.upper = None
        trace is None or trace.begin(self, "lower", io)
        if (self.idx_end - self.idx_first) > 1:
            self.lower = each = _new_record(IdRun)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each.key = self.key
            each.idx_first = self.idx_first
            each.idx_end = self.idx_middle
            each._read(io, trace)
        else:
            self.lower = None
        trace is None or trace.close(io)
    _get_idx_middle = lambda self, trace: self._keep("idx_middle", self.idx_first + ((self.idx_end - self.idx_first) // 2))
    _get_is_break = lambda self, trace: self._keep("is_break", (False if (self.idx_end == self.idx_first) else ((self._root.perm.entries[self.idx_first].id_signature != (self._root.perm.entries[0].id_signature + self.idx_first)) if (self.key == LookupKey.signature) else (self._root.cmap.entries[self.idx_first].id_operation != (self._root.cmap.entries[0].id_operation + self.idx_first)))))
    _get_num_breaks = lambda self, trace: self._keep("num_breaks", ((self.upper.num_breaks + self.lower.num_breaks) if ((self.idx_end - self.idx_first) > 1) else (1 if self.is_break else 0)))
    def _write(self, out):
        self._at = "upper"
        it = self.upper
        if self._if_upper():
            it._put(out)
        elif it is not None:
            self._surplus()
        self._at = "lower"
        it = self.lower
        if self._if_lower():
            it._put(out)
        elif it is not None:
            self._surplus()
    def _fill(self, it):
        pass
    _if_upper = lambda self: (self.idx_end - self.idx_first) > 1
    _default_upper = lambda self: ({}) if self._if_upper() else None
    _make_upper = lambda self, it: _made(IdRun, it, self, None, (lambda: self.key, lambda: self.idx_middle, lambda: self.idx_end,))
    _if_lower = lambda self: (self.idx_end - self.idx_first) > 1
    _default_lower = lambda self: ({}) if self._if_lower() else None
    _make_lower = lambda self, it: _made(IdRun, it, self, None, (lambda: self.key, lambda: self.idx_first, lambda: self.idx_middle,))
    _COMPUTED = {"idx_middle": _get_idx_middle, "is_break": _get_is_break, "num_breaks": _get_num_breaks}

class SignatureSlot(_TreeRecord):
    PLACED = _member_attributes("lookup")
    VALUES = _member_attributes("idx_entry num_arguments has_constants argument_text")
    PARAMS = _member_attributes("id_signature")
    __slots__ = (*PLACED.values(), *VALUES.values(), *PARAMS.values(),)
    SCHEMA, NAME = "nac", "Nac.SignatureSlot"
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.close(io)
    def _get_lookup(self, trace):
        if not (False if ((self.id_signature == 0) or (self._root.ofs_perm == 0)) else (self._root.lookups.signature_order.num_breaks != 0)):
            self.lookup = None
            return
        io = self._io
        mark = io.seek(0)
        trace is None or trace.begin(self, "lookup", io)
        self.lookup = each = _new_record(EntrySearch)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each.key = LookupKey.signature
        each.sought = self.id_signature
        each.idx_first = 0
        each.idx_end = len(self._root.perm.entries)
        each._read(io, trace)
        trace is None or trace.end(io)
        io.back(mark)
    _get_idx_entry = lambda self, trace: self._keep("idx_entry", ((-1) if ((self.id_signature == 0) or (self._root.ofs_perm == 0)) else (self.lookup.idx_entry if (self._root.lookups.signature_order.num_breaks != 0) else ((-1) if (len(self._root.perm.entries) == 0) else ((-1) if (self.id_signature < self._root.perm.entries[0].id_signature) else ((-1) if ((self.id_signature - self._root.perm.entries[0].id_signature) >= len(self._root.perm.entries)) else (self.id_signature - self._root.perm.entries[0].id_signature)))))))
    _get_num_arguments = lambda self, trace: self._keep("num_arguments", (0 if (self.idx_entry < 0) else self._root.perm.entries[self.idx_entry].num_codes))
    _get_has_constants = lambda self, trace: self._keep("has_constants", (False if (self.idx_entry < 0) else self._root.perm.entries[self.idx_entry].has_constants))
    _get_argument_text = lambda self, trace: self._keep("argument_text", ("no signature" if (self.idx_entry < 0) else ("1 argument" if (self.num_arguments == 1) else _bounded_sum(str(self.num_arguments), " arguments"))))
    def _write(self, out):
        pass
    def _fill(self, it):
        pass
    _if_lookup = lambda self: (False if ((self.id_signature == 0) or (self._root.ofs_perm == 0)) else (self._root.lookups.signature_order.num_breaks != 0))
    _default_lookup = lambda self: ({}) if self._if_lookup() else None
    _make_lookup = lambda self, it: _made(EntrySearch, it, self, None, (lambda: LookupKey.signature, lambda: self.id_signature, lambda: 0, lambda: len(self._root.perm.entries),))
    _put_lookup = lambda self, out: self.lookup._put(out)
    _pos_lookup = lambda self: 0
    _LAZY = {"lookup": _get_lookup}
    _COMPUTED = {
        "idx_entry": _get_idx_entry, "num_arguments": _get_num_arguments, "has_constants": _get_has_constants,
        "argument_text": _get_argument_text,
    }

class OperationSlot(_TreeRecord):
    PLACED = _member_attributes("lookup")
    VALUES = _member_attributes("idx_entry name_text")
    PARAMS = _member_attributes("id_operation")
    __slots__ = (*PLACED.values(), *VALUES.values(), *PARAMS.values(),)
    SCHEMA, NAME = "nac", "Nac.OperationSlot"
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.close(io)
    def _get_lookup(self, trace):
        if not (False if (self._root.lookups.num_names == 0) else (self._root.lookups.operation_order.num_breaks != 0)):
            self.lookup = None
            return
        io = self._io
        mark = io.seek(0)
        trace is None or trace.begin(self, "lookup", io)
        self.lookup = each = _new_record(EntrySearch)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each.key = LookupKey.operation
        each.sought = self.id_operation
        each.idx_first = 0
        each.idx_end = self._root.lookups.num_names
        each._read(io, trace)
        trace is None or trace.end(io)
        io.back(mark)
    _get_idx_entry = lambda self, trace: self._keep("idx_entry", ((-1) if (self._root.lookups.num_names == 0) else (self.lookup.idx_entry if (self._root.lookups.operation_order.num_breaks != 0) else ((-1) if (self.id_operation < self._root.cmap.entries[0].id_operation) else ((-1) if ((self.id_operation - self._root.cmap.entries[0].id_operation) >= self._root.lookups.num_names) else (self.id_operation - self._root.cmap.entries[0].id_operation))))))
    _get_name_text = lambda self, trace: self._keep("name_text", (self._root.cmap.entries[self.idx_entry].name if (self.idx_entry >= 0) else (_bounded_sum("A=", str(self.id_operation)) if ((self.id_operation < 10) or (self.id_operation > (19 if (self._root.version == 1) else 31))) else _bounded_sum("nac.", (("pass" if (self.id_operation == 10) else ("add" if (self.id_operation == 11) else ("sub" if (self.id_operation == 12) else ("gt" if (self.id_operation == 13) else ("neg" if (self.id_operation == 14) else ("where" if (self.id_operation == 15) else ("clone" if (self.id_operation == 16) else ("view" if (self.id_operation == 17) else ("le" if (self.id_operation == 18) else "arange"))))))))) if (self.id_operation < 20) else ("mul" if (self.id_operation == 20) else ("div" if (self.id_operation == 21) else ("matmul" if (self.id_operation == 22) else ("transpose" if (self.id_operation == 23) else ("zeros" if (self.id_operation == 24) else ("zeros_like" if (self.id_operation == 25) else ("new_zeros" if (self.id_operation == 26) else ("ones" if (self.id_operation == 27) else ("ones_like" if (self.id_operation == 28) else ("new_ones" if (self.id_operation == 29) else ("full" if (self.id_operation == 30) else "full_like"))))))))))))))))
    def _write(self, out):
        pass
    def _fill(self, it):
        pass
    _if_lookup = lambda self: (False if (self._root.lookups.num_names == 0) else (self._root.lookups.operation_order.num_breaks != 0))
    _default_lookup = lambda self: ({}) if self._if_lookup() else None
    _make_lookup = lambda self, it: _made(EntrySearch, it, self, None, (lambda: LookupKey.operation, lambda: self.id_operation, lambda: 0, lambda: self._root.lookups.num_names,))
    _put_lookup = lambda self, out: self.lookup._put(out)
    _pos_lookup = lambda self: 0
    _LAZY = {"lookup": _get_lookup}
    _COMPUTED = {"idx_entry": _get_idx_entry, "name_text": _get_name_text}

class EntrySearch(_TreeRecord):
    FIELDS = _member_attributes("upper lower")
    VALUES = _member_attributes("idx_middle is_match idx_entry")
    PARAMS = _member_attributes("key sought idx_first idx_end")
    __slots__ = (*FIELDS.values(), *VALUES.values(), *PARAMS.values(),)
    SCHEMA, NAME = "nac", "Nac.EntrySearch"
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "upper", io)
        if (self.idx_end - self.idx_first) > 1:
            self.upper = each = _new_record(EntrySearch)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each.key = self.key
            each.sought = self.sought
            each.idx_first = self.idx_middle
            each.idx_end = self.idx_end
            each._read(io, trace)
        else:
            self.upper = None
        trace is None or trace.begin(self, "lower", io)
        if ((self.upper.idx_entry < 0) if ((self.idx_end - self.idx_first) > 1) else False):
            self.lower = each = _new_record(EntrySearch)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each.key = self.key
            each.sought = self.sought
            each.idx_first = self.idx_first
            each.idx_end = self.idx_middle
            each._read(io, trace)
        else:
            self.lower = None
        trace is None or trace.close(io)
    _get_idx_middle = lambda self, trace: self._keep("idx_middle", self.idx_first + ((self.idx_end - self.idx_first) // 2))
    _get_is_match = lambda self, trace: self._keep("is_match", (False if ((self.idx_end - self.idx_first) != 1) else ((self._root.perm.entries[self.idx_first].id_signature == self.sought) if (self.key == LookupKey.signature) else ((self._root.cmap.entries[self.idx_first].id_operation == self.sought) if (self.key == LookupKey.operation) else (self._root.cmap.entries[self.idx_first].element_kind == self.sought)))))
    _get_idx_entry = lambda self, trace: self._keep("idx_entry", ((self.lower.idx_entry if (self.upper.idx_entry < 0) else self.upper.idx_entry) if ((self.idx_end - self.idx_first) > 1) else (self.idx_first if self.is_match else (-1))))
    def _write(self, out):
        self._at = "upper"
        it = self.upper
        if self._if_upper():
            it._put(out)
        elif it is not None:
            self._surplus()
        self._at = "lower"
        it = self.lower
        if self._if_lower():
            it._put(out)
        elif it is not None:
            self._surplus()
    def _fill(self, it):
        pass
    _if_upper = lambda self: (self.idx_end - self.idx_first) > 1
    _default_upper = lambda self: ({}) if self._if_upper() else None
    _make_upper = lambda self, it: _made(EntrySearch, it, self, None, (lambda: self.key, lambda: self.sought, lambda: self.idx_middle, lambda: self.idx_end,))
    _if_lower = lambda self: ((self.upper.idx_entry < 0) if ((self.idx_end - self.idx_first) > 1) else False)
    _default_lower = lambda self: ({}) if self._if_lower() else None
    _make_lower = lambda self, it: _made(EntrySearch, it, self, None, (lambda: self.key, lambda: self.sought, lambda: self.idx_first, lambda: self.idx_middle,))
    _COMPUTED = {"idx_middle": _get_idx_middle, "is_match": _get_is_match, "idx_entry": _get_idx_entry}

class ParameterData(_TreeRecord):
    FIELDS = _member_attributes("magic num_parameters parameters num_inputs inputs num_tensors tensors")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "nac", "Nac.ParameterData"
    DERIVED = {"num_parameters", "num_inputs", "num_tensors", "magic"}
    STALE = {"num_parameters", "num_inputs", "num_tensors"}
    CODES = {"num_parameters": "<I", "num_inputs": "<I", "num_tensors": "<I"}
    HAS_PARTS = True
    _defaults = lambda: {"parameters": [], "inputs": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "magic", io)
        self.magic = it = io.take(4)
        (it == b"DATA") or _refuse("eq", b"DATA", it)
        trace is None or trace.begin(self, "num_parameters", io)
        self.num_parameters = it = io.number(_U4LE)
        (it <= 65536) or _refuse("max", 65536, it)
        trace is None or trace.begin(self, "parameters", io)
        io.reading.records(self, "parameters", "/types/parameter_data/seq/2", io, trace, self.num_parameters, ParameterName)
        trace is None or trace.begin(self, "num_inputs", io)
        self.num_inputs = it = io.number(_U4LE)
        (it <= 65536) or _refuse("max", 65536, it)
        trace is None or trace.begin(self, "inputs", io)
        io.reading.records(self, "inputs", "/types/parameter_data/seq/4", io, trace, self.num_inputs, InputName)
        trace is None or trace.begin(self, "num_tensors", io)
        if self._root.has_internal_weights:
            self.num_tensors = it = io.number(_U4LE)
            (it <= 65536) or _refuse("max", 65536, it)
        else:
            self.num_tensors = None
        trace is None or trace.begin(self, "tensors", io)
        if self._root.has_internal_weights:
            io.reading.records(self, "tensors", "/types/parameter_data/seq/6", io, trace, self.num_tensors, Tensor)
        else:
            self.tensors = None
        trace is None or trace.close(io)
    def _write(self, out):
        self._constant("magic", b"DATA", self._gives("magic"))
        out.write(_LE_4sI.pack(b"DATA", self.num_parameters))
        it = self.num_parameters
        (it <= 65536) or self._broken("num_parameters", "at most " + repr(65536), it)
        self._at = "parameters"
        it = self.parameters
        self._counted(it, self.num_parameters)
        if type(it) is list:
            for index, it in enumerate(it):
                self._n = index
                it._put(out)
            self._n = None
        else:
            self._ready_list(it, out)
        out.write(_LE_I.pack(self.num_inputs))
        it = self.num_inputs
        (it <= 65536) or self._broken("num_inputs", "at most " + repr(65536), it)
        self._at = "inputs"
        it = self.inputs
        self._counted(it, self.num_inputs)
        if type(it) is list:
            for index, it in enumerate(it):
                self._n = index
                it._put(out)
            self._n = None
        else:
            self._ready_list(it, out)
        self._at = "num_tensors"
        it = self.num_tensors
        if self._if_num_tensors():
            out.write(_LE_I.pack(it))
            (it <= 65536) or self._broken("num_tensors", "at most " + repr(65536), it)
        elif it is not None:
            self._surplus()
        self._at = "tensors"
        it = self.tensors
        if self._if_tensors():
            self._counted(it, self.num_tensors)
            if type(it) is list:
                for index, it in enumerate(it):
                    self._n = index
                    it._put(out)
                self._n = None
            else:
                self._ready_list(it, out)
        elif it is not None:
            self._surplus()
    def _fill(self, it):
        pass
    def _derive(self, it):
        if type(it.parameters) is list:
            self.num_parameters = len(it.parameters)
        if type(it.inputs) is list:
            self.num_inputs = len(it.inputs)
    _default_magic = lambda self: b"DATA"
    _default_num_parameters = lambda self: self._count_of("parameters")
    _make_parameters = lambda self, it: self._listed(it, lambda it, index: _made(ParameterName, it, self, index))
    _default_num_inputs = lambda self: self._count_of("inputs")
    _make_inputs = lambda self, it: self._listed(it, lambda it, index: _made(InputName, it, self, index))
    _if_num_tensors = lambda self: self._root.has_internal_weights
    _default_num_tensors = lambda self: (self._count_of("tensors")) if self._if_num_tensors() else None
    _if_tensors = lambda self: self._root.has_internal_weights
    _default_tensors = lambda self: (self._missing("tensors")) if self._if_tensors() else None
    _make_tensors = lambda self, it: self._listed(it, lambda it, index: _made(Tensor, it, self, index))

class ParameterName(_TreeRecord):
    FIELDS = _member_attributes("id_parameter len_name name")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "nac", "Nac.ParameterName"
    DERIVED = {"len_name"}
    STALE = {"len_name"}
    CODES = {"id_parameter": "<H", "len_name": "<H"}
    _defaults = lambda: {"id_parameter": 0, "name": ""}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _PARAMETER_NAME_45_FIELDS)
        self.id_parameter, self.len_name = _PARAMETER_NAME_45.unpack_from(io.view, io.pos)
        io.pos += 4
        trace is None or trace.begin(self, "name", io)
        self.name = str(io.take(self.len_name), "UTF-8")
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_HH.pack(self.id_parameter, self.len_name))
        self._at = "name"
        it = self.name
        _put_sized(self, out, _text_bytes(it, "UTF-8", self), self.len_name)
    def _fill(self, it):
        self.id_parameter, self.name = it.id_parameter, it.name
    def _derive(self, it):
        if type(it.name) is str:
            self.len_name = len(it.name.encode("UTF-8"))
    _default_len_name = lambda self: self._length_of("name")
    _data_name = lambda self, it: _text_bytes(it, "UTF-8", self)

class InputName(_TreeRecord):
    FIELDS = _member_attributes("idx_instruction len_name name")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "nac", "Nac.InputName"
    DERIVED = {"len_name"}
    STALE = {"len_name"}
    CODES = {"idx_instruction": "<H", "len_name": "<H"}
    _defaults = lambda: {"idx_instruction": 0, "name": ""}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _INPUT_NAME_48_FIELDS)
        self.idx_instruction, self.len_name = _INPUT_NAME_48.unpack_from(io.view, io.pos)
        io.pos += 4
        trace is None or trace.begin(self, "name", io)
        self.name = str(io.take(self.len_name), "UTF-8")
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_HH.pack(self.idx_instruction, self.len_name))
        self._at = "name"
        it = self.name
        _put_sized(self, out, _text_bytes(it, "UTF-8", self), self.len_name)
    def _fill(self, it):
        self.idx_instruction, self.name = it.idx_instruction, it.name
    def _derive(self, it):
        if type(it.name) is str:
            self.len_name = len(it.name.encode("UTF-8"))
    _default_len_name = lambda self: self._length_of("name")
    _data_name = lambda self, it: _text_bytes(it, "UTF-8", self)

class Tensor(_TreeRecord):
    FIELDS = _member_attributes("id_parameter len_meta len_data meta data")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "nac", "Nac.Tensor"
    DERIVED = {"len_meta", "len_data"}
    STALE = {"len_meta", "len_data"}
    CODES = {"id_parameter": "<H", "len_meta": "<I", "len_data": "<Q"}
    HAS_PARTS = True
    _defaults = lambda: {"id_parameter": 0, "meta": TensorMeta(), "data": b""}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _TENSOR_50_FIELDS)
        self.id_parameter, self.len_meta, self.len_data = _TENSOR_50.unpack_from(io.view, io.pos)
        io.pos += 14
        trace is None or trace.begin(self, "meta", io)
        part = io.part(self.len_meta)
        self.meta = each = _new_record(TensorMeta)
        each._io, each._parent, each._root, each._start = part, self, self._root, part.pos
        each._read(part, trace)
        trace is None or trace.begin(self, "data", io)
        self.data = io.take(self.len_data)
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_HIQ.pack(self.id_parameter, self.len_meta, self.len_data))
        self._at = "meta"
        it = self.meta
        _put_sized(self, out, self._content(it), self.len_meta, 0)
        self._at = "data"
        it = self.data
        _put_sized(self, out, _raw_bytes(it, self), self.len_data)
    def _fill(self, it):
        self.id_parameter, self.data = it.id_parameter, it.data
    def _derive(self, it):
        if type(it.data) is bytes:
            self.len_data = len(it.data)
    _default_len_meta = lambda self: self._length_of("meta")
    _default_len_data = lambda self: self._length_of("data")
    _make_meta = lambda self, it: _made(TensorMeta, it, self, apart=True)
    _data_meta = lambda self, it: self._content(it)
    _data_data = lambda self, it: _raw_bytes(it, self)

class TensorMeta(_TreeRecord):
    FIELDS = _member_attributes("dtype rank dims quantization scaling")
    VALUES = _member_attributes("shape_text")
    __slots__ = (*FIELDS.values(), *VALUES.values(),)
    SCHEMA, NAME = "nac", "Nac.TensorMeta"
    DERIVED = {"rank"}
    STALE = {"rank"}
    CODES = {"dtype": "<B", "rank": "<B", "dims": "<I", "quantization": "<B"}
    HAS_PARTS = True
    _defaults = lambda: {"dtype": _Dtype_OF[0], "dims": [], "quantization": _Quantization_OF[0]}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _TENSOR_META_53_FIELDS)
        self.dtype, self.rank = _TENSOR_META_53.unpack_from(io.view, io.pos)
        io.pos += 2
        self.dtype = _Dtype_OF[self.dtype]
        trace is None or trace.begin(self, "dims", io)
        self.dims = io.numbers("<I", 4, self.rank)
        trace is None or trace.begin(self, "quantization", io)
        self.quantization = it = _Quantization_OF[io.u1()]
        (it in _Quantization_OF) or _refuse("in-enum", None, it)
        trace is None or trace.begin(self, "scaling", io)
        on = self.quantization
        kind = _TensorMeta_scaling(on)
        if kind is not None:
            self.scaling = each = _new_record(kind)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each._read(io, trace)
        else:
            self.scaling = each = _new_record(NoScaling)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each._read(io, trace)
        trace is None or trace.close(io)
    _get_shape_text = lambda self, trace: self._keep("shape_text", ("" if (self.rank < 1) else _bounded_sum(str(self.dims[0]), ("" if (self.rank < 2) else _bounded_sum(_bounded_sum(",", str(self.dims[1])), ("" if (self.rank < 3) else _bounded_sum(_bounded_sum(",", str(self.dims[2])), ("" if (self.rank < 4) else _bounded_sum(_bounded_sum(",", str(self.dims[3])), ("" if (self.rank < 5) else ",..."))))))))))
    def _write(self, out):
        out.write(_LE_BB.pack(self.dtype, self.rank))
        self._at = "dims"
        it = self.dims
        self._counted(it, self.rank)
        if type(it) is list:
            _put_numbers(out, "<I", it)
        else:
            self._ready_list(it, out)
        out.write(_LE_B.pack(self.quantization))
        it = self.quantization
        (it in _Quantization_OF) or self._broken("quantization", "a member of Quantization", it)
        self._at = "scaling"
        it = self.scaling
        case = self.quantization
        if case in (Quantization.int8_tensor, Quantization.int8_channel, Quantization.block_fp8):
            it._put(out)
        else:
            it._put(out)
    def _fill(self, it):
        self.dtype = it.dtype if isinstance(it.dtype, Dtype) else self._make_dtype(it.dtype)
        if type(it.dims) is list:
            self.dims = it.dims
        self.quantization = it.quantization if isinstance(it.quantization, Quantization) else self._make_quantization(it.quantization)
    def _derive(self, it):
        if type(it.dims) is list:
            self.rank = len(it.dims)
    _make_dtype = lambda self, it: _enum_member(Dtype, it, self)
    _default_rank = lambda self: self._count_of("dims")
    _make_dims = lambda self, it: self._listed(it)
    _make_quantization = lambda self, it: _enum_member(Quantization, it, self)
    def _default_scaling(self):
        case = self.quantization
        if case in (Quantization.int8_tensor, Quantization.int8_channel, Quantization.block_fp8,):
            return self._missing("scaling")
        return {}
    _make_scaling = lambda self, it: (_made(TensorScaling, it, self) if (case := self.quantization) == Quantization.int8_tensor else _made(ChannelScaling, it, self) if case == Quantization.int8_channel else _made(BlockScaling, it, self) if case == Quantization.block_fp8 else _made(NoScaling, it, self))
    _COMPUTED = {"shape_text": _get_shape_text}

class NoScaling(_TreeRecord):
    __slots__ = ()
    SCHEMA, NAME = "nac", "Nac.NoScaling"
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.close(io)
    def _write(self, out):
        pass
    def _fill(self, it):
        pass

class TensorScaling(_TreeRecord):
    FIELDS = _member_attributes("scale")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "nac", "Nac.TensorScaling"
    HAS_PARTS = True
    _defaults = lambda: {"scale": _binary32_schema.Binary32()}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "scale", io)
        part = io.part(4)
        self.scale = each = _new_record(_binary32_schema.Binary32)
        each._io, each._parent, each._root, each._start = part, None, each, part.pos
        each._above = self
        each._read(part, trace)
        trace is None or trace.close(io)
    def _write(self, out):
        self._at = "scale"
        it = self.scale
        _put_sized(self, out, self._content(it), 4, 0)
    def _fill(self, it):
        pass
    _make_scale = lambda self, it: _made(_binary32_schema.Binary32, it, self, apart=True)

class ChannelScaling(_TreeRecord):
    FIELDS = _member_attributes("axis num_scales scales")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "nac", "Nac.ChannelScaling"
    DERIVED = {"num_scales"}
    STALE = {"num_scales"}
    CODES = {"axis": "<B", "num_scales": "<I"}
    HAS_PARTS = True
    _defaults = lambda: {"axis": 0, "scales": Binary32List()}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _CHANNEL_SCALING_55_FIELDS)
        self.axis, self.num_scales = _CHANNEL_SCALING_55.unpack_from(io.view, io.pos)
        io.pos += 5
        trace is None or trace.begin(self, "scales", io)
        part = io.part(_bounded_product(self.num_scales, 4))
        self.scales = each = _new_record(Binary32List)
        each._io, each._parent, each._root, each._start = part, self, self._root, part.pos
        each._read(part, trace)
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_BI.pack(self.axis, self.num_scales))
        self._at = "scales"
        it = self.scales
        _put_sized(self, out, self._content(it), _bounded_product(self.num_scales, 4), 0)
    def _fill(self, it):
        self.axis = it.axis
    _default_num_scales = lambda self: self._length_of("scales", 4, 0)
    _make_scales = lambda self, it: _made(Binary32List, it, self, apart=True)
    _data_scales = lambda self, it: self._content(it)

class BlockScaling(_TreeRecord):
    FIELDS = _member_attributes("len_block rank dims num_scales scales")
    VALUES = _member_attributes("shape_text")
    __slots__ = (*FIELDS.values(), *VALUES.values(),)
    SCHEMA, NAME = "nac", "Nac.BlockScaling"
    DERIVED = {"rank", "num_scales"}
    STALE = {"rank", "num_scales"}
    CODES = {"len_block": "<H", "rank": "<B", "dims": "<I", "num_scales": "<I"}
    HAS_PARTS = True
    _defaults = lambda: {"len_block": 0, "dims": [], "scales": Binary32List()}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _BLOCK_SCALING_58_FIELDS)
        self.len_block, self.rank = _BLOCK_SCALING_58.unpack_from(io.view, io.pos)
        io.pos += 3
        trace is None or trace.begin(self, "dims", io)
        self.dims = io.numbers("<I", 4, self.rank)
        trace is None or trace.begin(self, "num_scales", io)
        self.num_scales = io.number(_U4LE)
        trace is None or trace.begin(self, "scales", io)
        part = io.part(_bounded_product(self.num_scales, 4))
        self.scales = each = _new_record(Binary32List)
        each._io, each._parent, each._root, each._start = part, self, self._root, part.pos
        each._read(part, trace)
        trace is None or trace.close(io)
    _get_shape_text = lambda self, trace: self._keep("shape_text", ("" if (self.rank < 1) else _bounded_sum(str(self.dims[0]), ("" if (self.rank < 2) else _bounded_sum(_bounded_sum(",", str(self.dims[1])), ("" if (self.rank < 3) else _bounded_sum(_bounded_sum(",", str(self.dims[2])), ("" if (self.rank < 4) else _bounded_sum(_bounded_sum(",", str(self.dims[3])), ("" if (self.rank < 5) else ",..."))))))))))
    def _write(self, out):
        out.write(_LE_HB.pack(self.len_block, self.rank))
        self._at = "dims"
        it = self.dims
        self._counted(it, self.rank)
        if type(it) is list:
            _put_numbers(out, "<I", it)
        else:
            self._ready_list(it, out)
        out.write(_LE_I.pack(self.num_scales))
        self._at = "scales"
        it = self.scales
        _put_sized(self, out, self._content(it), _bounded_product(self.num_scales, 4), 0)
    def _fill(self, it):
        if type(it.dims) is list:
            self.dims = it.dims
        self.len_block = it.len_block
    def _derive(self, it):
        if type(it.dims) is list:
            self.rank = len(it.dims)
    _default_rank = lambda self: self._count_of("dims")
    _make_dims = lambda self, it: self._listed(it)
    _default_num_scales = lambda self: self._length_of("scales", 4, 0)
    _make_scales = lambda self, it: _made(Binary32List, it, self, apart=True)
    _data_scales = lambda self, it: self._content(it)
    _COMPUTED = {"shape_text": _get_shape_text}

class Preprocessing(_TreeRecord):
    FIELDS = _member_attributes("magic len_manifest manifest")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "nac", "Nac.Preprocessing"
    DERIVED = {"len_manifest", "magic"}
    STALE = {"len_manifest"}
    CODES = {"len_manifest": "<I"}
    _defaults = lambda: {"manifest": b""}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "magic", io)
        self.magic = it = io.take(4)
        (it == b"PROC") or _refuse("eq", b"PROC", it)
        trace is None or trace.begin(self, "len_manifest", io)
        self.len_manifest = io.number(_U4LE)
        trace is None or trace.begin(self, "manifest", io)
        self.manifest = io.take(self.len_manifest)
        trace is None or trace.close(io)
    def _write(self, out):
        self._constant("magic", b"PROC", self._gives("magic"))
        out.write(_LE_4sI.pack(b"PROC", self.len_manifest))
        self._at = "manifest"
        it = self.manifest
        _put_sized(self, out, _raw_bytes(it, self), self.len_manifest)
    def _fill(self, it):
        self.manifest = it.manifest
    def _derive(self, it):
        if type(it.manifest) is bytes:
            self.len_manifest = len(it.manifest)
    _default_magic = lambda self: b"PROC"
    _default_len_manifest = lambda self: self._length_of("manifest")
    _data_manifest = lambda self, it: _raw_bytes(it, self)

class Orchestrator(_TreeRecord):
    FIELDS = _member_attributes("magic len_bytecode num_constants bytecode constants")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "nac", "Nac.Orchestrator"
    DERIVED = {"len_bytecode", "num_constants", "magic"}
    STALE = {"len_bytecode", "num_constants"}
    CODES = {"len_bytecode": "<I", "num_constants": "<I"}
    HAS_PARTS = True
    _defaults = lambda: {"bytecode": b"", "constants": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "magic", io)
        self.magic = it = io.take(4)
        (it == b"ORCH") or _refuse("eq", b"ORCH", it)
        trace is None or trace.numbers(self, io, _ORCHESTRATOR_60_FIELDS)
        self.len_bytecode, self.num_constants = _ORCHESTRATOR_60.unpack_from(io.view, io.pos)
        io.pos += 8
        (self.num_constants <= 65536) or _refuse("max", 65536, self.num_constants)
        trace is None or trace.begin(self, "bytecode", io)
        self.bytecode = io.take(self.len_bytecode)
        trace is None or trace.begin(self, "constants", io)
        io.reading.records(self, "constants", "/types/orchestrator/seq/4", io, trace, self.num_constants, Constant)
        trace is None or trace.close(io)
    def _write(self, out):
        self._constant("magic", b"ORCH", self._gives("magic"))
        out.write(_LE_4sII.pack(b"ORCH", self.len_bytecode, self.num_constants))
        it = self.num_constants
        (it <= 65536) or self._broken("num_constants", "at most " + repr(65536), it)
        self._at = "bytecode"
        it = self.bytecode
        _put_sized(self, out, _raw_bytes(it, self), self.len_bytecode)
        self._at = "constants"
        it = self.constants
        self._counted(it, self.num_constants)
        if type(it) is list:
            for index, it in enumerate(it):
                self._n = index
                it._put(out)
            self._n = None
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        self.bytecode = it.bytecode
    def _derive(self, it):
        if type(it.bytecode) is bytes:
            self.len_bytecode = len(it.bytecode)
        if type(it.constants) is list:
            self.num_constants = len(it.constants)
    _default_magic = lambda self: b"ORCH"
    _default_len_bytecode = lambda self: self._length_of("bytecode")
    _default_num_constants = lambda self: self._count_of("constants")
    _data_bytecode = lambda self, it: _raw_bytes(it, self)
    _make_constants = lambda self, it: self._listed(it, lambda it, index: _made(Constant, it, self, index))

class Resources(_TreeRecord):
    FIELDS = _member_attributes("magic num_files files")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "nac", "Nac.Resources"
    DERIVED = {"num_files", "magic"}
    STALE = {"num_files"}
    CODES = {"num_files": "<I"}
    _defaults = lambda: {"files": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "magic", io)
        self.magic = it = io.take(4)
        (it == b"RSRC") or _refuse("eq", b"RSRC", it)
        trace is None or trace.begin(self, "num_files", io)
        self.num_files = it = io.number(_U4LE)
        (it <= 65536) or _refuse("max", 65536, it)
        trace is None or trace.begin(self, "files", io)
        io.reading.records(self, "files", "/types/resources/seq/2", io, trace, self.num_files, Resource)
        trace is None or trace.close(io)
    def _write(self, out):
        self._constant("magic", b"RSRC", self._gives("magic"))
        out.write(_LE_4sI.pack(b"RSRC", self.num_files))
        it = self.num_files
        (it <= 65536) or self._broken("num_files", "at most " + repr(65536), it)
        self._at = "files"
        it = self.files
        self._counted(it, self.num_files)
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
        if type(it.files) is list:
            self.num_files = len(it.files)
    _default_magic = lambda self: b"RSRC"
    _default_num_files = lambda self: self._count_of("files")
    _make_files = lambda self, it: self._listed(it, lambda it, index: _made(Resource, it, self, index))

class Resource(_TreeRecord):
    FIELDS = _member_attributes("len_name name len_data data")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "nac", "Nac.Resource"
    DERIVED = {"len_name", "len_data"}
    STALE = {"len_name", "len_data"}
    CODES = {"len_name": "<H", "len_data": "<I"}
    _defaults = lambda: {"name": "", "data": b""}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "len_name", io)
        self.len_name = io.number(_U2LE)
        trace is None or trace.begin(self, "name", io)
        self.name = str(io.take(self.len_name), "UTF-8")
        trace is None or trace.begin(self, "len_data", io)
        self.len_data = io.number(_U4LE)
        trace is None or trace.begin(self, "data", io)
        self.data = io.take(self.len_data)
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_H.pack(self.len_name))
        self._at = "name"
        it = self.name
        _put_sized(self, out, _text_bytes(it, "UTF-8", self), self.len_name)
        out.write(_LE_I.pack(self.len_data))
        self._at = "data"
        it = self.data
        _put_sized(self, out, _raw_bytes(it, self), self.len_data)
    def _fill(self, it):
        self.name, self.data = it.name, it.data
    def _derive(self, it):
        if type(it.name) is str:
            self.len_name = len(it.name.encode("UTF-8"))
        if type(it.data) is bytes:
            self.len_data = len(it.data)
    _default_len_name = lambda self: self._length_of("name")
    _data_name = lambda self, it: _text_bytes(it, "UTF-8", self)
    _default_len_data = lambda self: self._length_of("data")
    _data_data = lambda self, it: _raw_bytes(it, self)

class NamedArrays(_TreeRecord):
    FIELDS = _member_attributes("magic num_arrays arrays")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "nac", "Nac.NamedArrays"
    DERIVED = {"num_arrays", "magic"}
    STALE = {"num_arrays"}
    CODES = {"num_arrays": "<I"}
    _defaults = lambda: {"arrays": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "magic", io)
        self.magic = it = io.take(4)
        (it == b"ARRS") or _refuse("eq", b"ARRS", it)
        trace is None or trace.begin(self, "num_arrays", io)
        self.num_arrays = it = io.number(_U4LE)
        (it <= 65536) or _refuse("max", 65536, it)
        trace is None or trace.begin(self, "arrays", io)
        io.reading.records(self, "arrays", "/types/named_arrays/seq/2", io, trace, self.num_arrays, NamedArray)
        trace is None or trace.close(io)
    def _write(self, out):
        self._constant("magic", b"ARRS", self._gives("magic"))
        out.write(_LE_4sI.pack(b"ARRS", self.num_arrays))
        it = self.num_arrays
        (it <= 65536) or self._broken("num_arrays", "at most " + repr(65536), it)
        self._at = "arrays"
        it = self.arrays
        self._counted(it, self.num_arrays)
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
        if type(it.arrays) is list:
            self.num_arrays = len(it.arrays)
    _default_magic = lambda self: b"ARRS"
    _default_num_arrays = lambda self: self._count_of("arrays")
    _make_arrays = lambda self, it: self._listed(it, lambda it, index: _made(NamedArray, it, self, index))

class NamedArray(_TreeRecord):
    FIELDS = _member_attributes("len_name name dtype rank dims len_data data")
    VALUES = _member_attributes("shape_text")
    __slots__ = (*FIELDS.values(), *VALUES.values(),)
    SCHEMA, NAME = "nac", "Nac.NamedArray"
    DERIVED = {"len_name", "rank", "len_data"}
    STALE = {"len_name", "rank", "len_data"}
    CODES = {"len_name": "<H", "dtype": "<B", "rank": "<B", "dims": "<I", "len_data": "<Q"}
    _defaults = lambda: {"name": "", "dtype": _Dtype_OF[0], "dims": [], "data": b""}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "len_name", io)
        self.len_name = io.number(_U2LE)
        trace is None or trace.begin(self, "name", io)
        self.name = str(io.take(self.len_name), "UTF-8")
        trace is None or trace.numbers(self, io, _NAMED_ARRAY_64_FIELDS)
        self.dtype, self.rank = _NAMED_ARRAY_64.unpack_from(io.view, io.pos)
        io.pos += 2
        self.dtype = _Dtype_OF[self.dtype]
        trace is None or trace.begin(self, "dims", io)
        self.dims = io.numbers("<I", 4, self.rank)
        trace is None or trace.begin(self, "len_data", io)
        self.len_data = io.number(_U8LE)
        trace is None or trace.begin(self, "data", io)
        self.data = io.take(self.len_data)
        trace is None or trace.close(io)
    _get_shape_text = lambda self, trace: self._keep("shape_text", ("" if (self.rank < 1) else _bounded_sum(str(self.dims[0]), ("" if (self.rank < 2) else _bounded_sum(_bounded_sum(",", str(self.dims[1])), ("" if (self.rank < 3) else _bounded_sum(_bounded_sum(",", str(self.dims[2])), ("" if (self.rank < 4) else _bounded_sum(_bounded_sum(",", str(self.dims[3])), ("" if (self.rank < 5) else ",..."))))))))))
    def _write(self, out):
        out.write(_LE_H.pack(self.len_name))
        self._at = "name"
        it = self.name
        _put_sized(self, out, _text_bytes(it, "UTF-8", self), self.len_name)
        out.write(_LE_BB.pack(self.dtype, self.rank))
        self._at = "dims"
        it = self.dims
        self._counted(it, self.rank)
        if type(it) is list:
            _put_numbers(out, "<I", it)
        else:
            self._ready_list(it, out)
        out.write(_LE_Q.pack(self.len_data))
        self._at = "data"
        it = self.data
        _put_sized(self, out, _raw_bytes(it, self), self.len_data)
    def _fill(self, it):
        self.dtype = it.dtype if isinstance(it.dtype, Dtype) else self._make_dtype(it.dtype)
        if type(it.dims) is list:
            self.dims = it.dims
        self.name, self.data = it.name, it.data
    def _derive(self, it):
        if type(it.name) is str:
            self.len_name = len(it.name.encode("UTF-8"))
        if type(it.dims) is list:
            self.rank = len(it.dims)
        if type(it.data) is bytes:
            self.len_data = len(it.data)
    _default_len_name = lambda self: self._length_of("name")
    _data_name = lambda self, it: _text_bytes(it, "UTF-8", self)
    _make_dtype = lambda self, it: _enum_member(Dtype, it, self)
    _default_rank = lambda self: self._count_of("dims")
    _make_dims = lambda self, it: self._listed(it)
    _default_len_data = lambda self: self._length_of("data")
    _data_data = lambda self, it: _raw_bytes(it, self)
    _COMPUTED = {"shape_text": _get_shape_text}


_TensorMeta_scaling = {Quantization.int8_tensor: TensorScaling, Quantization.int8_channel: ChannelScaling, Quantization.block_fp8: BlockScaling}.get
ROOT = Nac
