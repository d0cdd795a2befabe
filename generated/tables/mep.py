# Generated from schemas/mep.ksy (sha256 f5e6c0d9a90892766e34198c379ccc32fbed3f369ec809c31f3c674f5b8c6a2c) by `nacformats generate`. Do not edit.
"""Fields, rules, enums and representations of Model Execution Plan (MEP) bytecode of NAC v1.6 to v1.8."""

from __future__ import annotations

from nacformats.codec.tables import EnumEntry, FieldEntry, MemberEntry, RuleEntry, SchemaTable, TypeEntry

__all__ = ["SCHEMA"]

SCHEMA = SchemaTable(
    "mep",
    "Model Execution Plan (MEP) bytecode of NAC v1.6 to v1.8",
    types={
        "Mep": TypeEntry("mep", fields=(FieldEntry("instructions"),)),
        "Mep.PlanInstruction": TypeEntry(
            "plan_instruction",
            "{opcode} {operands}",
            (FieldEntry("opcode", enum="opcode", rules=(RuleEntry("in-enum"),)), FieldEntry("operands")),
        ),
        "Mep.NoOperands": TypeEntry("no_operands", ""),
        "Mep.PromptOperands": TypeEntry(
            "prompt_operands",
            "s{out:dec} {kind} c{prompt:dec}",
            (
                FieldEntry("out", role="result"),
                FieldEntry("kind", enum="value_kind", role="literal"),
                FieldEntry("prompt", role="constant"),
            ),
        ),
        "Mep.ConstantOperands": TypeEntry(
            "constant_operands",
            "s{out:dec} c{constant:dec}",
            (FieldEntry("out", role="result"), FieldEntry("constant", role="constant")),
        ),
        "Mep.ModeOperands": TypeEntry("mode_operands", "s{out:dec}", (FieldEntry("out", role="result"),)),
        "Mep.ModelOperands": TypeEntry(
            "model_operands",
            "m{model:dec} c{path:dec}",
            (FieldEntry("model", role="model"), FieldEntry("path", role="constant")),
        ),
        "Mep.DatafileOperands": TypeEntry(
            "datafile_operands",
            "s{out:dec} {kind} c{path:dec}",
            (
                FieldEntry("out", role="result"),
                FieldEntry("kind", enum="file_kind", role="literal"),
                FieldEntry("path", role="constant"),
            ),
        ),
        "Mep.ExternOperands": TypeEntry(
            "extern_operands",
            "s{out:dec} {kind} c{resource:dec}",
            (
                FieldEntry("out", role="result"),
                FieldEntry("kind", enum="extern_kind", role="literal"),
                FieldEntry("resource", role="constant"),
            ),
        ),
        "Mep.DynamicOperands": TypeEntry(
            "dynamic_operands",
            "s{out:dec} s{name:dec} {kind}",
            (
                FieldEntry("out", role="result"),
                FieldEntry("name", role="slot"),
                FieldEntry("kind", enum="file_kind", role="literal"),
            ),
        ),
        "Mep.ArrayOperands": TypeEntry(
            "array_operands",
            "s{out:dec} c{array:dec}",
            (FieldEntry("out", role="result"), FieldEntry("array", role="constant")),
        ),
        "Mep.UnloadOperands": TypeEntry(
            "unload_operands",
            "{kind}",
            (
                FieldEntry("kind", enum="unload_kind", rules=(RuleEntry("in-enum"),), role="literal"),
                FieldEntry("model", role="model"),
                FieldEntry("slot", role="slot"),
            ),
        ),
        "Mep.ProcessingOperands": TypeEntry(
            "processing_operands",
            "s{processor:dec} s{source:dec} s{out:dec}",
            (FieldEntry("processor", role="slot"), FieldEntry("source", role="slot"), FieldEntry("out", role="result")),
        ),
        "Mep.TokenOperands": TypeEntry(
            "token_operands",
            "s{processor:dec} c{token:dec} s{out:dec}",
            (
                FieldEntry("processor", role="slot"),
                FieldEntry("token", role="constant"),
                FieldEntry("out", role="result"),
            ),
        ),
        "Mep.FormatOperands": TypeEntry(
            "format_operands",
            "s{out:dec} c{template:dec} {num_values:dec} values",
            (
                FieldEntry("out", role="result"),
                FieldEntry("template", role="constant"),
                FieldEntry("num_values"),
                FieldEntry("values", role="slot"),
            ),
        ),
        "Mep.CreationOperands": TypeEntry(
            "creation_operands",
            "s{out:dec} {dtype} {kind} s{source:dec}",
            (
                FieldEntry("out", role="result"),
                FieldEntry("dtype", enum="dtype", role="literal"),
                FieldEntry("kind", enum="creation", role="literal"),
                FieldEntry("source", role="slot"),
            ),
        ),
        "Mep.ManipulationOperands": TypeEntry(
            "manipulation_operands",
            "{operation} s{out:dec} s{tensor:dec}",
            (
                FieldEntry("operation", enum="manipulation", rules=(RuleEntry("in-enum"),), role="literal"),
                FieldEntry("out", role="result"),
                FieldEntry("tensor", role="slot"),
                FieldEntry("width", role="slot"),
                FieldEntry("value", role="slot"),
                FieldEntry("dim", role="slot"),
            ),
        ),
        "Mep.CombinationOperands": TypeEntry(
            "combination_operands",
            "{operation} s{out:dec} {num_tensors:dec} tensors s{axis:dec}",
            (
                FieldEntry("operation", enum="combination", role="literal"),
                FieldEntry("out", role="result"),
                FieldEntry("num_tensors"),
                FieldEntry("tensors", role="slot"),
                FieldEntry("axis", role="slot"),
            ),
        ),
        "Mep.InfoOperands": TypeEntry(
            "info_operands",
            "{property} s{out:dec} s{tensor:dec}",
            (
                FieldEntry("property", enum="tensor_property", rules=(RuleEntry("in-enum"),), role="literal"),
                FieldEntry("out", role="result"),
                FieldEntry("tensor", role="slot"),
                FieldEntry("axis", role="slot"),
            ),
        ),
        "Mep.ExtractionOperands": TypeEntry(
            "extraction_operands",
            "s{out:dec} s{tensor:dec} s{index:dec}",
            (FieldEntry("out", role="result"), FieldEntry("tensor", role="slot"), FieldEntry("index", role="slot")),
        ),
        "Mep.CopyOperands": TypeEntry(
            "copy_operands",
            "s{out:dec} s{source:dec}",
            (FieldEntry("out", role="result"), FieldEntry("source", role="slot")),
        ),
        "Mep.DebugOperands": TypeEntry(
            "debug_operands",
            "s{source:dec} c{message:dec}",
            (FieldEntry("source", role="slot"), FieldEntry("message", role="constant")),
        ),
        "Mep.UnaryOperands": TypeEntry(
            "unary_operands",
            "{operation} s{out:dec} s{source:dec}",
            (
                FieldEntry("operation", enum="unary_operation", role="literal"),
                FieldEntry("out", role="result"),
                FieldEntry("source", role="slot"),
            ),
        ),
        "Mep.BinaryOperands": TypeEntry(
            "binary_operands",
            "{operation} s{out:dec} s{left:dec} s{right:dec}",
            (
                FieldEntry("operation", enum="binary_operation", role="literal"),
                FieldEntry("out", role="result"),
                FieldEntry("left", role="slot"),
                FieldEntry("right", role="slot"),
            ),
        ),
        "Mep.AggregateOperands": TypeEntry(
            "aggregate_operands",
            "{operation} s{out:dec} s{source:dec}",
            (
                FieldEntry("operation", enum="aggregation", role="literal"),
                FieldEntry("out", role="result"),
                FieldEntry("source", role="slot"),
            ),
        ),
        "Mep.ComparisonOperands": TypeEntry(
            "comparison_operands",
            "{operation} s{out:dec} s{left:dec} s{right:dec}",
            (
                FieldEntry("operation", enum="comparison", role="literal"),
                FieldEntry("out", role="result"),
                FieldEntry("left", role="slot"),
                FieldEntry("right", role="slot"),
            ),
        ),
        "Mep.TopKOperands": TypeEntry(
            "top_k_operands",
            "s{source:dec} s{count:dec} s{indices:dec} s{elements:dec}",
            (
                FieldEntry("source", role="slot"),
                FieldEntry("count", role="slot"),
                FieldEntry("indices", role="result"),
                FieldEntry("elements", role="result"),
            ),
        ),
        "Mep.SamplingOperands": TypeEntry(
            "sampling_operands",
            "s{logits:dec} s{temperature:dec} s{top_k:dec} s{out:dec}",
            (
                FieldEntry("logits", role="slot"),
                FieldEntry("temperature", role="slot"),
                FieldEntry("top_k", role="slot"),
                FieldEntry("out", role="result"),
            ),
        ),
        "Mep.RunOperands": TypeEntry(
            "run_operands",
            "m{model:dec} {num_inputs:dec} inputs {num_outputs:dec} outputs",
            (
                FieldEntry("model", role="model"),
                FieldEntry("num_inputs"),
                FieldEntry("inputs", role="slot"),
                FieldEntry("num_outputs"),
                FieldEntry("outputs", role="result"),
            ),
        ),
        "Mep.TrainingOperands": TypeEntry(
            "training_operands",
            "m{model:dec} {loss} {num_inputs:dec} inputs {num_targets:dec} targets s{out:dec} s{rate:dec}",
            (
                FieldEntry("model", role="model"),
                FieldEntry("loss", enum="loss_kind", role="literal"),
                FieldEntry("num_inputs"),
                FieldEntry("inputs", role="slot"),
                FieldEntry("num_targets"),
                FieldEntry("targets", role="slot"),
                FieldEntry("out", role="result"),
                FieldEntry("rate", role="slot"),
                FieldEntry("logits", role="slot_or_none"),
                FieldEntry("weight", role="constant_or_none"),
                FieldEntry("bias", role="constant_or_none"),
            ),
        ),
        "Mep.GradientOperands": TypeEntry("gradient_operands", "m{model:dec}", (FieldEntry("model", role="model"),)),
        "Mep.SavingOperands": TypeEntry(
            "saving_operands",
            "m{model:dec} s{name:dec} {kind}",
            (
                FieldEntry("model", role="model"),
                FieldEntry("name", role="slot"),
                FieldEntry("kind", enum="weights_kind", role="literal"),
            ),
        ),
        "Mep.LoopOperands": TypeEntry("loop_operands", "s{count:dec}", (FieldEntry("count", role="slot"),)),
        "Mep.RepetitionOperands": TypeEntry("repetition_operands", "{jump:dec}", (FieldEntry("jump", role="jump"),)),
        "Mep.BranchOperands": TypeEntry(
            "branch_operands",
            "s{condition:dec} {jump:dec}",
            (FieldEntry("condition", role="slot"), FieldEntry("jump", role="jump")),
        ),
        "Mep.SerializationOperands": TypeEntry(
            "serialization_operands",
            "s{out:dec} s{source:dec} {format}",
            (
                FieldEntry("out", role="result"),
                FieldEntry("source", role="slot"),
                FieldEntry("format", enum="serialization", role="literal"),
            ),
        ),
        "Mep.WriteOperands": TypeEntry(
            "write_operands",
            "s{source:dec} {destination} {mode}",
            (
                FieldEntry("source", role="slot"),
                FieldEntry("destination", enum="destination", role="literal"),
                FieldEntry("name", role="slot"),
                FieldEntry("unused", role="literal"),
                FieldEntry("mode", enum="write_mode", role="literal"),
            ),
        ),
        "Mep.ReturnOperands": TypeEntry(
            "return_operands",
            "{num_values:dec} values",
            (FieldEntry("num_values"), FieldEntry("values", role="slot")),
        ),
    },
    enums={
        "opcode": EnumEntry(
            "opcode",
            (
                MemberEntry(2, "src_user_prompt", "Ask the user."),
                MemberEntry(4, "src_constant", "A constant of the pool."),
                MemberEntry(5, "src_exec_mode", "What the program was started for.", "1.7"),
                MemberEntry(16, "res_load_model", "Load a model."),
                MemberEntry(17, "res_load_datafile", "Load a file that the program names."),
                MemberEntry(18, "res_load_extern", "Take something that belongs to the file."),
                MemberEntry(19, "res_load_dynamic", "Load a file whose name was computed."),
                MemberEntry(20, "res_load_array", "An array that the file of the program holds.", "1.8"),
                MemberEntry(31, "res_unload", "Release a model or empty a slot."),
                MemberEntry(32, "preproc_encode", "Text to token ids."),
                MemberEntry(33, "preproc_decode", "Token ids to text, without special tokens."),
                MemberEntry(34, "preproc_get_id", "The id of a token."),
                MemberEntry(42, "string_format", "Put values into a template."),
                MemberEntry(48, "tensor_create", "Make a tensor."),
                MemberEntry(56, "tensor_manipulate", "Change the shape of a tensor."),
                MemberEntry(57, "tensor_combine", "Join tensors."),
                MemberEntry(58, "tensor_info", "Shape, size or value of a tensor."),
                MemberEntry(
                    59,
                    "tensor_extract",
                    "A part of a tensor: [0, index, :] of three axes, [0, index] of two, [index] of one.",
                ),
                MemberEntry(89, "sys_copy", "The same value in another slot."),
                MemberEntry(95, "sys_debug_print", "Show a value to whoever debugs the program."),
                MemberEntry(96, "math_unary", "A function of one tensor."),
                MemberEntry(97, "math_binary", "Arithmetic."),
                MemberEntry(98, "math_aggregate", "A reduction of the last axis."),
                MemberEntry(104, "logic_compare", "A comparison."),
                MemberEntry(112, "analysis_top_k", "The largest elements, in descending order."),
                MemberEntry(113, "analysis_sample", "Draw an index with the probabilities of a softmax."),
                MemberEntry(128, "model_run_static", "Run a model."),
                MemberEntry(
                    130,
                    "model_train_step",
                    "Run a model and its training program, which updates parameters.",
                    "1.7",
                ),
                MemberEntry(131, "model_zero_grad", "Forget the gradients of a model.", "1.7"),
                MemberEntry(133, "model_save_weights", "Write a model with the parameters that it has now.", "1.7"),
                MemberEntry(160, "flow_loop_start", "Begin a loop; a count of 0 or less skips it."),
                MemberEntry(161, "flow_loop_end", "End of the body: once more, or on."),
                MemberEntry(168, "flow_branch_if", "Jump when a condition holds."),
                MemberEntry(169, "flow_break_loop_if", "Leave a loop when a condition holds."),
                MemberEntry(224, "serialize_object", "A value as text or as an image file."),
                MemberEntry(240, "io_write", "Write a value."),
                MemberEntry(254, "exec_return", "End with results: one as it is, several as a list."),
                MemberEntry(255, "exec_halt", "End without a result."),
            ),
        ),
        "value_kind": EnumEntry(
            "value_kind",
            (MemberEntry(0, "text"), MemberEntry(1, "integer"), MemberEntry(2, "number")),
        ),
        "file_kind": EnumEntry(
            "file_kind",
            (
                MemberEntry(2, "array", "A file of NumPy (.npy)."),
                MemberEntry(3, "image", "A picture, scaled to 256, cut to 224 and normalised as for ImageNet."),
            ),
        ),
        "extern_kind": EnumEntry("extern_kind", (MemberEntry(0, "tokenizer"), MemberEntry(1, "constant"))),
        "loss_kind": EnumEntry(
            "loss_kind",
            (MemberEntry(0, "cross_entropy"), MemberEntry(1, "mse"), MemberEntry(255, "none", "No loss is asked for.")),
        ),
        "weights_kind": EnumEntry("weights_kind", (MemberEntry(0, "nac", "A NAC file like that of the model."),)),
        "unload_kind": EnumEntry("unload_kind", (MemberEntry(0, "model"), MemberEntry(1, "slot"))),
        "dtype": EnumEntry("dtype", (MemberEntry(0, "float32"), MemberEntry(5, "int64"))),
        "creation": EnumEntry(
            "creation",
            (
                MemberEntry(0, "values", "Of a number or a list, with shape [1, n]."),
                MemberEntry(1, "arange", "Numbers from 0 on, with shape [1, n]."),
                MemberEntry(2, "ones", "Of the shape that is given."),
                MemberEntry(3, "zeros", "Of the shape that is given.", "1.8"),
            ),
        ),
        "manipulation": EnumEntry(
            "manipulation",
            (
                MemberEntry(1, "pad", "Put a value in front along the last axis."),
                MemberEntry(2, "unsqueeze", "One more axis, of size 1.", "1.8"),
                MemberEntry(3, "squeeze", "Without an axis of size 1.", "1.8"),
            ),
        ),
        "combination": EnumEntry("combination", (MemberEntry(0, "concat", "One after another."),)),
        "tensor_property": EnumEntry(
            "tensor_property",
            (
                MemberEntry(0, "shape", "All sizes."),
                MemberEntry(1, "size", "The size of one axis."),
                MemberEntry(2, "item", "The only element."),
            ),
        ),
        "unary_operation": EnumEntry(
            "unary_operation",
            (
                MemberEntry(0, "softmax", "Along the last axis."),
                MemberEntry(1, "sqrt", since="1.8"),
                MemberEntry(2, "abs", since="1.8"),
                MemberEntry(3, "neg", since="1.8"),
                MemberEntry(4, "exp", since="1.8"),
                MemberEntry(5, "reciprocal", since="1.8"),
            ),
        ),
        "binary_operation": EnumEntry(
            "binary_operation",
            (
                MemberEntry(0, "add"),
                MemberEntry(1, "sub"),
                MemberEntry(2, "mul"),
                MemberEntry(3, "div", since="1.8"),
                MemberEntry(4, "pow", since="1.8"),
                MemberEntry(5, "max", "The larger one.", "1.8"),
                MemberEntry(6, "min", "The smaller one.", "1.8"),
            ),
        ),
        "aggregation": EnumEntry("aggregation", (MemberEntry(0, "argmax"),)),
        "comparison": EnumEntry(
            "comparison",
            (MemberEntry(0, "eq"), MemberEntry(1, "ne"), MemberEntry(2, "gt"), MemberEntry(3, "lt")),
        ),
        "serialization": EnumEntry(
            "serialization",
            (MemberEntry(0, "text"), MemberEntry(1, "json"), MemberEntry(2, "png")),
        ),
        "destination": EnumEntry(
            "destination",
            (MemberEntry(0, "stdout"), MemberEntry(1, "stderr"), MemberEntry(2, "file")),
        ),
        "write_mode": EnumEntry(
            "write_mode",
            (
                MemberEntry(0, "plain", "A line; a file is replaced."),
                MemberEntry(1, "append", "At the end of a file."),
                MemberEntry(2, "no_newline", "Text without a newline after it."),
            ),
        ),
    },
)
