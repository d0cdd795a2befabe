# Generated from schemas/nac.ksy (sha256 0633245ba11ec1316652a3a52f698b0ae7c264362a179e907afedf63510c32ad) by `nacformats generate`. Do not edit.
# It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
# It imports schemas/mep.ksy (sha256 f5e6c0d9a90892766e34198c379ccc32fbed3f369ec809c31f3c674f5b8c6a2c).
# It imports schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769).
"""Records of Neural Architecture Code (NAC) v1.6, v1.7 and v1.8: they read and write."""

from __future__ import annotations

from enum import IntEnum as _IntEnum
from itertools import count as _count
from struct import Struct as _Struct
from nacformats.codec.machine.operators import bounded_product as _bounded_product, bounded_sum as _bounded_sum
from nacformats.codec.machine.record import TreeRecord as _TreeRecord, member_attributes as _member_attributes, new_record as _new_record
from nacformats.codec.machine.stream import FieldError as _FieldError
from nacformats.codec.machine.trace import struct_fields as _struct_fields
from nacformats._generated.python import binary32 as _binary32_schema

__all__ = [
    "ArgumentCode",
    "ArgumentKind",
    "Binary32List",
    "Binary64",
    "BlockScaling",
    "CallFields",
    "CanonicalMap",
    "ChannelScaling",
    "Constant",
    "ConstantKind",
    "ConstantTable",
    "ControlFlowFields",
    "ConvergenceFields",
    "Dtype",
    "ElementFields",
    "ElementSearch",
    "FinishFields",
    "Float32ListBody",
    "Float64Body",
    "HeaderSize",
    "InputFields",
    "InputName",
    "InputSource",
    "Instruction",
    "InstructionLayout",
    "Int32ListBody",
    "Int64Body",
    "MemoryAction",
    "MemoryCommand",
    "MemoryMap",
    "Nac",
    "NamedArray",
    "NamedArrays",
    "NoFields",
    "NoScaling",
    "NullBody",
    "Operation",
    "OperationName",
    "Operations",
    "Orchestrator",
    "OutputFields",
    "OutputKind",
    "ParameterData",
    "ParameterName",
    "Permutations",
    "Preprocessing",
    "Quantization",
    "ROOT",
    "Resource",
    "Resources",
    "ScheduleRecord",
    "Signature",
    "SignatureLookup",
    "SignatureRun",
    "SignatureSlot",
    "Tensor",
    "TensorMeta",
    "TensorScaling",
    "TextBody",
    "Training",
    "TruthBody",
    "UpdateFields",
]



class HeaderSize(_IntEnum):
    v1_6 = 88
    v1_7 = 92
    v1_8 = 100


_HEADERSIZE = HeaderSize._value2member_map_.get


class Quantization(_IntEnum):
    none = 0
    fp16 = 1
    int8_tensor = 2
    int8_channel = 3
    block_fp8 = 4


_QUANTIZATION = Quantization._value2member_map_.get


class Operation(_IntEnum):
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


_OPERATION = Operation._value2member_map_.get


class InstructionLayout(_IntEnum):
    input = 2
    output = 3
    control_flow = 6
    convergence = 7
    call = 10
    element = 20
    update = 33
    finish = 34


_INSTRUCTIONLAYOUT = InstructionLayout._value2member_map_.get


class InputSource(_IntEnum):
    user = 0
    parameter = 1
    state = 2
    constant = 3
    saved = 4
    target = 5


_INPUTSOURCE = InputSource._value2member_map_.get


class OutputKind(_IntEnum):
    result = 0
    subgraph = 1
    update = 3
    finish = 4


_OUTPUTKIND = OutputKind._value2member_map_.get


class MemoryAction(_IntEnum):
    save_result = 10
    save_for_grad = 15
    free = 20
    free_after_trng = 25
    forward = 30
    preload = 40


_MEMORYACTION = MemoryAction._value2member_map_.get


class ArgumentKind(_IntEnum):
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


_ARGUMENTKIND = ArgumentKind._value2member_map_.get


class ConstantKind(_IntEnum):
    none = 0
    truth = 1
    int64 = 2
    float64 = 3
    text = 4
    int32_list = 5
    float32_list = 6


_CONSTANTKIND = ConstantKind._value2member_map_.get


class Dtype(_IntEnum):
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


_DTYPE = Dtype._value2member_map_.get
_NAC_0 = (("has_internal_weights", 1), ("has_training", 1))
_NAC_1 = _Struct("<HHB")
_NAC_1_FIELDS = _struct_fields("<HHB", "num_inputs", "num_outputs", "reserved1")
_NAC_3 = _Struct("<HQQQQQQQQ")
_NAC_3_FIELDS = _struct_fields("<HQQQQQQQQ", "d_model", "ofs_mmap", "ofs_ops", "ofs_cmap", "ofs_cnst", "ofs_perm", "ofs_data", "ofs_proc", "ofs_orch")
_U8LE = _Struct("<Q")
_U4LE = _Struct("<I")
_SCHEDULE_RECORD_7 = _Struct("<HB")
_SCHEDULE_RECORD_7_FIELDS = _struct_fields("<HB", "tick", "num_commands")
_MEMORY_COMMAND_9 = _Struct("<BH")
_MEMORY_COMMAND_9_FIELDS = _struct_fields("<BH", "action", "target")
_INSTRUCTION_11 = _Struct("<BB")
_INSTRUCTION_11_FIELDS = _struct_fields("<BB", "a", "b")
_S2LE = _Struct("<h")
_UPDATE_FIELDS_14 = _Struct("<hhh")
_UPDATE_FIELDS_14_FIELDS = _struct_fields("<hhh", "id", "gradient", "rate")
_CONTROL_FLOW_FIELDS_16 = _Struct("<hhhh")
_CONTROL_FLOW_FIELDS_16_FIELDS = _struct_fields("<hhhh", "prefix", "len_true", "len_false", "predicate")
_CONVERGENCE_FIELDS_18 = _Struct("<hhh")
_CONVERGENCE_FIELDS_18_FIELDS = _struct_fields("<hhh", "input", "block_end", "num_branches")
_OPERATION_NAME_20 = _Struct("<HB")
_OPERATION_NAME_20_FIELDS = _struct_fields("<HB", "id_operation", "len_name")
_CONSTANT_22 = _Struct("<HB")
_CONSTANT_22_FIELDS = _struct_fields("<HB", "id_constant", "kind")
_U2LE = _Struct("<H")
_S8LE = _Struct("<q")
_BINARY64_26 = _Struct("<II")
_BINARY64_26_FIELDS = _struct_fields("<II", "low_bits", "high_bits")
_SIGNATURE_28 = _Struct("<HB")
_SIGNATURE_28_FIELDS = _struct_fields("<HB", "id_signature", "num_codes")
_PARAMETER_NAME_30 = _Struct("<HH")
_PARAMETER_NAME_30_FIELDS = _struct_fields("<HH", "id_parameter", "len_name")
_INPUT_NAME_32 = _Struct("<HH")
_INPUT_NAME_32_FIELDS = _struct_fields("<HH", "idx_instruction", "len_name")
_TENSOR_34 = _Struct("<HIQ")
_TENSOR_34_FIELDS = _struct_fields("<HIQ", "id_parameter", "len_meta", "len_data")
_TENSOR_META_36 = _Struct("<BB")
_TENSOR_META_36_FIELDS = _struct_fields("<BB", "dtype", "rank")
_CHANNEL_SCALING_38 = _Struct("<BI")
_CHANNEL_SCALING_38_FIELDS = _struct_fields("<BI", "axis", "num_scales")
_BLOCK_SCALING_40 = _Struct("<HB")
_BLOCK_SCALING_40_FIELDS = _struct_fields("<HB", "len_block", "rank")
_ORCHESTRATOR_42 = _Struct("<II")
_ORCHESTRATOR_42_FIELDS = _struct_fields("<II", "len_bytecode", "num_constants")
_NAMED_ARRAY_44 = _Struct("<BB")
_NAMED_ARRAY_44_FIELDS = _struct_fields("<BB", "dtype", "rank")


