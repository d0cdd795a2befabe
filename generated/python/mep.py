# Generated from schemas/mep.ksy (sha256 a8c6c4d7b52001da2ce8f018edcee55aadee3cbdea27b4e1d549633e74516e48) by `nacformats generate`. Do not edit.
"""Records of Model Execution Plan (MEP) bytecode of NAC v1.6 to v1.8: they read and write."""

from __future__ import annotations

from struct import Struct as _Struct
from nacformats.codec.trees.record import TreeRecord as _TreeRecord, import_late as _import_late, member_attributes as _member_attributes, new_record as _new_record
from nacformats.codec.trees.stream import refuse as _refuse
from nacformats.codec.trees.values import Members as _Members, OpenEnum as _OpenEnum
_import_late("nacformats.codec.trees.output_record", "following made", globals())
_import_late("nacformats.codec.trees.output_values", "enum_member put_numbers", globals())

__all__ = [
    "AggregateOperands", "Aggregation", "ArrayOperands", "BinaryOperands", "BinaryOperation", "BranchOperands",
    "Combination", "CombinationOperands", "Comparison", "ComparisonOperands", "ConstantOperands", "CopyOperands",
    "Creation", "CreationOperands", "DatafileOperands", "DebugOperands", "Destination", "Dtype", "DynamicOperands",
    "ExternKind", "ExternOperands", "ExtractionOperands", "FileKind", "FormatOperands", "GradientOperands",
    "InfoOperands", "LoopOperands", "LossKind", "Manipulation", "ManipulationOperands", "Mep", "ModeOperands",
    "ModelOperands", "NoOperands", "Opcode", "PlanInstruction", "ProcessingOperands", "PromptOperands", "ROOT",
    "RepetitionOperands", "ReturnOperands", "RunOperands", "SamplingOperands", "SavingOperands", "Serialization",
    "SerializationOperands", "TensorProperty", "TokenOperands", "TopKOperands", "TrainingOperands", "UnaryOperands",
    "UnaryOperation", "UnloadKind", "UnloadOperands", "ValueKind", "WeightsKind", "WriteMode", "WriteOperands",
]



class Opcode(_OpenEnum):
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


_Opcode_OF = _Members(Opcode)


class ValueKind(_OpenEnum):
    text = 0
    integer = 1
    number = 2


_ValueKind_OF = _Members(ValueKind)


class FileKind(_OpenEnum):
    array = 2
    image = 3


_FileKind_OF = _Members(FileKind)


class ExternKind(_OpenEnum):
    tokenizer = 0
    constant = 1


_ExternKind_OF = _Members(ExternKind)


class LossKind(_OpenEnum):
    cross_entropy = 0
    mse = 1
    none = 255


_LossKind_OF = _Members(LossKind)


class WeightsKind(_OpenEnum):
    nac = 0


_WeightsKind_OF = _Members(WeightsKind)


class UnloadKind(_OpenEnum):
    model = 0
    slot = 1


_UnloadKind_OF = _Members(UnloadKind)


class Dtype(_OpenEnum):
    float32 = 0
    int64 = 5


_Dtype_OF = _Members(Dtype)


class Creation(_OpenEnum):
    values = 0
    arange = 1
    ones = 2
    zeros = 3


_Creation_OF = _Members(Creation)


class Manipulation(_OpenEnum):
    pad = 1
    unsqueeze = 2
    squeeze = 3


_Manipulation_OF = _Members(Manipulation)


class Combination(_OpenEnum):
    concat = 0


_Combination_OF = _Members(Combination)


class TensorProperty(_OpenEnum):
    shape = 0
    size = 1
    item = 2


_TensorProperty_OF = _Members(TensorProperty)


class UnaryOperation(_OpenEnum):
    softmax = 0
    sqrt = 1
    abs = 2
    neg = 3
    exp = 4
    reciprocal = 5


_UnaryOperation_OF = _Members(UnaryOperation)


class BinaryOperation(_OpenEnum):
    add = 0
    sub = 1
    mul = 2
    div = 3
    pow = 4
    max = 5
    min = 6


_BinaryOperation_OF = _Members(BinaryOperation)


class Aggregation(_OpenEnum):
    argmax = 0


_Aggregation_OF = _Members(Aggregation)


class Comparison(_OpenEnum):
    eq = 0
    ne = 1
    gt = 2
    lt = 3


_Comparison_OF = _Members(Comparison)


class Serialization(_OpenEnum):
    text = 0
    json = 1
    png = 2


_Serialization_OF = _Members(Serialization)


class Destination(_OpenEnum):
    stdout = 0
    stderr = 1
    file = 2


_Destination_OF = _Members(Destination)


class WriteMode(_OpenEnum):
    plain = 0
    append = 1
    no_newline = 2


