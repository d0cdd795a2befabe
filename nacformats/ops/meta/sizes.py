"""Sizes that are not known yet, such as a batch, and the arithmetic of shapes on them.

A symbolic size is a polynomial with integer coefficients. Its atoms are symbols, and what no polynomial says: floor
divisions, the largest or smallest of some, the size that operands broadcast to, and sizes that only data decides. Equal
sizes have equal normal forms, so that == and hash compare them. Every atom stands for a number of at least 0.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import count
from typing import Any, NoReturn, TypeAlias


class MetaError(Exception):
    """Types and shapes cannot be known: data decides, or nothing says."""


class SizeAtom:
    """A factor of a term: a symbol (name), a size that data decides (unknown), or an operation on sizes.

    Attributes:
        operation: name, unknown, //, max, min or broadcast.
        operands: the name; the number and the size that it never exceeds, or None; or the operands.
        key: the atom as a text, by which atoms are compared and put in order.
    """

    __slots__ = ("key", "operands", "operation")

    def __init__(self, operation: str, operands: tuple[Any, ...]) -> None:
        self.operation, self.operands = operation, operands
        if operation in ("name", "unknown"):
            self.key = f"{'?' if operation == 'unknown' else ''}{operands[0]}"
        elif operation == "//":
            self.key = f"floor(({operands[0]})/({operands[1]}))"
        else:
            self.key = f"{operation}({', '.join(map(str, operands))})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SizeAtom) and self.key == other.key and self.operation == other.operation

    def __hash__(self) -> int:
        return hash(self.key)

    def __lt__(self, other: SizeAtom) -> bool:
        return self.key < other.key


_Product = tuple[SizeAtom, ...]
_Terms = dict[_Product, int]


class SymbolicSize:
    """A size that is not a number: a sum of terms, each a product of atoms times an integer."""

    __slots__ = ("terms",)

    def __init__(self, terms: _Terms) -> None:
        self.terms = terms

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SymbolicSize) and self.terms == other.terms

    def __hash__(self) -> int:
        return hash(frozenset(self.terms.items()))

    def __repr__(self) -> str:
        ordered = sorted(self.terms.items(), key=lambda term: (-len(term[0]), term[0]))
        shown = " + ".join(
            "*".join(([str(factor)] if factor != 1 or not product else []) + [atom.key for atom in product])
            for product, factor in ordered
        )
        return shown.replace("+ -1*", "- ").replace("+ -", "- ")

    def __add__(self, other: Size) -> Size:
        terms = dict(self.terms)
        for product, factor in _terms(other).items():
            terms[product] = terms.get(product, 0) + factor
        return _size(terms)

    def __mul__(self, other: Size) -> Size:
        terms: _Terms = {}
        for product, factor in self.terms.items():
            for others, times in _terms(other).items():
                both = tuple(sorted(product + others)) if product and others else product or others
                terms[both] = terms.get(both, 0) + factor * times
        return _size(terms)

    def __neg__(self) -> Size:
        return self * -1

    def __sub__(self, other: Size) -> Size:
        return self + other * -1

    def __rsub__(self, other: Size) -> Size:
        return self * -1 + other

    def __floordiv__(self, other: Size) -> Size:
        return floor_division(self, other)

    def __rfloordiv__(self, other: Size) -> Size:
        return floor_division(other, self)

    def __mod__(self, other: Size) -> Size:
        return self - floor_division(self, other) * other

    def __rmod__(self, other: Size) -> Size:
        return other - floor_division(other, self) * self

    __radd__, __rmul__ = __add__, __mul__

    def __lt__(self, other: Size) -> bool:
        return not decided(self, other)

    def __ge__(self, other: Size) -> bool:
        return decided(self, other)

    def __gt__(self, other: Size) -> bool:
        return not decided(other, self)

    def __le__(self, other: Size) -> bool:
        return decided(other, self)

    def _refuse(self) -> NoReturn:
        raise MetaError(f"the size {self} is not a number yet")

    __index__ = __int__ = __bool__ = __float__ = _refuse


Size: TypeAlias = int | SymbolicSize
_numbers = count()


def symbol(name: str) -> SymbolicSize:
    """Return the size of a name; equal names are equal sizes."""
    return SymbolicSize({(SizeAtom("name", (name,)),): 1})


def unknown_size(at_most: Size | None = None) -> SymbolicSize:
    """Return a size that only data decides, which is equal to no other one. at_most: it never exceeds this."""
    return SymbolicSize({(SizeAtom("unknown", (next(_numbers), at_most)),): 1})


def size_of_dim(dim: int | str | None) -> Size:
    """Return the size that a graph declares: a number, a symbol by its name, or one that is not known."""
    return unknown_size() if dim is None else symbol(dim) if isinstance(dim, str) else dim


def floor_division(a: Size, b: Size) -> Size:
    """Return a // b; ZeroDivisionError where b is 0."""
    if isinstance(a, int) and isinstance(b, int):
        return a // b
    quotient, rest = _divided(_terms(a), _terms(b)) if isinstance(b, SymbolicSize) else _by_number(_terms(a), b)
    divided, divisor = _size(rest), b
    if isinstance(divided, int) and isinstance(divisor, int):
        return _size(quotient) + divided // divisor
    if divided == 0:
        return _size(quotient)
    if isinstance(divisor, int) and isinstance(divided, SymbolicSize):
        divided, divisor = _flattened(divided, divisor)
    return _size(quotient) + SymbolicSize({(SizeAtom("//", (divided, divisor)),): 1})