class Nac(_TreeRecord):
    FIELDS = _member_attributes(
        (
            "magic version has_internal_weights has_training quantization_method num_inputs num_outputs reserved1 "
            "d_model ofs_mmap ofs_ops ofs_cmap ofs_cnst ofs_perm ofs_data ofs_proc ofs_orch ofs_trng ofs_rsrc ofs_arrs "
            "reserved2"
        ),
    )
    PLACED = _member_attributes(
        (
            "mmap ops cmap cnst perm data proc orch rsrc trng arrs signature_order signature_table getitem_search "
            "operator_getitem_search select_search"
        ),
    )
    VALUES = _member_attributes("is_v1_7 is_v1_8 id_getitem id_operator_getitem id_select")
    __slots__ = (*FIELDS.values(), *PLACED.values(), *VALUES.values(),)
    SCHEMA = "nac"
    NAME = "Nac"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "magic", io)
        self.magic = it = io.take(3)
        if not (it == b"NAC"):
            raise _FieldError("eq", b"NAC", it)
        trace is None or trace.begin(self, "version", io)
        self.version = it = io.u1()
        if not (it in (1, 2,)):
            raise _FieldError("any-of", None, it)
        trace is None or trace.bits(self, io, "be", _NAC_0)
        bits = io.bits_be(2)
        self.has_internal_weights = bits >> 1 & 0x1 != 0
        self.has_training = bits & 0x1 != 0
        io.owner = self, "has_training"
        if not ((self.version != 1) or (not self.has_training)):
            raise _FieldError("expr", None, self.has_training)
        trace is None or trace.begin(self, "quantization_method", io)
        self.quantization_method = it = _QUANTIZATION(number := io.bits_be(6), number)
        io.owner = self, "quantization_method"
        if not (isinstance(it, Quantization)):
            raise _FieldError("in-enum", None, it)
        io.align()
        trace is None or trace.numbers(self, io, _NAC_1_FIELDS)
        self.num_inputs, self.num_outputs, self.reserved1 = _NAC_1.unpack_from(io.view, io.pos)
        io.pos += 5
        if not (self.reserved1 == 0):
            raise _FieldError("eq", 0, self.reserved1)
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
            if not (self.is_v1_8):
                raise _FieldError("expr", None, it)
        else:
            self.ofs_arrs = None
        trace is None or trace.begin(self, "reserved2", io)
        if self.version == 1:
            self.reserved2 = it = io.number(_U4LE)
            if not (it == 0):
                raise _FieldError("eq", 0, it)
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

    def _get_signature_order(self, trace):
        if not (self.ofs_perm != 0):
            self.signature_order = None
            return
        io = self._io
        mark = io.seek(0)
        trace is None or trace.begin(self, "signature_order", io)
        self.signature_order = each = _new_record(SignatureRun)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each.idx_first = 0
        each.idx_end = len(self.perm.entries)
        each._read(io, trace)
        trace is None or trace.end(io)
        io.back(mark)

    def _get_signature_table(self, trace):
        io = self._io
        mark = io.seek(0)
        trace is None or trace.begin(self, "signature_table", io)
        io.reading.records(
            self, "signature_table", "/instances/signature_table", io, trace, 256, SignatureSlot,
            params=lambda index: (index,),
            is_bounded=False,
        )
        trace is None or trace.end(io)
        io.back(mark)

    def _get_getitem_search(self, trace):
        if not ((self.version != 1) and (self.ofs_cmap != 0)):
            self.getitem_search = None
            return
        io = self._io
        mark = io.seek(0)
        trace is None or trace.begin(self, "getitem_search", io)
        self.getitem_search = each = _new_record(ElementSearch)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each.element = 1
        each.idx_first = 0
        each.idx_end = len(self.cmap.entries)
        each._read(io, trace)
        trace is None or trace.end(io)
        io.back(mark)

    def _get_operator_getitem_search(self, trace):
        if not ((self.version != 1) and (self.ofs_cmap != 0)):
            self.operator_getitem_search = None
            return
        io = self._io
        mark = io.seek(0)
        trace is None or trace.begin(self, "operator_getitem_search", io)
        self.operator_getitem_search = each = _new_record(ElementSearch)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each.element = 2
        each.idx_first = 0
        each.idx_end = len(self.cmap.entries)
        each._read(io, trace)
        trace is None or trace.end(io)
        io.back(mark)

    def _get_select_search(self, trace):
        if not ((self.version != 1) and (self.ofs_cmap != 0)):
            self.select_search = None
            return
        io = self._io
        mark = io.seek(0)
        trace is None or trace.begin(self, "select_search", io)
        self.select_search = each = _new_record(ElementSearch)
        each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
        each.element = 3
        each.idx_first = 0
        each.idx_end = len(self.cmap.entries)
        each._read(io, trace)
        trace is None or trace.end(io)
        io.back(mark)

    def _get_is_v1_7(self, trace):
        self.is_v1_7 = value = (self.version != 1) and ((((((((((self.ofs_mmap == int(HeaderSize.v1_7)) or (self.ofs_ops == int(HeaderSize.v1_7))) or (self.ofs_cmap == int(HeaderSize.v1_7))) or (self.ofs_cnst == int(HeaderSize.v1_7))) or (self.ofs_perm == int(HeaderSize.v1_7))) or (self.ofs_data == int(HeaderSize.v1_7))) or (self.ofs_proc == int(HeaderSize.v1_7))) or (self.ofs_orch == int(HeaderSize.v1_7))) or (self.ofs_trng == int(HeaderSize.v1_7))) or (self.ofs_rsrc == int(HeaderSize.v1_7)))
        return value

    def _get_is_v1_8(self, trace):
        self.is_v1_8 = value = (self.version != 1) and ((((((((((self.ofs_mmap == int(HeaderSize.v1_8)) or (self.ofs_ops == int(HeaderSize.v1_8))) or (self.ofs_cmap == int(HeaderSize.v1_8))) or (self.ofs_cnst == int(HeaderSize.v1_8))) or (self.ofs_perm == int(HeaderSize.v1_8))) or (self.ofs_data == int(HeaderSize.v1_8))) or (self.ofs_proc == int(HeaderSize.v1_8))) or (self.ofs_orch == int(HeaderSize.v1_8))) or (self.ofs_trng == int(HeaderSize.v1_8))) or (self.ofs_rsrc == int(HeaderSize.v1_8)))
        return value

    def _get_id_getitem(self, trace):
        self.id_getitem = value = ((-1) if ((self.version == 1) or (self.ofs_cmap == 0)) else ((-1) if (self.getitem_search.idx_entry < 0) else self.cmap.entries[self.getitem_search.idx_entry].id_operation))
        return value

    def _get_id_operator_getitem(self, trace):
        self.id_operator_getitem = value = ((-1) if ((self.version == 1) or (self.ofs_cmap == 0)) else ((-1) if (self.operator_getitem_search.idx_entry < 0) else self.cmap.entries[self.operator_getitem_search.idx_entry].id_operation))
        return value

    def _get_id_select(self, trace):
        self.id_select = value = ((-1) if ((self.version == 1) or (self.ofs_cmap == 0)) else ((-1) if (self.select_search.idx_entry < 0) else self.cmap.entries[self.select_search.idx_entry].id_operation))
        return value
    _LAZY = {
        "mmap": _get_mmap,
        "ops": _get_ops,
        "cmap": _get_cmap,
        "cnst": _get_cnst,
        "perm": _get_perm,
        "data": _get_data,
        "proc": _get_proc,
        "orch": _get_orch,
        "rsrc": _get_rsrc,
        "trng": _get_trng,
        "arrs": _get_arrs,
        "signature_order": _get_signature_order,
        "signature_table": _get_signature_table,
        "getitem_search": _get_getitem_search,
        "operator_getitem_search": _get_operator_getitem_search,
        "select_search": _get_select_search,
    }
    _COMPUTED = {
        "is_v1_7": _get_is_v1_7,
        "is_v1_8": _get_is_v1_8,
        "id_getitem": _get_id_getitem,
        "id_operator_getitem": _get_id_operator_getitem,
        "id_select": _get_id_select,
    }


