"""The names of operators for the rooms above: `ATEN.add.Tensor` is "aten.add.Tensor", checked against the table."""

from __future__ import annotations

from nacformats.ops.table import operators


class _Overloads:
    """The overloads of one operator, as attributes; the attribute `base` is its name without them: "aten.add"."""

    def __init__(self, base: str) -> None:
        self.base = base

    def __getattr__(self, overload: str) -> str:
        name = f"{self.base}.{overload}"
        if name not in operators():
            raise AttributeError(f"there is no operator {name}")
        setattr(self, overload, name)
        return name


class _Namespace:
    """The operators of a namespace, as attributes."""

    def __init__(self, namespace: str) -> None:
        self._namespace = namespace

    def __getattr__(self, operator: str) -> _Overloads:
        overloads = _Overloads(f"{self._namespace}.{operator}")
        setattr(self, operator, overloads)
        return overloads


#: ATen, the operators of PyTorch.
ATEN = _Namespace("aten")