_WriteMode_OF = _Members(WriteMode)
_LE_B = _Struct("<B")
_PROMPT_OPERANDS_1 = _Struct("<BBH")
_PROMPT_OPERANDS_1_FIELDS = ("<BBH", "out", "kind", "prompt")
_LE_BBH = _Struct("<BBH")
_CONSTANT_OPERANDS_4 = _Struct("<BH")
_CONSTANT_OPERANDS_4_FIELDS = ("<BH", "out", "constant")
_LE_BH = _Struct("<BH")
_MODEL_OPERANDS_7 = _Struct("<BH")
_MODEL_OPERANDS_7_FIELDS = ("<BH", "model", "path")
_DATAFILE_OPERANDS_9 = _Struct("<BBH")
_DATAFILE_OPERANDS_9_FIELDS = ("<BBH", "out", "kind", "path")
_EXTERN_OPERANDS_11 = _Struct("<BBH")
_EXTERN_OPERANDS_11_FIELDS = ("<BBH", "out", "kind", "resource")
_DYNAMIC_OPERANDS_13 = _Struct("<BBB")
_DYNAMIC_OPERANDS_13_FIELDS = ("<BBB", "out", "name", "kind")
_LE_BBB = _Struct("<BBB")
_ARRAY_OPERANDS_16 = _Struct("<BH")
_ARRAY_OPERANDS_16_FIELDS = ("<BH", "out", "array")
_PROCESSING_OPERANDS_18 = _Struct("<BBB")
_PROCESSING_OPERANDS_18_FIELDS = ("<BBB", "processor", "source", "out")
_TOKEN_OPERANDS_20 = _Struct("<BHB")
_TOKEN_OPERANDS_20_FIELDS = ("<BHB", "processor", "token", "out")
_LE_BHB = _Struct("<BHB")
_FORMAT_OPERANDS_23 = _Struct("<BHB")
_FORMAT_OPERANDS_23_FIELDS = ("<BHB", "out", "pattern", "num_values")
_CREATION_OPERANDS_25 = _Struct("<BBBB")
_CREATION_OPERANDS_25_FIELDS = ("<BBBB", "out", "dtype", "kind", "source")
_LE_BBBB = _Struct("<BBBB")
_MANIPULATION_OPERANDS_28 = _Struct("<BB")
_MANIPULATION_OPERANDS_28_FIELDS = ("<BB", "out", "tensor")
_COMBINATION_OPERANDS_30 = _Struct("<BBB")
_COMBINATION_OPERANDS_30_FIELDS = ("<BBB", "operation", "out", "num_tensors")
_INFO_OPERANDS_32 = _Struct("<BB")
_INFO_OPERANDS_32_FIELDS = ("<BB", "out", "tensor")
_EXTRACTION_OPERANDS_34 = _Struct("<BBB")
_EXTRACTION_OPERANDS_34_FIELDS = ("<BBB", "out", "tensor", "index")
_COPY_OPERANDS_36 = _Struct("<BB")
_COPY_OPERANDS_36_FIELDS = ("<BB", "out", "source")
_LE_BB = _Struct("<BB")
_DEBUG_OPERANDS_39 = _Struct("<BH")
_DEBUG_OPERANDS_39_FIELDS = ("<BH", "source", "message")
_UNARY_OPERANDS_41 = _Struct("<BBB")
_UNARY_OPERANDS_41_FIELDS = ("<BBB", "operation", "out", "source")
_BINARY_OPERANDS_43 = _Struct("<BBBB")
_BINARY_OPERANDS_43_FIELDS = ("<BBBB", "operation", "out", "left", "right")
_AGGREGATE_OPERANDS_45 = _Struct("<BBB")
_AGGREGATE_OPERANDS_45_FIELDS = ("<BBB", "operation", "out", "source")
_COMPARISON_OPERANDS_47 = _Struct("<BBBB")
_COMPARISON_OPERANDS_47_FIELDS = ("<BBBB", "operation", "out", "left", "right")
_TOP_K_OPERANDS_49 = _Struct("<BBBB")
_TOP_K_OPERANDS_49_FIELDS = ("<BBBB", "source", "count", "indices", "elements")
_SAMPLING_OPERANDS_51 = _Struct("<BBBB")
_SAMPLING_OPERANDS_51_FIELDS = ("<BBBB", "logits", "temperature", "top_k", "out")
_RUN_OPERANDS_53 = _Struct("<BB")
_RUN_OPERANDS_53_FIELDS = ("<BB", "model", "num_inputs")
_TRAINING_OPERANDS_55 = _Struct("<BBB")
_TRAINING_OPERANDS_55_FIELDS = ("<BBB", "model", "loss", "num_inputs")
_TRAINING_OPERANDS_57 = _Struct("<BBBHH")
_TRAINING_OPERANDS_57_FIELDS = ("<BBBHH", "out", "rate", "logits", "weight", "bias")
_LE_BBBHH = _Struct("<BBBHH")
_SAVING_OPERANDS_60 = _Struct("<BBB")
_SAVING_OPERANDS_60_FIELDS = ("<BBB", "model", "name", "kind")
_S2LE = _Struct("<h")
_LE_h = _Struct("<h")
_BRANCH_OPERANDS_64 = _Struct("<Bh")
_BRANCH_OPERANDS_64_FIELDS = ("<Bh", "condition", "jump")
_LE_Bh = _Struct("<Bh")
_SERIALIZATION_OPERANDS_67 = _Struct("<BBB")
_SERIALIZATION_OPERANDS_67_FIELDS = ("<BBB", "out", "source", "format")
_WRITE_OPERANDS_69 = _Struct("<BB")
_WRITE_OPERANDS_69_FIELDS = ("<BB", "source", "destination")

class Mep(_TreeRecord):
    FIELDS = _member_attributes("instructions")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep"
    IS_FAITHFUL = True
    _defaults = lambda: {"instructions": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "instructions", io)
        io.reading.records(self, "instructions", "/seq/0", io, trace, None, PlanInstruction)
        trace is None or trace.close(io)
    def _write(self, out):
        self._at = "instructions"
        it = self.instructions
        if type(it) is list:
            for index, it in enumerate(it):
                self._n = index
                it._put(out)
            self._n = None
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        pass
    _make_instructions = lambda self, it: self._listed(it, lambda it, index: _made(PlanInstruction, it, self, index))