class MemoryMap(_TreeRecord):
    FIELDS = _member_attributes("magic num_records records")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.MemoryMap"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "magic", io)
        self.magic = it = io.take(4)
        if not (it == b"MMAP"):
            raise _FieldError("eq", b"MMAP", it)
        trace is None or trace.begin(self, "num_records", io)
        self.num_records = it = io.number(_U4LE)
        if not (it <= 65536):
            raise _FieldError("max", 65536, it)
        trace is None or trace.begin(self, "records", io)
        io.reading.records(self, "records", "/types/memory_map/seq/2", io, trace, self.num_records, ScheduleRecord)
        trace is None or trace.close(io)


class ScheduleRecord(_TreeRecord):
    FIELDS = _member_attributes("tick num_commands commands")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.ScheduleRecord"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _SCHEDULE_RECORD_7_FIELDS)
        self.tick, self.num_commands = _SCHEDULE_RECORD_7.unpack_from(io.view, io.pos)
        io.pos += 3
        trace is None or trace.begin(self, "commands", io)
        io.reading.records(self, "commands", "/types/schedule_record/seq/2", io, trace, self.num_commands, MemoryCommand)
        trace is None or trace.close(io)


class MemoryCommand(_TreeRecord):
    FIELDS = _member_attributes("action target")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.MemoryCommand"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _MEMORY_COMMAND_9_FIELDS)
        self.action, self.target = _MEMORY_COMMAND_9.unpack_from(io.view, io.pos)
        io.pos += 3
        self.action = _MEMORYACTION(self.action, self.action)
        trace is None or trace.close(io)


class Operations(_TreeRecord):
    FIELDS = _member_attributes("magic num_instructions instructions")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.Operations"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "magic", io)
        self.magic = it = io.take(4)
        if not (it == b"OPS "):
            raise _FieldError("eq", b"OPS ", it)
        trace is None or trace.begin(self, "num_instructions", io)
        self.num_instructions = io.number(_U4LE)
        trace is None or trace.begin(self, "instructions", io)
        io.reading.records(self, "instructions", "/types/operations/seq/2", io, trace, self.num_instructions, Instruction)
        trace is None or trace.close(io)


class Instruction(_TreeRecord):
    FIELDS = _member_attributes("a b fields")
    VALUES = _member_attributes("operation kind takes_element")
    __slots__ = (*FIELDS.values(), *VALUES.values(),)
    SCHEMA = "nac"
    NAME = "Nac.Instruction"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _INSTRUCTION_11_FIELDS)
        self.a, self.b = _INSTRUCTION_11.unpack_from(io.view, io.pos)
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

    def _get_operation(self, trace):
        self.operation = value = _OPERATION(number := self.a, number)
        return value

    def _get_kind(self, trace):
        self.kind = value = _INSTRUCTIONLAYOUT(number := ((self.a if (self.a < 10) else 10) if (self._root.version == 1) else ((20 if self.takes_element else 10) if (self.a >= 10) else ((30 + self.b) if ((self.a == 3) and ((self.b == 3) or (self.b == 4))) else self.a))), number)
        return value

    def _get_takes_element(self, trace):
        self.takes_element = value = (self._root.signature_table[self.b].num_codes == 0) and (((self.a == self._root.id_getitem) or (self.a == self._root.id_operator_getitem)) or (self.a == self._root.id_select))
        return value
    _COMPUTED = {"operation": _get_operation, "kind": _get_kind, "takes_element": _get_takes_element}


class NoFields(_TreeRecord):
    __slots__ = ()
    SCHEMA = "nac"
    NAME = "Nac.NoFields"

    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.close(io)


class CallFields(_TreeRecord):
    FIELDS = _member_attributes("num_constants constants distances")
    VALUES = _member_attributes("signature distance_text")
    PARAMS = _member_attributes("id_signature")
    __slots__ = (*FIELDS.values(), *VALUES.values(), *PARAMS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.CallFields"

    def __init__(self, io, parent, root, p_id_signature):
        _TreeRecord.__init__(self, io, parent, root)
        self.id_signature = p_id_signature

    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "num_constants", io)
        if self.signature.has_constants:
            self.num_constants = it = io.number(_S2LE)
            if not (it >= 0):
                raise _FieldError("min", 0, it)
        else:
            self.num_constants = None
        trace is None or trace.begin(self, "constants", io)
        if self.signature.has_constants:
            self.constants = io.numbers("<h", 2, self.num_constants)
        else:
            self.constants = None
        trace is None or trace.begin(self, "distances", io)
        self.distances = io.numbers("<h", 2, self.signature.num_codes)
        trace is None or trace.close(io)

    def _get_signature(self, trace):
        self.signature = value = self._root.signature_table[self.id_signature]
        return value

    def _get_distance_text(self, trace):
        self.distance_text = value = ("" if (self.signature.num_codes < 1) else _bounded_sum(str(self.distances[0]), ("" if (self.signature.num_codes < 2) else _bounded_sum(_bounded_sum(",", str(self.distances[1])), ("" if (self.signature.num_codes < 3) else _bounded_sum(_bounded_sum(",", str(self.distances[2])), ("" if (self.signature.num_codes < 4) else _bounded_sum(_bounded_sum(",", str(self.distances[3])), ("" if (self.signature.num_codes < 5) else ",...")))))))))
        return value
    _COMPUTED = {"signature": _get_signature, "distance_text": _get_distance_text}


class ElementFields(_TreeRecord):
    FIELDS = _member_attributes("num_constants constants distance")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.ElementFields"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "num_constants", io)
        self.num_constants = it = io.number(_S2LE)
        if not (it >= 0):
            raise _FieldError("min", 0, it)
        trace is None or trace.begin(self, "constants", io)
        self.constants = io.numbers("<h", 2, self.num_constants)
        trace is None or trace.begin(self, "distance", io)
        self.distance = io.number(_S2LE)
        trace is None or trace.close(io)


