# Generated from schemas/nac.ksy (sha256 0697d32cc645779cd83cbc6f7c071683f8144ec4c56e47a1ecf5a7c493f8a7c7) by `nacformats generate`. Do not edit.
# It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
# It imports schemas/mep.ksy (sha256 86346db96f45d7e92e5a5ac3560c3076988d502fb0adcbb8e7ee2d1d2c4f273d).
# It imports schemas/tisa.ksy (sha256 09f59e7504cc9af473735dbac554a4faddea59b5fb8ee2166af751dfce3886c7).
"""Fields, rules, enums and representations of Neural Architecture Code (NAC) v1.6."""

from __future__ import annotations

from nacformats.codec.tables import Enum, Field, Member, Rule, Schema, Type

__all__ = ["SCHEMA"]

SCHEMA = Schema(
    "nac",
    "Neural Architecture Code (NAC) v1.6",
    ".nac",
    b"NAC",
    ("binary32", "mep", "tisa"),
    {
        "Nac": Type(
            "nac",
            fields=(
                Field("magic"),
                Field("version", rules=(Rule("eq", ("1",)),)),
                Field("has_internal_weights", 1),
                Field("quantization_method", 7, "quantization", (Rule("in-enum"),)),
                Field("num_inputs"),
                Field("num_outputs"),
                Field("reserved1", rules=(Rule("eq", ("0",)),)),
                Field("d_model"),
                Field("ofs_mmap"),
                Field("ofs_ops"),
                Field("ofs_cmap"),
                Field("ofs_cnst"),
                Field("ofs_perm"),
                Field("ofs_data"),
                Field("ofs_proc"),
                Field("ofs_orch"),
                Field("ofs_rsrc"),
                Field("reserved2", rules=(Rule("eq", ("0",)),)),
            ),
            placed=(
                Field("mmap"),
                Field("ops"),
                Field("cmap"),
                Field("cnst"),
                Field("perm"),
                Field("data"),
                Field("proc"),
                Field("orch"),
                Field("rsrc"),
                Field("signature_order"),
                Field("signature_table"),
            ),
        ),
        "Nac.MemoryMap": Type(
            "memory_map",
            fields=(Field("magic"), Field("num_records", rules=(Rule("max", ("65536",)),)), Field("records")),
        ),
        "Nac.ScheduleRecord": Type(
            "schedule_record",
            "tick {tick:dec}: {commands}",
            (Field("tick"), Field("num_commands"), Field("commands")),
        ),
        "Nac.MemoryCommand": Type(
            "memory_command",
            "{action} {target:dec}",
            (Field("action", enum="memory_action"), Field("target")),
        ),
        "Nac.Operations": Type("operations", fields=(Field("magic"), Field("num_instructions"), Field("instructions"))),
        "Nac.Instruction": Type(
            "instruction",
            "A={a:dec} B={b:dec} {fields}",
            (Field("a"), Field("b"), Field("fields")),
            values=("operation", "kind"),
        ),
        "Nac.NoFields": Type("no_fields", ""),
        "Nac.CallFields": Type(
            "call_fields",
            "{signature} ({distance_text})",
            (Field("num_constants", rules=(Rule("min", ("0",)),)), Field("constants"), Field("distances")),
            values=("signature", "distance_text"),
        ),
        "Nac.InputFields": Type(
            "input_fields",
            "{_parent.operation} {source} {id:dec}",
            (Field("prefix", rules=(Rule("any-of", ("1", "2")),)), Field("id")),
            values=("source", "has_id"),
        ),
        "Nac.OutputFields": Type(
            "output_fields",
            "{_parent.operation} ({distance_text})",
            (Field("prefix", rules=(Rule("min", ("0",)),)), Field("reserved"), Field("distances")),
            values=("num_outputs", "distance_text"),
        ),
        "Nac.ControlFlowFields": Type(
            "control_flow_fields",
            "{_parent.operation} ({predicate:dec}) true {len_true:dec}, false {len_false:dec}",
            (Field("prefix"), Field("len_true"), Field("len_false"), Field("predicate")),
        ),
        "Nac.ConvergenceFields": Type(
            "convergence_fields",
            "{_parent.operation} of {num_branches:dec} branches",
            (
                Field("input"),
                Field("block_end"),
                Field("num_branches", rules=(Rule("min", ("0",)),)),
                Field("branches"),
            ),
        ),
        "Nac.CanonicalMap": Type(
            "canonical_map",
            fields=(Field("magic"), Field("num_entries", rules=(Rule("max", ("65536",)),)), Field("entries")),
        ),
        "Nac.OperationName": Type(
            "operation_name",
            "{id_operation:dec}: {name}",
            (Field("id_operation"), Field("len_name"), Field("name")),
        ),
        "Nac.ConstantTable": Type(
            "constant_table",
            fields=(Field("magic"), Field("num_entries", rules=(Rule("max", ("65536",)),)), Field("entries")),
        ),
        "Nac.Constant": Type(
            "constant",
            "#{id_constant:dec} {kind}: {body}",
            (
                Field("id_constant"),
                Field("kind", enum="constant_kind", rules=(Rule("in-enum"),)),
                Field(
                    "length",
                    rules=(
                        Rule("expr", ("_ == 8 or (kind != constant_kind::int64 and kind != constant_kind::float64)",)),
                    ),
                ),
                Field("body"),
            ),
        ),
        "Nac.NullBody": Type("null_body", "null"),
        "Nac.TruthBody": Type("truth_body", "{is_true:dec}", (Field("is_true", rules=(Rule("any-of", ("0", "1")),)),)),
        "Nac.Int64Body": Type("int64_body", "{number:dec}", (Field("number"),)),
        "Nac.Float64Body": Type("float64_body", "{raw}", (Field("raw"),)),
        "Nac.TextBody": Type("text_body", "{text}", (Field("text"),)),
        "Nac.Int32ListBody": Type("int32_list_body", "[{number_text}]", (Field("numbers"),), values=("number_text",)),
        "Nac.Float32ListBody": Type("float32_list_body", "[{raw}]", (Field("raw"),)),
        "Nac.Binary32List": Type("binary32_list", "{elements}", (Field("elements"),)),
        "Nac.Binary64": Type(
            "binary64",
            "{number:dec}",
            (Field("low_bits"), Field("high_bits")),
            values=("exponent", "significand", "shift", "scale", "number"),
        ),
        "Nac.Permutations": Type(
            "permutations",
            fields=(Field("magic"), Field("num_entries", rules=(Rule("max", ("256",)),)), Field("entries")),
        ),
        "Nac.Signature": Type(
            "signature",
            "{id_signature:dec}: {codes}",
            (Field("id_signature"), Field("num_codes"), Field("codes")),
            values=("has_constants",),
        ),
        "Nac.ArgumentCode": Type(
            "argument_code",
            "{code}",
            (Field("code", enum="argument_kind"),),
            values=("is_constant", "num_constants"),
        ),
        "Nac.SignatureRun": Type(
            "signature_run",
            fields=(Field("upper"), Field("lower")),
            values=("idx_middle", "num_breaks"),
        ),
        "Nac.SignatureSlot": Type(
            "signature_slot",
            "{num_codes:dec} arguments",
            (Field("lookup"),),
            values=("idx_entry", "num_codes", "has_constants"),
        ),
        "Nac.SignatureLookup": Type(
            "signature_lookup",
            fields=(Field("upper"), Field("lower")),
            values=("idx_middle", "is_match", "idx_entry"),
        ),
        "Nac.ParameterData": Type(
            "parameter_data",
            fields=(
                Field("magic"),
                Field("num_parameters", rules=(Rule("max", ("65536",)),)),
                Field("parameters"),
                Field("num_inputs", rules=(Rule("max", ("65536",)),)),
                Field("inputs"),
                Field("num_tensors", rules=(Rule("max", ("65536",)),)),
                Field("tensors"),
            ),
        ),
        "Nac.ParameterName": Type(
            "parameter_name",
            "{id_parameter:dec}: {name}",
            (Field("id_parameter"), Field("len_name"), Field("name")),
        ),
        "Nac.InputName": Type(
            "input_name",
            "%{idx_instruction:dec}: {name}",
            (Field("idx_instruction"), Field("len_name"), Field("name")),
        ),
        "Nac.Tensor": Type(
            "tensor",
            "{id_parameter:dec}: {meta}",
            (Field("id_parameter"), Field("len_meta"), Field("len_data"), Field("meta"), Field("data")),
        ),
        "Nac.TensorMeta": Type(
            "tensor_meta",
            "{dtype} [{shape_text}], quantization {quantization} {scaling}",
            (
                Field("dtype", enum="dtype"),
                Field("rank"),
                Field("dims"),
                Field("quantization", enum="quantization", rules=(Rule("in-enum"),)),
                Field("scaling"),
            ),
            values=("shape_text",),
        ),
        "Nac.NoScaling": Type("no_scaling", ""),
        "Nac.TensorScaling": Type("tensor_scaling", "{scale}", (Field("scale"),)),
        "Nac.ChannelScaling": Type(
            "channel_scaling",
            "{num_scales:dec} scales along axis {axis:dec}",
            (Field("axis"), Field("num_scales"), Field("scales")),
        ),
        "Nac.BlockScaling": Type(
            "block_scaling",
            "{num_scales:dec} scales, blocks of {len_block:dec} of [{shape_text}]",
            (Field("len_block"), Field("rank"), Field("dims"), Field("num_scales"), Field("scales")),
            values=("shape_text",),
        ),
        "Nac.Preprocessing": Type(
            "preprocessing",
            fields=(Field("magic"), Field("len_manifest"), Field("manifest", holds="tisa")),
        ),
        "Nac.Orchestrator": Type(
            "orchestrator",
            fields=(
                Field("magic"),
                Field("len_bytecode"),
                Field("num_constants", rules=(Rule("max", ("65536",)),)),
                Field("bytecode", holds="mep"),
                Field("constants"),
            ),
        ),
        "Nac.Resources": Type(
            "resources",
            fields=(Field("magic"), Field("num_files", rules=(Rule("max", ("65536",)),)), Field("files")),
        ),
        "Nac.Resource": Type(
            "resource",
            "{name}: {len_data:dec} bytes",
            (Field("len_name"), Field("name"), Field("len_data"), Field("data", holds="{name}")),
        ),
    },
    {
        "quantization": Enum(
            "quantization",
            (
                Member(0, "none", "The elements are the numbers."),
                Member(1, "fp16", "Stored as binary16."),
                Member(2, "int8_tensor", "Stored as 8-bit integers with one scale."),
                Member(3, "int8_channel", "Stored as 8-bit integers with one scale a channel."),
                Member(4, "block_fp8", "Stored as 8-bit integers with one scale a block."),
            ),
        ),
        "operation": Enum(
            "operation",
            (
                Member(2, "input", "Entry of data."),
                Member(3, "output", "Exit of data."),
                Member(6, "control_flow", "Conditional execution, reserved."),
                Member(7, "convergence", "Merging of branches, experimental."),
                Member(10, "nac_pass"),
                Member(11, "nac_add"),
                Member(12, "nac_sub"),
                Member(13, "nac_gt"),
                Member(14, "nac_neg"),
                Member(15, "nac_where"),
                Member(16, "nac_clone"),
                Member(17, "nac_view"),
                Member(18, "nac_le"),
                Member(19, "nac_arange"),
            ),
        ),
        "input_source": Enum(
            "input_source",
            (
                Member(0, "user", "Given by the caller."),
                Member(1, "parameter", "A parameter of `data`."),
                Member(2, "state", "Kept from one run to the next."),
                Member(3, "constant", "Given by the caller, or a constant of `cnst`."),
            ),
        ),
        "memory_action": Enum(
            "memory_action",
            (
                Member(10, "save_result", "Keep the result of this instruction in shared memory."),
                Member(20, "free", "Release the memory of an earlier result or parameter."),
                Member(30, "forward", "Hand the result directly to the instruction that needs it."),
                Member(40, "preload", "Begin to load a parameter."),
            ),
        ),
        "argument_kind": Enum(
            "argument_kind",
            (
                Member(65, "axis"),
                Member(66, "bias"),
                Member(75, "key"),
                Member(77, "mask"),
                Member(80, "parameter"),
                Member(81, "query"),
                Member(83, "shape"),
                Member(84, "tensor"),
                Member(86, "value"),
                Member(87, "weight"),
                Member(98, "boolean"),
                Member(99, "other", "Anything else, such as the name of a dtype."),
                Member(102, "floating"),
                Member(105, "integer"),
                Member(115, "text"),
            ),
        ),
        "constant_kind": Enum(
            "constant_kind",
            (
                Member(0, "none"),
                Member(1, "truth"),
                Member(2, "int64"),
                Member(3, "float64"),
                Member(4, "text"),
                Member(5, "int32_list"),
                Member(6, "float32_list"),
            ),
        ),
        "dtype": Enum(
            "dtype",
            (
                Member(0, "float32"),
                Member(1, "float64"),
                Member(2, "float16"),
                Member(3, "bfloat16"),
                Member(4, "int32"),
                Member(5, "int64"),
                Member(6, "int16"),
                Member(7, "int8"),
                Member(8, "uint8"),
                Member(9, "bool"),
                Member(255, "unknown", "A type that the format has no number for."),
            ),
        ),
    },
)