def largest_size(*sizes: Size) -> Size:
    """Return the largest of some sizes, at least one."""
    return _extreme("max", sizes)


def smallest_size(*sizes: Size) -> Size:
    """Return the smallest of some sizes, at least one."""
    return _extreme("min", sizes)


def broadcast_size(sizes: Iterable[Size]) -> Size:
    """Return the size that axes of these sizes broadcast to; ValueError where there is none."""
    wanted = set(sizes)
    wanted.discard(1)
    if len(wanted) < 2:
        return wanted.pop() if wanted else 1
    numbers = [size for size in wanted if isinstance(size, int)]
    if len(numbers) > 1:
        raise ValueError(f"sizes {' and '.join(map(str, sorted(numbers)))} do not broadcast")
    return numbers[0] if numbers else _operation("broadcast", wanted)


def product(sizes: Iterable[Size]) -> Size:
    """Return the product: the elements of a shape."""
    result: Size = 1
    for size in sizes:
        result = size * result
    return result


def differ(a: Size, b: Size) -> bool:
    """Return True if two sizes are never equal; False where they are, or may be."""
    difference = a - b
    return isinstance(difference, int) and difference != 0


def below(a: Size, b: Size) -> bool:
    """Return True if a is less than b whatever the symbols are; False where that is not known."""
    return _least(b - a) > 0


def decided(a: Size, b: Size) -> bool:
    """Return a >= b; MetaError where the symbols decide."""
    if _least(a - b) >= 0:
        return True
    if below(a, b):
        return False
    raise MetaError(f"{a} may be more or less than {b}")


def evaluated(size: Size, at: Mapping[str, int], *, bounds: bool = False) -> int:
    """Return the number that a size is for values of its symbols.

    bounds: sizes that data decides take the most that they can be.

    Raises:
        MetaError: a symbol has no value, or data decides.
    """
    if isinstance(size, int):
        return size
    total = 0
    for atoms, factor in size.terms.items():
        total += factor * math.prod(_value(atom, at, bounds) for atom in atoms)
    return total


def symbol_name(size: SymbolicSize) -> str | None:
    """Return the name of a size that is a symbol, None for any other."""
    (atoms, factor), *rest = size.terms.items()
    if rest or factor != 1 or len(atoms) != 1 or atoms[0].operation != "name":
        return None
    name: str = atoms[0].operands[0]
    return name


# The normal form


def _terms(size: Size) -> _Terms:
    return size.terms if isinstance(size, SymbolicSize) else {(): int(size)}


def _size(terms: _Terms) -> Size:
    kept = {atoms: factor for atoms, factor in terms.items() if factor}
    return kept.get((), 0) if not kept or kept.keys() == {()} else SymbolicSize(kept)


def _by_number(terms: _Terms, divisor: int) -> tuple[_Terms, _Terms]:
    """Divide the factors of terms: quotients, and rests that are not below 0."""
    parts = {atoms: divmod(factor, divisor) for atoms, factor in terms.items()}
    return {atoms: part[0] for atoms, part in parts.items()}, {atoms: part[1] for atoms, part in parts.items()}


