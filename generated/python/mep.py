# Generated from schemas/mep.ksy (sha256 f5e6c0d9a90892766e34198c379ccc32fbed3f369ec809c31f3c674f5b8c6a2c) by `nacformats generate`. Do not edit.
"""Records of Model Execution Plan (MEP) bytecode of NAC v1.6 to v1.8: they read and write."""

from __future__ import annotations

from enum import IntEnum as _IntEnum
from struct import Struct as _Struct
from nacformats.codec.machine.record import TreeRecord as _TreeRecord, member_attributes as _member_attributes, new_record as _new_record
from nacformats.codec.machine.stream import FieldError as _FieldError
from nacformats.codec.machine.trace import struct_fields as _struct_fields

__all__ = [
    "AggregateOperands",
    "Aggregation",
    "ArrayOperands",
    "BinaryOperands",
    "BinaryOperation",
    "BranchOperands",
    "Combination",
    "CombinationOperands",
    "Comparison",
    "ComparisonOperands",
    "ConstantOperands",
    "CopyOperands",
    "Creation",
    "CreationOperands",
    "DatafileOperands",
    "DebugOperands",
    "Destination",
    "Dtype",
    "DynamicOperands",
    "ExternKind",
    "ExternOperands",
    "ExtractionOperands",
    "FileKind",
    "FormatOperands",
    "GradientOperands",
    "InfoOperands",
    "LoopOperands",
    "LossKind",
    "Manipulation",
    "ManipulationOperands",
    "Mep",
    "ModeOperands",
    "ModelOperands",
    "NoOperands",
    "Opcode",
    "PlanInstruction",
    "ProcessingOperands",
    "PromptOperands",
    "ROOT",
    "RepetitionOperands",
    "ReturnOperands",
    "RunOperands",
    "SamplingOperands",
    "SavingOperands",
    "Serialization",
    "SerializationOperands",
    "TensorProperty",
    "TokenOperands",
    "TopKOperands",
    "TrainingOperands",
    "UnaryOperands",
    "UnaryOperation",
    "UnloadKind",
    "UnloadOperands",
    "ValueKind",
    "WeightsKind",
    "WriteMode",
    "WriteOperands",
]



class Opcode(_IntEnum):
    src_user_prompt = 2
    src_constant = 4
    src_exec_mode = 5
    res_load_model = 16
    res_load_datafile = 17
    res_load_extern = 18
    res_load_dynamic = 19
    res_load_array = 20
    res_unload = 31
    preproc_encode = 32
    preproc_decode = 33
    preproc_get_id = 34
    string_format = 42
    tensor_create = 48
    tensor_manipulate = 56
    tensor_combine = 57
    tensor_info = 58
    tensor_extract = 59
    sys_copy = 89
    sys_debug_print = 95
    math_unary = 96
    math_binary = 97
    math_aggregate = 98
    logic_compare = 104
    analysis_top_k = 112
    analysis_sample = 113
    model_run_static = 128
    model_train_step = 130
    model_zero_grad = 131
    model_save_weights = 133
    flow_loop_start = 160
    flow_loop_end = 161
    flow_branch_if = 168
    flow_break_loop_if = 169
    serialize_object = 224
    io_write = 240
    exec_return = 254
    exec_halt = 255


_OPCODE = Opcode._value2member_map_.get


class ValueKind(_IntEnum):
    text = 0
    integer = 1
    number = 2


_VALUEKIND = ValueKind._value2member_map_.get


class FileKind(_IntEnum):
    array = 2
    image = 3


_FILEKIND = FileKind._value2member_map_.get


class ExternKind(_IntEnum):
    tokenizer = 0
    constant = 1


_EXTERNKIND = ExternKind._value2member_map_.get


class LossKind(_IntEnum):
    cross_entropy = 0
    mse = 1
    none = 255


_LOSSKIND = LossKind._value2member_map_.get


class WeightsKind(_IntEnum):
    nac = 0


_WEIGHTSKIND = WeightsKind._value2member_map_.get


class UnloadKind(_IntEnum):
    model = 0
    slot = 1


_UNLOADKIND = UnloadKind._value2member_map_.get


class Dtype(_IntEnum):
    float32 = 0
    int64 = 5


_DTYPE = Dtype._value2member_map_.get


class Creation(_IntEnum):
    values = 0
    arange = 1
    ones = 2
    zeros = 3


