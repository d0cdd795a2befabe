# Generated from schemas/mep.ksy (sha256 f5e6c0d9a90892766e34198c379ccc32fbed3f369ec809c31f3c674f5b8c6a2c) by `nacformats generate`. Do not edit.
"""Fields, rules, enums and representations of Model Execution Plan (MEP) bytecode of NAC v1.6 to v1.8."""

from __future__ import annotations

from nacformats.codec.tables import Enum, Field, Member, Rule, Schema, Type

__all__ = ["SCHEMA"]

SCHEMA = Schema(
    "mep",
    "Model Execution Plan (MEP) bytecode of NAC v1.6 to v1.8",
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
        "Mep.ModeOperands": Type("mode_operands", "s{out:dec}", (Field("out", role="result"),)),
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
        "Mep.ArrayOperands": Type(
            "array_operands",
            "s{out:dec} c{array:dec}",
            (Field("out", role="result"), Field("array", role="constant")),
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
            "{operation} s{out:dec} s{tensor:dec}",
            (
                Field("operation", enum="manipulation", rules=(Rule("in-enum"),), role="literal"),
                Field("out", role="result"),
                Field("tensor", role="slot"),
                Field("width", role="slot"),
                Field("value", role="slot"),
                Field("dim", role="slot"),
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
        "Mep.TrainingOperands": Type(
            "training_operands",
            "m{model:dec} {loss} {num_inputs:dec} inputs {num_targets:dec} targets s{out:dec} s{rate:dec}",
            (
                Field("model", role="model"),
                Field("loss", enum="loss_kind", role="literal"),
                Field("num_inputs"),
                Field("inputs", role="slot"),
                Field("num_targets"),
                Field("targets", role="slot"),
                Field("out", role="result"),
                Field("rate", role="slot"),
                Field("logits", role="slot_or_none"),
                Field("weight", role="constant_or_none"),
                Field("bias", role="constant_or_none"),
            ),
        ),
        "Mep.GradientOperands": Type("gradient_operands", "m{model:dec}", (Field("model", role="model"),)),
        "Mep.SavingOperands": Type(
            "saving_operands",
            "m{model:dec} s{name:dec} {kind}",
            (
                Field("model", role="model"),
                Field("name", role="slot"),
                Field("kind", enum="weights_kind", role="literal"),
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
                Member(5, "src_exec_mode", "What the program was started for.", "1.7"),
                Member(16, "res_load_model", "Load a model."),
                Member(17, "res_load_datafile", "Load a file that the program names."),
                Member(18, "res_load_extern", "Take something that belongs to the file."),
                Member(19, "res_load_dynamic", "Load a file whose name was computed."),
                Member(20, "res_load_array", "An array that the file of the program holds.", "1.8"),
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
                Member(
                    130,
                    "model_train_step",
                    "Run a model and its training program, which updates parameters.",
                    "1.7",
                ),
                Member(131, "model_zero_grad", "Forget the gradients of a model.", "1.7"),
                Member(133, "model_save_weights", "Write a model with the parameters that it has now.", "1.7"),
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
        "loss_kind": Enum(
            "loss_kind",
            (Member(0, "cross_entropy"), Member(1, "mse"), Member(255, "none", "No loss is asked for.")),
        ),
        "weights_kind": Enum("weights_kind", (Member(0, "nac", "A NAC file like that of the model."),)),
        "unload_kind": Enum("unload_kind", (Member(0, "model"), Member(1, "slot"))),
        "dtype": Enum("dtype", (Member(0, "float32"), Member(5, "int64"))),
        "creation": Enum(
            "creation",
            (
                Member(0, "values", "Of a number or a list, with shape [1, n]."),
                Member(1, "arange", "Numbers from 0 on, with shape [1, n]."),
                Member(2, "ones", "Of the shape that is given."),
                Member(3, "zeros", "Of the shape that is given.", "1.8"),
            ),
        ),
        "manipulation": Enum(
            "manipulation",
            (
                Member(1, "pad", "Put a value in front along the last axis."),
                Member(2, "unsqueeze", "One more axis, of size 1.", "1.8"),
                Member(3, "squeeze", "Without an axis of size 1.", "1.8"),
            ),
        ),
        "combination": Enum("combination", (Member(0, "concat", "One after another."),)),
        "tensor_property": Enum(
            "tensor_property",
            (
                Member(0, "shape", "All sizes."),
                Member(1, "size", "The size of one axis."),
                Member(2, "item", "The only element."),
            ),
        ),
        "unary_operation": Enum(
            "unary_operation",
            (
                Member(0, "softmax", "Along the last axis."),
                Member(1, "sqrt", since="1.8"),
                Member(2, "abs", since="1.8"),
                Member(3, "neg", since="1.8"),
                Member(4, "exp", since="1.8"),
                Member(5, "reciprocal", since="1.8"),
            ),
        ),
        "binary_operation": Enum(
            "binary_operation",
            (
                Member(0, "add"),
                Member(1, "sub"),
                Member(2, "mul"),
                Member(3, "div", since="1.8"),
                Member(4, "pow", since="1.8"),
                Member(5, "max", "The larger one.", "1.8"),
                Member(6, "min", "The smaller one.", "1.8"),
            ),
        ),
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
