"""The rules of NAC files by name; docs/rules.md is generated from this table.

Lenient reading reports every rule about the file itself but `nac.structure` as a warning. Rules about the plan and the
tokenizer inside are no matter of reading.
"""

from __future__ import annotations

from nacformats.findings import RuleText

_REBUILD = "Rebuild the file with `NacBuilder`, or with a compiler that writes it correctly."
_NAMING = "Give the operation a name in CMAP, or write the file with `NacBuilder`, which does."

RULES = {
    "nac.structure": RuleText(
        "error",
        "The bytes do not follow the layout of NAC v1.6, v1.7 or v1.8: the file is cut off, a section tag or a field "
        "is wrong, sections overlap, or the version is another one.",
        "The path and the offset name the field; compare it with `nacformats inspect --section`. "
        "A file that is cut off has to be copied again.",
    ),
    "nac.version": RuleText(
        "error",
        "The file holds a section, or instructions, that its version does not have. Files that were read never do.",
        "Set the version with `NacFile.as_version`, which converts what it can and lists what it cannot.",
    ),
    "nac.training-flag": RuleText(
        "error",
        "Bit 6 of byte 4 of the header, which says whether there is a training program (TRNG, NAC v1.7), is wrong.",
        "Correct the bit. Lenient reading ignores it.",
    ),
    "nac.no-program": RuleText(
        "error",
        "The file has no OPS section, or no section at all: its writer failed before it finished.",
        "Compile the model again. `strict=False` opens what is there.",
    ),
    "nac.trailing-bytes": RuleText(
        "error",
        "Bytes follow the last section, or the header of a file without sections.",
        "Something was appended to the file, or its header lost an offset. `strict=False` ignores these bytes.",
    ),
    "nac.gap": RuleText(
        "error or warning",
        "Bytes between two sections belong to neither. Zeros are padding (a warning); other bytes (an error) usually "
        "mean that the section before them is longer than its count says.",
        "Check the count of the section before the gap. `strict=False` ignores these bytes.",
    ),
    "nac.duplicate-id": RuleText(
        "error",
        "A table gives one id twice.",
        "Number the entries of the table differently. Lenient reading takes the last one.",
    ),
    "nac.duplicate-name": RuleText(
        "warning",
        "Two parameters have the same name, so only one of them can be looked up by it.",
        "Rename one of them, or look it up by its id.",
    ),
    "nac.unreachable-id": RuleText(
        "warning",
        "A table has an id that does not fit a byte. The fields A and B of an instruction are bytes, so no instruction "
        "can refer to it.",
        "Use a smaller id, or leave the entry out.",
    ),
    "nac.system-name": RuleText(
        "error",
        "CMAP names a system operation. Those have a fixed meaning.",
        "Use an id that is free for custom operations, as `NacBuilder` does. Lenient reading ignores the entry.",
    ),
    "nac.signature-code": RuleText(
        "error",
        "A signature has a letter that is not one of the codes of section 5.2.3.",
        "Use the codes that the message lists. Lenient reading keeps the letter; running its instructions is an error.",
    ),
    "nac.signature": RuleText(
        "error",
        "An instruction refers to a signature that PERM does not have. Its length is unknown, so that everything after "
        "it may be misread.",
        _REBUILD,
    ),
    "nac.output-count": RuleText(
        "error",
        "An OUTPUT says it has another number of values than the header (`num_outputs`, or one more).",
        "Correct the header. Lenient reading takes the count in the instruction.",
    ),
    "nac.output-reserved": RuleText(
        "error", "The reserved words of an OUTPUT are not zero.", "Write zeros there. Lenient reading ignores them."
    ),
    "nac.operation": RuleText(
        "error or warning",
        "An operation has no name: it is neither a standard operation nor in CMAP. Where the instruction never "
        "runs, this is a warning.",
        _NAMING,
    ),
    "nac.lost-value": RuleText(
        "warning",
        "The instruction (A=0, B=0) replaces a value that the writer folded away and did not keep, or the constant of "
        "an INPUT is a text that stands for a tensor. The program cannot run without it.",
        "Give the value when running the model: `session.run(inputs, values={index: array})`.",
    ),
    "nac.reserved-operation": RuleText(
        "warning", "The instruction is a system operation that NAC v1.6 reserves. It can be shown, not run.", _REBUILD
    ),
    "nac.variant": RuleText(
        "error",
        "The B of an INPUT or OUTPUT is none of its variants, or one that belongs in the other program: OPS has B=0 "
        "to 3 of INPUT and B=0 and 1 of OUTPUT; TRNG (NAC v1.7) has B=1, 3, 4 and 5 of INPUT and B=3 and 4 of OUTPUT.",
        _REBUILD,
    ),
    "nac.lost-change": RuleText(
        "warning",
        "Nobody takes the result of a standard operation whose first operand is a view of a tensor that is used later. "
        "The writer of the file strips the underscore of methods that change a tensor in place, so `y[:, 0].add_(1)` "
        "becomes such an operation, and the change of `y` is lost. Running the file is an error.",
        "Compile the model again from `torch.export.export(...).run_decompositions()`, which has no such methods, or "
        "with `nacformats compile`.",
    ),
    "nac.control-flow": RuleText("error", "The C field of a CONTROL_FLOW has the wrong length.", _REBUILD),
    "nac.threshold": RuleText(
        "warning",
        "The coherence threshold of a CONVERGENCE is a percentage, but more than the whole.",
        "The message gives the largest value.",
    ),
    "nac.block": RuleText("error", "A branch of a CONVERGENCE leads out of the program.", _REBUILD),
    "nac.operand": RuleText(
        "error",
        "An instruction takes a result that does not exist yet, or never will: operands are distances to earlier "
        "instructions.",
        _REBUILD,
    ),
    "nac.constants-missing": RuleText(
        "error", "C lists fewer constants than D has zeros, so that an operand has no value.", _REBUILD
    ),
    "nac.constants-surplus": RuleText(
        "warning",
        "C lists more constants than D has zeros. The surplus is not used.",
        "Harmless; rebuild the file to get rid of it.",
    ),
    "nac.constant": RuleText("error", "An instruction refers to a constant that CNST does not have.", _REBUILD),
    "nac.parameter": RuleText(
        "error",
        "An INPUT loads a parameter that the file does not have.",
        "Keep the weights with the program: compile the model again, or pass the parameter when running it.",
    ),
    "nac.update": RuleText(
        "warning",
        "An OUTPUT of TRNG (NAC v1.7) updates a parameter that the file does not have. The public compiler numbers the "
        "parameters there before it leaves out those that the model does not use.",
        "Inference is not concerned. Compile the model again without the parameters that it does not use.",
    ),
    "nac.training-input": RuleText(
        "error",
        "An INPUT of TRNG (NAC v1.7) takes the result of an instruction that OPS does not have (B=4), or of an OUTPUT, "
        "which has none; or a target by a number below 0 (B=5).",
        _REBUILD,
    ),
    "nac.input-count": RuleText(
        "warning",
        "The header counts another number of inputs than the program has.",
        "The program is what counts. Rebuild the file to correct the header.",
    ),
    "nac.input-name": RuleText(
        "warning",
        "DATA names an input at an instruction that takes no value from the caller.",
        "The name is ignored. Rebuild the file to get rid of it.",
    ),
    "nac.no-output": RuleText(
        "warning",
        "No OUTPUT ends the program. The result of OPS is that of the last instruction; TRNG ends after its last one.",
        "End the program with an OUTPUT, TRNG with an OUTPUT of B=4.",
    ),
    "nac.unreachable": RuleText(
        "warning", "Instructions follow the OUTPUT that ends the program. They never run.", "Leave them out."
    ),
    "nac.nameless": RuleText(
        "warning", "DATA holds a tensor of a parameter that has no name.", "Look it up by its id, or give it a name."
    ),
    "nac.dtype": RuleText(
        "error or warning",
        "A tensor or an array has a dtype that NAC does not list (an error), or one that is marked as unknown (a "
        "warning). Only its raw bytes can be read.",
        "`raw` gives the bytes. Write the tensor in one of the listed dtypes.",
    ),
    "nac.quantized-dtype": RuleText(
        "error",
        "A quantized tensor is stored in another dtype than its quantization uses.",
        "Quantize it with `nacformats.formats.nac.columns.quantizing`, or set its quantization to `none`.",
    ),
    "nac.tensor": RuleText(
        "error",
        "The metadata of a tensor contradict each other or its size: an axis, a shape or a number of scales is wrong.",
        "Only the raw bytes are trustworthy. Write the tensor again.",
    ),
    "nac.array-name": RuleText(
        "error",
        "An array (ARRS, NAC v1.8) has no name, or that of another one.",
        "Give it a name of its own. Lenient reading takes the last one of a name.",
    ),
    "nac.array": RuleText(
        "error",
        "The length of an array (ARRS, NAC v1.8) does not fit its dtype and shape, nor those of a dtype that is "
        "labelled float32 for want of a number.",
        "Only the raw bytes are trustworthy. Write the array again.",
    ),
    "nac.mislabelled-array": RuleText(
        "warning",
        "An array (ARRS, NAC v1.8) is labelled float32, and by its length is something else: writers label every dtype "
        "so that the format has no number for. Elements of 2 bytes are uint16, of 16 bytes complex128, of 8 bytes "
        "uint64 or complex64.",
        'Where it may be one of two, say which: `file.arrays[name].array(dtype="uint64")`. `NacBuilder` refuses such '
        "dtypes; convert the array to a listed one.",
    ),
    "nac.weights": RuleText(
        "warning",
        "The weights are in a `.safetensors` file of their own, which is missing, broken, or lacks a tensor.",
        "Put the file beside the `.nac` file under the same name, or pass `weights=PATH` to `load`.",
    ),
    "nac.schedule": RuleText(
        "warning",
        "The memory schedule (MMAP) has a command that makes no sense: it frees what is still needed, loads too late, "
        "or names an instruction that is not there. The schedule holds hints only; no result depends on it. "
        "`inspect --memory` also tells what is missing: what is never loaded, kept or freed.",
        "Harmless here. A runtime that follows the schedule may fail: compile the model again.",
    ),
    "nac.plan": RuleText(
        "error",
        "The bytecode of ORCH cannot be read: an opcode is unknown, the last instruction is cut off, or it is too long "
        "or too entangled to be checked.",
        "The rest of the file is sound: `run --no-plan` runs its graph. Compile the plan again, or take it out with "
        "`NacFile.set_plan(None)`.",
    ),
    "nac.plan-jump": RuleText(
        "error",
        "A jump of the plan leads out of the program, or into an instruction.",
        "Correct the jump, which counts bytes from the end of its instruction; a plan that is assembled has labels.",
    ),
    "nac.plan-loop": RuleText(
        "error",
        "A loop of the plan has no end, or no start; its end does not lead back to its body; a break does not lead to "
        "what follows the loop; or a jump leads into a loop from outside.",
        "Write loops with `flow_loop_start` and `flow_loop_end`, which need no labels, or with `PlanBuilder.loop`.",
    ),
    "nac.plan-operand": RuleText(
        "error",
        "An operand of the plan that stands for a choice, such as an operation or a destination, has another number.",
        "The message lists the choices.",
    ),
    "nac.plan-constant": RuleText(
        "error",
        "An instruction of the plan takes a constant that ORCH does not have, or one of the wrong type.",
        "Correct the pool. `nacformats.plan.assemble` and `PlanBuilder` make it from values.",
    ),
    "nac.plan-slot": RuleText(
        "error",
        "An instruction of the plan reads a slot that is empty on at least one way to it. The body of a loop counts as "
        "skipped unless its count can only be a positive constant.",
        "Write a value to the slot before the ways part.",
    ),
    "nac.plan-model": RuleText(
        "error",
        "An instruction of the plan uses a model that is not loaded on at least one way to it, gives the model of the "
        "file another number of inputs than it takes, takes more outputs than it has, or wants a tokenizer of it that "
        "is not there.",
        "Load a model with `res_load_model` first; the empty path is the file that the plan is in. "
        "`nacformats inspect` shows the inputs and outputs of a file.",
    ),
    "nac.plan-template": RuleText(
        "error",
        "The template of a `string_format` is none, reaches into a value (`{0.name}`), or has more fields than the "
        "instruction has values.",
        "Use `{}`, or `{0}` with a plain specification such as `{0:.2f}`.",
    ),
    "nac.plan-version": RuleText(
        "error",
        "An instruction of the plan, or the choice in it, is of a later version of NAC than the file: runtimes of the "
        "file's version do not know it.",
        "Write the file in the version that the message names, or do without the instruction.",
    ),
    "nac.plan-unreachable": RuleText(
        "warning", "Instructions of the plan that no way leads to. They never run.", "Leave them out."
    ),
    "nac.manifest": RuleText(
        "error",
        "The tokenizer's manifest (PROC) cannot be read or run: a step is unknown, it is cut off, no step is a model, "
        "a regular expression is none, or a step is of a later version of NAC than the file.",
        "The rest of the file is sound. Compile the tokenizer again (`nacformats.tokenizer.compile_tokenizer`), or "
        "take it out with `NacFile.set_tokenizer(None)`.",
    ),
    "nac.tokenizer": RuleText(
        "error or warning",
        "A resource of the tokenizer is missing or damaged. Where the file has none at all, they belong into the "
        "folder `<stem>-tokenizer` beside it, and this is a warning.",
        "Put the resources there, or compile the tokenizer again.",
    ),
}