_CREATION = Creation._value2member_map_.get


class Manipulation(_IntEnum):
    pad = 1
    unsqueeze = 2
    squeeze = 3


_MANIPULATION = Manipulation._value2member_map_.get


class Combination(_IntEnum):
    concat = 0


_COMBINATION = Combination._value2member_map_.get


class TensorProperty(_IntEnum):
    shape = 0
    size = 1
    item = 2


_TENSORPROPERTY = TensorProperty._value2member_map_.get


class UnaryOperation(_IntEnum):
    softmax = 0
    sqrt = 1
    abs = 2
    neg = 3
    exp = 4
    reciprocal = 5


_UNARYOPERATION = UnaryOperation._value2member_map_.get


class BinaryOperation(_IntEnum):
    add = 0
    sub = 1
    mul = 2
    div = 3
    pow = 4
    max = 5
    min = 6


_BINARYOPERATION = BinaryOperation._value2member_map_.get


class Aggregation(_IntEnum):
    argmax = 0


_AGGREGATION = Aggregation._value2member_map_.get


class Comparison(_IntEnum):
    eq = 0
    ne = 1
    gt = 2
    lt = 3


_COMPARISON = Comparison._value2member_map_.get


class Serialization(_IntEnum):
    text = 0
    json = 1
    png = 2


_SERIALIZATION = Serialization._value2member_map_.get


class Destination(_IntEnum):
    stdout = 0
    stderr = 1
    file = 2


_DESTINATION = Destination._value2member_map_.get


class WriteMode(_IntEnum):
    plain = 0
    append = 1
    no_newline = 2