class InputFields(_TreeRecord):
    FIELDS = _member_attributes("prefix id")
    VALUES = _member_attributes("source has_id")
    PARAMS = _member_attributes("variant")
    __slots__ = (*FIELDS.values(), *VALUES.values(), *PARAMS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.InputFields"

    def __init__(self, io, parent, root, p_variant):
        _TreeRecord.__init__(self, io, parent, root)
        self.variant = p_variant

    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "prefix", io)
        if self.has_id:
            self.prefix = it = io.number(_S2LE)
            if not (it in (1, 2,)):
                raise _FieldError("any-of", None, it)
        else:
            self.prefix = None
        trace is None or trace.begin(self, "id", io)
        if self.has_id:
            self.id = io.number(_S2LE)
        else:
            self.id = None
        trace is None or trace.close(io)

    def _get_source(self, trace):
        self.source = value = _INPUTSOURCE(number := self.variant, number)
        return value

    def _get_has_id(self, trace):
        self.has_id = value = (self.variant >= 1) and (self.variant <= (3 if (self._root.version == 1) else 5))
        return value
    _COMPUTED = {"source": _get_source, "has_id": _get_has_id}


class OutputFields(_TreeRecord):
    FIELDS = _member_attributes("prefix reserved distances")
    VALUES = _member_attributes("purpose num_outputs distance_text")
    PARAMS = _member_attributes("variant")
    __slots__ = (*FIELDS.values(), *VALUES.values(), *PARAMS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.OutputFields"

    def __init__(self, io, parent, root, p_variant):
        _TreeRecord.__init__(self, io, parent, root)
        self.variant = p_variant

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "prefix", io)
        self.prefix = it = io.number(_S2LE)
        if not (it >= 0):
            raise _FieldError("min", 0, it)
        trace is None or trace.begin(self, "reserved", io)
        self.reserved = io.numbers("<h", 2, self.num_outputs)
        trace is None or trace.begin(self, "distances", io)
        self.distances = io.numbers("<h", 2, self.num_outputs)
        trace is None or trace.close(io)

    def _get_purpose(self, trace):
        self.purpose = value = _OUTPUTKIND(number := self.variant, number)
        return value

    def _get_num_outputs(self, trace):
        self.num_outputs = value = (self._root.num_outputs if (self.prefix == (self._root.num_outputs + 1)) else self.prefix)
        return value

    def _get_distance_text(self, trace):
        self.distance_text = value = ("" if (self.num_outputs < 1) else _bounded_sum(str(self.distances[0]), ("" if (self.num_outputs < 2) else _bounded_sum(_bounded_sum(",", str(self.distances[1])), ("" if (self.num_outputs < 3) else _bounded_sum(_bounded_sum(",", str(self.distances[2])), ("" if (self.num_outputs < 4) else _bounded_sum(_bounded_sum(",", str(self.distances[3])), ("" if (self.num_outputs < 5) else ",...")))))))))
        return value
    _COMPUTED = {"purpose": _get_purpose, "num_outputs": _get_num_outputs, "distance_text": _get_distance_text}


class UpdateFields(_TreeRecord):
    FIELDS = _member_attributes("prefix id gradient rate")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.UpdateFields"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "prefix", io)
        self.prefix = it = io.number(_S2LE)
        if not (it in (1, 2,)):
            raise _FieldError("any-of", None, it)
        trace is None or trace.numbers(self, io, _UPDATE_FIELDS_14_FIELDS)
        self.id, self.gradient, self.rate = _UPDATE_FIELDS_14.unpack_from(io.view, io.pos)
        io.pos += 6
        trace is None or trace.close(io)


class FinishFields(_TreeRecord):
    FIELDS = _member_attributes("distance")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.FinishFields"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "distance", io)
        self.distance = io.number(_S2LE)
        trace is None or trace.close(io)


class ControlFlowFields(_TreeRecord):
    FIELDS = _member_attributes("prefix len_true len_false predicate")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.ControlFlowFields"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _CONTROL_FLOW_FIELDS_16_FIELDS)
        (self.prefix, self.len_true, self.len_false, self.predicate) = _CONTROL_FLOW_FIELDS_16.unpack_from(io.view, io.pos)
        io.pos += 8
        trace is None or trace.close(io)


class ConvergenceFields(_TreeRecord):
    FIELDS = _member_attributes("input block_end num_branches branches")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.ConvergenceFields"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _CONVERGENCE_FIELDS_18_FIELDS)
        self.input, self.block_end, self.num_branches = _CONVERGENCE_FIELDS_18.unpack_from(io.view, io.pos)
        io.pos += 6
        if not (self.num_branches >= 0):
            raise _FieldError("min", 0, self.num_branches)
        trace is None or trace.begin(self, "branches", io)
        self.branches = io.numbers("<h", 2, self.num_branches)
        trace is None or trace.close(io)


class Training(_TreeRecord):
    FIELDS = _member_attributes("magic num_instructions instructions")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.Training"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "magic", io)
        self.magic = it = io.take(4)
        if not (it == b"TRNG"):
            raise _FieldError("eq", b"TRNG", it)
        trace is None or trace.begin(self, "num_instructions", io)
        self.num_instructions = io.number(_U4LE)
        trace is None or trace.begin(self, "instructions", io)
        io.reading.records(self, "instructions", "/types/training/seq/2", io, trace, self.num_instructions, Instruction)
        trace is None or trace.close(io)


class CanonicalMap(_TreeRecord):
    FIELDS = _member_attributes("magic num_entries entries")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.CanonicalMap"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "magic", io)
        self.magic = it = io.take(4)
        if not (it == b"CMAP"):
            raise _FieldError("eq", b"CMAP", it)
        trace is None or trace.begin(self, "num_entries", io)
        self.num_entries = it = io.number(_U4LE)
        if not (it <= ((65536 if (self._root.version == 1) else 256))):
            raise _FieldError("max", (65536 if (self._root.version == 1) else 256), it)
        trace is None or trace.begin(self, "entries", io)
        io.reading.records(self, "entries", "/types/canonical_map/seq/2", io, trace, self.num_entries, OperationName)
        trace is None or trace.close(io)


class OperationName(_TreeRecord):
    FIELDS = _member_attributes("id_operation len_name name")
    VALUES = _member_attributes("element")
    __slots__ = (*FIELDS.values(), *VALUES.values(),)
    SCHEMA = "nac"
    NAME = "Nac.OperationName"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _OPERATION_NAME_20_FIELDS)
        self.id_operation, self.len_name = _OPERATION_NAME_20.unpack_from(io.view, io.pos)
        io.pos += 3
        trace is None or trace.begin(self, "name", io)
        self.name = str(io.take(self.len_name), "UTF-8")
        trace is None or trace.close(io)

    def _get_element(self, trace):
        self.element = value = (1 if (self.name == "getitem") else (2 if (self.name == "operator.getitem") else (3 if (self.name == "aten.select.int") else 0)))
        return value
    _COMPUTED = {"element": _get_element}


class ConstantTable(_TreeRecord):
    FIELDS = _member_attributes("magic num_entries entries")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.ConstantTable"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "magic", io)
        self.magic = it = io.take(4)
        if not (it == b"CNST"):
            raise _FieldError("eq", b"CNST", it)
        trace is None or trace.begin(self, "num_entries", io)
        self.num_entries = it = io.number(_U4LE)
        if not (it <= 65536):
            raise _FieldError("max", 65536, it)
        trace is None or trace.begin(self, "entries", io)
        io.reading.records(self, "entries", "/types/constant_table/seq/2", io, trace, self.num_entries, Constant)
        trace is None or trace.close(io)


