"""The rules of MIC-B and mic@2 files by name; docs/rules.md is generated from these tables."""

from __future__ import annotations

from nacformats.findings import RuleText

_LATER = "Only MIC-B v2 and mic@2 are read."
_SPEC = "Correct the graph, or the program that wrote it."
_UNUSED = "Harmless. Leave it out, or use it."
_CUT = "Copy the file again."

#: What a graph has to be, whichever format holds it.
_GRAPH = {
    "limit": RuleText(
        "error",
        "The file or its graph exceeds one of the limits in `nacformats/limits.py`.",
        "`load(path, limits=Limits(...))` raises a limit for files that you trust.",
    ),
    "dtype": RuleText("error", "A type has a dtype that Mind IR does not have.", _SPEC),
    "type-reference": RuleText("error", "A value has a type that the graph does not define.", _SPEC),
    "opcode": RuleText("error", "An operation is not one of the opcodes.", _SPEC),
    "custom-name": RuleText(
        "error",
        "A custom operation has no name, or another operation has one.",
        "Name custom operations, and only those.",
    ),
    "arity": RuleText("error", "An operation has the wrong number of inputs.", _SPEC),
    "parameters": RuleText("error", "An operation has the wrong number of parameters.", _SPEC),
    "parameter-range": RuleText("error", "A parameter does not fit its wire type.", _SPEC),
    "forward-reference": RuleText("error", "An input is not an earlier value: a graph is in topological order.", _SPEC),
    "empty": RuleText("error", "The graph has no values.", "A graph needs at least one value."),
    "output": RuleText("error", "The output is missing, or is not a value of the graph.", _SPEC),
    "map-section": RuleText(
        "error", "A MAP section of MIC 2.1 follows the graph.", "Write the graph without its MAP section."
    ),
    "utf-8": RuleText("error", "A text is not UTF-8.", "Encode names and dimensions as UTF-8."),
    "version": RuleText("error", "The file is of another version.", _LATER),
    "not-canonical": RuleText(
        "warning",
        "The file is not byte for byte what writing its graph gives: it has strings in another order, comments, spaces "
        "or padded numbers.",
        "`nacformats repair IN OUT` makes it canonical.",
    ),
    "unused-symbols": RuleText("warning", "A symbol is declared that no type uses.", _UNUSED),
    "unused-types": RuleText("warning", "A type is defined that no value has.", _UNUSED),
    "unused-values": RuleText("warning", "A value does not contribute to the output.", _UNUSED),
    "duplicate-symbols": RuleText("warning", "A symbol is declared more than once.", "Declare it once."),
    "duplicate-names": RuleText(
        "warning", "Two values have the same name.", "Give inputs and weights names of their own."
    ),
}

_MICB = {
    "magic": RuleText("error", "The file does not start with `MICB`.", "The file is of another format, or damaged."),
    "truncated": RuleText("error", "The file ends before the graph does.", _CUT),
    "trailing": RuleText("error", "Bytes follow the output.", "Cut them off."),
    "tag": RuleText("error", "The tag of a value is not 0 (arg), 1 (param) or 2 (node).", _SPEC),
    "string-reference": RuleText(
        "error", "A name or a dimension refers to a string that the table does not have.", _SPEC
    ),
    "varint-range": RuleText("error", "A number does not fit 64 bits.", _SPEC),
    "layout": RuleText("error", "Another field breaks a rule of the schema.", _SPEC),
    "varint-minimal": RuleText(
        "error",
        "A number takes more bytes than it needs. Lenient reading accepts it.",
        "`nacformats repair IN OUT` writes shortest numbers.",
    ),
    "no-text-form": RuleText(
        "warning",
        "The graph cannot be converted to mic@2: a custom operation, or a name that the grammar cannot write.",
        "Keep the graph in MIC-B, or rename what the message names.",
    ),
}

_MIC2 = {
    "header": RuleText("error", "The first line is not `mic@2`.", "Start the text with `mic@2`."),
    "missing-token": RuleText("error", "A line is too short.", "The message shows the form of the line."),
    "surplus-token": RuleText("error", "A line is too long.", "The message shows the form of the line."),
    "name": RuleText(
        "error",
        "A name has other characters than letters, digits and `_`, or starts with a digit. Lenient reading accepts it.",
        "Rename it, or store the graph as MIC-B.",
    ),
    "dim": RuleText(
        "error",
        "A dimension is not a number, a name or `?`. Lenient reading accepts any token.",
        "Write a number, a name or `?`.",
    ),
    "number": RuleText("error", "A token is not an integer in ASCII digits.", "Write a decimal integer."),
    "type-index": RuleText(
        "error", "A type is not written `T0`, `T1`, ... in order.", "Number types from `T0` in order."
    ),
    "after-output": RuleText("error", "A declaration follows the output.", "Put `O` last, and only once."),
}

RULES = {
    **{f"{name}.{rule}": text for name in ("micb", "mic2") for rule, text in _GRAPH.items()},
    **{f"micb.{rule}": text for rule, text in _MICB.items()},
    **{f"mic2.{rule}": text for rule, text in _MIC2.items()},
}
