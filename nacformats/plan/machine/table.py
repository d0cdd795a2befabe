"""The table of the machine: the function that prepares each instruction, by the name of its opcode."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, TypeVar

from nacformats.errors import UnsupportedError
from nacformats.formats.mep.opcodes import ENUM_WORDS
from nacformats.plan.machine.state import Machine, MachineStep

#: The operands of an instruction by name: numbers, and tuples of them.
Operands: TypeAlias = Mapping[str, Any]
#: Makes the step of an instruction for a machine, once for each run.
Handler: TypeAlias = Callable[[Machine, Operands], MachineStep]
_Choice = TypeVar("_Choice")

#: Handlers by the name of the opcode, such as "math_binary"; jumps are not among them (see flow).
HANDLERS: dict[str, Handler] = {}


def handler(name: str) -> Callable[[Handler], Handler]:
    """Register the handler of an opcode."""

    def register(function: Handler) -> Handler:
        HANDLERS[name] = function
        return function

    return register


def choice_of(enum: str, number: int, choices: Mapping[str, _Choice]) -> _Choice:
    """What belongs to a number of an operand; UnsupportedError for one that has no meaning here."""
    word = ENUM_WORDS[enum].get(number, "")
    if word not in choices:
        known = ", ".join(f"{each} ({key})" for key, each in ENUM_WORDS[enum].items() if each in choices)
        raise UnsupportedError(f"{enum.replace('_', ' ')} {number} is not known", expected=f"one of: {known}")
    return choices[word]