class Constant(_TreeRecord):
    FIELDS = _member_attributes("id_constant kind length body")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.Constant"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _CONSTANT_22_FIELDS)
        self.id_constant, self.kind = _CONSTANT_22.unpack_from(io.view, io.pos)
        io.pos += 3
        self.kind = _CONSTANTKIND(self.kind, self.kind)
        if not (isinstance(self.kind, ConstantKind)):
            raise _FieldError("in-enum", None, self.kind)
        trace is None or trace.begin(self, "length", io)
        self.length = it = io.number(_U2LE)
        if not ((it == 8) or ((self.kind != ConstantKind.int64) and (self.kind != ConstantKind.float64))):
            raise _FieldError("expr", None, it)
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


class NullBody(_TreeRecord):
    __slots__ = ()
    SCHEMA = "nac"
    NAME = "Nac.NullBody"

    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.close(io)


class TruthBody(_TreeRecord):
    FIELDS = _member_attributes("is_true")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.TruthBody"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "is_true", io)
        self.is_true = it = io.u1()
        if not (it in (0, 1,)):
            raise _FieldError("any-of", None, it)
        trace is None or trace.close(io)


class Int64Body(_TreeRecord):
    FIELDS = _member_attributes("number")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.Int64Body"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "number", io)
        self.number = io.number(_S8LE)
        trace is None or trace.close(io)


class Float64Body(_TreeRecord):
    FIELDS = _member_attributes("raw")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.Float64Body"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "raw", io)
        part = io.part(8)
        self.raw = each = _new_record(Binary64)
        each._io, each._parent, each._root, each._start = part, self, self._root, part.pos
        each._read(part, trace)
        trace is None or trace.close(io)


class TextBody(_TreeRecord):
    FIELDS = _member_attributes("text")
    PARAMS = _member_attributes("length")
    __slots__ = (*FIELDS.values(), *PARAMS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.TextBody"

    def __init__(self, io, parent, root, p_length):
        _TreeRecord.__init__(self, io, parent, root)
        self.length = p_length

    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "text", io)
        self.text = str(io.take(self.length), "UTF-8")
        trace is None or trace.close(io)


class Int32ListBody(_TreeRecord):
    FIELDS = _member_attributes("numbers")
    VALUES = _member_attributes("number_text")
    PARAMS = _member_attributes("length")
    __slots__ = (*FIELDS.values(), *VALUES.values(), *PARAMS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.Int32ListBody"

    def __init__(self, io, parent, root, p_length):
        _TreeRecord.__init__(self, io, parent, root)
        self.length = p_length

    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "numbers", io)
        self.numbers = io.numbers("<i", 4, self.length)
        trace is None or trace.close(io)

    def _get_number_text(self, trace):
        self.number_text = value = ("" if (self.length < 1) else _bounded_sum(str(self.numbers[0]), ("" if (self.length < 2) else _bounded_sum(_bounded_sum(",", str(self.numbers[1])), ("" if (self.length < 3) else _bounded_sum(_bounded_sum(",", str(self.numbers[2])), ("" if (self.length < 4) else _bounded_sum(_bounded_sum(",", str(self.numbers[3])), ("" if (self.length < 5) else ",...")))))))))
        return value
    _COMPUTED = {"number_text": _get_number_text}


class Float32ListBody(_TreeRecord):
    FIELDS = _member_attributes("raw")
    PARAMS = _member_attributes("length")
    __slots__ = (*FIELDS.values(), *PARAMS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.Float32ListBody"

    def __init__(self, io, parent, root, p_length):
        _TreeRecord.__init__(self, io, parent, root)
        self.length = p_length

    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "raw", io)
        part = io.part(_bounded_product(self.length, 4))
        self.raw = each = _new_record(Binary32List)
        each._io, each._parent, each._root, each._start = part, self, self._root, part.pos
        each._read(part, trace)
        trace is None or trace.close(io)


class Binary32List(_TreeRecord):
    FIELDS = _member_attributes("elements")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.Binary32List"

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


