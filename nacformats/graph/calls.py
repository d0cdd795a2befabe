"""The arguments of one call, as far as they are known before a run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from nacformats.graph.graph import Ref
from nacformats.ops.schemas import Kernel


@dataclass(frozen=True, slots=True)
class ScalarRef:
    """A referenced value that is needed as a Python number, although it may be a tensor of one element."""

    ref: Ref


#: The arguments that a call gives, by parameter: constants, Refs, ScalarRefs, and lists of these. Operands of an
#: operation without a schema are under their places: "0", "1".
Arguments: TypeAlias = Mapping[str, Any]


def is_computed(argument: Any) -> bool:
    """True if an argument is only known at run time."""
    if isinstance(argument, list | tuple):
        return any(isinstance(item, Ref | ScalarRef) for item in argument)
    return isinstance(argument, Ref | ScalarRef)


def arranged(kernel: Kernel, given: Arguments) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """Return a function and its arguments: all that the kernel takes, in order.

    Of a kernel that takes some by name, the function gives them so, and gives no others than it is given.
    """
    if kernel.parameters is None:
        positional = [name for name in given if name.isdigit()]
        keywords = [name for name in given if not name.isdigit()]
        return _spread(kernel.function, tuple(given), positional, keywords), tuple(given.values())
    arguments = kernel.in_order(given)
    if not kernel.named:
        return kernel.function, arguments
    placement = [each for each in kernel.parameters if each.is_placement]
    order = [each.name for each in (*kernel.taken, *placement)]
    positional = [each.name for each in kernel.parameters if not each.keyword_only]
    while positional and positional[-1] not in given:
        positional.pop()
    keywords = [each.name for each in kernel.parameters if each.keyword_only and (each.required or each.name in given)]
    fixed = tuple(given.get(each.name, each.default) for each in placement)
    return _spread(kernel.function, order, positional, keywords, fixed), arguments


def _spread(
    function: Callable[..., Any],
    order: Sequence[str],
    positional: Sequence[str],
    keywords: Sequence[str],
    fixed: tuple[Any, ...] = (),
) -> Callable[..., Any]:
    """Return the function of arguments in order; it gives `function` some of them and of those that are fixed."""
    count = len(positional)
    if not keywords and positional == list(order[:count]):
        return function if count == len(order) else lambda *values: function(*values[:count])
    places = [order.index(name) for name in positional]
    named = [(name, order.index(name)) for name in keywords]

    def call(*values: Any) -> Any:
        values += fixed
        return function(*[values[place] for place in places], **{name: values[place] for name, place in named})

    return call
