# Generated from schemas/mep.ksy (sha256 86346db96f45d7e92e5a5ac3560c3076988d502fb0adcbb8e7ee2d1d2c4f273d) by `nacformats generate`. Do not edit.
"""Fields, rules, enums and representations of Model Execution Plan (MEP) bytecode of NAC v1.6."""

from __future__ import annotations

from nacformats.codec.tables import Enum, Field, Member, Rule, Schema, Type

__all__ = ["SCHEMA"]

SCHEMA = Schema(
    "mep",
    "Model Execution Plan (MEP) bytecode of NAC v1.6",
    types={
        "Mep": Type("mep", fields=(Field("instructions"),)),
        "Mep.PlanInstruction": Type(
            "plan_instruction",
            "{opcode} {operands}",
            (Field("opcode", enum="opcode", rules=(Rule("in-enum"),)), Field("operands")),
        ),
        "Mep.NoOperands": Type("no_operands", ""),
        "Mep.PromptOperands": Type(
            "prompt_operands",
            "s{out:dec} {kind} c{prompt:dec}",
            (
                Field("out", role="result"),
                Field("kind", enum="value_kind", role="literal"),
                Field("prompt", role="constant"),
            ),
        ),
        "Mep.ConstantOperands": Type(
            "constant_operands",
            "s{out:dec} c{constant:dec}",
            (Field("out", role="result"), Field("constant", role="constant")),
        ),
        "Mep.ModelOperands": Type(
            "model_operands",
            "m{model:dec} c{path:dec}",
            (Field("model", role="model"), Field("path", role="constant")),
        ),
        "Mep.DatafileOperands": Type(
            "datafile_operands",
            "s{out:dec} {kind} c{path:dec}",
            (
                Field("out", role="result"),
                Field("kind", enum="file_kind", role="literal"),
                Field("path", role="constant"),
            ),
        ),
        "Mep.ExternOperands": Type(
            "extern_operands",
            "s{out:dec} {kind} c{resource:dec}",
            (
                Field("out", role="result"),
                Field("kind", enum="extern_kind", role="literal"),
                Field("resource", role="constant"),
            ),
        ),
        "Mep.DynamicOperands": Type(
            "dynamic_operands",
            "s{out:dec} s{name:dec} {kind}",
            (Field("out", role="result"), Field("name", role="slot"), Field("kind", enum="file_kind", role="literal")),
        ),
        "Mep.UnloadOperands": Type(
            "unload_operands",
            "{kind}",
            (
                Field("kind", enum="unload_kind", rules=(Rule("in-enum"),), role="literal"),
                Field("model", role="model"),
                Field("slot", role="slot"),
            ),
        ),
        "Mep.ProcessingOperands": Type(
            "processing_operands",
            "s{processor:dec} s{source:dec} s{out:dec}",
            (Field("processor", role="slot"), Field("source", role="slot"), Field("out", role="result")),
        ),
        "Mep.TokenOperands": Type(
            "token_operands",
            "s{processor:dec} c{token:dec} s{out:dec}",
            (Field("processor", role="slot"), Field("token", role="constant"), Field("out", role="result")),
        ),
        "Mep.FormatOperands": Type(
            "format_operands",
            "s{out:dec} c{template:dec} {num_values:dec} values",
            (
                Field("out", role="result"),
                Field("template", role="constant"),
                Field("num_values"),
                Field("values", role="slot"),
            ),
        ),
        "Mep.CreationOperands": Type(
            "creation_operands",
            "s{out:dec} {dtype} {kind} s{source:dec}",
            (
                Field("out", role="result"),
                Field("dtype", enum="dtype", role="literal"),
                Field("kind", enum="creation", role="literal"),
                Field("source", role="slot"),
            ),
        ),
        "Mep.ManipulationOperands": Type(
            "manipulation_operands",
            "{operation} s{out:dec} s{tensor:dec} s{width:dec} s{value:dec}",
            (
                Field("operation", enum="manipulation", rules=(Rule("in-enum"),), role="literal"),
                Field("out", role="result"),
                Field("tensor", role="slot"),
                Field("width", role="slot"),
                Field("value", role="slot"),
            ),
        ),
        "Mep.CombinationOperands": Type(
            "combination_operands",
            "{operation} s{out:dec} {num_tensors:dec} tensors s{axis:dec}",
            (
                Field("operation", enum="combination", role="literal"),
                Field("out", role="result"),
                Field("num_tensors"),
                Field("tensors", role="slot"),
                Field("axis", role="slot"),
            ),
        ),
        "Mep.InfoOperands": Type(
            "info_operands",
            "{property} s{out:dec} s{tensor:dec}",
            (
                Field("property", enum="tensor_property", rules=(Rule("in-enum"),), role="literal"),
                Field("out", role="result"),
                Field("tensor", role="slot"),
                Field("axis", role="slot"),
            ),
        ),
        "Mep.ExtractionOperands": Type(
            "extraction_operands",
            "s{out:dec} s{tensor:dec} s{index:dec}",
            (Field("out", role="result"), Field("tensor", role="slot"), Field("index", role="slot")),
        ),
        "Mep.CopyOperands": Type(
            "copy_operands",
            "s{out:dec} s{source:dec}",
            (Field("out", role="result"), Field("source", role="slot")),
        ),
        "Mep.DebugOperands": Type(
            "debug_operands",
            "s{source:dec} c{message:dec}",
            (Field("source", role="slot"), Field("message", role="constant")),
        ),
        "Mep.UnaryOperands": Type(
            "unary_operands",
            "{operation} s{out:dec} s{source:dec}",
            (
                Field("operation", enum="unary_operation", role="literal"),
                Field("out", role="result"),
                Field("source", role="slot"),
            ),
        ),
        "Mep.BinaryOperands": Type(
            "binary_operands",
            "{operation} s{out:dec} s{left:dec} s{right:dec}",
            (
                Field("operation", enum="binary_operation", role="literal"),
                Field("out", role="result"),
                Field("left", role="slot"),
                Field("right", role="slot"),
            ),
        ),
        "Mep.AggregateOperands": Type(
            "aggregate_operands",
            "{operation} s{out:dec} s{source:dec}",
            (
                Field("operation", enum="aggregation", role="literal"),
                Field("out", role="result"),
                Field("source", role="slot"),
            ),
        ),
        "Mep.ComparisonOperands": Type(
            "comparison_operands",
            "{operation} s{out:dec} s{left:dec} s{right:dec}",
            (
                Field("operation", enum="comparison", role="literal"),
                Field("out", role="result"),
                Field("left", role="slot"),
                Field("right", role="slot"),
            ),
        ),
        "Mep.TopKOperands": Type(
            "top_k_operands",
            "s{source:dec} s{count:dec} s{indices:dec} s{elements:dec}",
            (
                Field("source", role="slot"),
                Field("count", role="slot"),
                Field("indices", role="result"),
                Field("elements", role="result"),
            ),
        ),
        "Mep.SamplingOperands": Type(
            "sampling_operands",
            "s{logits:dec} s{temperature:dec} s{top_k:dec} s{out:dec}",
            (
                Field("logits", role="slot"),
                Field("temperature", role="slot"),
                Field("top_k", role="slot"),
                Field("out", role="result"),
            ),
        ),
        "Mep.RunOperands": Type(
            "run_operands",
            "m{model:dec} {num_inputs:dec} inputs {num_outputs:dec} outputs",
            (
                Field("model", role="model"),
                Field("num_inputs"),
                Field("inputs", role="slot"),
                Field("num_outputs"),
                Field("outputs", role="result"),
            ),
        ),
        "Mep.LoopOperands": Type("loop_operands", "s{count:dec}", (Field("count", role="slot"),)),
        "Mep.RepetitionOperands": Type("repetition_operands", "{jump:dec}", (Field("jump", role="jump"),)),
        "Mep.BranchOperands": Type(
            "branch_operands",
            "s{condition:dec} {jump:dec}",
            (Field("condition", role="slot"), Field("jump", role="jump")),
        ),
        "Mep.SerializationOperands": Type(
            "serialization_operands",
            "s{out:dec} s{source:dec} {format}",
            (
                Field("out", role="result"),
                Field("source", role="slot"),
                Field("format", enum="serialization", role="literal"),
            ),
        ),
        "Mep.WriteOperands": Type(
            "write_operands",
            "s{source:dec} {destination} {mode}",
            (
                Field("source", role="slot"),
                Field("destination", enum="destination", role="literal"),
                Field("name", role="slot"),
                Field("unused", role="literal"),
                Field("mode", enum="write_mode", role="literal"),
            ),
        ),
        "Mep.ReturnOperands": Type(
            "return_operands",
            "{num_values:dec} values",
            (Field("num_values"), Field("values", role="slot")),
        ),
    },
    enums={
        "opcode": Enum(
            "opcode",
            (
                Member(2, "src_user_prompt", "Ask the user."),
                Member(4, "src_constant", "A constant of the pool."),
                Member(16, "res_load_model", "Load a model."),
                Member(17, "res_load_datafile", "Load a file that the program names."),
                Member(18, "res_load_extern", "Take something that belongs to the file."),
                Member(19, "res_load_dynamic", "Load a file whose name was computed."),
                Member(31, "res_unload", "Release a model or empty a slot."),
                Member(32, "preproc_encode", "Text to token ids."),
                Member(33, "preproc_decode", "Token ids to text, without special tokens."),
                Member(34, "preproc_get_id", "The id of a token."),
                Member(42, "string_format", "Put values into a template."),
                Member(48, "tensor_create", "Make a tensor."),
                Member(56, "tensor_manipulate", "Change the shape of a tensor."),
                Member(57, "tensor_combine", "Join tensors."),
                Member(58, "tensor_info", "Shape, size or value of a tensor."),
                Member(
                    59,
                    "tensor_extract",
                    "A part of a tensor: [0, index, :] of three axes, [0, index] of two, [index] of one.",
                ),
                Member(89, "sys_copy", "The same value in another slot."),
                Member(95, "sys_debug_print", "Show a value to whoever debugs the program."),
                Member(96, "math_unary", "A function of one tensor."),
                Member(97, "math_binary", "Arithmetic."),
                Member(98, "math_aggregate", "A reduction of the last axis."),
                Member(104, "logic_compare", "A comparison."),
                Member(112, "analysis_top_k", "The largest elements, in descending order."),
                Member(113, "analysis_sample", "Draw an index with the probabilities of a softmax."),
                Member(128, "model_run_static", "Run a model."),
                Member(160, "flow_loop_start", "Begin a loop; a count of 0 or less skips it."),
                Member(161, "flow_loop_end", "End of the body: once more, or on."),
                Member(168, "flow_branch_if", "Jump when a condition holds."),
                Member(169, "flow_break_loop_if", "Leave a loop when a condition holds."),
                Member(224, "serialize_object", "A value as text or as an image file."),
                Member(240, "io_write", "Write a value."),
                Member(254, "exec_return", "End with results: one as it is, several as a list."),
                Member(255, "exec_halt", "End without a result."),
            ),
        ),
        "value_kind": Enum("value_kind", (Member(0, "text"), Member(1, "integer"), Member(2, "number"))),
        "file_kind": Enum(
            "file_kind",
            (
                Member(2, "array", "A file of NumPy (.npy)."),
                Member(3, "image", "A picture, scaled to 256, cut to 224 and normalised as for ImageNet."),
            ),
        ),
        "extern_kind": Enum("extern_kind", (Member(0, "tokenizer"), Member(1, "constant"))),
        "unload_kind": Enum("unload_kind", (Member(0, "model"), Member(1, "slot"))),
        "dtype": Enum("dtype", (Member(0, "float32"), Member(5, "int64"))),
        "creation": Enum(
            "creation",
            (
                Member(0, "values", "Of a number or a list, with shape [1, n]."),
                Member(1, "arange", "Numbers from 0 on, with shape [1, n]."),
                Member(2, "ones", "Of the shape that is given."),
            ),
        ),
        "manipulation": Enum("manipulation", (Member(1, "pad", "Put a value in front along the last axis."),)),
        "combination": Enum("combination", (Member(0, "concat", "One after another."),)),
        "tensor_property": Enum(
            "tensor_property",
            (
                Member(0, "shape", "All sizes."),
                Member(1, "size", "The size of one axis."),
                Member(2, "item", "The only element."),
            ),
        ),
        "unary_operation": Enum("unary_operation", (Member(0, "softmax", "Along the last axis."),)),
        "binary_operation": Enum("binary_operation", (Member(0, "add"), Member(1, "sub"), Member(2, "mul"))),
        "aggregation": Enum("aggregation", (Member(0, "argmax"),)),
        "comparison": Enum("comparison", (Member(0, "eq"), Member(1, "ne"), Member(2, "gt"), Member(3, "lt"))),
        "serialization": Enum("serialization", (Member(0, "text"), Member(1, "json"), Member(2, "png"))),
        "destination": Enum("destination", (Member(0, "stdout"), Member(1, "stderr"), Member(2, "file"))),
        "write_mode": Enum(
            "write_mode",
            (
                Member(0, "plain", "A line; a file is replaced."),
                Member(1, "append", "At the end of a file."),
                Member(2, "no_newline", "Text without a newline after it."),
            ),
        ),
    },
)