class PlanInstruction(_TreeRecord):
    FIELDS = _member_attributes("opcode operands")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.PlanInstruction"
    CODES = {"opcode": "<B"}
    _defaults = lambda: {"opcode": _Opcode_OF[2]}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "opcode", io)
        self.opcode = it = _Opcode_OF[io.u1()]
        (it in _Opcode_OF) or _refuse("in-enum", None, it)
        trace is None or trace.begin(self, "operands", io)
        on = self.opcode
        kind = _PlanInstruction_operands(on)
        if kind is not None:
            self.operands = each = _new_record(kind)
            each._io, each._parent, each._root, each._start = io, self, self._root, io.pos
            each._read(io, trace)
        else:
            self.operands = None
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_B.pack(self.opcode))
        it = self.opcode
        (it in _Opcode_OF) or self._broken("opcode", "a member of Opcode", it)
        self._at = "operands"
        it = self.operands
        case = self.opcode
        if case in (Opcode.src_user_prompt, Opcode.src_constant, Opcode.src_exec_mode, Opcode.res_load_model, Opcode.res_load_datafile, Opcode.res_load_extern, Opcode.res_load_dynamic, Opcode.res_load_array, Opcode.res_unload, Opcode.preproc_encode, Opcode.preproc_decode, Opcode.preproc_get_id, Opcode.string_format, Opcode.tensor_create, Opcode.tensor_manipulate, Opcode.tensor_combine, Opcode.tensor_info, Opcode.tensor_extract, Opcode.sys_copy, Opcode.sys_debug_print, Opcode.math_unary, Opcode.math_binary, Opcode.math_aggregate, Opcode.logic_compare, Opcode.analysis_top_k, Opcode.analysis_sample, Opcode.model_run_static, Opcode.model_train_step, Opcode.model_zero_grad, Opcode.model_save_weights, Opcode.flow_loop_start, Opcode.flow_loop_end, Opcode.flow_branch_if, Opcode.flow_break_loop_if, Opcode.serialize_object, Opcode.io_write, Opcode.exec_return, Opcode.exec_halt):
            it._put(out)
        elif it is not None:
            self._surplus()
    def _fill(self, it):
        self.opcode = it.opcode if isinstance(it.opcode, Opcode) else self._make_opcode(it.opcode)
    _make_opcode = lambda self, it: _enum_member(Opcode, it, self)
    def _default_operands(self):
        case = self.opcode
        if case in (Opcode.exec_halt,):
            return {}
        if case in (Opcode.src_user_prompt, Opcode.src_constant, Opcode.src_exec_mode, Opcode.res_load_model, Opcode.res_load_datafile, Opcode.res_load_extern, Opcode.res_load_dynamic, Opcode.res_load_array, Opcode.res_unload, Opcode.preproc_encode, Opcode.preproc_decode, Opcode.preproc_get_id, Opcode.string_format, Opcode.tensor_create, Opcode.tensor_manipulate, Opcode.tensor_combine, Opcode.tensor_info, Opcode.tensor_extract, Opcode.sys_copy, Opcode.sys_debug_print, Opcode.math_unary, Opcode.math_binary, Opcode.math_aggregate, Opcode.logic_compare, Opcode.analysis_top_k, Opcode.analysis_sample, Opcode.model_run_static, Opcode.model_train_step, Opcode.model_zero_grad, Opcode.model_save_weights, Opcode.flow_loop_start, Opcode.flow_loop_end, Opcode.flow_branch_if, Opcode.flow_break_loop_if, Opcode.serialize_object, Opcode.io_write, Opcode.exec_return,):
            return self._missing("operands")
        return None
    _make_operands = lambda self, it: (_made(PromptOperands, it, self) if (case := self.opcode) == Opcode.src_user_prompt else _made(ConstantOperands, it, self) if case == Opcode.src_constant else _made(ModeOperands, it, self) if case == Opcode.src_exec_mode else _made(ModelOperands, it, self) if case == Opcode.res_load_model else _made(DatafileOperands, it, self) if case == Opcode.res_load_datafile else _made(ExternOperands, it, self) if case == Opcode.res_load_extern else _made(DynamicOperands, it, self) if case == Opcode.res_load_dynamic else _made(ArrayOperands, it, self) if case == Opcode.res_load_array else _made(UnloadOperands, it, self) if case == Opcode.res_unload else _made(ProcessingOperands, it, self) if case in (Opcode.preproc_encode, Opcode.preproc_decode) else _made(TokenOperands, it, self) if case == Opcode.preproc_get_id else _made(FormatOperands, it, self) if case == Opcode.string_format else _made(CreationOperands, it, self) if case == Opcode.tensor_create else _made(ManipulationOperands, it, self) if case == Opcode.tensor_manipulate else _made(CombinationOperands, it, self) if case == Opcode.tensor_combine else _made(InfoOperands, it, self) if case == Opcode.tensor_info else _made(ExtractionOperands, it, self) if case == Opcode.tensor_extract else _made(CopyOperands, it, self) if case == Opcode.sys_copy else _made(DebugOperands, it, self) if case == Opcode.sys_debug_print else _made(UnaryOperands, it, self) if case == Opcode.math_unary else _made(BinaryOperands, it, self) if case == Opcode.math_binary else _made(AggregateOperands, it, self) if case == Opcode.math_aggregate else _made(ComparisonOperands, it, self) if case == Opcode.logic_compare else _made(TopKOperands, it, self) if case == Opcode.analysis_top_k else _made(SamplingOperands, it, self) if case == Opcode.analysis_sample else _made(RunOperands, it, self) if case == Opcode.model_run_static else _made(TrainingOperands, it, self) if case == Opcode.model_train_step else _made(GradientOperands, it, self) if case == Opcode.model_zero_grad else _made(SavingOperands, it, self) if case == Opcode.model_save_weights else _made(LoopOperands, it, self) if case == Opcode.flow_loop_start else _made(RepetitionOperands, it, self) if case == Opcode.flow_loop_end else _made(BranchOperands, it, self) if case in (Opcode.flow_branch_if, Opcode.flow_break_loop_if) else _made(SerializationOperands, it, self) if case == Opcode.serialize_object else _made(WriteOperands, it, self) if case == Opcode.io_write else _made(ReturnOperands, it, self) if case == Opcode.exec_return else _made(NoOperands, it, self) if case == Opcode.exec_halt else it)

class NoOperands(_TreeRecord):
    __slots__ = ()
    SCHEMA, NAME = "mep", "Mep.NoOperands"
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        io.reading.spend(1)
        trace = trace and trace.open(self, io)
        trace is None or trace.close(io)
    def _write(self, out):
        pass
    def _fill(self, it):
        pass

class PromptOperands(_TreeRecord):
    FIELDS = _member_attributes("out kind prompt")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.PromptOperands"
    CODES = {"out": "<B", "kind": "<B", "prompt": "<H"}
    _defaults = lambda: {"out": 0, "kind": _ValueKind_OF[0], "prompt": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _PROMPT_OPERANDS_1_FIELDS)
        self.out, self.kind, self.prompt = _PROMPT_OPERANDS_1.unpack_from(io.view, io.pos)
        io.pos += 4
        self.kind = _ValueKind_OF[self.kind]
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_BBH.pack(self.out, self.kind, self.prompt))
    def _fill(self, it):
        self.kind = it.kind if isinstance(it.kind, ValueKind) else self._make_kind(it.kind)
        self.out, self.prompt = it.out, it.prompt
    _make_kind = lambda self, it: _enum_member(ValueKind, it, self)

class ConstantOperands(_TreeRecord):
    FIELDS = _member_attributes("out constant")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.ConstantOperands"
    CODES = {"out": "<B", "constant": "<H"}
    _defaults = lambda: {"out": 0, "constant": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _CONSTANT_OPERANDS_4_FIELDS)
        self.out, self.constant = _CONSTANT_OPERANDS_4.unpack_from(io.view, io.pos)
        io.pos += 3
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_BH.pack(self.out, self.constant))
    def _fill(self, it):
        self.out, self.constant = it.out, it.constant

class ModeOperands(_TreeRecord):
    FIELDS = _member_attributes("out")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.ModeOperands"
    CODES = {"out": "<B"}
    _defaults = lambda: {"out": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "out", io)
        self.out = io.u1()
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_B.pack(self.out))
    def _fill(self, it):
        self.out = it.out

class ModelOperands(_TreeRecord):
    FIELDS = _member_attributes("model path")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.ModelOperands"
    CODES = {"model": "<B", "path": "<H"}
    _defaults = lambda: {"model": 0, "path": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _MODEL_OPERANDS_7_FIELDS)
        self.model, self.path = _MODEL_OPERANDS_7.unpack_from(io.view, io.pos)
        io.pos += 3
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_BH.pack(self.model, self.path))
    def _fill(self, it):
        self.model, self.path = it.model, it.path

