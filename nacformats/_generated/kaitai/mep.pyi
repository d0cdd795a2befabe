# Generated from schemas/mep.ksy (sha256 a8c6c4d7b52001da2ce8f018edcee55aadee3cbdea27b4e1d549633e74516e48) by `nacformats generate`. Do not edit.
"""Parser of Model Execution Plan (MEP) bytecode of NAC v1.6 to v1.8."""

from enum import IntEnum

from nacformats.codec.kaitai import KaitaiStream, KaitaiStruct

class Mep(KaitaiStruct):
    """A program that prepares inputs, runs models and shows what comes out: the bytecode of section ORCH of a NAC file. It works on 256 slots, which are empty at first, and takes constants from the pool of the section by their ids."""
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
    class ValueKind(IntEnum):
        text = 0
        integer = 1
        number = 2
    class FileKind(IntEnum):
        array = 2
        image = 3
    class ExternKind(IntEnum):
        tokenizer = 0
        constant = 1
    class LossKind(IntEnum):
        cross_entropy = 0
        mse = 1
        none = 255
    class WeightsKind(IntEnum):
        nac = 0
    class UnloadKind(IntEnum):
        model = 0
        slot = 1
    class Dtype(IntEnum):
        float32 = 0
        int64 = 5
    class Creation(IntEnum):
        values = 0
        arange = 1
        ones = 2
        zeros = 3
    class Manipulation(IntEnum):
        pad = 1
        unsqueeze = 2
        squeeze = 3
    class Combination(IntEnum):
        concat = 0
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
    class BinaryOperation(IntEnum):
        add = 0
        sub = 1
        mul = 2
        div = 3
        pow = 4
        max = 5
        min = 6
    class Aggregation(IntEnum):
        argmax = 0
    class Comparison(IntEnum):
        eq = 0
        ne = 1
        gt = 2
        lt = 3
    class Serialization(IntEnum):
        text = 0
        json = 1
        png = 2
    class Destination(IntEnum):
        stdout = 0
        stderr = 1
        file = 2
    class WriteMode(IntEnum):
        plain = 0
        append = 1
        no_newline = 2
    class PlanInstruction(KaitaiStruct):
        """One instruction."""
        opcode: Mep.Opcode
        operands: Mep.PromptOperands | Mep.ConstantOperands | Mep.ModeOperands | Mep.ModelOperands | Mep.DatafileOperands | Mep.ExternOperands | Mep.DynamicOperands | Mep.ArrayOperands | Mep.UnloadOperands | Mep.ProcessingOperands | Mep.TokenOperands | Mep.FormatOperands | Mep.CreationOperands | Mep.ManipulationOperands | Mep.CombinationOperands | Mep.InfoOperands | Mep.ExtractionOperands | Mep.CopyOperands | Mep.DebugOperands | Mep.UnaryOperands | Mep.BinaryOperands | Mep.AggregateOperands | Mep.ComparisonOperands | Mep.TopKOperands | Mep.SamplingOperands | Mep.RunOperands | Mep.TrainingOperands | Mep.GradientOperands | Mep.SavingOperands | Mep.LoopOperands | Mep.RepetitionOperands | Mep.BranchOperands | Mep.SerializationOperands | Mep.WriteOperands | Mep.ReturnOperands | Mep.NoOperands
    class NoOperands(KaitaiStruct):
        """EXEC_HALT stands alone."""
    class PromptOperands(KaitaiStruct):
        """What SRC_USER_PROMPT takes."""
        out: int
        kind: Mep.ValueKind | int
        prompt: int
    class ConstantOperands(KaitaiStruct):
        """What SRC_CONSTANT takes."""
        out: int
        constant: int
    class ModeOperands(KaitaiStruct):
        """What SRC_EXEC_MODE takes."""
        out: int
    class ModelOperands(KaitaiStruct):
        """What RES_LOAD_MODEL takes."""
        model: int
        path: int
    class DatafileOperands(KaitaiStruct):
        """What RES_LOAD_DATAFILE takes."""
        out: int
        kind: Mep.FileKind | int
        path: int
    class ExternOperands(KaitaiStruct):
        """What RES_LOAD_EXTERN takes."""
        out: int
        kind: Mep.ExternKind | int
        resource: int
    class DynamicOperands(KaitaiStruct):
        """What RES_LOAD_DYNAMIC takes."""
        out: int
        name: int
        kind: Mep.FileKind | int
    class ArrayOperands(KaitaiStruct):
        """What RES_LOAD_ARRAY takes."""
        out: int
        array: int
    class UnloadOperands(KaitaiStruct):
        """What RES_UNLOAD takes."""
        kind: Mep.UnloadKind
        model: int
        slot: int
    class ProcessingOperands(KaitaiStruct):
        """What PREPROC_ENCODE and PREPROC_DECODE take."""
        processor: int
        source: int
        out: int
    class TokenOperands(KaitaiStruct):
        """What PREPROC_GET_ID takes."""
        processor: int
        token: int
        out: int
    class FormatOperands(KaitaiStruct):
        """What STRING_FORMAT takes."""
        out: int
        pattern: int
        num_values: int
        values: list[int]
    class CreationOperands(KaitaiStruct):
        """What TENSOR_CREATE takes."""
        out: int
        dtype: Mep.Dtype | int
        kind: Mep.Creation | int
        source: int
    class ManipulationOperands(KaitaiStruct):
        """What TENSOR_MANIPULATE takes."""
        operation: Mep.Manipulation
        out: int
        tensor: int
        width: int
        value: int
        dim: int
    class CombinationOperands(KaitaiStruct):
        """What TENSOR_COMBINE takes."""
        operation: Mep.Combination | int
        out: int
        num_tensors: int
        tensors: list[int]
        axis: int
    class InfoOperands(KaitaiStruct):
        """What TENSOR_INFO takes."""
        property: Mep.TensorProperty
        out: int
        tensor: int
        axis: int
    class ExtractionOperands(KaitaiStruct):
        """What TENSOR_EXTRACT takes."""
        out: int
        tensor: int
        index: int
    class CopyOperands(KaitaiStruct):
        """What SYS_COPY takes."""
        out: int
        source: int
    class DebugOperands(KaitaiStruct):
        """What SYS_DEBUG_PRINT takes."""
        source: int
        message: int
    class UnaryOperands(KaitaiStruct):
        """What MATH_UNARY takes."""
        operation: Mep.UnaryOperation | int
        out: int
        source: int
    class BinaryOperands(KaitaiStruct):
        """What MATH_BINARY takes."""
        operation: Mep.BinaryOperation | int
        out: int
        left: int
        right: int
    class AggregateOperands(KaitaiStruct):
        """What MATH_AGGREGATE takes."""
        operation: Mep.Aggregation | int
        out: int
        source: int
    class ComparisonOperands(KaitaiStruct):
        """What LOGIC_COMPARE takes."""
        operation: Mep.Comparison | int
        out: int
        left: int
        right: int
    class TopKOperands(KaitaiStruct):
        """What ANALYSIS_TOP_K takes."""
        source: int
        count: int
        indices: int
        elements: int
    class SamplingOperands(KaitaiStruct):
        """What ANALYSIS_SAMPLE takes."""
        logits: int
        temperature: int
        top_k: int
        out: int
    class RunOperands(KaitaiStruct):
        """What MODEL_RUN_STATIC takes."""
        model: int
        num_inputs: int
        inputs: list[int]
        num_outputs: int
        outputs: list[int]
    class TrainingOperands(KaitaiStruct):
        """What MODEL_TRAIN_STEP takes."""
        model: int
        loss: Mep.LossKind | int
        num_inputs: int
        inputs: list[int]
        num_targets: int
        targets: list[int]
        out: int
        rate: int
        logits: int
        weight: int
        bias: int
    class GradientOperands(KaitaiStruct):
        """What MODEL_ZERO_GRAD takes."""
        model: int
    class SavingOperands(KaitaiStruct):
        """What MODEL_SAVE_WEIGHTS takes."""
        model: int
        name: int
        kind: Mep.WeightsKind | int
    class LoopOperands(KaitaiStruct):
        """What FLOW_LOOP_START takes."""
        count: int
    class RepetitionOperands(KaitaiStruct):
        """What FLOW_LOOP_END takes."""
        jump: int
    class BranchOperands(KaitaiStruct):
        """What FLOW_BRANCH_IF and FLOW_BREAK_LOOP_IF take."""
        condition: int
        jump: int
    class SerializationOperands(KaitaiStruct):
        """What SERIALIZE_OBJECT takes."""
        out: int
        source: int
        format: Mep.Serialization | int
    class WriteOperands(KaitaiStruct):
        """What IO_WRITE takes."""
        source: int
        destination: Mep.Destination | int
        name: int
        unused: int
        mode: Mep.WriteMode | int
    class ReturnOperands(KaitaiStruct):
        """What EXEC_RETURN takes."""
        num_values: int
        values: list[int]
    instructions: list[Mep.PlanInstruction]
