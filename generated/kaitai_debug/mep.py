# Generated from schemas/mep.ksy (sha256 f5e6c0d9a90892766e34198c379ccc32fbed3f369ec809c31f3c674f5b8c6a2c) by `nacformats generate`. Do not edit.
# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from nacformats.codec.locate import PositionedIO as BytesIO, PositionedStream as KaitaiStream
from enum import IntEnum
import collections


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
    SEQ_FIELDS = ["instructions"]
    def __init__(self, _io, _parent=None, _root=None):
        super(Mep, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['instructions']['start'] = self._io.pos()
        self._debug['instructions']['arr'] = []
        self.instructions = []
        i = 0
        while not self._io.is_eof():
            self._debug['instructions']['arr'].append({'start': self._io.pos()})
            _t_instructions = Mep.PlanInstruction(self._io, self, self._root)
            try:
                _t_instructions._read()
            finally:
                self.instructions.append(_t_instructions)
            self._debug['instructions']['arr'][len(self.instructions) - 1]['end'] = self._io.pos()
            i += 1

        self._debug['instructions']['end'] = self._io.pos()


    def _fetch_instances(self):
        pass
        for i in range(len(self.instructions)):
            pass
            self.instructions[i]._fetch_instances()


    class AggregateOperands(KaitaiStruct):
        """What MATH_AGGREGATE takes."""
        SEQ_FIELDS = ["operation", "out", "source"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.AggregateOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['operation']['start'] = self._io.pos()
            self.operation = KaitaiStream.resolve_enum(Mep.Aggregation, self._io.read_u1())
            self._debug['operation']['end'] = self._io.pos()
            self._debug['out']['start'] = self._io.pos()
            self.out = self._io.read_u1()
            self._debug['out']['end'] = self._io.pos()
            self._debug['source']['start'] = self._io.pos()
            self.source = self._io.read_u1()
            self._debug['source']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass


    class ArrayOperands(KaitaiStruct):
        """What RES_LOAD_ARRAY takes."""
        SEQ_FIELDS = ["out", "array"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.ArrayOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['out']['start'] = self._io.pos()
            self.out = self._io.read_u1()
            self._debug['out']['end'] = self._io.pos()
            self._debug['array']['start'] = self._io.pos()
            self.array = self._io.read_u2le()
            self._debug['array']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass


    class BinaryOperands(KaitaiStruct):
        """What MATH_BINARY takes."""
        SEQ_FIELDS = ["operation", "out", "left", "right"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.BinaryOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['operation']['start'] = self._io.pos()
            self.operation = KaitaiStream.resolve_enum(Mep.BinaryOperation, self._io.read_u1())
            self._debug['operation']['end'] = self._io.pos()
            self._debug['out']['start'] = self._io.pos()
            self.out = self._io.read_u1()
            self._debug['out']['end'] = self._io.pos()
            self._debug['left']['start'] = self._io.pos()
            self.left = self._io.read_u1()
            self._debug['left']['end'] = self._io.pos()
            self._debug['right']['start'] = self._io.pos()
            self.right = self._io.read_u1()
            self._debug['right']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass


    class BranchOperands(KaitaiStruct):
        """What FLOW_BRANCH_IF and FLOW_BREAK_LOOP_IF take."""
        SEQ_FIELDS = ["condition", "jump"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.BranchOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['condition']['start'] = self._io.pos()
            self.condition = self._io.read_u1()
            self._debug['condition']['end'] = self._io.pos()
            self._debug['jump']['start'] = self._io.pos()
            self.jump = self._io.read_s2le()
            self._debug['jump']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass


    class CombinationOperands(KaitaiStruct):
        """What TENSOR_COMBINE takes."""
        SEQ_FIELDS = ["operation", "out", "num_tensors", "tensors", "axis"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.CombinationOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['operation']['start'] = self._io.pos()
            self.operation = KaitaiStream.resolve_enum(Mep.Combination, self._io.read_u1())
            self._debug['operation']['end'] = self._io.pos()
            self._debug['out']['start'] = self._io.pos()
            self.out = self._io.read_u1()
            self._debug['out']['end'] = self._io.pos()
            self._debug['num_tensors']['start'] = self._io.pos()
            self.num_tensors = self._io.read_u1()
            self._debug['num_tensors']['end'] = self._io.pos()
            self._debug['tensors']['start'] = self._io.pos()
            self._debug['tensors']['arr'] = []
            self.tensors = []
            for i in range(self.num_tensors):
                self._debug['tensors']['arr'].append({'start': self._io.pos()})
                self.tensors.append(self._io.read_u1())
                self._debug['tensors']['arr'][i]['end'] = self._io.pos()

            self._debug['tensors']['end'] = self._io.pos()
            self._debug['axis']['start'] = self._io.pos()
            self.axis = self._io.read_u1()
            self._debug['axis']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass
            for i in range(len(self.tensors)):
                pass



    class ComparisonOperands(KaitaiStruct):
        """What LOGIC_COMPARE takes."""
        SEQ_FIELDS = ["operation", "out", "left", "right"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.ComparisonOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['operation']['start'] = self._io.pos()
            self.operation = KaitaiStream.resolve_enum(Mep.Comparison, self._io.read_u1())
            self._debug['operation']['end'] = self._io.pos()
            self._debug['out']['start'] = self._io.pos()
            self.out = self._io.read_u1()
            self._debug['out']['end'] = self._io.pos()
            self._debug['left']['start'] = self._io.pos()
            self.left = self._io.read_u1()
            self._debug['left']['end'] = self._io.pos()
            self._debug['right']['start'] = self._io.pos()
            self.right = self._io.read_u1()
            self._debug['right']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass


    class ConstantOperands(KaitaiStruct):
        """What SRC_CONSTANT takes."""
        SEQ_FIELDS = ["out", "constant"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.ConstantOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['out']['start'] = self._io.pos()
            self.out = self._io.read_u1()
            self._debug['out']['end'] = self._io.pos()
            self._debug['constant']['start'] = self._io.pos()
            self.constant = self._io.read_u2le()
            self._debug['constant']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass


    class CopyOperands(KaitaiStruct):
        """What SYS_COPY takes."""
        SEQ_FIELDS = ["out", "source"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.CopyOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['out']['start'] = self._io.pos()
            self.out = self._io.read_u1()
            self._debug['out']['end'] = self._io.pos()
            self._debug['source']['start'] = self._io.pos()
            self.source = self._io.read_u1()
            self._debug['source']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass


    class CreationOperands(KaitaiStruct):
        """What TENSOR_CREATE takes."""
        SEQ_FIELDS = ["out", "dtype", "kind", "source"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.CreationOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['out']['start'] = self._io.pos()
            self.out = self._io.read_u1()
            self._debug['out']['end'] = self._io.pos()
            self._debug['dtype']['start'] = self._io.pos()
            self.dtype = KaitaiStream.resolve_enum(Mep.Dtype, self._io.read_u1())
            self._debug['dtype']['end'] = self._io.pos()
            self._debug['kind']['start'] = self._io.pos()
            self.kind = KaitaiStream.resolve_enum(Mep.Creation, self._io.read_u1())
            self._debug['kind']['end'] = self._io.pos()
            self._debug['source']['start'] = self._io.pos()
            self.source = self._io.read_u1()
            self._debug['source']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass


    class DatafileOperands(KaitaiStruct):
        """What RES_LOAD_DATAFILE takes."""
        SEQ_FIELDS = ["out", "kind", "path"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.DatafileOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['out']['start'] = self._io.pos()
            self.out = self._io.read_u1()
            self._debug['out']['end'] = self._io.pos()
            self._debug['kind']['start'] = self._io.pos()
            self.kind = KaitaiStream.resolve_enum(Mep.FileKind, self._io.read_u1())
            self._debug['kind']['end'] = self._io.pos()
            self._debug['path']['start'] = self._io.pos()
            self.path = self._io.read_u2le()
            self._debug['path']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass


    class DebugOperands(KaitaiStruct):
        """What SYS_DEBUG_PRINT takes."""
        SEQ_FIELDS = ["source", "message"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.DebugOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['source']['start'] = self._io.pos()
            self.source = self._io.read_u1()
            self._debug['source']['end'] = self._io.pos()
            self._debug['message']['start'] = self._io.pos()
            self.message = self._io.read_u2le()
            self._debug['message']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass


    class DynamicOperands(KaitaiStruct):
        """What RES_LOAD_DYNAMIC takes."""
        SEQ_FIELDS = ["out", "name", "kind"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.DynamicOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['out']['start'] = self._io.pos()
            self.out = self._io.read_u1()
            self._debug['out']['end'] = self._io.pos()
            self._debug['name']['start'] = self._io.pos()
            self.name = self._io.read_u1()
            self._debug['name']['end'] = self._io.pos()
            self._debug['kind']['start'] = self._io.pos()
            self.kind = KaitaiStream.resolve_enum(Mep.FileKind, self._io.read_u1())
            self._debug['kind']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass


    class ExternOperands(KaitaiStruct):
        """What RES_LOAD_EXTERN takes."""
        SEQ_FIELDS = ["out", "kind", "resource"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.ExternOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['out']['start'] = self._io.pos()
            self.out = self._io.read_u1()
            self._debug['out']['end'] = self._io.pos()
            self._debug['kind']['start'] = self._io.pos()
            self.kind = KaitaiStream.resolve_enum(Mep.ExternKind, self._io.read_u1())
            self._debug['kind']['end'] = self._io.pos()
            self._debug['resource']['start'] = self._io.pos()
            self.resource = self._io.read_u2le()
            self._debug['resource']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass


    class ExtractionOperands(KaitaiStruct):
        """What TENSOR_EXTRACT takes."""
        SEQ_FIELDS = ["out", "tensor", "index"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.ExtractionOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['out']['start'] = self._io.pos()
            self.out = self._io.read_u1()
            self._debug['out']['end'] = self._io.pos()
            self._debug['tensor']['start'] = self._io.pos()
            self.tensor = self._io.read_u1()
            self._debug['tensor']['end'] = self._io.pos()
            self._debug['index']['start'] = self._io.pos()
            self.index = self._io.read_u1()
            self._debug['index']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass


    class FormatOperands(KaitaiStruct):
        """What STRING_FORMAT takes."""
        SEQ_FIELDS = ["out", "template", "num_values", "values"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.FormatOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['out']['start'] = self._io.pos()
            self.out = self._io.read_u1()
            self._debug['out']['end'] = self._io.pos()
            self._debug['template']['start'] = self._io.pos()
            self.template = self._io.read_u2le()
            self._debug['template']['end'] = self._io.pos()
            self._debug['num_values']['start'] = self._io.pos()
            self.num_values = self._io.read_u1()
            self._debug['num_values']['end'] = self._io.pos()
            self._debug['values']['start'] = self._io.pos()
            self._debug['values']['arr'] = []
            self.values = []
            for i in range(self.num_values):
                self._debug['values']['arr'].append({'start': self._io.pos()})
                self.values.append(self._io.read_u1())
                self._debug['values']['arr'][i]['end'] = self._io.pos()

            self._debug['values']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass
            for i in range(len(self.values)):
                pass



    class GradientOperands(KaitaiStruct):
        """What MODEL_ZERO_GRAD takes."""
        SEQ_FIELDS = ["model"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.GradientOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['model']['start'] = self._io.pos()
            self.model = self._io.read_u1()
            self._debug['model']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass


    class InfoOperands(KaitaiStruct):
        """What TENSOR_INFO takes."""
        SEQ_FIELDS = ["property", "out", "tensor", "axis"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.InfoOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['property']['start'] = self._io.pos()
            self.property = KaitaiStream.resolve_enum(Mep.TensorProperty, self._io.read_u1())
            self._debug['property']['end'] = self._io.pos()
            if not isinstance(self.property, Mep.TensorProperty):
                raise kaitaistruct.ValidationNotInEnumError(self.property, self._io, u"/types/info_operands/seq/0")
            self._debug['out']['start'] = self._io.pos()
            self.out = self._io.read_u1()
            self._debug['out']['end'] = self._io.pos()
            self._debug['tensor']['start'] = self._io.pos()
            self.tensor = self._io.read_u1()
            self._debug['tensor']['end'] = self._io.pos()
            if self.property == Mep.TensorProperty.size:
                pass
                self._debug['axis']['start'] = self._io.pos()
                self.axis = self._io.read_u1()
                self._debug['axis']['end'] = self._io.pos()



        def _fetch_instances(self):
            pass
            if self.property == Mep.TensorProperty.size:
                pass



    class LoopOperands(KaitaiStruct):
        """What FLOW_LOOP_START takes."""
        SEQ_FIELDS = ["count"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.LoopOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['count']['start'] = self._io.pos()
            self.count = self._io.read_u1()
            self._debug['count']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass


    class ManipulationOperands(KaitaiStruct):
        """What TENSOR_MANIPULATE takes."""
        SEQ_FIELDS = ["operation", "out", "tensor", "width", "value", "dim"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.ManipulationOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['operation']['start'] = self._io.pos()
            self.operation = KaitaiStream.resolve_enum(Mep.Manipulation, self._io.read_u1())
            self._debug['operation']['end'] = self._io.pos()
            if not isinstance(self.operation, Mep.Manipulation):
                raise kaitaistruct.ValidationNotInEnumError(self.operation, self._io, u"/types/manipulation_operands/seq/0")
            self._debug['out']['start'] = self._io.pos()
            self.out = self._io.read_u1()
            self._debug['out']['end'] = self._io.pos()
            self._debug['tensor']['start'] = self._io.pos()
            self.tensor = self._io.read_u1()
            self._debug['tensor']['end'] = self._io.pos()
            if self.operation == Mep.Manipulation.pad:
                pass
                self._debug['width']['start'] = self._io.pos()
                self.width = self._io.read_u1()
                self._debug['width']['end'] = self._io.pos()

            if self.operation == Mep.Manipulation.pad:
                pass
                self._debug['value']['start'] = self._io.pos()
                self.value = self._io.read_u1()
                self._debug['value']['end'] = self._io.pos()

            if self.operation != Mep.Manipulation.pad:
                pass
                self._debug['dim']['start'] = self._io.pos()
                self.dim = self._io.read_u1()
                self._debug['dim']['end'] = self._io.pos()



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
        SEQ_FIELDS = ["out"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.ModeOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['out']['start'] = self._io.pos()
            self.out = self._io.read_u1()
            self._debug['out']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass


    class ModelOperands(KaitaiStruct):
        """What RES_LOAD_MODEL takes."""
        SEQ_FIELDS = ["model", "path"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.ModelOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['model']['start'] = self._io.pos()
            self.model = self._io.read_u1()
            self._debug['model']['end'] = self._io.pos()
            self._debug['path']['start'] = self._io.pos()
            self.path = self._io.read_u2le()
            self._debug['path']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass


    class NoOperands(KaitaiStruct):
        """EXEC_HALT stands alone."""
        SEQ_FIELDS = []
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.NoOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            pass


        def _fetch_instances(self):
            pass


    class PlanInstruction(KaitaiStruct):
        """One instruction."""
        SEQ_FIELDS = ["opcode", "operands"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.PlanInstruction, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['opcode']['start'] = self._io.pos()
            self.opcode = KaitaiStream.resolve_enum(Mep.Opcode, self._io.read_u1())
            self._debug['opcode']['end'] = self._io.pos()
            if not isinstance(self.opcode, Mep.Opcode):
                raise kaitaistruct.ValidationNotInEnumError(self.opcode, self._io, u"/types/plan_instruction/seq/0")
            self._debug['operands']['start'] = self._io.pos()
            _on = self.opcode
            if _on == Mep.Opcode.analysis_sample:
                pass
                self.operands = Mep.SamplingOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.analysis_top_k:
                pass
                self.operands = Mep.TopKOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.exec_halt:
                pass
                self.operands = Mep.NoOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.exec_return:
                pass
                self.operands = Mep.ReturnOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.flow_branch_if:
                pass
                self.operands = Mep.BranchOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.flow_break_loop_if:
                pass
                self.operands = Mep.BranchOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.flow_loop_end:
                pass
                self.operands = Mep.RepetitionOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.flow_loop_start:
                pass
                self.operands = Mep.LoopOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.io_write:
                pass
                self.operands = Mep.WriteOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.logic_compare:
                pass
                self.operands = Mep.ComparisonOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.math_aggregate:
                pass
                self.operands = Mep.AggregateOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.math_binary:
                pass
                self.operands = Mep.BinaryOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.math_unary:
                pass
                self.operands = Mep.UnaryOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.model_run_static:
                pass
                self.operands = Mep.RunOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.model_save_weights:
                pass
                self.operands = Mep.SavingOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.model_train_step:
                pass
                self.operands = Mep.TrainingOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.model_zero_grad:
                pass
                self.operands = Mep.GradientOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.preproc_decode:
                pass
                self.operands = Mep.ProcessingOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.preproc_encode:
                pass
                self.operands = Mep.ProcessingOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.preproc_get_id:
                pass
                self.operands = Mep.TokenOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.res_load_array:
                pass
                self.operands = Mep.ArrayOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.res_load_datafile:
                pass
                self.operands = Mep.DatafileOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.res_load_dynamic:
                pass
                self.operands = Mep.DynamicOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.res_load_extern:
                pass
                self.operands = Mep.ExternOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.res_load_model:
                pass
                self.operands = Mep.ModelOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.res_unload:
                pass
                self.operands = Mep.UnloadOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.serialize_object:
                pass
                self.operands = Mep.SerializationOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.src_constant:
                pass
                self.operands = Mep.ConstantOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.src_exec_mode:
                pass
                self.operands = Mep.ModeOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.src_user_prompt:
                pass
                self.operands = Mep.PromptOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.string_format:
                pass
                self.operands = Mep.FormatOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.sys_copy:
                pass
                self.operands = Mep.CopyOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.sys_debug_print:
                pass
                self.operands = Mep.DebugOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.tensor_combine:
                pass
                self.operands = Mep.CombinationOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.tensor_create:
                pass
                self.operands = Mep.CreationOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.tensor_extract:
                pass
                self.operands = Mep.ExtractionOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.tensor_info:
                pass
                self.operands = Mep.InfoOperands(self._io, self, self._root)
                self.operands._read()
            elif _on == Mep.Opcode.tensor_manipulate:
                pass
                self.operands = Mep.ManipulationOperands(self._io, self, self._root)
                self.operands._read()
            self._debug['operands']['end'] = self._io.pos()


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
        SEQ_FIELDS = ["processor", "source", "out"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.ProcessingOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['processor']['start'] = self._io.pos()
            self.processor = self._io.read_u1()
            self._debug['processor']['end'] = self._io.pos()
            self._debug['source']['start'] = self._io.pos()
            self.source = self._io.read_u1()
            self._debug['source']['end'] = self._io.pos()
            self._debug['out']['start'] = self._io.pos()
            self.out = self._io.read_u1()
            self._debug['out']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass


    class PromptOperands(KaitaiStruct):
        """What SRC_USER_PROMPT takes."""
        SEQ_FIELDS = ["out", "kind", "prompt"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.PromptOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['out']['start'] = self._io.pos()
            self.out = self._io.read_u1()
            self._debug['out']['end'] = self._io.pos()
            self._debug['kind']['start'] = self._io.pos()
            self.kind = KaitaiStream.resolve_enum(Mep.ValueKind, self._io.read_u1())
            self._debug['kind']['end'] = self._io.pos()
            self._debug['prompt']['start'] = self._io.pos()
            self.prompt = self._io.read_u2le()
            self._debug['prompt']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass


    class RepetitionOperands(KaitaiStruct):
        """What FLOW_LOOP_END takes."""
        SEQ_FIELDS = ["jump"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.RepetitionOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['jump']['start'] = self._io.pos()
            self.jump = self._io.read_s2le()
            self._debug['jump']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass


    class ReturnOperands(KaitaiStruct):
        """What EXEC_RETURN takes."""
        SEQ_FIELDS = ["num_values", "values"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.ReturnOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['num_values']['start'] = self._io.pos()
            self.num_values = self._io.read_u1()
            self._debug['num_values']['end'] = self._io.pos()
            self._debug['values']['start'] = self._io.pos()
            self._debug['values']['arr'] = []
            self.values = []
            for i in range(self.num_values):
                self._debug['values']['arr'].append({'start': self._io.pos()})
                self.values.append(self._io.read_u1())
                self._debug['values']['arr'][i]['end'] = self._io.pos()

            self._debug['values']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass
            for i in range(len(self.values)):
                pass



    class RunOperands(KaitaiStruct):
        """What MODEL_RUN_STATIC takes."""
        SEQ_FIELDS = ["model", "num_inputs", "inputs", "num_outputs", "outputs"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.RunOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['model']['start'] = self._io.pos()
            self.model = self._io.read_u1()
            self._debug['model']['end'] = self._io.pos()
            self._debug['num_inputs']['start'] = self._io.pos()
            self.num_inputs = self._io.read_u1()
            self._debug['num_inputs']['end'] = self._io.pos()
            self._debug['inputs']['start'] = self._io.pos()
            self._debug['inputs']['arr'] = []
            self.inputs = []
            for i in range(self.num_inputs):
                self._debug['inputs']['arr'].append({'start': self._io.pos()})
                self.inputs.append(self._io.read_u1())
                self._debug['inputs']['arr'][i]['end'] = self._io.pos()

            self._debug['inputs']['end'] = self._io.pos()
            self._debug['num_outputs']['start'] = self._io.pos()
            self.num_outputs = self._io.read_u1()
            self._debug['num_outputs']['end'] = self._io.pos()
            self._debug['outputs']['start'] = self._io.pos()
            self._debug['outputs']['arr'] = []
            self.outputs = []
            for i in range(self.num_outputs):
                self._debug['outputs']['arr'].append({'start': self._io.pos()})
                self.outputs.append(self._io.read_u1())
                self._debug['outputs']['arr'][i]['end'] = self._io.pos()

            self._debug['outputs']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass
            for i in range(len(self.inputs)):
                pass

            for i in range(len(self.outputs)):
                pass



    class SamplingOperands(KaitaiStruct):
        """What ANALYSIS_SAMPLE takes."""
        SEQ_FIELDS = ["logits", "temperature", "top_k", "out"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.SamplingOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['logits']['start'] = self._io.pos()
            self.logits = self._io.read_u1()
            self._debug['logits']['end'] = self._io.pos()
            self._debug['temperature']['start'] = self._io.pos()
            self.temperature = self._io.read_u1()
            self._debug['temperature']['end'] = self._io.pos()
            self._debug['top_k']['start'] = self._io.pos()
            self.top_k = self._io.read_u1()
            self._debug['top_k']['end'] = self._io.pos()
            self._debug['out']['start'] = self._io.pos()
            self.out = self._io.read_u1()
            self._debug['out']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass


    class SavingOperands(KaitaiStruct):
        """What MODEL_SAVE_WEIGHTS takes."""
        SEQ_FIELDS = ["model", "name", "kind"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.SavingOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['model']['start'] = self._io.pos()
            self.model = self._io.read_u1()
            self._debug['model']['end'] = self._io.pos()
            self._debug['name']['start'] = self._io.pos()
            self.name = self._io.read_u1()
            self._debug['name']['end'] = self._io.pos()
            self._debug['kind']['start'] = self._io.pos()
            self.kind = KaitaiStream.resolve_enum(Mep.WeightsKind, self._io.read_u1())
            self._debug['kind']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass


    class SerializationOperands(KaitaiStruct):
        """What SERIALIZE_OBJECT takes."""
        SEQ_FIELDS = ["out", "source", "format"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.SerializationOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['out']['start'] = self._io.pos()
            self.out = self._io.read_u1()
            self._debug['out']['end'] = self._io.pos()
            self._debug['source']['start'] = self._io.pos()
            self.source = self._io.read_u1()
            self._debug['source']['end'] = self._io.pos()
            self._debug['format']['start'] = self._io.pos()
            self.format = KaitaiStream.resolve_enum(Mep.Serialization, self._io.read_u1())
            self._debug['format']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass


    class TokenOperands(KaitaiStruct):
        """What PREPROC_GET_ID takes."""
        SEQ_FIELDS = ["processor", "token", "out"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.TokenOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['processor']['start'] = self._io.pos()
            self.processor = self._io.read_u1()
            self._debug['processor']['end'] = self._io.pos()
            self._debug['token']['start'] = self._io.pos()
            self.token = self._io.read_u2le()
            self._debug['token']['end'] = self._io.pos()
            self._debug['out']['start'] = self._io.pos()
            self.out = self._io.read_u1()
            self._debug['out']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass


    class TopKOperands(KaitaiStruct):
        """What ANALYSIS_TOP_K takes."""
        SEQ_FIELDS = ["source", "count", "indices", "elements"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.TopKOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['source']['start'] = self._io.pos()
            self.source = self._io.read_u1()
            self._debug['source']['end'] = self._io.pos()
            self._debug['count']['start'] = self._io.pos()
            self.count = self._io.read_u1()
            self._debug['count']['end'] = self._io.pos()
            self._debug['indices']['start'] = self._io.pos()
            self.indices = self._io.read_u1()
            self._debug['indices']['end'] = self._io.pos()
            self._debug['elements']['start'] = self._io.pos()
            self.elements = self._io.read_u1()
            self._debug['elements']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass


    class TrainingOperands(KaitaiStruct):
        """What MODEL_TRAIN_STEP takes."""
        SEQ_FIELDS = ["model", "loss", "num_inputs", "inputs", "num_targets", "targets", "out", "rate", "logits", "weight", "bias"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.TrainingOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['model']['start'] = self._io.pos()
            self.model = self._io.read_u1()
            self._debug['model']['end'] = self._io.pos()
            self._debug['loss']['start'] = self._io.pos()
            self.loss = KaitaiStream.resolve_enum(Mep.LossKind, self._io.read_u1())
            self._debug['loss']['end'] = self._io.pos()
            self._debug['num_inputs']['start'] = self._io.pos()
            self.num_inputs = self._io.read_u1()
            self._debug['num_inputs']['end'] = self._io.pos()
            self._debug['inputs']['start'] = self._io.pos()
            self._debug['inputs']['arr'] = []
            self.inputs = []
            for i in range(self.num_inputs):
                self._debug['inputs']['arr'].append({'start': self._io.pos()})
                self.inputs.append(self._io.read_u1())
                self._debug['inputs']['arr'][i]['end'] = self._io.pos()

            self._debug['inputs']['end'] = self._io.pos()
            self._debug['num_targets']['start'] = self._io.pos()
            self.num_targets = self._io.read_u1()
            self._debug['num_targets']['end'] = self._io.pos()
            self._debug['targets']['start'] = self._io.pos()
            self._debug['targets']['arr'] = []
            self.targets = []
            for i in range(self.num_targets):
                self._debug['targets']['arr'].append({'start': self._io.pos()})
                self.targets.append(self._io.read_u1())
                self._debug['targets']['arr'][i]['end'] = self._io.pos()

            self._debug['targets']['end'] = self._io.pos()
            self._debug['out']['start'] = self._io.pos()
            self.out = self._io.read_u1()
            self._debug['out']['end'] = self._io.pos()
            self._debug['rate']['start'] = self._io.pos()
            self.rate = self._io.read_u1()
            self._debug['rate']['end'] = self._io.pos()
            self._debug['logits']['start'] = self._io.pos()
            self.logits = self._io.read_u1()
            self._debug['logits']['end'] = self._io.pos()
            self._debug['weight']['start'] = self._io.pos()
            self.weight = self._io.read_u2le()
            self._debug['weight']['end'] = self._io.pos()
            self._debug['bias']['start'] = self._io.pos()
            self.bias = self._io.read_u2le()
            self._debug['bias']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass
            for i in range(len(self.inputs)):
                pass

            for i in range(len(self.targets)):
                pass



    class UnaryOperands(KaitaiStruct):
        """What MATH_UNARY takes."""
        SEQ_FIELDS = ["operation", "out", "source"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.UnaryOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['operation']['start'] = self._io.pos()
            self.operation = KaitaiStream.resolve_enum(Mep.UnaryOperation, self._io.read_u1())
            self._debug['operation']['end'] = self._io.pos()
            self._debug['out']['start'] = self._io.pos()
            self.out = self._io.read_u1()
            self._debug['out']['end'] = self._io.pos()
            self._debug['source']['start'] = self._io.pos()
            self.source = self._io.read_u1()
            self._debug['source']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass


    class UnloadOperands(KaitaiStruct):
        """What RES_UNLOAD takes."""
        SEQ_FIELDS = ["kind", "model", "slot"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.UnloadOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['kind']['start'] = self._io.pos()
            self.kind = KaitaiStream.resolve_enum(Mep.UnloadKind, self._io.read_u1())
            self._debug['kind']['end'] = self._io.pos()
            if not isinstance(self.kind, Mep.UnloadKind):
                raise kaitaistruct.ValidationNotInEnumError(self.kind, self._io, u"/types/unload_operands/seq/0")
            if self.kind == Mep.UnloadKind.model:
                pass
                self._debug['model']['start'] = self._io.pos()
                self.model = self._io.read_u1()
                self._debug['model']['end'] = self._io.pos()

            if self.kind == Mep.UnloadKind.slot:
                pass
                self._debug['slot']['start'] = self._io.pos()
                self.slot = self._io.read_u1()
                self._debug['slot']['end'] = self._io.pos()



        def _fetch_instances(self):
            pass
            if self.kind == Mep.UnloadKind.model:
                pass

            if self.kind == Mep.UnloadKind.slot:
                pass



    class WriteOperands(KaitaiStruct):
        """What IO_WRITE takes."""
        SEQ_FIELDS = ["source", "destination", "name", "unused", "mode"]
        def __init__(self, _io, _parent=None, _root=None):
            super(Mep.WriteOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['source']['start'] = self._io.pos()
            self.source = self._io.read_u1()
            self._debug['source']['end'] = self._io.pos()
            self._debug['destination']['start'] = self._io.pos()
            self.destination = KaitaiStream.resolve_enum(Mep.Destination, self._io.read_u1())
            self._debug['destination']['end'] = self._io.pos()
            if self.destination == Mep.Destination.file:
                pass
                self._debug['name']['start'] = self._io.pos()
                self.name = self._io.read_u1()
                self._debug['name']['end'] = self._io.pos()

            if self.destination != Mep.Destination.file:
                pass
                self._debug['unused']['start'] = self._io.pos()
                self.unused = self._io.read_u1()
                self._debug['unused']['end'] = self._io.pos()

            self._debug['mode']['start'] = self._io.pos()
            self.mode = KaitaiStream.resolve_enum(Mep.WriteMode, self._io.read_u1())
            self._debug['mode']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass
            if self.destination == Mep.Destination.file:
                pass

            if self.destination != Mep.Destination.file:
                pass