class DatafileOperands(_TreeRecord):
    FIELDS = _member_attributes("out kind path")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.DatafileOperands"
    CODES = {"out": "<B", "kind": "<B", "path": "<H"}
    _defaults = lambda: {"out": 0, "kind": _FileKind_OF[2], "path": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _DATAFILE_OPERANDS_9_FIELDS)
        self.out, self.kind, self.path = _DATAFILE_OPERANDS_9.unpack_from(io.view, io.pos)
        io.pos += 4
        self.kind = _FileKind_OF[self.kind]
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_BBH.pack(self.out, self.kind, self.path))
    def _fill(self, it):
        self.kind = it.kind if isinstance(it.kind, FileKind) else self._make_kind(it.kind)
        self.out, self.path = it.out, it.path
    _make_kind = lambda self, it: _enum_member(FileKind, it, self)

class ExternOperands(_TreeRecord):
    FIELDS = _member_attributes("out kind resource")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.ExternOperands"
    CODES = {"out": "<B", "kind": "<B", "resource": "<H"}
    _defaults = lambda: {"out": 0, "kind": _ExternKind_OF[0], "resource": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _EXTERN_OPERANDS_11_FIELDS)
        self.out, self.kind, self.resource = _EXTERN_OPERANDS_11.unpack_from(io.view, io.pos)
        io.pos += 4
        self.kind = _ExternKind_OF[self.kind]
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_BBH.pack(self.out, self.kind, self.resource))
    def _fill(self, it):
        self.kind = it.kind if isinstance(it.kind, ExternKind) else self._make_kind(it.kind)
        self.out, self.resource = it.out, it.resource
    _make_kind = lambda self, it: _enum_member(ExternKind, it, self)

class DynamicOperands(_TreeRecord):
    FIELDS = _member_attributes("out name kind")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.DynamicOperands"
    CODES = {"out": "<B", "name": "<B", "kind": "<B"}
    _defaults = lambda: {"out": 0, "name": 0, "kind": _FileKind_OF[2]}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _DYNAMIC_OPERANDS_13_FIELDS)
        self.out, self.name, self.kind = _DYNAMIC_OPERANDS_13.unpack_from(io.view, io.pos)
        io.pos += 3
        self.kind = _FileKind_OF[self.kind]
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_BBB.pack(self.out, self.name, self.kind))
    def _fill(self, it):
        self.kind = it.kind if isinstance(it.kind, FileKind) else self._make_kind(it.kind)
        self.out, self.name = it.out, it.name
    _make_kind = lambda self, it: _enum_member(FileKind, it, self)

class ArrayOperands(_TreeRecord):
    FIELDS = _member_attributes("out array")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.ArrayOperands"
    CODES = {"out": "<B", "array": "<H"}
    _defaults = lambda: {"out": 0, "array": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _ARRAY_OPERANDS_16_FIELDS)
        self.out, self.array = _ARRAY_OPERANDS_16.unpack_from(io.view, io.pos)
        io.pos += 3
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_BH.pack(self.out, self.array))
    def _fill(self, it):
        self.out, self.array = it.out, it.array

class UnloadOperands(_TreeRecord):
    FIELDS = _member_attributes("kind model slot")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.UnloadOperands"
    CODES = {"kind": "<B", "model": "<B", "slot": "<B"}
    _defaults = lambda: {"kind": _UnloadKind_OF[0]}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "kind", io)
        self.kind = it = _UnloadKind_OF[io.u1()]
        (it in _UnloadKind_OF) or _refuse("in-enum", None, it)
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
    def _write(self, out):
        out.write(_LE_B.pack(self.kind))
        it = self.kind
        (it in _UnloadKind_OF) or self._broken("kind", "a member of UnloadKind", it)
        self._at = "model"
        it = self.model
        if self._if_model():
            out.write(_LE_B.pack(it))
        elif it is not None:
            self._surplus()
        self._at = "slot"
        it = self.slot
        if self._if_slot():
            out.write(_LE_B.pack(it))
        elif it is not None:
            self._surplus()
    def _fill(self, it):
        self.kind = it.kind if isinstance(it.kind, UnloadKind) else self._make_kind(it.kind)
    _make_kind = lambda self, it: _enum_member(UnloadKind, it, self)
    _if_model = lambda self: self.kind == UnloadKind.model
    _default_model = lambda self: (self._missing("model")) if self._if_model() else None
    _if_slot = lambda self: self.kind == UnloadKind.slot
    _default_slot = lambda self: (self._missing("slot")) if self._if_slot() else None

class ProcessingOperands(_TreeRecord):
    FIELDS = _member_attributes("processor source out")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.ProcessingOperands"
    CODES = {"processor": "<B", "source": "<B", "out": "<B"}
    _defaults = lambda: {"processor": 0, "source": 0, "out": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _PROCESSING_OPERANDS_18_FIELDS)
        self.processor, self.source, self.out = _PROCESSING_OPERANDS_18.unpack_from(io.view, io.pos)
        io.pos += 3
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_BBB.pack(self.processor, self.source, self.out))
    def _fill(self, it):
        self.processor, self.source, self.out = it.processor, it.source, it.out

class TokenOperands(_TreeRecord):
    FIELDS = _member_attributes("processor token out")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.TokenOperands"
    CODES = {"processor": "<B", "token": "<H", "out": "<B"}
    _defaults = lambda: {"processor": 0, "token": 0, "out": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _TOKEN_OPERANDS_20_FIELDS)
        self.processor, self.token, self.out = _TOKEN_OPERANDS_20.unpack_from(io.view, io.pos)
        io.pos += 4
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_BHB.pack(self.processor, self.token, self.out))
    def _fill(self, it):
        self.processor, self.token, self.out = it.processor, it.token, it.out

class FormatOperands(_TreeRecord):
    FIELDS = _member_attributes("out pattern num_values values")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.FormatOperands"
    DERIVED = {"num_values"}
    STALE = {"num_values"}
    CODES = {"out": "<B", "pattern": "<H", "num_values": "<B", "values": "<B"}
    _defaults = lambda: {"out": 0, "pattern": 0, "values": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _FORMAT_OPERANDS_23_FIELDS)
        self.out, self.pattern, self.num_values = _FORMAT_OPERANDS_23.unpack_from(io.view, io.pos)
        io.pos += 4
        trace is None or trace.begin(self, "values", io)
        self.values = io.numbers("<B", 1, self.num_values)
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_BHB.pack(self.out, self.pattern, self.num_values))
        self._at = "values"
        it = self.values
        self._counted(it, self.num_values)
        if type(it) is list:
            _put_numbers(out, "<B", it)
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        if type(it.values) is list:
            self.values = it.values
        self.out, self.pattern = it.out, it.pattern
    def _derive(self, it):
        if type(it.values) is list:
            self.num_values = len(it.values)
    _default_num_values = lambda self: self._count_of("values")
    _make_values = lambda self, it: self._listed(it)

