# Generated from schemas/mep.ksy (sha256 a8c6c4d7b52001da2ce8f018edcee55aadee3cbdea27b4e1d549633e74516e48) by `nacformats generate`. Do not edit.
# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream
from nacformats.codec.streams import substream as BytesIO
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class Mep(KaitaiStruct):
    """A program that prepares inputs, runs models and shows what comes out: the
    bytecode of section ORCH of a NAC file. It works on 256 slots, which are empty
    at first, and takes constants from the pool of the section by their ids.

    Instructions have no length of their own: the opcode decides what follows, so
    nothing behind an unknown one can be read. Jumps are in bytes, from the end of
    the instruction.

    `-role` says what the number in an operand is: `result` (a slot that is
    written), `slot` (one that is read), `constant` (an id in the pool), `model`
    (the number that RES_LOAD_MODEL gave), `jump`, or a `literal`. With `_or_none`
    behind it, 0 means that there is none.

    `-since` names the first version of NAC that has an instruction or a choice;
    what has no such hint is in v1.6 already.

    .. seealso::
       NAC v1.6, section 9
    """

    class Aggregation(IntEnum):
        argmax = 0

    class BinaryOperation(IntEnum):
        add = 0
        sub = 1
        mul = 2
        div = 3
        pow = 4
        max = 5
        min = 6

    class Combination(IntEnum):
        concat = 0

    class Comparison(IntEnum):
        eq = 0
        ne = 1
        gt = 2
        lt = 3

    class Creation(IntEnum):
        values = 0
        arange = 1
        ones = 2
        zeros = 3

    class Destination(IntEnum):
        stdout = 0
        stderr = 1
        file = 2

    class Dtype(IntEnum):
        float32 = 0
        int64 = 5

    class ExternKind(IntEnum):
        tokenizer = 0
        constant = 1

    class FileKind(IntEnum):
        array = 2
        image = 3

    class LossKind(IntEnum):
        cross_entropy = 0
        mse = 1
        none = 255

    class Manipulation(IntEnum):
        pad = 1
        unsqueeze = 2
        squeeze = 3

    class Opcode(IntEnum):
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

    class Serialization(IntEnum):
        text = 0
        json = 1
        png = 2

    class TensorProperty(IntEnum):
        shape = 0
        size = 1
        item = 2

    class UnaryOperation(IntEnum):
        softmax = 0
        sqrt = 1
        abs = 2
        neg = 3
        exp = 4
        reciprocal = 5

    class UnloadKind(IntEnum):
        model = 0
        slot = 1

    class ValueKind(IntEnum):
        text = 0
        integer = 1
        number = 2

    class WeightsKind(IntEnum):
        nac = 0

    class WriteMode(IntEnum):
        plain = 0
        append = 1
        no_newline = 2
    def __init__(self, _io, _parent=None, _root=None):
        super(Mep, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.instructions = []
        i = 0
        while not self._io.is_eof():
            self.instructions.append(Mep.PlanInstruction(self._io, self, self._root))
            i += 1



    def _fetch_instances(self):
        pass
        for i in range(len(self.instructions)):
            pass
            self.instructions[i]._fetch_instances()


    class AggregateOperands(KaitaiStruct):
        """What MATH_AGGREGATE takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.AggregateOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.operation = KaitaiStream.resolve_enum(Mep.Aggregation, self._io.read_u1())
            self.out = self._io.read_u1()
            self.source = self._io.read_u1()


        def _fetch_instances(self):
            pass


    class ArrayOperands(KaitaiStruct):
        """What RES_LOAD_ARRAY takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.ArrayOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.out = self._io.read_u1()
            self.array = self._io.read_u2le()


        def _fetch_instances(self):
            pass


    class BinaryOperands(KaitaiStruct):
        """What MATH_BINARY takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.BinaryOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.operation = KaitaiStream.resolve_enum(Mep.BinaryOperation, self._io.read_u1())
            self.out = self._io.read_u1()
            self.left = self._io.read_u1()
            self.right = self._io.read_u1()


        def _fetch_instances(self):
            pass


    class BranchOperands(KaitaiStruct):
        """What FLOW_BRANCH_IF and FLOW_BREAK_LOOP_IF take."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.BranchOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.condition = self._io.read_u1()
            self.jump = self._io.read_s2le()


        def _fetch_instances(self):
            pass


    class CombinationOperands(KaitaiStruct):
        """What TENSOR_COMBINE takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.CombinationOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.operation = KaitaiStream.resolve_enum(Mep.Combination, self._io.read_u1())
            self.out = self._io.read_u1()
            self.num_tensors = self._io.read_u1()
            self.tensors = []
            for i in range(self.num_tensors):
                self.tensors.append(self._io.read_u1())

            self.axis = self._io.read_u1()


        def _fetch_instances(self):
            pass
            for i in range(len(self.tensors)):
                pass



    class ComparisonOperands(KaitaiStruct):
        """What LOGIC_COMPARE takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.ComparisonOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.operation = KaitaiStream.resolve_enum(Mep.Comparison, self._io.read_u1())
            self.out = self._io.read_u1()
            self.left = self._io.read_u1()
            self.right = self._io.read_u1()


        def _fetch_instances(self):
            pass


    class ConstantOperands(KaitaiStruct):
        """What SRC_CONSTANT takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.ConstantOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.out = self._io.read_u1()
            self.constant = self._io.read_u2le()


        def _fetch_instances(self):
            pass


    class CopyOperands(KaitaiStruct):
        """What SYS_COPY takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.CopyOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.out = self._io.read_u1()
            self.source = self._io.read_u1()


        def _fetch_instances(self):
            pass


    class CreationOperands(KaitaiStruct):
        """What TENSOR_CREATE takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.CreationOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.out = self._io.read_u1()
            self.dtype = KaitaiStream.resolve_enum(Mep.Dtype, self._io.read_u1())
            self.kind = KaitaiStream.resolve_enum(Mep.Creation, self._io.read_u1())
            self.source = self._io.read_u1()


        def _fetch_instances(self):
            pass


    class DatafileOperands(KaitaiStruct):
        """What RES_LOAD_DATAFILE takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.DatafileOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.out = self._io.read_u1()
            self.kind = KaitaiStream.resolve_enum(Mep.FileKind, self._io.read_u1())
            self.path = self._io.read_u2le()


        def _fetch_instances(self):
            pass


    class DebugOperands(KaitaiStruct):
        """What SYS_DEBUG_PRINT takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.DebugOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.source = self._io.read_u1()
            self.message = self._io.read_u2le()


        def _fetch_instances(self):
            pass


    class DynamicOperands(KaitaiStruct):
        """What RES_LOAD_DYNAMIC takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.DynamicOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.out = self._io.read_u1()
            self.name = self._io.read_u1()
            self.kind = KaitaiStream.resolve_enum(Mep.FileKind, self._io.read_u1())


        def _fetch_instances(self):
            pass


    class ExternOperands(KaitaiStruct):
        """What RES_LOAD_EXTERN takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.ExternOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.out = self._io.read_u1()
            self.kind = KaitaiStream.resolve_enum(Mep.ExternKind, self._io.read_u1())
            self.resource = self._io.read_u2le()


        def _fetch_instances(self):
            pass


    class ExtractionOperands(KaitaiStruct):
        """What TENSOR_EXTRACT takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.ExtractionOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.out = self._io.read_u1()
            self.tensor = self._io.read_u1()
            self.index = self._io.read_u1()


        def _fetch_instances(self):
            pass


    class FormatOperands(KaitaiStruct):
        """What STRING_FORMAT takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.FormatOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.out = self._io.read_u1()
            self.pattern = self._io.read_u2le()
            self.num_values = self._io.read_u1()
            self.values = []
            for i in range(self.num_values):
                self.values.append(self._io.read_u1())



        def _fetch_instances(self):
            pass
            for i in range(len(self.values)):
                pass



    class GradientOperands(KaitaiStruct):
        """What MODEL_ZERO_GRAD takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.GradientOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.model = self._io.read_u1()


        def _fetch_instances(self):
            pass


    class InfoOperands(KaitaiStruct):
        """What TENSOR_INFO takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.InfoOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.property = KaitaiStream.resolve_enum(Mep.TensorProperty, self._io.read_u1())
            if not isinstance(self.property, Mep.TensorProperty):
                raise kaitaistruct.ValidationNotInEnumError(self.property, self._io, u"/types/info_operands/seq/0")
            self.out = self._io.read_u1()
            self.tensor = self._io.read_u1()
            if self.property == Mep.TensorProperty.size:
                pass
                self.axis = self._io.read_u1()



        def _fetch_instances(self):
            pass
            if self.property == Mep.TensorProperty.size:
                pass



    class LoopOperands(KaitaiStruct):
        """What FLOW_LOOP_START takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.LoopOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.count = self._io.read_u1()


        def _fetch_instances(self):
            pass


    class ManipulationOperands(KaitaiStruct):
        """What TENSOR_MANIPULATE takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.ManipulationOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.operation = KaitaiStream.resolve_enum(Mep.Manipulation, self._io.read_u1())
            if not isinstance(self.operation, Mep.Manipulation):
                raise kaitaistruct.ValidationNotInEnumError(self.operation, self._io, u"/types/manipulation_operands/seq/0")
            self.out = self._io.read_u1()
            self.tensor = self._io.read_u1()
            if self.operation == Mep.Manipulation.pad:
                pass
                self.width = self._io.read_u1()

            if self.operation == Mep.Manipulation.pad:
                pass
                self.value = self._io.read_u1()

            if self.operation != Mep.Manipulation.pad:
                pass
                self.dim = self._io.read_u1()



        def _fetch_instances(self):
            pass
            if self.operation == Mep.Manipulation.pad:
                pass

            if self.operation == Mep.Manipulation.pad:
                pass

            if self.operation != Mep.Manipulation.pad:
                pass



    class ModeOperands(KaitaiStruct):
        """What SRC_EXEC_MODE takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.ModeOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.out = self._io.read_u1()


        def _fetch_instances(self):
            pass


    class ModelOperands(KaitaiStruct):
        """What RES_LOAD_MODEL takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.ModelOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.model = self._io.read_u1()
            self.path = self._io.read_u2le()


        def _fetch_instances(self):
            pass


    class NoOperands(KaitaiStruct):
        """EXEC_HALT stands alone."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.NoOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            pass


        def _fetch_instances(self):
            pass


    class PlanInstruction(KaitaiStruct):
        """One instruction."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.PlanInstruction, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.opcode = KaitaiStream.resolve_enum(Mep.Opcode, self._io.read_u1())
            if not isinstance(self.opcode, Mep.Opcode):
                raise kaitaistruct.ValidationNotInEnumError(self.opcode, self._io, u"/types/plan_instruction/seq/0")
            _on = self.opcode
            if _on == Mep.Opcode.analysis_sample:
                pass
                self.operands = Mep.SamplingOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.analysis_top_k:
                pass
                self.operands = Mep.TopKOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.exec_halt:
                pass
                self.operands = Mep.NoOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.exec_return:
                pass
                self.operands = Mep.ReturnOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.flow_branch_if:
                pass
                self.operands = Mep.BranchOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.flow_break_loop_if:
                pass
                self.operands = Mep.BranchOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.flow_loop_end:
                pass
                self.operands = Mep.RepetitionOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.flow_loop_start:
                pass
                self.operands = Mep.LoopOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.io_write:
                pass
                self.operands = Mep.WriteOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.logic_compare:
                pass
                self.operands = Mep.ComparisonOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.math_aggregate:
                pass
                self.operands = Mep.AggregateOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.math_binary:
                pass
                self.operands = Mep.BinaryOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.math_unary:
                pass
                self.operands = Mep.UnaryOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.model_run_static:
                pass
                self.operands = Mep.RunOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.model_save_weights:
                pass
                self.operands = Mep.SavingOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.model_train_step:
                pass
                self.operands = Mep.TrainingOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.model_zero_grad:
                pass
                self.operands = Mep.GradientOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.preproc_decode:
                pass
                self.operands = Mep.ProcessingOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.preproc_encode:
                pass
                self.operands = Mep.ProcessingOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.preproc_get_id:
                pass
                self.operands = Mep.TokenOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.res_load_array:
                pass
                self.operands = Mep.ArrayOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.res_load_datafile:
                pass
                self.operands = Mep.DatafileOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.res_load_dynamic:
                pass
                self.operands = Mep.DynamicOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.res_load_extern:
                pass
                self.operands = Mep.ExternOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.res_load_model:
                pass
                self.operands = Mep.ModelOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.res_unload:
                pass
                self.operands = Mep.UnloadOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.serialize_object:
                pass
                self.operands = Mep.SerializationOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.src_constant:
                pass
                self.operands = Mep.ConstantOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.src_exec_mode:
                pass
                self.operands = Mep.ModeOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.src_user_prompt:
                pass
                self.operands = Mep.PromptOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.string_format:
                pass
                self.operands = Mep.FormatOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.sys_copy:
                pass
                self.operands = Mep.CopyOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.sys_debug_print:
                pass
                self.operands = Mep.DebugOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.tensor_combine:
                pass
                self.operands = Mep.CombinationOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.tensor_create:
                pass
                self.operands = Mep.CreationOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.tensor_extract:
                pass
                self.operands = Mep.ExtractionOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.tensor_info:
                pass
                self.operands = Mep.InfoOperands(self._io, self, self._root)
            elif _on == Mep.Opcode.tensor_manipulate:
                pass
                self.operands = Mep.ManipulationOperands(self._io, self, self._root)


        def _fetch_instances(self):
            pass
            _on = self.opcode
            if _on == Mep.Opcode.analysis_sample:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.analysis_top_k:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.exec_halt:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.exec_return:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.flow_branch_if:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.flow_break_loop_if:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.flow_loop_end:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.flow_loop_start:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.io_write:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.logic_compare:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.math_aggregate:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.math_binary:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.math_unary:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.model_run_static:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.model_save_weights:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.model_train_step:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.model_zero_grad:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.preproc_decode:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.preproc_encode:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.preproc_get_id:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.res_load_array:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.res_load_datafile:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.res_load_dynamic:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.res_load_extern:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.res_load_model:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.res_unload:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.serialize_object:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.src_constant:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.src_exec_mode:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.src_user_prompt:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.string_format:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.sys_copy:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.sys_debug_print:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.tensor_combine:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.tensor_create:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.tensor_extract:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.tensor_info:
                pass
                self.operands._fetch_instances()
            elif _on == Mep.Opcode.tensor_manipulate:
                pass
                self.operands._fetch_instances()


    class ProcessingOperands(KaitaiStruct):
        """What PREPROC_ENCODE and PREPROC_DECODE take."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.ProcessingOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.processor = self._io.read_u1()
            self.source = self._io.read_u1()
            self.out = self._io.read_u1()


        def _fetch_instances(self):
            pass


    class PromptOperands(KaitaiStruct):
        """What SRC_USER_PROMPT takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.PromptOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.out = self._io.read_u1()
            self.kind = KaitaiStream.resolve_enum(Mep.ValueKind, self._io.read_u1())
            self.prompt = self._io.read_u2le()


        def _fetch_instances(self):
            pass


    class RepetitionOperands(KaitaiStruct):
        """What FLOW_LOOP_END takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.RepetitionOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.jump = self._io.read_s2le()


        def _fetch_instances(self):
            pass


    class ReturnOperands(KaitaiStruct):
        """What EXEC_RETURN takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.ReturnOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.num_values = self._io.read_u1()
            self.values = []
            for i in range(self.num_values):
                self.values.append(self._io.read_u1())



        def _fetch_instances(self):
            pass
            for i in range(len(self.values)):
                pass



    class RunOperands(KaitaiStruct):
        """What MODEL_RUN_STATIC takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.RunOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.model = self._io.read_u1()
            self.num_inputs = self._io.read_u1()
            self.inputs = []
            for i in range(self.num_inputs):
                self.inputs.append(self._io.read_u1())

            self.num_outputs = self._io.read_u1()
            self.outputs = []
            for i in range(self.num_outputs):
                self.outputs.append(self._io.read_u1())



        def _fetch_instances(self):
            pass
            for i in range(len(self.inputs)):
                pass

            for i in range(len(self.outputs)):
                pass



    class SamplingOperands(KaitaiStruct):
        """What ANALYSIS_SAMPLE takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.SamplingOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.logits = self._io.read_u1()
            self.temperature = self._io.read_u1()
            self.top_k = self._io.read_u1()
            self.out = self._io.read_u1()


        def _fetch_instances(self):
            pass


    class SavingOperands(KaitaiStruct):
        """What MODEL_SAVE_WEIGHTS takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.SavingOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.model = self._io.read_u1()
            self.name = self._io.read_u1()
            self.kind = KaitaiStream.resolve_enum(Mep.WeightsKind, self._io.read_u1())


        def _fetch_instances(self):
            pass


    class SerializationOperands(KaitaiStruct):
        """What SERIALIZE_OBJECT takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.SerializationOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.out = self._io.read_u1()
            self.source = self._io.read_u1()
            self.format = KaitaiStream.resolve_enum(Mep.Serialization, self._io.read_u1())


        def _fetch_instances(self):
            pass


    class TokenOperands(KaitaiStruct):
        """What PREPROC_GET_ID takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.TokenOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.processor = self._io.read_u1()
            self.token = self._io.read_u2le()
            self.out = self._io.read_u1()


        def _fetch_instances(self):
            pass


    class TopKOperands(KaitaiStruct):
        """What ANALYSIS_TOP_K takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.TopKOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.source = self._io.read_u1()
            self.count = self._io.read_u1()
            self.indices = self._io.read_u1()
            self.elements = self._io.read_u1()


        def _fetch_instances(self):
            pass


    class TrainingOperands(KaitaiStruct):
        """What MODEL_TRAIN_STEP takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.TrainingOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.model = self._io.read_u1()
            self.loss = KaitaiStream.resolve_enum(Mep.LossKind, self._io.read_u1())
            self.num_inputs = self._io.read_u1()
            self.inputs = []
            for i in range(self.num_inputs):
                self.inputs.append(self._io.read_u1())

            self.num_targets = self._io.read_u1()
            self.targets = []
            for i in range(self.num_targets):
                self.targets.append(self._io.read_u1())

            self.out = self._io.read_u1()
            self.rate = self._io.read_u1()
            self.logits = self._io.read_u1()
            self.weight = self._io.read_u2le()
            self.bias = self._io.read_u2le()


        def _fetch_instances(self):
            pass
            for i in range(len(self.inputs)):
                pass

            for i in range(len(self.targets)):
                pass



    class UnaryOperands(KaitaiStruct):
        """What MATH_UNARY takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.UnaryOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.operation = KaitaiStream.resolve_enum(Mep.UnaryOperation, self._io.read_u1())
            self.out = self._io.read_u1()
            self.source = self._io.read_u1()


        def _fetch_instances(self):
            pass


    class UnloadOperands(KaitaiStruct):
        """What RES_UNLOAD takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.UnloadOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.kind = KaitaiStream.resolve_enum(Mep.UnloadKind, self._io.read_u1())
            if not isinstance(self.kind, Mep.UnloadKind):
                raise kaitaistruct.ValidationNotInEnumError(self.kind, self._io, u"/types/unload_operands/seq/0")
            if self.kind == Mep.UnloadKind.model:
                pass
                self.model = self._io.read_u1()

            if self.kind == Mep.UnloadKind.slot:
                pass
                self.slot = self._io.read_u1()



        def _fetch_instances(self):
            pass
            if self.kind == Mep.UnloadKind.model:
                pass

            if self.kind == Mep.UnloadKind.slot:
                pass



    class WriteOperands(KaitaiStruct):
        """What IO_WRITE takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.WriteOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.source = self._io.read_u1()
            self.destination = KaitaiStream.resolve_enum(Mep.Destination, self._io.read_u1())
            if self.destination == Mep.Destination.file:
                pass
                self.name = self._io.read_u1()

            if self.destination != Mep.Destination.file:
                pass
                self.unused = self._io.read_u1()

            self.mode = KaitaiStream.resolve_enum(Mep.WriteMode, self._io.read_u1())


        def _fetch_instances(self):
            pass
            if self.destination == Mep.Destination.file:
                pass

            if self.destination != Mep.Destination.file:
                pass
