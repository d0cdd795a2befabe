"""The rules of STB files by name; docs/rules.md is generated from this table."""

from __future__ import annotations

from nacformats.findings import RuleText

_NOT_STB = "The file is of another format, or damaged at its start."
_ZERO = "Write zero. Files that use this field are of a later version."
_REWRITE = "Write the file again: `nacformats.dumps` derives offsets and sizes."

RULES = {
    "stb.magic": RuleText("error", "The file does not start with `STB0`.", _NOT_STB),
    "stb.version": RuleText("error", "The file is of another version.", "Only STB v0.1 is read."),
    "stb.flags": RuleText("error", "A reserved flag is set.", _ZERO),
    "stb.reserved0": RuleText("error", "A reserved header field is not zero.", _ZERO),
    "stb.reserved1": RuleText("error", "A reserved header field is not zero.", _ZERO),
    "stb.truncated": RuleText(
        "error", "The file ends before its header, its descriptors or its data do.", "Copy the file again."
    ),
    "stb.ofs-data": RuleText("error", "The data region is not aligned, or starts inside the descriptors.", _REWRITE),
    "stb.len-file": RuleText(
        "error", "The size in the header is not that of the file.", "Cut off what was appended, or copy the file again."
    ),
    "stb.rank": RuleText("error", "A tensor has too many dimensions.", "Reshape it; the message gives the limit."),
    "stb.tensor-offset": RuleText(
        "error", "A payload starts before the data region, or past the end of the file.", _REWRITE
    ),
    "stb.tensor-bounds": RuleText("error", "A payload runs past the end of the file.", _REWRITE),
    "stb.tensor-size": RuleText(
        "error", "The size of a payload is not the product of its dimensions and its element size.", _REWRITE
    ),
    "stb.tensor-alignment": RuleText(
        "error",
        "A payload is not aligned. Lenient reading reports a warning.",
        "`nacformats repair IN OUT` rewrites the file aligned; `strict=False` reads it as it is.",
    ),
    "stb.reserved-dtype": RuleText(
        "warning",
        "A tensor has a dtype that STB v0.1 reserves. Only its raw bytes can be read.",
        "`tensor.raw` gives the bytes.",
    ),
    "stb.reserved-layout": RuleText(
        "warning",
        "A tensor has a layout that STB v0.1 reserves. Only its raw bytes can be read.",
        "`tensor.raw` gives the bytes.",
    ),
    "stb.element-size": RuleText(
        "error or warning",
        "The size of a payload whose shape is in a shape table is not a multiple of its element size, so that no shape "
        "fits. Lenient reading reports a warning.",
        "Write the tensor anew. With `strict=False`, `tensor.raw` gives its bytes, and the other tensors are sound.",
    ),
    "stb.unused-dims": RuleText(
        "warning",
        "A dimension past the rank is not zero. Where the shape comes from a shape "
        "table, only the first dimension is in use: the index into that table.",
        "The writer may have stored dimensions there. Pass `shape_table=` to `load` when the shape is known.",
    ),
    "stb.duplicate-id": RuleText(
        "warning",
        "Two tensors have the same id.",
        "Look them up by position (`file.tensors[0]`). Writing refuses duplicate ids.",
    ),
    "stb.overlap": RuleText(
        "warning",
        "Two payloads share some of their bytes. (Sharing all of them is fine: tied weights.)",
        "Make sure that the writer meant it; writing the tensors again separates them.",
    ),
    "stb.padding": RuleText(
        "warning", "Bytes that belong to no tensor are not zero.", "Harmless; `nacformats repair` leaves them out."
    ),
}