_WRITEMODE = WriteMode._value2member_map_.get
_PROMPT_OPERANDS_0 = _Struct("<BBH")
_PROMPT_OPERANDS_0_FIELDS = _struct_fields("<BBH", "out", "kind", "prompt")
_CONSTANT_OPERANDS_2 = _Struct("<BH")
_CONSTANT_OPERANDS_2_FIELDS = _struct_fields("<BH", "out", "constant")
_MODEL_OPERANDS_4 = _Struct("<BH")
_MODEL_OPERANDS_4_FIELDS = _struct_fields("<BH", "model", "path")
_DATAFILE_OPERANDS_6 = _Struct("<BBH")
_DATAFILE_OPERANDS_6_FIELDS = _struct_fields("<BBH", "out", "kind", "path")
_EXTERN_OPERANDS_8 = _Struct("<BBH")
_EXTERN_OPERANDS_8_FIELDS = _struct_fields("<BBH", "out", "kind", "resource")
_DYNAMIC_OPERANDS_10 = _Struct("<BBB")
_DYNAMIC_OPERANDS_10_FIELDS = _struct_fields("<BBB", "out", "name", "kind")
_ARRAY_OPERANDS_12 = _Struct("<BH")
_ARRAY_OPERANDS_12_FIELDS = _struct_fields("<BH", "out", "array")
_PROCESSING_OPERANDS_14 = _Struct("<BBB")
_PROCESSING_OPERANDS_14_FIELDS = _struct_fields("<BBB", "processor", "source", "out")
_TOKEN_OPERANDS_16 = _Struct("<BHB")
_TOKEN_OPERANDS_16_FIELDS = _struct_fields("<BHB", "processor", "token", "out")
_FORMAT_OPERANDS_18 = _Struct("<BHB")
_FORMAT_OPERANDS_18_FIELDS = _struct_fields("<BHB", "out", "template", "num_values")
_CREATION_OPERANDS_20 = _Struct("<BBBB")
_CREATION_OPERANDS_20_FIELDS = _struct_fields("<BBBB", "out", "dtype", "kind", "source")
_MANIPULATION_OPERANDS_22 = _Struct("<BB")
_MANIPULATION_OPERANDS_22_FIELDS = _struct_fields("<BB", "out", "tensor")
_COMBINATION_OPERANDS_24 = _Struct("<BBB")
_COMBINATION_OPERANDS_24_FIELDS = _struct_fields("<BBB", "operation", "out", "num_tensors")
_INFO_OPERANDS_26 = _Struct("<BB")
_INFO_OPERANDS_26_FIELDS = _struct_fields("<BB", "out", "tensor")
_EXTRACTION_OPERANDS_28 = _Struct("<BBB")
_EXTRACTION_OPERANDS_28_FIELDS = _struct_fields("<BBB", "out", "tensor", "index")
_COPY_OPERANDS_30 = _Struct("<BB")
_COPY_OPERANDS_30_FIELDS = _struct_fields("<BB", "out", "source")
_DEBUG_OPERANDS_32 = _Struct("<BH")
_DEBUG_OPERANDS_32_FIELDS = _struct_fields("<BH", "source", "message")
_UNARY_OPERANDS_34 = _Struct("<BBB")
_UNARY_OPERANDS_34_FIELDS = _struct_fields("<BBB", "operation", "out", "source")
_BINARY_OPERANDS_36 = _Struct("<BBBB")
_BINARY_OPERANDS_36_FIELDS = _struct_fields("<BBBB", "operation", "out", "left", "right")
_AGGREGATE_OPERANDS_38 = _Struct("<BBB")
_AGGREGATE_OPERANDS_38_FIELDS = _struct_fields("<BBB", "operation", "out", "source")
_COMPARISON_OPERANDS_40 = _Struct("<BBBB")
_COMPARISON_OPERANDS_40_FIELDS = _struct_fields("<BBBB", "operation", "out", "left", "right")
_TOP_K_OPERANDS_42 = _Struct("<BBBB")
_TOP_K_OPERANDS_42_FIELDS = _struct_fields("<BBBB", "source", "count", "indices", "elements")
_SAMPLING_OPERANDS_44 = _Struct("<BBBB")
_SAMPLING_OPERANDS_44_FIELDS = _struct_fields("<BBBB", "logits", "temperature", "top_k", "out")
_RUN_OPERANDS_46 = _Struct("<BB")
_RUN_OPERANDS_46_FIELDS = _struct_fields("<BB", "model", "num_inputs")
_TRAINING_OPERANDS_48 = _Struct("<BBB")
_TRAINING_OPERANDS_48_FIELDS = _struct_fields("<BBB", "model", "loss", "num_inputs")
_TRAINING_OPERANDS_50 = _Struct("<BBBHH")
_TRAINING_OPERANDS_50_FIELDS = _struct_fields("<BBBHH", "out", "rate", "logits", "weight", "bias")
_SAVING_OPERANDS_52 = _Struct("<BBB")
_SAVING_OPERANDS_52_FIELDS = _struct_fields("<BBB", "model", "name", "kind")
_S2LE = _Struct("<h")
_BRANCH_OPERANDS_55 = _Struct("<Bh")
_BRANCH_OPERANDS_55_FIELDS = _struct_fields("<Bh", "condition", "jump")
_SERIALIZATION_OPERANDS_57 = _Struct("<BBB")
_SERIALIZATION_OPERANDS_57_FIELDS = _struct_fields("<BBB", "out", "source", "format")
_WRITE_OPERANDS_59 = _Struct("<BB")
_WRITE_OPERANDS_59_FIELDS = _struct_fields("<BB", "source", "destination")


class Mep(_TreeRecord):
    FIELDS = _member_attributes("instructions")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep"

    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "instructions", io)
        io.reading.records(self, "instructions", "/seq/0", io, trace, None, PlanInstruction)
        trace is None or trace.close(io)


class PlanInstruction(_TreeRecord):
    FIELDS = _member_attributes("opcode operands")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.PlanInstruction"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "opcode", io)
        self.opcode = it = _OPCODE(number := io.u1(), number)
        if not (isinstance(it, Opcode)):
            raise _FieldError("in-enum", None, it)
        trace is None or trace.begin(self, "operands", io)
        on = self.opcode
        kind = _PLAN_INSTRUCTION_OPERANDS(on)
        if kind is not None:
            self.operands = each = _new_record(kind)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each._read(io, trace)
        else:
            self.operands = None
        trace is None or trace.close(io)


class NoOperands(_TreeRecord):
    __slots__ = ()
    SCHEMA = "mep"
    NAME = "Mep.NoOperands"

    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.close(io)


class PromptOperands(_TreeRecord):
    FIELDS = _member_attributes("out kind prompt")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.PromptOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _PROMPT_OPERANDS_0_FIELDS)
        self.out, self.kind, self.prompt = _PROMPT_OPERANDS_0.unpack_from(io.view, io.pos)
        io.pos += 4
        self.kind = _VALUEKIND(self.kind, self.kind)
        trace is None or trace.close(io)


