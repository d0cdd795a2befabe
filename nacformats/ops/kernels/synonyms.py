"""Operations that ATen has under a second name, with all their overloads and in-place forms.

The `_copy` forms differ from views only in that they promise a copy; as nothing is modified in place, a view is one.
"""

from __future__ import annotations

from dataclasses import replace

from nacformats.ops.kernels import arithmetic, creation, elementwise, parts, shape  # noqa: F401  they fill the table
from nacformats.ops.schemas import KERNELS

_SECOND_NAMES = """
    absolute=abs arccos=acos arccosh=acosh arcsin=asin arcsinh=asinh arctan=atan arctan2=atan2 arctanh=atanh clip=clamp
    concat=cat concatenate=cat divide=div fix=trunc greater=gt greater_equal=ge less=lt less_equal=le moveaxis=movedim
    multiply=mul negative=neg not_equal=ne subtract=sub
"""
_COPIES = """
    alias as_strided detach diagonal expand permute select slice split_with_sizes squeeze t transpose unbind unfold
    unsqueeze view
"""
SYNONYMS = dict(pair.split("=") for pair in _SECOND_NAMES.split()) | {f"{name}_copy": name for name in _COPIES.split()}

#: Where only some overloads have the second name.
SYNONYMS_OF_OVERLOADS = {
    "split_copy.Tensor": "split.Tensor",
    "true_divide.Scalar": "div.Scalar",
    "true_divide.Tensor": "div.Tensor",
    "true_divide_.Scalar": "div_.Scalar",
    "true_divide_.Tensor": "div_.Tensor",
}


def _add(name: str, known: str) -> None:
    KERNELS[f"aten.{name}"] = replace(KERNELS[f"aten.{known}"], name=f"aten.{name}")


for _known in [name.removeprefix("aten.") for name in KERNELS if name.startswith("aten.")]:
    _operation, _, _overload = _known.partition(".")
    for _name, _operation_known in SYNONYMS.items():
        if _operation == _operation_known:
            _add(f"{_name}.{_overload}", _known)
        elif _operation == f"{_operation_known}_" and not _name.endswith("_copy"):
            _add(f"{_name}_.{_overload}", _known)

for _name, _known in SYNONYMS_OF_OVERLOADS.items():
    _add(_name, _known)