def _divided(terms: _Terms, by: _Terms) -> tuple[_Terms, _Terms]:
    """Divide polynomials where nothing is left over; else the quotient is empty."""
    lead, factor = max(by.items(), key=_order)
    rest, quotient = dict(terms), dict[_Product, int]()
    while rest:
        top, times = max(rest.items(), key=_order)
        left = Counter(top)
        left.subtract(lead)
        if times % factor or min(left.values(), default=0) < 0:
            return {}, terms
        share = tuple(sorted(left.elements()))
        quotient[share] = times // factor
        rest = _subtracted(rest, by, share, times // factor)
    return quotient, {}


def _subtracted(terms: _Terms, by: _Terms, share: _Product, times: int) -> _Terms:
    rest = dict(terms)
    for atoms, factor in by.items():
        both = tuple(sorted(atoms + share))
        rest[both] = rest.get(both, 0) - factor * times
    return {atoms: factor for atoms, factor in rest.items() if factor}


def _order(term: tuple[_Product, int]) -> tuple[int, _Product]:
    """Return what terms are put in order by: the degree, then the names."""
    return len(term[0]), term[0]


def _flattened(size: SymbolicSize, divisor: int) -> tuple[Size, int]:
    """Reduce a division by a number: (2n + 1)//4 is n//2, and (n//2 + 1)//3 is (n + 2)//6."""
    shared = math.gcd(divisor, *(factor for atoms, factor in size.terms.items() if atoms))
    if shared > 1:
        reduced = _size({atoms: factor // shared for atoms, factor in size.terms.items()})
        assert isinstance(reduced, SymbolicSize)
        size, divisor = reduced, divisor // shared
    inner = [atoms for atoms in size.terms if atoms]
    if len(inner) == 1 and len(inner[0]) == 1 and size.terms[inner[0]] == 1 and inner[0][0].operation == "//":
        below_, by = inner[0][0].operands
        if isinstance(by, int):
            return below_ + size.terms.get((), 0) * by, divisor * by
    return size, divisor


def _extreme(operation: str, sizes: Iterable[Size]) -> Size:
    """Return the largest or smallest: without those that another one is known to be as good as."""
    kept: list[Size] = []
    for size in dict.fromkeys(sizes):
        if any(_as_good(operation, other, size) for other in kept):
            continue
        kept = [other for other in kept if not _as_good(operation, size, other)] + [size]
    return kept[0] if len(kept) == 1 else _operation(operation, kept)


def _as_good(operation: str, a: Size, b: Size) -> bool:
    return _least(a - b if operation == "max" else b - a) >= 0


def _operation(operation: str, sizes: Iterable[Size]) -> SymbolicSize:
    """Return the size of an operation that knows no order: nested ones are opened."""
    flat: set[Size] = set()
    for size in sizes:
        atoms = next(iter(size.terms.items())) if isinstance(size, SymbolicSize) and len(size.terms) == 1 else ((), 0)
        nested = atoms[1] == 1 and len(atoms[0]) == 1 and atoms[0][0].operation == operation
        flat.update(atoms[0][0].operands if nested else [size])
    return SymbolicSize({(SizeAtom(operation, tuple(sorted(flat, key=str))),): 1})


def _least(size: Size) -> float:
    """Return the least that a size can be, as its terms show."""
    if isinstance(size, int):
        return size
    return -math.inf if any(factor < 0 for atoms, factor in size.terms.items() if atoms) else size.terms.get((), 0)


def _value(atom: SizeAtom, at: Mapping[str, int], bounds: bool) -> int:
    if atom.operation == "name":
        if atom.operands[0] not in at:
            raise MetaError(f"the size {atom.operands[0]} has no value")
        return at[atom.operands[0]]
    if atom.operation == "unknown":
        if not bounds or atom.operands[1] is None:
            raise MetaError("only data decides a size")
        return evaluated(atom.operands[1], at, bounds=bounds)
    values = [evaluated(operand, at, bounds=bounds) for operand in atom.operands]
    match atom.operation:
        case "max":
            return max(values)
        case "min":
            return min(values)
        case "broadcast":
            return evaluated(broadcast_size(values), at)
    return values[0] // values[1]