class CreationOperands(_TreeRecord):
    FIELDS = _member_attributes("out dtype kind source")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.CreationOperands"
    CODES = {"out": "<B", "dtype": "<B", "kind": "<B", "source": "<B"}
    _defaults = lambda: {"out": 0, "dtype": _Dtype_OF[0], "kind": _Creation_OF[0], "source": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _CREATION_OPERANDS_25_FIELDS)
        self.out, self.dtype, self.kind, self.source = _CREATION_OPERANDS_25.unpack_from(io.view, io.pos)
        io.pos += 4
        self.dtype = _Dtype_OF[self.dtype]
        self.kind = _Creation_OF[self.kind]
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_BBBB.pack(self.out, self.dtype, self.kind, self.source))
    def _fill(self, it):
        self.dtype = it.dtype if isinstance(it.dtype, Dtype) else self._make_dtype(it.dtype)
        self.kind = it.kind if isinstance(it.kind, Creation) else self._make_kind(it.kind)
        self.out, self.source = it.out, it.source
    _make_dtype = lambda self, it: _enum_member(Dtype, it, self)
    _make_kind = lambda self, it: _enum_member(Creation, it, self)

class ManipulationOperands(_TreeRecord):
    FIELDS = _member_attributes("operation out tensor width value dim")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.ManipulationOperands"
    CODES = {"operation": "<B", "out": "<B", "tensor": "<B", "width": "<B", "value": "<B", "dim": "<B"}
    _defaults = lambda: {"operation": _Manipulation_OF[1], "out": 0, "tensor": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "operation", io)
        self.operation = it = _Manipulation_OF[io.u1()]
        (it in _Manipulation_OF) or _refuse("in-enum", None, it)
        trace is None or trace.numbers(self, io, _MANIPULATION_OPERANDS_28_FIELDS)
        self.out, self.tensor = _MANIPULATION_OPERANDS_28.unpack_from(io.view, io.pos)
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
    def _write(self, out):
        out.write(_LE_BBB.pack(self.operation, self.out, self.tensor))
        it = self.operation
        (it in _Manipulation_OF) or self._broken("operation", "a member of Manipulation", it)
        self._at = "width"
        it = self.width
        if self._if_width():
            out.write(_LE_B.pack(it))
        elif it is not None:
            self._surplus()
        self._at = "value"
        it = self.value
        if self._if_value():
            out.write(_LE_B.pack(it))
        elif it is not None:
            self._surplus()
        self._at = "dim"
        it = self.dim
        if self._if_dim():
            out.write(_LE_B.pack(it))
        elif it is not None:
            self._surplus()
    def _fill(self, it):
        self.operation = it.operation if isinstance(it.operation, Manipulation) else self._make_operation(it.operation)
        self.out, self.tensor = it.out, it.tensor
    _make_operation = lambda self, it: _enum_member(Manipulation, it, self)
    _if_width = lambda self: self.operation == Manipulation.pad
    _default_width = lambda self: (self._missing("width")) if self._if_width() else None
    _if_value = lambda self: self.operation == Manipulation.pad
    _default_value = lambda self: (self._missing("value")) if self._if_value() else None
    _if_dim = lambda self: self.operation != Manipulation.pad
    _default_dim = lambda self: (self._missing("dim")) if self._if_dim() else None

class CombinationOperands(_TreeRecord):
    FIELDS = _member_attributes("operation out num_tensors tensors axis")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.CombinationOperands"
    DERIVED = {"num_tensors"}
    STALE = {"num_tensors"}
    CODES = {"operation": "<B", "out": "<B", "num_tensors": "<B", "tensors": "<B", "axis": "<B"}
    _defaults = lambda: {"operation": _Combination_OF[0], "out": 0, "tensors": [], "axis": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _COMBINATION_OPERANDS_30_FIELDS)
        self.operation, self.out, self.num_tensors = _COMBINATION_OPERANDS_30.unpack_from(io.view, io.pos)
        io.pos += 3
        self.operation = _Combination_OF[self.operation]
        trace is None or trace.begin(self, "tensors", io)
        self.tensors = io.numbers("<B", 1, self.num_tensors)
        trace is None or trace.begin(self, "axis", io)
        self.axis = io.u1()
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_BBB.pack(self.operation, self.out, self.num_tensors))
        self._at = "tensors"
        it = self.tensors
        self._counted(it, self.num_tensors)
        if type(it) is list:
            _put_numbers(out, "<B", it)
        else:
            self._ready_list(it, out)
        out.write(_LE_B.pack(self.axis))
    def _fill(self, it):
        self.operation = it.operation if isinstance(it.operation, Combination) else self._make_operation(it.operation)
        if type(it.tensors) is list:
            self.tensors = it.tensors
        self.out, self.axis = it.out, it.axis
    def _derive(self, it):
        if type(it.tensors) is list:
            self.num_tensors = len(it.tensors)
    _make_operation = lambda self, it: _enum_member(Combination, it, self)
    _default_num_tensors = lambda self: self._count_of("tensors")
    _make_tensors = lambda self, it: self._listed(it)

class InfoOperands(_TreeRecord):
    FIELDS = _member_attributes("property out tensor axis")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.InfoOperands"
    CODES = {"property": "<B", "out": "<B", "tensor": "<B", "axis": "<B"}
    _defaults = lambda: {"property": _TensorProperty_OF[0], "out": 0, "tensor": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "property", io)
        self.property = it = _TensorProperty_OF[io.u1()]
        (it in _TensorProperty_OF) or _refuse("in-enum", None, it)
        trace is None or trace.numbers(self, io, _INFO_OPERANDS_32_FIELDS)
        self.out, self.tensor = _INFO_OPERANDS_32.unpack_from(io.view, io.pos)
        io.pos += 2
        trace is None or trace.begin(self, "axis", io)
        if self.property == TensorProperty.size:
            self.axis = io.u1()
        else:
            self.axis = None
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_BBB.pack(self.property, self.out, self.tensor))
        it = self.property
        (it in _TensorProperty_OF) or self._broken("property", "a member of TensorProperty", it)
        self._at = "axis"
        it = self.axis
        if self._if_axis():
            out.write(_LE_B.pack(it))
        elif it is not None:
            self._surplus()
    def _fill(self, it):
        self.property = it.property if isinstance(it.property, TensorProperty) else self._make_property(it.property)
        self.out, self.tensor = it.out, it.tensor
    _make_property = lambda self, it: _enum_member(TensorProperty, it, self)
    _if_axis = lambda self: self.property == TensorProperty.size
    _default_axis = lambda self: (self._missing("axis")) if self._if_axis() else None