class Binary64(_TreeRecord):
    FIELDS = _member_attributes("low_bits high_bits")
    VALUES = _member_attributes("exponent significand shift scale number")
    __slots__ = (*FIELDS.values(), *VALUES.values(),)
    SCHEMA = "nac"
    NAME = "Nac.Binary64"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _BINARY64_26_FIELDS)
        self.low_bits, self.high_bits = _BINARY64_26.unpack_from(io.view, io.pos)
        io.pos += 8
        trace is None or trace.close(io)

    def _get_exponent(self, trace):
        self.exponent = value = (self.high_bits // 1048576) % 2048
        return value

    def _get_significand(self, trace):
        self.significand = value = _bounded_product((_bounded_product((self.high_bits % 1048576), 2) if (self.exponent == 0) else ((self.high_bits % 1048576) + 1048576)), 4294967296.0) + (_bounded_product(self.low_bits, 2.0) if (self.exponent == 0) else _bounded_product(self.low_bits, 1.0))
        return value

    def _get_shift(self, trace):
        self.shift = value = ((1075 - self.exponent) if (self.exponent < 1075) else (self.exponent - 1075))
        return value

    def _get_scale(self, trace):
        self.scale = value = _bounded_product(_bounded_product(_bounded_product(_bounded_product(_bounded_product(_bounded_product(_bounded_product(_bounded_product(_bounded_product((1.0 if ((self.shift % 2) == 0) else 2.0), (1.0 if (((self.shift // 2) % 2) == 0) else 4.0)), (1.0 if (((self.shift // 4) % 2) == 0) else 16.0)), (1.0 if (((self.shift // 8) % 2) == 0) else 256.0)), (1.0 if (((self.shift // 16) % 2) == 0) else 65536.0)), (1.0 if (((self.shift // 32) % 2) == 0) else 4294967296.0)), (1.0 if (((self.shift // 64) % 2) == 0) else 1.8446744073709552e+19)), (1.0 if (((self.shift // 128) % 2) == 0) else 3.402823669209385e+38)), (1.0 if (((self.shift // 256) % 2) == 0) else 1.157920892373162e+77)), (1.0 if (((self.shift // 512) % 2) == 0) else 1.3407807929942597e+154))
        return value

    def _get_number(self, trace):
        self.number = value = _bounded_product((1.0 if (self.high_bits < 2147483648) else (-1.0)), ((_bounded_product(self.exponent, 1e+308) if (((self.high_bits % 1048576) == 0) and (self.low_bits == 0)) else (_bounded_product(self.exponent, 1e+308) - _bounded_product(self.exponent, 1e+308))) if (self.exponent == 2047) else (_bounded_product(self.significand, self.scale) if (self.exponent >= 1075) else _bounded_product(_bounded_product(_bounded_product(self.significand, (1.0 / self.scale)), (1.0 if (self.shift < 1024) else 7.458340731200207e-155)), (1.0 if (self.shift < 1024) else 7.458340731200207e-155)))))
        return value
    _COMPUTED = {
        "exponent": _get_exponent,
        "significand": _get_significand,
        "shift": _get_shift,
        "scale": _get_scale,
        "number": _get_number,
    }


class Permutations(_TreeRecord):
    FIELDS = _member_attributes("magic num_entries entries")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.Permutations"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "magic", io)
        self.magic = it = io.take(4)
        if not (it == b"PERM"):
            raise _FieldError("eq", b"PERM", it)
        trace is None or trace.begin(self, "num_entries", io)
        self.num_entries = it = io.number(_U4LE)
        if not (it <= 256):
            raise _FieldError("max", 256, it)
        trace is None or trace.begin(self, "entries", io)
        io.reading.records(self, "entries", "/types/permutations/seq/2", io, trace, self.num_entries, Signature)
        trace is None or trace.close(io)


class Signature(_TreeRecord):
    FIELDS = _member_attributes("id_signature num_codes codes")
    VALUES = _member_attributes("has_constants")
    __slots__ = (*FIELDS.values(), *VALUES.values(),)
    SCHEMA = "nac"
    NAME = "Nac.Signature"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _SIGNATURE_28_FIELDS)
        self.id_signature, self.num_codes = _SIGNATURE_28.unpack_from(io.view, io.pos)
        io.pos += 3
        trace is None or trace.begin(self, "codes", io)
        io.reading.records(
            self, "codes", "/types/signature/seq/2", io, trace, self.num_codes, ArgumentCode,
            params=lambda index: (index,),
        )
        trace is None or trace.close(io)

    def _get_has_constants(self, trace):
        self.has_constants = value = (False if (self.num_codes == 0) else (self.codes[-1].num_constants != 0))
        return value
    _COMPUTED = {"has_constants": _get_has_constants}


class ArgumentCode(_TreeRecord):
    FIELDS = _member_attributes("code")
    VALUES = _member_attributes("is_constant num_constants")
    PARAMS = _member_attributes("idx")
    __slots__ = (*FIELDS.values(), *VALUES.values(), *PARAMS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.ArgumentCode"

    def __init__(self, io, parent, root, p_idx):
        _TreeRecord.__init__(self, io, parent, root)
        self.idx = p_idx

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "code", io)
        self.code = _ARGUMENTKIND(number := io.u1(), number)
        trace is None or trace.close(io)

    def _get_is_constant(self, trace):
        self.is_constant = value = ((((((self.code == ArgumentKind.axis) or (self.code == ArgumentKind.shape)) or (self.code == ArgumentKind.integer)) or (self.code == ArgumentKind.floating)) or (self.code == ArgumentKind.boolean)) or (self.code == ArgumentKind.text)) or (self.code == ArgumentKind.other)
        return value

    def _get_num_constants(self, trace):
        self.num_constants = value = (0 if (self.idx == 0) else self._parent.codes[self.idx - 1].num_constants) + (1 if self.is_constant else 0)
        return value
    _COMPUTED = {"is_constant": _get_is_constant, "num_constants": _get_num_constants}


class SignatureRun(_TreeRecord):
    FIELDS = _member_attributes("upper lower")
    VALUES = _member_attributes("idx_middle num_breaks")
    PARAMS = _member_attributes("idx_first idx_end")
    __slots__ = (*FIELDS.values(), *VALUES.values(), *PARAMS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.SignatureRun"

    def __init__(self, io, parent, root, p_idx_first, p_idx_end):
        _TreeRecord.__init__(self, io, parent, root)
        self.idx_first = p_idx_first
        self.idx_end = p_idx_end

    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "upper", io)
        if (self.idx_end - self.idx_first) > 1:
            self.upper = each = _new_record(SignatureRun)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each.idx_first = self.idx_middle
            each.idx_end = self.idx_end
            each._read(io, trace)
        else:
            self.upper = None
        trace is None or trace.begin(self, "lower", io)
        if (self.idx_end - self.idx_first) > 1:
            self.lower = each = _new_record(SignatureRun)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each.idx_first = self.idx_first
            each.idx_end = self.idx_middle
            each._read(io, trace)
        else:
            self.lower = None
        trace is None or trace.close(io)

    def _get_idx_middle(self, trace):
        self.idx_middle = value = self.idx_first + ((self.idx_end - self.idx_first) // 2)
        return value

    def _get_num_breaks(self, trace):
        self.num_breaks = value = ((self.upper.num_breaks + self.lower.num_breaks) if ((self.idx_end - self.idx_first) > 1) else (0 if (self.idx_end == self.idx_first) else (0 if (self._root.perm.entries[self.idx_first].id_signature == (self._root.perm.entries[0].id_signature + self.idx_first)) else 1)))
        return value
    _COMPUTED = {"idx_middle": _get_idx_middle, "num_breaks": _get_num_breaks}


class SignatureSlot(_TreeRecord):
    FIELDS = _member_attributes("lookup")
    VALUES = _member_attributes("idx_entry num_codes has_constants")
    PARAMS = _member_attributes("id_signature")
    __slots__ = (*FIELDS.values(), *VALUES.values(), *PARAMS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.SignatureSlot"

    def __init__(self, io, parent, root, p_id_signature):
        _TreeRecord.__init__(self, io, parent, root)
        self.id_signature = p_id_signature

    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "lookup", io)
        if (False if ((self.id_signature == 0) or (self._root.ofs_perm == 0)) else (self._root.signature_order.num_breaks != 0)):
            self.lookup = each = _new_record(SignatureLookup)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each.id_signature = self.id_signature
            each.idx_first = 0
            each.idx_end = len(self._root.perm.entries)
            each._read(io, trace)
        else:
            self.lookup = None
        trace is None or trace.close(io)

    def _get_idx_entry(self, trace):
        self.idx_entry = value = ((-1) if ((self.id_signature == 0) or (self._root.ofs_perm == 0)) else (self.lookup.idx_entry if (self._root.signature_order.num_breaks != 0) else ((-1) if (len(self._root.perm.entries) == 0) else ((-1) if (self.id_signature < self._root.perm.entries[0].id_signature) else ((-1) if ((self.id_signature - self._root.perm.entries[0].id_signature) >= len(self._root.perm.entries)) else (self.id_signature - self._root.perm.entries[0].id_signature))))))
        return value

    def _get_num_codes(self, trace):
        self.num_codes = value = (0 if (self.idx_entry < 0) else self._root.perm.entries[self.idx_entry].num_codes)
        return value

    def _get_has_constants(self, trace):
        self.has_constants = value = (False if (self.idx_entry < 0) else self._root.perm.entries[self.idx_entry].has_constants)
        return value
    _COMPUTED = {"idx_entry": _get_idx_entry, "num_codes": _get_num_codes, "has_constants": _get_has_constants}


class SignatureLookup(_TreeRecord):
    FIELDS = _member_attributes("upper lower")
    VALUES = _member_attributes("idx_middle is_match idx_entry")
    PARAMS = _member_attributes("id_signature idx_first idx_end")
    __slots__ = (*FIELDS.values(), *VALUES.values(), *PARAMS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.SignatureLookup"

    def __init__(self, io, parent, root, p_id_signature, p_idx_first, p_idx_end):
        _TreeRecord.__init__(self, io, parent, root)
        self.id_signature = p_id_signature
        self.idx_first = p_idx_first
        self.idx_end = p_idx_end

    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "upper", io)
        if (self.idx_end - self.idx_first) > 1:
            self.upper = each = _new_record(SignatureLookup)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each.id_signature = self.id_signature
            each.idx_first = self.idx_middle
            each.idx_end = self.idx_end
            each._read(io, trace)
        else:
            self.upper = None
        trace is None or trace.begin(self, "lower", io)
        if ((self.upper.idx_entry < 0) if ((self.idx_end - self.idx_first) > 1) else False):
            self.lower = each = _new_record(SignatureLookup)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each.id_signature = self.id_signature
            each.idx_first = self.idx_first
            each.idx_end = self.idx_middle
            each._read(io, trace)
        else:
            self.lower = None
        trace is None or trace.close(io)

    def _get_idx_middle(self, trace):
        self.idx_middle = value = self.idx_first + ((self.idx_end - self.idx_first) // 2)
        return value

    def _get_is_match(self, trace):
        self.is_match = value = ((self._root.perm.entries[self.idx_first].id_signature == self.id_signature) if ((self.idx_end - self.idx_first) == 1) else False)
        return value

    def _get_idx_entry(self, trace):
        self.idx_entry = value = ((self.lower.idx_entry if (self.upper.idx_entry < 0) else self.upper.idx_entry) if ((self.idx_end - self.idx_first) > 1) else (self.idx_first if self.is_match else (-1)))
        return value
    _COMPUTED = {"idx_middle": _get_idx_middle, "is_match": _get_is_match, "idx_entry": _get_idx_entry}


class ElementSearch(_TreeRecord):
    FIELDS = _member_attributes("upper lower")
    VALUES = _member_attributes("idx_middle is_match idx_entry")
    PARAMS = _member_attributes("element idx_first idx_end")
    __slots__ = (*FIELDS.values(), *VALUES.values(), *PARAMS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.ElementSearch"

    def __init__(self, io, parent, root, p_element, p_idx_first, p_idx_end):
        _TreeRecord.__init__(self, io, parent, root)
        self.element = p_element
        self.idx_first = p_idx_first
        self.idx_end = p_idx_end

    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "upper", io)
        if (self.idx_end - self.idx_first) > 1:
            self.upper = each = _new_record(ElementSearch)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each.element = self.element
            each.idx_first = self.idx_middle
            each.idx_end = self.idx_end
            each._read(io, trace)
        else:
            self.upper = None
        trace is None or trace.begin(self, "lower", io)
        if ((self.upper.idx_entry < 0) if ((self.idx_end - self.idx_first) > 1) else False):
            self.lower = each = _new_record(ElementSearch)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each.element = self.element
            each.idx_first = self.idx_first
            each.idx_end = self.idx_middle
            each._read(io, trace)
        else:
            self.lower = None
        trace is None or trace.close(io)

    def _get_idx_middle(self, trace):
        self.idx_middle = value = self.idx_first + ((self.idx_end - self.idx_first) // 2)
        return value

    def _get_is_match(self, trace):
        self.is_match = value = ((self._root.cmap.entries[self.idx_first].element == self.element) if ((self.idx_end - self.idx_first) == 1) else False)
        return value

    def _get_idx_entry(self, trace):
        self.idx_entry = value = ((self.lower.idx_entry if (self.upper.idx_entry < 0) else self.upper.idx_entry) if ((self.idx_end - self.idx_first) > 1) else (self.idx_first if self.is_match else (-1)))
        return value
    _COMPUTED = {"idx_middle": _get_idx_middle, "is_match": _get_is_match, "idx_entry": _get_idx_entry}


class ParameterData(_TreeRecord):
    FIELDS = _member_attributes("magic num_parameters parameters num_inputs inputs num_tensors tensors")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.ParameterData"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "magic", io)
        self.magic = it = io.take(4)
        if not (it == b"DATA"):
            raise _FieldError("eq", b"DATA", it)
        trace is None or trace.begin(self, "num_parameters", io)
        self.num_parameters = it = io.number(_U4LE)
        if not (it <= 65536):
            raise _FieldError("max", 65536, it)
        trace is None or trace.begin(self, "parameters", io)
        io.reading.records(self, "parameters", "/types/parameter_data/seq/2", io, trace, self.num_parameters, ParameterName)
        trace is None or trace.begin(self, "num_inputs", io)
        self.num_inputs = it = io.number(_U4LE)
        if not (it <= 65536):
            raise _FieldError("max", 65536, it)
        trace is None or trace.begin(self, "inputs", io)
        io.reading.records(self, "inputs", "/types/parameter_data/seq/4", io, trace, self.num_inputs, InputName)
        trace is None or trace.begin(self, "num_tensors", io)
        if self._root.has_internal_weights:
            self.num_tensors = it = io.number(_U4LE)
            if not (it <= 65536):
                raise _FieldError("max", 65536, it)
        else:
            self.num_tensors = None
        trace is None or trace.begin(self, "tensors", io)
        if self._root.has_internal_weights:
            io.reading.records(self, "tensors", "/types/parameter_data/seq/6", io, trace, self.num_tensors, Tensor)
        else:
            self.tensors = None
        trace is None or trace.close(io)


class ParameterName(_TreeRecord):
    FIELDS = _member_attributes("id_parameter len_name name")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.ParameterName"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _PARAMETER_NAME_30_FIELDS)
        self.id_parameter, self.len_name = _PARAMETER_NAME_30.unpack_from(io.view, io.pos)
        io.pos += 4
        trace is None or trace.begin(self, "name", io)
        self.name = str(io.take(self.len_name), "UTF-8")
        trace is None or trace.close(io)


class InputName(_TreeRecord):
    FIELDS = _member_attributes("idx_instruction len_name name")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.InputName"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _INPUT_NAME_32_FIELDS)
        self.idx_instruction, self.len_name = _INPUT_NAME_32.unpack_from(io.view, io.pos)
        io.pos += 4
        trace is None or trace.begin(self, "name", io)
        self.name = str(io.take(self.len_name), "UTF-8")
        trace is None or trace.close(io)


class Tensor(_TreeRecord):
    FIELDS = _member_attributes("id_parameter len_meta len_data meta data")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.Tensor"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _TENSOR_34_FIELDS)
        self.id_parameter, self.len_meta, self.len_data = _TENSOR_34.unpack_from(io.view, io.pos)
        io.pos += 14
        trace is None or trace.begin(self, "meta", io)
        part = io.part(self.len_meta)
        self.meta = each = _new_record(TensorMeta)
        each._io, each._parent, each._root, each._start = part, self, self._root, part.pos
        each._read(part, trace)
        trace is None or trace.begin(self, "data", io)
        self.data = io.take(self.len_data)
        trace is None or trace.close(io)


class TensorMeta(_TreeRecord):
    FIELDS = _member_attributes("dtype rank dims quantization scaling")
    VALUES = _member_attributes("shape_text")
    __slots__ = (*FIELDS.values(), *VALUES.values(),)
    SCHEMA = "nac"
    NAME = "Nac.TensorMeta"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _TENSOR_META_36_FIELDS)
        self.dtype, self.rank = _TENSOR_META_36.unpack_from(io.view, io.pos)
        io.pos += 2
        self.dtype = _DTYPE(self.dtype, self.dtype)
        trace is None or trace.begin(self, "dims", io)
        self.dims = io.numbers("<I", 4, self.rank)
        trace is None or trace.begin(self, "quantization", io)
        self.quantization = it = _QUANTIZATION(number := io.u1(), number)
        if not (isinstance(it, Quantization)):
            raise _FieldError("in-enum", None, it)
        trace is None or trace.begin(self, "scaling", io)
        on = self.quantization
        kind = _TENSOR_META_SCALING(on)
        if kind is not None:
            self.scaling = each = _new_record(kind)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each._read(io, trace)
        else:
            self.scaling = each = _new_record(NoScaling)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each._read(io, trace)
        trace is None or trace.close(io)

    def _get_shape_text(self, trace):
        self.shape_text = value = ("" if (self.rank < 1) else _bounded_sum(str(self.dims[0]), ("" if (self.rank < 2) else _bounded_sum(_bounded_sum(",", str(self.dims[1])), ("" if (self.rank < 3) else _bounded_sum(_bounded_sum(",", str(self.dims[2])), ("" if (self.rank < 4) else _bounded_sum(_bounded_sum(",", str(self.dims[3])), ("" if (self.rank < 5) else ",...")))))))))
        return value
    _COMPUTED = {"shape_text": _get_shape_text}


class NoScaling(_TreeRecord):
    __slots__ = ()
    SCHEMA = "nac"
    NAME = "Nac.NoScaling"

    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.close(io)


class TensorScaling(_TreeRecord):
    FIELDS = _member_attributes("scale")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.TensorScaling"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "scale", io)
        part = io.part(4)
        self.scale = each = _new_record(_binary32_schema.Binary32)
        each._io, each._parent, each._root, each._start = part, None, each, part.pos
        each._above = self
        each._read(part, trace)
        trace is None or trace.close(io)


class ChannelScaling(_TreeRecord):
    FIELDS = _member_attributes("axis num_scales scales")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.ChannelScaling"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _CHANNEL_SCALING_38_FIELDS)
        self.axis, self.num_scales = _CHANNEL_SCALING_38.unpack_from(io.view, io.pos)
        io.pos += 5
        trace is None or trace.begin(self, "scales", io)
        part = io.part(self.num_scales * 4)
        self.scales = each = _new_record(Binary32List)
        each._io, each._parent, each._root, each._start = part, self, self._root, part.pos
        each._read(part, trace)
        trace is None or trace.close(io)


class BlockScaling(_TreeRecord):
    FIELDS = _member_attributes("len_block rank dims num_scales scales")
    VALUES = _member_attributes("shape_text")
    __slots__ = (*FIELDS.values(), *VALUES.values(),)
    SCHEMA = "nac"
    NAME = "Nac.BlockScaling"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _BLOCK_SCALING_40_FIELDS)
        self.len_block, self.rank = _BLOCK_SCALING_40.unpack_from(io.view, io.pos)
        io.pos += 3
        trace is None or trace.begin(self, "dims", io)
        self.dims = io.numbers("<I", 4, self.rank)
        trace is None or trace.begin(self, "num_scales", io)
        self.num_scales = io.number(_U4LE)
        trace is None or trace.begin(self, "scales", io)
        part = io.part(self.num_scales * 4)
        self.scales = each = _new_record(Binary32List)
        each._io, each._parent, each._root, each._start = part, self, self._root, part.pos
        each._read(part, trace)
        trace is None or trace.close(io)

    def _get_shape_text(self, trace):
        self.shape_text = value = ("" if (self.rank < 1) else _bounded_sum(str(self.dims[0]), ("" if (self.rank < 2) else _bounded_sum(_bounded_sum(",", str(self.dims[1])), ("" if (self.rank < 3) else _bounded_sum(_bounded_sum(",", str(self.dims[2])), ("" if (self.rank < 4) else _bounded_sum(_bounded_sum(",", str(self.dims[3])), ("" if (self.rank < 5) else ",...")))))))))
        return value
    _COMPUTED = {"shape_text": _get_shape_text}


class Preprocessing(_TreeRecord):
    FIELDS = _member_attributes("magic len_manifest manifest")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.Preprocessing"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "magic", io)
        self.magic = it = io.take(4)
        if not (it == b"PROC"):
            raise _FieldError("eq", b"PROC", it)
        trace is None or trace.begin(self, "len_manifest", io)
        self.len_manifest = io.number(_U4LE)
        trace is None or trace.begin(self, "manifest", io)
        self.manifest = io.take(self.len_manifest)
        trace is None or trace.close(io)


class Orchestrator(_TreeRecord):
    FIELDS = _member_attributes("magic len_bytecode num_constants bytecode constants")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.Orchestrator"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "magic", io)
        self.magic = it = io.take(4)
        if not (it == b"ORCH"):
            raise _FieldError("eq", b"ORCH", it)
        trace is None or trace.numbers(self, io, _ORCHESTRATOR_42_FIELDS)
        self.len_bytecode, self.num_constants = _ORCHESTRATOR_42.unpack_from(io.view, io.pos)
        io.pos += 8
        if not (self.num_constants <= 65536):
            raise _FieldError("max", 65536, self.num_constants)
        trace is None or trace.begin(self, "bytecode", io)
        self.bytecode = io.take(self.len_bytecode)
        trace is None or trace.begin(self, "constants", io)
        io.reading.records(self, "constants", "/types/orchestrator/seq/4", io, trace, self.num_constants, Constant)
        trace is None or trace.close(io)


class Resources(_TreeRecord):
    FIELDS = _member_attributes("magic num_files files")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.Resources"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "magic", io)
        self.magic = it = io.take(4)
        if not (it == b"RSRC"):
            raise _FieldError("eq", b"RSRC", it)
        trace is None or trace.begin(self, "num_files", io)
        self.num_files = it = io.number(_U4LE)
        if not (it <= 65536):
            raise _FieldError("max", 65536, it)
        trace is None or trace.begin(self, "files", io)
        io.reading.records(self, "files", "/types/resources/seq/2", io, trace, self.num_files, Resource)
        trace is None or trace.close(io)


class Resource(_TreeRecord):
    FIELDS = _member_attributes("len_name name len_data data")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.Resource"

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


class NamedArrays(_TreeRecord):
    FIELDS = _member_attributes("magic num_arrays arrays")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "nac"
    NAME = "Nac.NamedArrays"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "magic", io)
        self.magic = it = io.take(4)
        if not (it == b"ARRS"):
            raise _FieldError("eq", b"ARRS", it)
        trace is None or trace.begin(self, "num_arrays", io)
        self.num_arrays = it = io.number(_U4LE)
        if not (it <= 65536):
            raise _FieldError("max", 65536, it)
        trace is None or trace.begin(self, "arrays", io)
        io.reading.records(self, "arrays", "/types/named_arrays/seq/2", io, trace, self.num_arrays, NamedArray)
        trace is None or trace.close(io)


class NamedArray(_TreeRecord):
    FIELDS = _member_attributes("len_name name dtype rank dims len_data data")
    VALUES = _member_attributes("shape_text")
    __slots__ = (*FIELDS.values(), *VALUES.values(),)
    SCHEMA = "nac"
    NAME = "Nac.NamedArray"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "len_name", io)
        self.len_name = io.number(_U2LE)
        trace is None or trace.begin(self, "name", io)
        self.name = str(io.take(self.len_name), "UTF-8")
        trace is None or trace.numbers(self, io, _NAMED_ARRAY_44_FIELDS)
        self.dtype, self.rank = _NAMED_ARRAY_44.unpack_from(io.view, io.pos)
        io.pos += 2
        self.dtype = _DTYPE(self.dtype, self.dtype)
        trace is None or trace.begin(self, "dims", io)
        self.dims = io.numbers("<I", 4, self.rank)
        trace is None or trace.begin(self, "len_data", io)
        self.len_data = io.number(_U8LE)
        trace is None or trace.begin(self, "data", io)
        self.data = io.take(self.len_data)
        trace is None or trace.close(io)

    def _get_shape_text(self, trace):
        self.shape_text = value = ("" if (self.rank < 1) else _bounded_sum(str(self.dims[0]), ("" if (self.rank < 2) else _bounded_sum(_bounded_sum(",", str(self.dims[1])), ("" if (self.rank < 3) else _bounded_sum(_bounded_sum(",", str(self.dims[2])), ("" if (self.rank < 4) else _bounded_sum(_bounded_sum(",", str(self.dims[3])), ("" if (self.rank < 5) else ",...")))))))))
        return value
    _COMPUTED = {"shape_text": _get_shape_text}


_TENSOR_META_SCALING = {Quantization.int8_tensor: TensorScaling, Quantization.int8_channel: ChannelScaling, Quantization.block_fp8: BlockScaling}.get
ROOT = Nac
