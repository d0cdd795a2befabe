# Generated from schemas/nac.ksy (sha256 97986397b1cdb9bf9bec323551b8ae63a8935d8b50c81953c62549041af00cd9) by `nacformats generate`. Do not edit.
# It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
# It imports schemas/mep.ksy (sha256 a8c6c4d7b52001da2ce8f018edcee55aadee3cbdea27b4e1d549633e74516e48).
# It imports schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769).
"""Parser of Neural Architecture Code (NAC) v1.6, v1.7 and v1.8."""

from enum import IntEnum

from nacformats._generated.kaitai.binary32 import Binary32
from nacformats._generated.kaitai.mep import Mep
from nacformats._generated.kaitai.tisa import Tisa
from nacformats.codec.kaitai import KaitaiStream, KaitaiStruct

class Nac(KaitaiStruct):
    """A neural network as a program: a header with the offsets of up to eleven sections, and the sections, each of which begins with a tag of four letters. `ops` holds the instructions; the other sections hold what they refer to."""
    class HeaderSize(IntEnum):
        v1_6 = 88
        v1_7 = 92
        v1_8 = 100
    class Quantization(IntEnum):
        none = 0
        fp16 = 1
        int8_tensor = 2
        int8_channel = 3
        block_fp8 = 4
    class Operation(IntEnum):
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
    class InstructionLayout(IntEnum):
        input = 2
        output = 3
        control_flow = 6
        convergence = 7
        call = 10
        element = 20
        update = 33
        finish = 34
    class LookupKey(IntEnum):
        signature = 0
        operation = 1
        element = 2
    class InputSource(IntEnum):
        user = 0
        parameter = 1
        state = 2
        constant = 3
        saved = 4
        target = 5
    class OutputKind(IntEnum):
        result = 0
        subgraph = 1
        update = 3
        finish = 4
    class MemoryAction(IntEnum):
        save_result = 10
        save_for_grad = 15
        free = 20
        free_after_trng = 25
        forward = 30
        preload = 40
    class ArgumentKind(IntEnum):
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
    class ConstantKind(IntEnum):
        none = 0
        truth = 1
        int64 = 2
        float64 = 3
        text = 4
        int32_list = 5
        float32_list = 6
    class Dtype(IntEnum):
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
    class MemoryMap(KaitaiStruct):
        """Commands for the memory coprocessor, by the instruction at which they are due."""
        magic: bytes
        num_records: int
        records: list[Nac.ScheduleRecord]
    class ScheduleRecord(KaitaiStruct):
        """The commands of one tick."""
        tick: int
        num_commands: int
        commands: list[Nac.MemoryCommand]
    class MemoryCommand(KaitaiStruct):
        """One thing for the coprocessor to do."""
        action: Nac.MemoryAction | int
        target: int
    class Operations(KaitaiStruct):
        """The instructions, in the order of execution."""
        magic: bytes
        num_instructions: int
        instructions: list[Nac.Instruction]
    class Instruction(KaitaiStruct):
        """One instruction: A and B, then C and D as the operation and its signature require. Others refer to its result by its index."""
        a: int
        b: int
        fields: Nac.InputFields | Nac.OutputFields | Nac.ControlFlowFields | Nac.ConvergenceFields | Nac.CallFields | Nac.ElementFields | Nac.UpdateFields | Nac.FinishFields | Nac.NoFields
        @property
        def operation(self) -> Nac.Operation | int:
            """The operation; a number that has no fixed name is named by `cmap`."""
        @property
        def name_text(self) -> str:
            """Its name, for the Web IDE."""
        @property
        def kind(self) -> Nac.InstructionLayout | int:
            """The layout of C and D. Regular operations share one."""
        @property
        def takes_element(self) -> bool:
            """Whether it takes an element of a value, and has no signature."""
    class NoFields(KaitaiStruct):
        """A system operation without C and D."""
    class CallFields(KaitaiStruct):
        """C and D of a regular operation."""
        def __init__(self, id_signature: int, _io: KaitaiStream, _parent: KaitaiStruct | None = None, _root: KaitaiStruct | None = None) -> None: ...
        id_signature: int
        num_constants: int
        constants: list[int]
        distances: list[int]
        @property
        def signature(self) -> Nac.SignatureSlot: ...
        @property
        def distance_text(self) -> str:
            """The first words of D, for the Web IDE."""
    class ElementFields(KaitaiStruct):
        """C and D of an operation that takes an element of a value and has no signature."""
        num_constants: int
        constants: list[int]
        distance: int
    class InputFields(KaitaiStruct):
        """C of an INPUT; there is no D."""
        def __init__(self, variant: int, _io: KaitaiStream, _parent: KaitaiStruct | None = None, _root: KaitaiStruct | None = None) -> None: ...
        variant: int
        prefix: int
        id: int
        @property
        def source(self) -> Nac.InputSource | int: ...
        @property
        def has_id(self) -> bool: ...
    class OutputFields(KaitaiStruct):
        """C and D of an OUTPUT."""
        def __init__(self, variant: int, _io: KaitaiStream, _parent: KaitaiStruct | None = None, _root: KaitaiStruct | None = None) -> None: ...
        variant: int
        prefix: int
        reserved: list[int]
        distances: list[int]
        @property
        def purpose(self) -> Nac.OutputKind | int: ...
        @property
        def num_results(self) -> int:
            """The number of outputs in the header where the prefix agrees with it, otherwise the prefix."""
        @property
        def distance_text(self) -> str:
            """The first words of D, for the Web IDE."""
    class UpdateFields(KaitaiStruct):
        """C and D of an OUTPUT that updates a parameter."""
        prefix: int
        id: int
        gradient: int
        rate: int
    class FinishFields(KaitaiStruct):
        """D of an OUTPUT that ends the program of gradients; there is no C."""
        distance: int
    class ControlFlowFields(KaitaiStruct):
        """C and D of a CONTROL_FLOW."""
        prefix: int
        len_true: int
        len_false: int
        predicate: int
    class ConvergenceFields(KaitaiStruct):
        """C and D of a CONVERGENCE."""
        input: int
        block_end: int
        num_branches: int
        branches: list[int]
    class Training(KaitaiStruct):
        """The instructions that compute gradients, in the order of execution. They share the other sections with those of `ops`."""
        magic: bytes
        num_instructions: int
        instructions: list[Nac.Instruction]
    class CanonicalMap(KaitaiStruct):
        """Names of the operations whose number has no fixed name."""
        magic: bytes
        num_entries: int
        entries: list[Nac.OperationName]
    class OperationName(KaitaiStruct):
        id_operation: int
        len_name: int
        name: str
        @property
        def element_kind(self) -> int:
            """Which of the operations it is that take an element of a value and may be without signature; 0 for others."""
    class ConstantTable(KaitaiStruct):
        """The constants that instructions refer to."""
        magic: bytes
        num_entries: int
        entries: list[Nac.Constant]
    class Constant(KaitaiStruct):
        """A constant of `cnst` or of `orch`."""
        id_constant: int
        kind: Nac.ConstantKind
        length: int
        body: Nac.NullBody | Nac.TruthBody | Nac.Int64Body | Nac.Float64Body | Nac.TextBody | Nac.Int32ListBody | Nac.Float32ListBody
    class NullBody(KaitaiStruct):
        """The null constant has no bytes, whatever its length says."""
    class TruthBody(KaitaiStruct):
        is_true: int
    class Int64Body(KaitaiStruct):
        number: int
    class Float64Body(KaitaiStruct):
        raw: Nac.Binary64
    class TextBody(KaitaiStruct):
        def __init__(self, length: int, _io: KaitaiStream, _parent: KaitaiStruct | None = None, _root: KaitaiStruct | None = None) -> None: ...
        length: int
        text: str
    class Int32ListBody(KaitaiStruct):
        def __init__(self, length: int, _io: KaitaiStream, _parent: KaitaiStruct | None = None, _root: KaitaiStruct | None = None) -> None: ...
        length: int
        numbers: list[int]
        @property
        def number_text(self) -> str:
            """The first elements, for the Web IDE."""
    class Float32ListBody(KaitaiStruct):
        def __init__(self, length: int, _io: KaitaiStream, _parent: KaitaiStruct | None = None, _root: KaitaiStruct | None = None) -> None: ...
        length: int
        raw: Nac.Binary32List
    class Binary32List(KaitaiStruct):
        """Numbers of IEEE 754 binary32, as many as there is room for."""
        elements: list[Binary32]
    class Binary64(KaitaiStruct):
        """A number of IEEE 754 binary64. Its bits count; `number` shows them."""
        low_bits: int
        high_bits: int
        @property
        def exponent(self) -> int:
            """As it is stored, biased by 1023; 0 and 2047 are special."""
        @property
        def significand(self) -> float:
            """As an integer."""
        @property
        def shift(self) -> int:
            """Distance in bits from the lowest bit of the significand to the binary point."""
        @property
        def scale(self) -> float:
            """2 to the power of `shift`, of its lower ten bits."""
        @property
        def number(self) -> float:
            """The number; exact, but all NaNs look the same."""
    class Permutations(KaitaiStruct):
        """Signatures, what kinds of arguments operations take."""
        magic: bytes
        num_entries: int
        entries: list[Nac.Signature]
    class Signature(KaitaiStruct):
        """One code for each argument of an operation."""
        id_signature: int
        num_codes: int
        codes: list[Nac.ArgumentCode]
        @property
        def has_constants(self) -> bool:
            """Whether any argument is a constant."""
    class ArgumentCode(KaitaiStruct):
        """A letter that says what an argument is."""
        def __init__(self, idx: int, _io: KaitaiStream, _parent: KaitaiStruct | None = None, _root: KaitaiStruct | None = None) -> None: ...
        idx: int
        code: Nac.ArgumentKind | int
        @property
        def is_constant(self) -> bool:
            """Whether the argument is a constant unless D says otherwise."""
        @property
        def num_constants(self) -> int:
            """Number of constants among the codes up to this one."""
    class LookupTables(KaitaiStruct):
        """Tables over `perm` and `cmap` and searches in them. They have no bytes of their own."""
        @property
        def signature_order(self) -> Nac.IdRun | None:
            """Whether `perm` can be indexed without a search. The entries that were read count: where `perm` is damaged, its number of entries may be anything."""
        @property
        def signature_table(self) -> list[Nac.SignatureSlot]:
            """What an instruction needs to know of its signature, by signature id."""
        @property
        def operation_order(self) -> Nac.IdRun | None:
            """Whether `cmap` can be indexed without a search, as above."""
        @property
        def operation_table(self) -> list[Nac.OperationSlot]:
            """Names of operations, by A of an instruction."""
        @property
        def getitem_search(self) -> Nac.EntrySearch | None:
            """Where `cmap` has the operation getitem."""
        @property
        def operator_getitem_search(self) -> Nac.EntrySearch | None:
            """Where `cmap` has the operation operator.getitem."""
        @property
        def select_search(self) -> Nac.EntrySearch | None:
            """Where `cmap` has the operation aten.select.int."""
        @property
        def num_names(self) -> int:
            """Number of names in `cmap`. Of more than A of an instruction tells apart, which v1.6 permits, none is looked up."""
        @property
        def id_getitem(self) -> int:
            """Number of the operation getitem, or -1."""
        @property
        def id_operator_getitem(self) -> int:
            """Number of the operation operator.getitem, or -1."""
        @property
        def id_select(self) -> int:
            """Number of the operation aten.select.int, or -1."""
    class IdRun(KaitaiStruct):
        """Counts the entries in a part of `perm` or `cmap` that break the run of consecutive ids which compilers write; by bisection, so that the depth stays small."""
        def __init__(self, key: Nac.LookupKey | int, idx_first: int, idx_end: int, _io: KaitaiStream, _parent: KaitaiStruct | None = None, _root: KaitaiStruct | None = None) -> None: ...
        key: Nac.LookupKey | int
        idx_first: int
        idx_end: int
        upper: Nac.IdRun
        lower: Nac.IdRun
        @property
        def idx_middle(self) -> int: ...
        @property
        def is_break(self) -> bool:
            """Whether the first entry of the part breaks the run."""
        @property
        def num_breaks(self) -> int: ...
    class SignatureSlot(KaitaiStruct):
        """What `perm` says about one signature id."""
        def __init__(self, id_signature: int, _io: KaitaiStream, _parent: KaitaiStruct | None = None, _root: KaitaiStruct | None = None) -> None: ...
        id_signature: int
        @property
        def lookup(self) -> Nac.EntrySearch | None:
            """Where it is, if the entries are in no order."""
        @property
        def idx_entry(self) -> int:
            """Index in `perm`, or -1."""
        @property
        def num_arguments(self) -> int:
            """Number of arguments; an unknown signature has none."""
        @property
        def has_constants(self) -> bool:
            """Whether instructions with this signature have a C."""
        @property
        def argument_text(self) -> str:
            """Number of arguments, for the Web IDE."""
    class OperationSlot(KaitaiStruct):
        """What `cmap` says about one operation."""
        def __init__(self, id_operation: int, _io: KaitaiStream, _parent: KaitaiStruct | None = None, _root: KaitaiStruct | None = None) -> None: ...
        id_operation: int
        @property
        def lookup(self) -> Nac.EntrySearch | None:
            """Where it is, if the entries are in no order."""
        @property
        def idx_entry(self) -> int:
            """Index in `cmap`, or -1."""
        @property
        def name_text(self) -> str:
            """Its name in `cmap`, or the one of `operation`; a number without a name is shown as such."""
    class EntrySearch(KaitaiStruct):
        """Search for a number in a part of `perm` or `cmap`, by bisection, so that the depth stays small. Of two entries with the same one, the last is found."""
        def __init__(self, key: Nac.LookupKey | int, sought: int, idx_first: int, idx_end: int, _io: KaitaiStream, _parent: KaitaiStruct | None = None, _root: KaitaiStruct | None = None) -> None: ...
        key: Nac.LookupKey | int
        sought: int
        idx_first: int
        idx_end: int
        upper: Nac.EntrySearch
        lower: Nac.EntrySearch
        @property
        def idx_middle(self) -> int: ...
        @property
        def is_match(self) -> bool: ...
        @property
        def idx_entry(self) -> int:
            """Index in the section, or -1."""
    class ParameterData(KaitaiStruct):
        """Names of parameters, names of inputs, and the tensors."""
        magic: bytes
        num_parameters: int
        parameters: list[Nac.ParameterName]
        num_inputs: int
        inputs: list[Nac.InputName]
        num_tensors: int
        tensors: list[Nac.Tensor]
    class ParameterName(KaitaiStruct):
        id_parameter: int
        len_name: int
        name: str
    class InputName(KaitaiStruct):
        idx_instruction: int
        len_name: int
        name: str
    class Tensor(KaitaiStruct):
        """A parameter."""
        id_parameter: int
        len_meta: int
        len_data: int
        meta: Nac.TensorMeta
        data: bytes
    class TensorMeta(KaitaiStruct):
        """What the bytes of a tensor mean."""
        dtype: Nac.Dtype | int
        rank: int
        dims: list[int]
        quantization: Nac.Quantization
        scaling: Nac.TensorScaling | Nac.ChannelScaling | Nac.BlockScaling | Nac.NoScaling
        @property
        def shape_text(self) -> str:
            """The first dimensions, for the Web IDE."""
    class NoScaling(KaitaiStruct):
        """Stored elements are the numbers."""
    class TensorScaling(KaitaiStruct):
        """One scale for all elements."""
        scale: Binary32
    class ChannelScaling(KaitaiStruct):
        """One scale for each index along an axis."""
        axis: int
        num_scales: int
        scales: Nac.Binary32List
    class BlockScaling(KaitaiStruct):
        """One scale for each run of elements. The tensor is stored flat, padded to whole blocks."""
        len_block: int
        rank: int
        dims: list[int]
        num_scales: int
        scales: Nac.Binary32List
        @property
        def shape_text(self) -> str:
            """The first dimensions, for the Web IDE."""
    class Preprocessing(KaitaiStruct):
        """The tokenizer."""
        magic: bytes
        len_manifest: int
        manifest: bytes
        @property
        def steps(self) -> Tisa | None:
            """What the manifest says."""
    class Orchestrator(KaitaiStruct):
        """A program that runs models, and its constants."""
        magic: bytes
        len_bytecode: int
        num_constants: int
        bytecode: bytes
        constants: list[Nac.Constant]
        @property
        def program(self) -> Mep:
            """What the bytecode says."""
    class Resources(KaitaiStruct):
        """Files that belong to the model."""
        magic: bytes
        num_files: int
        files: list[Nac.Resource]
    class Resource(KaitaiStruct):
        """A file."""
        len_name: int
        name: str
        len_data: int
        data: bytes
    class NamedArrays(KaitaiStruct):
        """Arrays by name."""
        magic: bytes
        num_arrays: int
        arrays: list[Nac.NamedArray]
    class NamedArray(KaitaiStruct):
        """An array."""
        len_name: int
        name: str
        dtype: Nac.Dtype | int
        rank: int
        dims: list[int]
        len_data: int
        data: bytes
        @property
        def shape_text(self) -> str:
            """The first dimensions, for the Web IDE."""
    magic: bytes
    version: int
    has_internal_weights: bool
    has_training: bool
    quantization_method: Nac.Quantization
    num_inputs: int
    num_outputs: int
    reserved1: int
    d_model: int
    ofs_mmap: int
    ofs_ops: int
    ofs_cmap: int
    ofs_cnst: int
    ofs_perm: int
    ofs_data: int
    ofs_proc: int
    ofs_orch: int
    ofs_trng: int
    ofs_rsrc: int
    ofs_arrs: int
    reserved2: int
    @property
    def mmap(self) -> Nac.MemoryMap | None:
        """Schedule of a memory coprocessor."""
    @property
    def ops(self) -> Nac.Operations | None:
        """The program."""
    @property
    def cmap(self) -> Nac.CanonicalMap | None:
        """Names of operations."""
    @property
    def cnst(self) -> Nac.ConstantTable | None:
        """Constant arguments."""
    @property
    def perm(self) -> Nac.Permutations | None:
        """Signatures of operations."""
    @property
    def data(self) -> Nac.ParameterData | None:
        """Names of parameters and inputs, and tensors."""
    @property
    def proc(self) -> Nac.Preprocessing | None:
        """The tokenizer, which prepares the inputs."""
    @property
    def orch(self) -> Nac.Orchestrator | None:
        """A plan that runs models."""
    @property
    def rsrc(self) -> Nac.Resources | None:
        """Files that belong to the model."""
    @property
    def trng(self) -> Nac.Training | None:
        """The program that computes gradients and updates parameters."""
    @property
    def arrs(self) -> Nac.NamedArrays | None:
        """Arrays by name, for plans."""
    @property
    def lookups(self) -> Nac.LookupTables:
        """What `perm` and `cmap` say, by the numbers that instructions hold."""
    @property
    def is_v1_7(self) -> bool:
        """Whether a section begins where the header of v1.7 ends, inside that of v1.8."""
    @property
    def is_v1_8(self) -> bool:
        """Whether a section begins where the header of v1.8 ends."""