class ExtractionOperands(_TreeRecord):
    FIELDS = _member_attributes("out tensor index")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.ExtractionOperands"
    CODES = {"out": "<B", "tensor": "<B", "index": "<B"}
    _defaults = lambda: {"out": 0, "tensor": 0, "index": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _EXTRACTION_OPERANDS_34_FIELDS)
        self.out, self.tensor, self.index = _EXTRACTION_OPERANDS_34.unpack_from(io.view, io.pos)
        io.pos += 3
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_BBB.pack(self.out, self.tensor, self.index))
    def _fill(self, it):
        self.out, self.tensor, self.index = it.out, it.tensor, it.index

class CopyOperands(_TreeRecord):
    FIELDS = _member_attributes("out source")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.CopyOperands"
    CODES = {"out": "<B", "source": "<B"}
    _defaults = lambda: {"out": 0, "source": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _COPY_OPERANDS_36_FIELDS)
        self.out, self.source = _COPY_OPERANDS_36.unpack_from(io.view, io.pos)
        io.pos += 2
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_BB.pack(self.out, self.source))
    def _fill(self, it):
        self.out, self.source = it.out, it.source

class DebugOperands(_TreeRecord):
    FIELDS = _member_attributes("source message")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.DebugOperands"
    CODES = {"source": "<B", "message": "<H"}
    _defaults = lambda: {"source": 0, "message": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _DEBUG_OPERANDS_39_FIELDS)
        self.source, self.message = _DEBUG_OPERANDS_39.unpack_from(io.view, io.pos)
        io.pos += 3
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_BH.pack(self.source, self.message))
    def _fill(self, it):
        self.source, self.message = it.source, it.message

class UnaryOperands(_TreeRecord):
    FIELDS = _member_attributes("operation out source")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.UnaryOperands"
    CODES = {"operation": "<B", "out": "<B", "source": "<B"}
    _defaults = lambda: {"operation": _UnaryOperation_OF[0], "out": 0, "source": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _UNARY_OPERANDS_41_FIELDS)
        self.operation, self.out, self.source = _UNARY_OPERANDS_41.unpack_from(io.view, io.pos)
        io.pos += 3
        self.operation = _UnaryOperation_OF[self.operation]
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_BBB.pack(self.operation, self.out, self.source))
    def _fill(self, it):
        self.operation = it.operation if isinstance(it.operation, UnaryOperation) else self._make_operation(it.operation)
        self.out, self.source = it.out, it.source
    _make_operation = lambda self, it: _enum_member(UnaryOperation, it, self)

class BinaryOperands(_TreeRecord):
    FIELDS = _member_attributes("operation out left right")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.BinaryOperands"
    CODES = {"operation": "<B", "out": "<B", "left": "<B", "right": "<B"}
    _defaults = lambda: {"operation": _BinaryOperation_OF[0], "out": 0, "left": 0, "right": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _BINARY_OPERANDS_43_FIELDS)
        self.operation, self.out, self.left, self.right = _BINARY_OPERANDS_43.unpack_from(io.view, io.pos)
        io.pos += 4
        self.operation = _BinaryOperation_OF[self.operation]
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_BBBB.pack(self.operation, self.out, self.left, self.right))
    def _fill(self, it):
        self.operation = it.operation if isinstance(it.operation, BinaryOperation) else self._make_operation(it.operation)
        self.out, self.left, self.right = it.out, it.left, it.right
    _make_operation = lambda self, it: _enum_member(BinaryOperation, it, self)

class AggregateOperands(_TreeRecord):
    FIELDS = _member_attributes("operation out source")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.AggregateOperands"
    CODES = {"operation": "<B", "out": "<B", "source": "<B"}
    _defaults = lambda: {"operation": _Aggregation_OF[0], "out": 0, "source": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _AGGREGATE_OPERANDS_45_FIELDS)
        self.operation, self.out, self.source = _AGGREGATE_OPERANDS_45.unpack_from(io.view, io.pos)
        io.pos += 3
        self.operation = _Aggregation_OF[self.operation]
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_BBB.pack(self.operation, self.out, self.source))
    def _fill(self, it):
        self.operation = it.operation if isinstance(it.operation, Aggregation) else self._make_operation(it.operation)
        self.out, self.source = it.out, it.source
    _make_operation = lambda self, it: _enum_member(Aggregation, it, self)

class ComparisonOperands(_TreeRecord):
    FIELDS = _member_attributes("operation out left right")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.ComparisonOperands"
    CODES = {"operation": "<B", "out": "<B", "left": "<B", "right": "<B"}
    _defaults = lambda: {"operation": _Comparison_OF[0], "out": 0, "left": 0, "right": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _COMPARISON_OPERANDS_47_FIELDS)
        (self.operation, self.out, self.left, self.right) = _COMPARISON_OPERANDS_47.unpack_from(io.view, io.pos)
        io.pos += 4
        self.operation = _Comparison_OF[self.operation]
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_BBBB.pack(self.operation, self.out, self.left, self.right))
    def _fill(self, it):
        self.operation = it.operation if isinstance(it.operation, Comparison) else self._make_operation(it.operation)
        self.out, self.left, self.right = it.out, it.left, it.right
    _make_operation = lambda self, it: _enum_member(Comparison, it, self)

class TopKOperands(_TreeRecord):
    FIELDS = _member_attributes("source count indices elements")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.TopKOperands"
    CODES = {"source": "<B", "count": "<B", "indices": "<B", "elements": "<B"}
    _defaults = lambda: {"source": 0, "count": 0, "indices": 0, "elements": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _TOP_K_OPERANDS_49_FIELDS)
        (self.source, self.count, self.indices, self.elements) = _TOP_K_OPERANDS_49.unpack_from(io.view, io.pos)
        io.pos += 4
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_BBBB.pack(self.source, self.count, self.indices, self.elements))
    def _fill(self, it):
        self.source, self.count, self.indices, self.elements = it.source, it.count, it.indices, it.elements

class SamplingOperands(_TreeRecord):
    FIELDS = _member_attributes("logits temperature top_k out")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.SamplingOperands"
    CODES = {"logits": "<B", "temperature": "<B", "top_k": "<B", "out": "<B"}
    _defaults = lambda: {"logits": 0, "temperature": 0, "top_k": 0, "out": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _SAMPLING_OPERANDS_51_FIELDS)
        (self.logits, self.temperature, self.top_k, self.out) = _SAMPLING_OPERANDS_51.unpack_from(io.view, io.pos)
        io.pos += 4
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_BBBB.pack(self.logits, self.temperature, self.top_k, self.out))
    def _fill(self, it):
        self.logits, self.temperature, self.top_k, self.out = it.logits, it.temperature, it.top_k, it.out