class ConstantOperands(_TreeRecord):
    FIELDS = _member_attributes("out constant")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.ConstantOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _CONSTANT_OPERANDS_2_FIELDS)
        self.out, self.constant = _CONSTANT_OPERANDS_2.unpack_from(io.view, io.pos)
        io.pos += 3
        trace is None or trace.close(io)


class ModeOperands(_TreeRecord):
    FIELDS = _member_attributes("out")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.ModeOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "out", io)
        self.out = io.u1()
        trace is None or trace.close(io)


class ModelOperands(_TreeRecord):
    FIELDS = _member_attributes("model path")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.ModelOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _MODEL_OPERANDS_4_FIELDS)
        self.model, self.path = _MODEL_OPERANDS_4.unpack_from(io.view, io.pos)
        io.pos += 3
        trace is None or trace.close(io)


class DatafileOperands(_TreeRecord):
    FIELDS = _member_attributes("out kind path")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.DatafileOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _DATAFILE_OPERANDS_6_FIELDS)
        self.out, self.kind, self.path = _DATAFILE_OPERANDS_6.unpack_from(io.view, io.pos)
        io.pos += 4
        self.kind = _FILEKIND(self.kind, self.kind)
        trace is None or trace.close(io)


class ExternOperands(_TreeRecord):
    FIELDS = _member_attributes("out kind resource")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.ExternOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _EXTERN_OPERANDS_8_FIELDS)
        self.out, self.kind, self.resource = _EXTERN_OPERANDS_8.unpack_from(io.view, io.pos)
        io.pos += 4
        self.kind = _EXTERNKIND(self.kind, self.kind)
        trace is None or trace.close(io)


class DynamicOperands(_TreeRecord):
    FIELDS = _member_attributes("out name kind")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.DynamicOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _DYNAMIC_OPERANDS_10_FIELDS)
        self.out, self.name, self.kind = _DYNAMIC_OPERANDS_10.unpack_from(io.view, io.pos)
        io.pos += 3
        self.kind = _FILEKIND(self.kind, self.kind)
        trace is None or trace.close(io)


class ArrayOperands(_TreeRecord):
    FIELDS = _member_attributes("out array")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.ArrayOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _ARRAY_OPERANDS_12_FIELDS)
        self.out, self.array = _ARRAY_OPERANDS_12.unpack_from(io.view, io.pos)
        io.pos += 3
        trace is None or trace.close(io)


class UnloadOperands(_TreeRecord):
    FIELDS = _member_attributes("kind model slot")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.UnloadOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "kind", io)
        self.kind = it = _UNLOADKIND(number := io.u1(), number)
        if not (isinstance(it, UnloadKind)):
            raise _FieldError("in-enum", None, it)
        trace is None or trace.begin(self, "model", io)
        if self.kind == UnloadKind.model:
            self.model = io.u1()
        else:
            self.model = None
        trace is None or trace.begin(self, "slot", io)
        if self.kind == UnloadKind.slot:
            self.slot = io.u1()
        else:
            self.slot = None
        trace is None or trace.close(io)


class ProcessingOperands(_TreeRecord):
    FIELDS = _member_attributes("processor source out")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.ProcessingOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _PROCESSING_OPERANDS_14_FIELDS)
        self.processor, self.source, self.out = _PROCESSING_OPERANDS_14.unpack_from(io.view, io.pos)
        io.pos += 3
        trace is None or trace.close(io)


class TokenOperands(_TreeRecord):
    FIELDS = _member_attributes("processor token out")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.TokenOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _TOKEN_OPERANDS_16_FIELDS)
        self.processor, self.token, self.out = _TOKEN_OPERANDS_16.unpack_from(io.view, io.pos)
        io.pos += 4
        trace is None or trace.close(io)


class FormatOperands(_TreeRecord):
    FIELDS = _member_attributes("out template num_values values")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.FormatOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _FORMAT_OPERANDS_18_FIELDS)
        self.out, self.template, self.num_values = _FORMAT_OPERANDS_18.unpack_from(io.view, io.pos)
        io.pos += 4
        trace is None or trace.begin(self, "values", io)
        self.values_ = io.numbers("<B", 1, self.num_values)
        trace is None or trace.close(io)