class RunOperands(_TreeRecord):
    FIELDS = _member_attributes("model num_inputs inputs num_outputs outputs")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.RunOperands"
    DERIVED = {"num_inputs", "num_outputs"}
    STALE = {"num_inputs", "num_outputs"}
    CODES = {"model": "<B", "num_inputs": "<B", "inputs": "<B", "num_outputs": "<B", "outputs": "<B"}
    _defaults = lambda: {"model": 0, "inputs": [], "outputs": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _RUN_OPERANDS_53_FIELDS)
        self.model, self.num_inputs = _RUN_OPERANDS_53.unpack_from(io.view, io.pos)
        io.pos += 2
        trace is None or trace.begin(self, "inputs", io)
        self.inputs = io.numbers("<B", 1, self.num_inputs)
        trace is None or trace.begin(self, "num_outputs", io)
        self.num_outputs = io.u1()
        trace is None or trace.begin(self, "outputs", io)
        self.outputs = io.numbers("<B", 1, self.num_outputs)
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_BB.pack(self.model, self.num_inputs))
        self._at = "inputs"
        it = self.inputs
        self._counted(it, self.num_inputs)
        if type(it) is list:
            _put_numbers(out, "<B", it)
        else:
            self._ready_list(it, out)
        out.write(_LE_B.pack(self.num_outputs))
        self._at = "outputs"
        it = self.outputs
        self._counted(it, self.num_outputs)
        if type(it) is list:
            _put_numbers(out, "<B", it)
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        if type(it.inputs) is list:
            self.inputs = it.inputs
        if type(it.outputs) is list:
            self.outputs = it.outputs
        self.model = it.model
    def _derive(self, it):
        if type(it.inputs) is list:
            self.num_inputs = len(it.inputs)
        if type(it.outputs) is list:
            self.num_outputs = len(it.outputs)
    _default_num_inputs = lambda self: self._count_of("inputs")
    _make_inputs = lambda self, it: self._listed(it)
    _default_num_outputs = lambda self: self._count_of("outputs")
    _make_outputs = lambda self, it: self._listed(it)

class TrainingOperands(_TreeRecord):
    FIELDS = _member_attributes("model loss num_inputs inputs num_targets targets out rate logits weight bias")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.TrainingOperands"
    DERIVED = {"num_inputs", "num_targets"}
    STALE = {"num_inputs", "num_targets"}
    CODES = {
        "model": "<B", "loss": "<B", "num_inputs": "<B", "inputs": "<B", "num_targets": "<B", "targets": "<B", "out": "<B",
        "rate": "<B", "logits": "<B", "weight": "<H", "bias": "<H",
    }
    _defaults = lambda: {
        "model": 0, "loss": _LossKind_OF[0], "inputs": [], "targets": [], "out": 0, "rate": 0, "logits": 0, "weight": 0,
        "bias": 0,
    }
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _TRAINING_OPERANDS_55_FIELDS)
        self.model, self.loss, self.num_inputs = _TRAINING_OPERANDS_55.unpack_from(io.view, io.pos)
        io.pos += 3
        self.loss = _LossKind_OF[self.loss]
        trace is None or trace.begin(self, "inputs", io)
        self.inputs = io.numbers("<B", 1, self.num_inputs)
        trace is None or trace.begin(self, "num_targets", io)
        self.num_targets = io.u1()
        trace is None or trace.begin(self, "targets", io)
        self.targets = io.numbers("<B", 1, self.num_targets)
        trace is None or trace.numbers(self, io, _TRAINING_OPERANDS_57_FIELDS)
        (self.out, self.rate, self.logits, self.weight, self.bias) = _TRAINING_OPERANDS_57.unpack_from(io.view, io.pos)
        io.pos += 7
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_BBB.pack(self.model, self.loss, self.num_inputs))
        self._at = "inputs"
        it = self.inputs
        self._counted(it, self.num_inputs)
        if type(it) is list:
            _put_numbers(out, "<B", it)
        else:
            self._ready_list(it, out)
        out.write(_LE_B.pack(self.num_targets))
        self._at = "targets"
        it = self.targets
        self._counted(it, self.num_targets)
        if type(it) is list:
            _put_numbers(out, "<B", it)
        else:
            self._ready_list(it, out)
        out.write(_LE_BBBHH.pack(self.out, self.rate, self.logits, self.weight, self.bias))
    def _fill(self, it):
        self.loss = it.loss if isinstance(it.loss, LossKind) else self._make_loss(it.loss)
        if type(it.inputs) is list:
            self.inputs = it.inputs
        if type(it.targets) is list:
            self.targets = it.targets
        self.model, self.out, self.rate, self.logits = it.model, it.out, it.rate, it.logits
        self.weight, self.bias = it.weight, it.bias
    def _derive(self, it):
        if type(it.inputs) is list:
            self.num_inputs = len(it.inputs)
        if type(it.targets) is list:
            self.num_targets = len(it.targets)
    _make_loss = lambda self, it: _enum_member(LossKind, it, self)
    _default_num_inputs = lambda self: self._count_of("inputs")
    _make_inputs = lambda self, it: self._listed(it)
    _default_num_targets = lambda self: self._count_of("targets")
    _make_targets = lambda self, it: self._listed(it)

class GradientOperands(_TreeRecord):
    FIELDS = _member_attributes("model")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.GradientOperands"
    CODES = {"model": "<B"}
    _defaults = lambda: {"model": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "model", io)
        self.model = io.u1()
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_B.pack(self.model))
    def _fill(self, it):
        self.model = it.model

class SavingOperands(_TreeRecord):
    FIELDS = _member_attributes("model name kind")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.SavingOperands"
    CODES = {"model": "<B", "name": "<B", "kind": "<B"}
    _defaults = lambda: {"model": 0, "name": 0, "kind": _WeightsKind_OF[0]}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _SAVING_OPERANDS_60_FIELDS)
        self.model, self.name, self.kind = _SAVING_OPERANDS_60.unpack_from(io.view, io.pos)
        io.pos += 3
        self.kind = _WeightsKind_OF[self.kind]
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_BBB.pack(self.model, self.name, self.kind))
    def _fill(self, it):
        self.kind = it.kind if isinstance(it.kind, WeightsKind) else self._make_kind(it.kind)
        self.model, self.name = it.model, it.name
    _make_kind = lambda self, it: _enum_member(WeightsKind, it, self)

class LoopOperands(_TreeRecord):
    FIELDS = _member_attributes("count")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.LoopOperands"
    CODES = {"count": "<B"}
    _defaults = lambda: {"count": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "count", io)
        self.count = io.u1()
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_B.pack(self.count))
    def _fill(self, it):
        self.count = it.count

class RepetitionOperands(_TreeRecord):
    FIELDS = _member_attributes("jump")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.RepetitionOperands"
    CODES = {"jump": "<h"}
    _defaults = lambda: {"jump": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "jump", io)
        self.jump = io.number(_S2LE)
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_h.pack(self.jump))
    def _fill(self, it):
        self.jump = it.jump

class BranchOperands(_TreeRecord):
    FIELDS = _member_attributes("condition jump")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.BranchOperands"
    CODES = {"condition": "<B", "jump": "<h"}
    _defaults = lambda: {"condition": 0, "jump": 0}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _BRANCH_OPERANDS_64_FIELDS)
        self.condition, self.jump = _BRANCH_OPERANDS_64.unpack_from(io.view, io.pos)
        io.pos += 3
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_Bh.pack(self.condition, self.jump))
    def _fill(self, it):
        self.condition, self.jump = it.condition, it.jump

class SerializationOperands(_TreeRecord):
    FIELDS = _member_attributes("out source format")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.SerializationOperands"
    CODES = {"out": "<B", "source": "<B", "format": "<B"}
    _defaults = lambda: {"out": 0, "source": 0, "format": _Serialization_OF[0]}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _SERIALIZATION_OPERANDS_67_FIELDS)
        self.out, self.source, self.format = _SERIALIZATION_OPERANDS_67.unpack_from(io.view, io.pos)
        io.pos += 3
        self.format = _Serialization_OF[self.format]
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_BBB.pack(self.out, self.source, self.format))
    def _fill(self, it):
        self.format = it.format if isinstance(it.format, Serialization) else self._make_format(it.format)
        self.out, self.source = it.out, it.source
    _make_format = lambda self, it: _enum_member(Serialization, it, self)

class WriteOperands(_TreeRecord):
    FIELDS = _member_attributes("source destination name unused mode")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.WriteOperands"
    CODES = {"source": "<B", "destination": "<B", "name": "<B", "unused": "<B", "mode": "<B"}
    _defaults = lambda: {"source": 0, "destination": _Destination_OF[0], "mode": _WriteMode_OF[0]}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.numbers(self, io, _WRITE_OPERANDS_69_FIELDS)
        self.source, self.destination = _WRITE_OPERANDS_69.unpack_from(io.view, io.pos)
        io.pos += 2
        self.destination = _Destination_OF[self.destination]
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
        self.mode = _WriteMode_OF[io.u1()]
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_BB.pack(self.source, self.destination))
        self._at = "name"
        it = self.name
        if self._if_name():
            out.write(_LE_B.pack(it))
        elif it is not None:
            self._surplus()
        self._at = "unused"
        it = self.unused
        if self._if_unused():
            out.write(_LE_B.pack(it))
        elif it is not None:
            self._surplus()
        out.write(_LE_B.pack(self.mode))
    def _fill(self, it):
        self.destination = it.destination if isinstance(it.destination, Destination) else self._make_destination(it.destination)
        self.mode = it.mode if isinstance(it.mode, WriteMode) else self._make_mode(it.mode)
        self.source = it.source
    _make_destination = lambda self, it: _enum_member(Destination, it, self)
    _if_name = lambda self: self.destination == Destination.file
    _default_name = lambda self: (self._missing("name")) if self._if_name() else None
    _if_unused = lambda self: self.destination != Destination.file
    _default_unused = lambda self: (self._missing("unused")) if self._if_unused() else None
    _make_mode = lambda self, it: _enum_member(WriteMode, it, self)

class ReturnOperands(_TreeRecord):
    FIELDS = _member_attributes("num_values values")
    __slots__ = (*FIELDS.values(),)
    SCHEMA, NAME = "mep", "Mep.ReturnOperands"
    DERIVED = {"num_values"}
    STALE = {"num_values"}
    CODES = {"num_values": "<B", "values": "<B"}
    _defaults = lambda: {"values": []}
    _follow = lambda self, attribute: _following(self, attribute)
    def _read(self, io, trace):
        trace = trace and trace.open(self, io)
        trace is None or trace.begin(self, "num_values", io)
        self.num_values = io.u1()
        trace is None or trace.begin(self, "values", io)
        self.values = io.numbers("<B", 1, self.num_values)
        trace is None or trace.close(io)
    def _write(self, out):
        out.write(_LE_B.pack(self.num_values))
        self._at = "values"
        it = self.values
        self._counted(it, self.num_values)
        if type(it) is list:
            _put_numbers(out, "<B", it)
        else:
            self._ready_list(it, out)
    def _fill(self, it):
        if type(it.values) is list:
            self.values = it.values
    def _derive(self, it):
        if type(it.values) is list:
            self.num_values = len(it.values)
    _default_num_values = lambda self: self._count_of("values")
    _make_values = lambda self, it: self._listed(it)


_PlanInstruction_operands = {Opcode.src_user_prompt: PromptOperands, Opcode.src_constant: ConstantOperands, Opcode.src_exec_mode: ModeOperands, Opcode.res_load_model: ModelOperands, Opcode.res_load_datafile: DatafileOperands, Opcode.res_load_extern: ExternOperands, Opcode.res_load_dynamic: DynamicOperands, Opcode.res_load_array: ArrayOperands, Opcode.res_unload: UnloadOperands, Opcode.preproc_encode: ProcessingOperands, Opcode.preproc_decode: ProcessingOperands, Opcode.preproc_get_id: TokenOperands, Opcode.string_format: FormatOperands, Opcode.tensor_create: CreationOperands, Opcode.tensor_manipulate: ManipulationOperands, Opcode.tensor_combine: CombinationOperands, Opcode.tensor_info: InfoOperands, Opcode.tensor_extract: ExtractionOperands, Opcode.sys_copy: CopyOperands, Opcode.sys_debug_print: DebugOperands, Opcode.math_unary: UnaryOperands, Opcode.math_binary: BinaryOperands, Opcode.math_aggregate: AggregateOperands, Opcode.logic_compare: ComparisonOperands, Opcode.analysis_top_k: TopKOperands, Opcode.analysis_sample: SamplingOperands, Opcode.model_run_static: RunOperands, Opcode.model_train_step: TrainingOperands, Opcode.model_zero_grad: GradientOperands, Opcode.model_save_weights: SavingOperands, Opcode.flow_loop_start: LoopOperands, Opcode.flow_loop_end: RepetitionOperands, Opcode.flow_branch_if: BranchOperands, Opcode.flow_break_loop_if: BranchOperands, Opcode.serialize_object: SerializationOperands, Opcode.io_write: WriteOperands, Opcode.exec_return: ReturnOperands, Opcode.exec_halt: NoOperands}.get
ROOT = Mep