class CreationOperands(_TreeRecord):
    FIELDS = _member_attributes("out dtype kind source")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.CreationOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _CREATION_OPERANDS_20_FIELDS)
        self.out, self.dtype, self.kind, self.source = _CREATION_OPERANDS_20.unpack_from(io.view, io.pos)
        io.pos += 4
        self.dtype = _DTYPE(self.dtype, self.dtype)
        self.kind = _CREATION(self.kind, self.kind)
        trace is None or trace.close(io)


class ManipulationOperands(_TreeRecord):
    FIELDS = _member_attributes("operation out tensor width value dim")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.ManipulationOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "operation", io)
        self.operation = it = _MANIPULATION(number := io.u1(), number)
        if not (isinstance(it, Manipulation)):
            raise _FieldError("in-enum", None, it)
        trace is None or trace.numbers(self, io, _MANIPULATION_OPERANDS_22_FIELDS)
        self.out, self.tensor = _MANIPULATION_OPERANDS_22.unpack_from(io.view, io.pos)
        io.pos += 2
        trace is None or trace.begin(self, "width", io)
        if self.operation == Manipulation.pad:
            self.width = io.u1()
        else:
            self.width = None
        trace is None or trace.begin(self, "value", io)
        if self.operation == Manipulation.pad:
            self.value = io.u1()
        else:
            self.value = None
        trace is None or trace.begin(self, "dim", io)
        if self.operation != Manipulation.pad:
            self.dim = io.u1()
        else:
            self.dim = None
        trace is None or trace.close(io)


class CombinationOperands(_TreeRecord):
    FIELDS = _member_attributes("operation out num_tensors tensors axis")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.CombinationOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _COMBINATION_OPERANDS_24_FIELDS)
        self.operation, self.out, self.num_tensors = _COMBINATION_OPERANDS_24.unpack_from(io.view, io.pos)
        io.pos += 3
        self.operation = _COMBINATION(self.operation, self.operation)
        trace is None or trace.begin(self, "tensors", io)
        self.tensors = io.numbers("<B", 1, self.num_tensors)
        trace is None or trace.begin(self, "axis", io)
        self.axis = io.u1()
        trace is None or trace.close(io)


class InfoOperands(_TreeRecord):
    FIELDS = _member_attributes("property out tensor axis")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.InfoOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "property", io)
        self.property = it = _TENSORPROPERTY(number := io.u1(), number)
        if not (isinstance(it, TensorProperty)):
            raise _FieldError("in-enum", None, it)
        trace is None or trace.numbers(self, io, _INFO_OPERANDS_26_FIELDS)
        self.out, self.tensor = _INFO_OPERANDS_26.unpack_from(io.view, io.pos)
        io.pos += 2
        trace is None or trace.begin(self, "axis", io)
        if self.property == TensorProperty.size:
            self.axis = io.u1()
        else:
            self.axis = None
        trace is None or trace.close(io)


class ExtractionOperands(_TreeRecord):
    FIELDS = _member_attributes("out tensor index")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.ExtractionOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _EXTRACTION_OPERANDS_28_FIELDS)
        self.out, self.tensor, self.index = _EXTRACTION_OPERANDS_28.unpack_from(io.view, io.pos)
        io.pos += 3
        trace is None or trace.close(io)


class CopyOperands(_TreeRecord):
    FIELDS = _member_attributes("out source")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.CopyOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _COPY_OPERANDS_30_FIELDS)
        self.out, self.source = _COPY_OPERANDS_30.unpack_from(io.view, io.pos)
        io.pos += 2
        trace is None or trace.close(io)


class DebugOperands(_TreeRecord):
    FIELDS = _member_attributes("source message")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.DebugOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _DEBUG_OPERANDS_32_FIELDS)
        self.source, self.message = _DEBUG_OPERANDS_32.unpack_from(io.view, io.pos)
        io.pos += 3
        trace is None or trace.close(io)


class UnaryOperands(_TreeRecord):
    FIELDS = _member_attributes("operation out source")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.UnaryOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _UNARY_OPERANDS_34_FIELDS)
        self.operation, self.out, self.source = _UNARY_OPERANDS_34.unpack_from(io.view, io.pos)
        io.pos += 3
        self.operation = _UNARYOPERATION(self.operation, self.operation)
        trace is None or trace.close(io)


class BinaryOperands(_TreeRecord):
    FIELDS = _member_attributes("operation out left right")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.BinaryOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _BINARY_OPERANDS_36_FIELDS)
        self.operation, self.out, self.left, self.right = _BINARY_OPERANDS_36.unpack_from(io.view, io.pos)
        io.pos += 4
        self.operation = _BINARYOPERATION(self.operation, self.operation)
        trace is None or trace.close(io)


class AggregateOperands(_TreeRecord):
    FIELDS = _member_attributes("operation out source")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.AggregateOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _AGGREGATE_OPERANDS_38_FIELDS)
        self.operation, self.out, self.source = _AGGREGATE_OPERANDS_38.unpack_from(io.view, io.pos)
        io.pos += 3
        self.operation = _AGGREGATION(self.operation, self.operation)
        trace is None or trace.close(io)


class ComparisonOperands(_TreeRecord):
    FIELDS = _member_attributes("operation out left right")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.ComparisonOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _COMPARISON_OPERANDS_40_FIELDS)
        (self.operation, self.out, self.left, self.right) = _COMPARISON_OPERANDS_40.unpack_from(io.view, io.pos)
        io.pos += 4
        self.operation = _COMPARISON(self.operation, self.operation)
        trace is None or trace.close(io)


class TopKOperands(_TreeRecord):
    FIELDS = _member_attributes("source count indices elements")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.TopKOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _TOP_K_OPERANDS_42_FIELDS)
        (self.source, self.count, self.indices, self.elements) = _TOP_K_OPERANDS_42.unpack_from(io.view, io.pos)
        io.pos += 4
        trace is None or trace.close(io)


class SamplingOperands(_TreeRecord):
    FIELDS = _member_attributes("logits temperature top_k out")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.SamplingOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _SAMPLING_OPERANDS_44_FIELDS)
        (self.logits, self.temperature, self.top_k, self.out) = _SAMPLING_OPERANDS_44.unpack_from(io.view, io.pos)
        io.pos += 4
        trace is None or trace.close(io)


class RunOperands(_TreeRecord):
    FIELDS = _member_attributes("model num_inputs inputs num_outputs outputs")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.RunOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _RUN_OPERANDS_46_FIELDS)
        self.model, self.num_inputs = _RUN_OPERANDS_46.unpack_from(io.view, io.pos)
        io.pos += 2
        trace is None or trace.begin(self, "inputs", io)
        self.inputs = io.numbers("<B", 1, self.num_inputs)
        trace is None or trace.begin(self, "num_outputs", io)
        self.num_outputs = io.u1()
        trace is None or trace.begin(self, "outputs", io)
        self.outputs = io.numbers("<B", 1, self.num_outputs)
        trace is None or trace.close(io)


class TrainingOperands(_TreeRecord):
    FIELDS = _member_attributes("model loss num_inputs inputs num_targets targets out rate logits weight bias")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.TrainingOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _TRAINING_OPERANDS_48_FIELDS)
        self.model, self.loss, self.num_inputs = _TRAINING_OPERANDS_48.unpack_from(io.view, io.pos)
        io.pos += 3
        self.loss = _LOSSKIND(self.loss, self.loss)
        trace is None or trace.begin(self, "inputs", io)
        self.inputs = io.numbers("<B", 1, self.num_inputs)
        trace is None or trace.begin(self, "num_targets", io)
        self.num_targets = io.u1()
        trace is None or trace.begin(self, "targets", io)
        self.targets = io.numbers("<B", 1, self.num_targets)
        trace is None or trace.numbers(self, io, _TRAINING_OPERANDS_50_FIELDS)
        (self.out, self.rate, self.logits, self.weight, self.bias) = _TRAINING_OPERANDS_50.unpack_from(io.view, io.pos)
        io.pos += 7
        trace is None or trace.close(io)


class GradientOperands(_TreeRecord):
    FIELDS = _member_attributes("model")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.GradientOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "model", io)
        self.model = io.u1()
        trace is None or trace.close(io)


class SavingOperands(_TreeRecord):
    FIELDS = _member_attributes("model name kind")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.SavingOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _SAVING_OPERANDS_52_FIELDS)
        self.model, self.name, self.kind = _SAVING_OPERANDS_52.unpack_from(io.view, io.pos)
        io.pos += 3
        self.kind = _WEIGHTSKIND(self.kind, self.kind)
        trace is None or trace.close(io)


class LoopOperands(_TreeRecord):
    FIELDS = _member_attributes("count")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.LoopOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "count", io)
        self.count = io.u1()
        trace is None or trace.close(io)


class RepetitionOperands(_TreeRecord):
    FIELDS = _member_attributes("jump")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.RepetitionOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "jump", io)
        self.jump = io.number(_S2LE)
        trace is None or trace.close(io)


class BranchOperands(_TreeRecord):
    FIELDS = _member_attributes("condition jump")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.BranchOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _BRANCH_OPERANDS_55_FIELDS)
        self.condition, self.jump = _BRANCH_OPERANDS_55.unpack_from(io.view, io.pos)
        io.pos += 3
        trace is None or trace.close(io)


class SerializationOperands(_TreeRecord):
    FIELDS = _member_attributes("out source format")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.SerializationOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _SERIALIZATION_OPERANDS_57_FIELDS)
        self.out, self.source, self.format = _SERIALIZATION_OPERANDS_57.unpack_from(io.view, io.pos)
        io.pos += 3
        self.format = _SERIALIZATION(self.format, self.format)
        trace is None or trace.close(io)


class WriteOperands(_TreeRecord):
    FIELDS = _member_attributes("source destination name unused mode")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.WriteOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _WRITE_OPERANDS_59_FIELDS)
        self.source, self.destination = _WRITE_OPERANDS_59.unpack_from(io.view, io.pos)
        io.pos += 2
        self.destination = _DESTINATION(self.destination, self.destination)
        trace is None or trace.begin(self, "name", io)
        if self.destination == Destination.file:
            self.name = io.u1()
        else:
            self.name = None
        trace is None or trace.begin(self, "unused", io)
        if self.destination != Destination.file:
            self.unused = io.u1()
        else:
            self.unused = None
        trace is None or trace.begin(self, "mode", io)
        self.mode = _WRITEMODE(number := io.u1(), number)
        trace is None or trace.close(io)


class ReturnOperands(_TreeRecord):
    FIELDS = _member_attributes("num_values values")
    __slots__ = (*FIELDS.values(),)
    SCHEMA = "mep"
    NAME = "Mep.ReturnOperands"

    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "num_values", io)
        self.num_values = io.u1()
        trace is None or trace.begin(self, "values", io)
        self.values_ = io.numbers("<B", 1, self.num_values)
        trace is None or trace.close(io)


_PLAN_INSTRUCTION_OPERANDS = {Opcode.src_user_prompt: PromptOperands, Opcode.src_constant: ConstantOperands, Opcode.src_exec_mode: ModeOperands, Opcode.res_load_model: ModelOperands, Opcode.res_load_datafile: DatafileOperands, Opcode.res_load_extern: ExternOperands, Opcode.res_load_dynamic: DynamicOperands, Opcode.res_load_array: ArrayOperands, Opcode.res_unload: UnloadOperands, Opcode.preproc_encode: ProcessingOperands, Opcode.preproc_decode: ProcessingOperands, Opcode.preproc_get_id: TokenOperands, Opcode.string_format: FormatOperands, Opcode.tensor_create: CreationOperands, Opcode.tensor_manipulate: ManipulationOperands, Opcode.tensor_combine: CombinationOperands, Opcode.tensor_info: InfoOperands, Opcode.tensor_extract: ExtractionOperands, Opcode.sys_copy: CopyOperands, Opcode.sys_debug_print: DebugOperands, Opcode.math_unary: UnaryOperands, Opcode.math_binary: BinaryOperands, Opcode.math_aggregate: AggregateOperands, Opcode.logic_compare: ComparisonOperands, Opcode.analysis_top_k: TopKOperands, Opcode.analysis_sample: SamplingOperands, Opcode.model_run_static: RunOperands, Opcode.model_train_step: TrainingOperands, Opcode.model_zero_grad: GradientOperands, Opcode.model_save_weights: SavingOperands, Opcode.flow_loop_start: LoopOperands, Opcode.flow_loop_end: RepetitionOperands, Opcode.flow_branch_if: BranchOperands, Opcode.flow_break_loop_if: BranchOperands, Opcode.serialize_object: SerializationOperands, Opcode.io_write: WriteOperands, Opcode.exec_return: ReturnOperands, Opcode.exec_halt: NoOperands}.get
ROOT = Mep
