"""The state of a run, and the table of functions that prepare its instructions."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, TypeAlias, TypeVar

import numpy as np

from nacformats import limits
from nacformats.errors import FormatError, InvalidError, LimitError, UnsupportedError
from nacformats.formats.mep.formatting import Template, parse_template
from nacformats.formats.mep.opcodes import ENUM_WORDS, SLOTS
from nacformats.formats.records.constants import Constant
from nacformats.plan.budget import OBJECT_BYTES, Meter, slot_bytes
from nacformats.plan.host import Files, Host
from nacformats.plan.running.models import Models
from nacformats.plan.running.values import EMPTY, text_of
from nacformats.printing import shortened
from nacformats.tokenizer import DecodeStream, Tokenizer


class StreamedText(str):
    """The text that one more token of a stream made certain.

    Attributes:
        stream: what it is a piece of.
    """

    __slots__ = ("stream",)
    stream: _Stream


class _Stream:
    """Tokens of one tokenizer that follow each other.

    Attributes:
        to_error: whether its pieces are shown on standard error; None where they are not shown.
    """

    def __init__(self, decoder: DecodeStream) -> None:
        self._decoder = decoder
        self.to_error: bool | None = None

    def step(self, token: int) -> StreamedText:
        """Return the piece of one more token; it never ends within a character."""
        piece = StreamedText(self._decoder.step(token))
        piece.stream = self
        return piece

    def rest(self) -> str:
        """Return the text of the bytes that no token has made a character yet."""
        return self._decoder.finish()


class Streams:
    """The streams of a run: one for each tokenizer, until that encodes, or decodes something else than one token."""

    def __init__(self) -> None:
        self._open: dict[Tokenizer, _Stream] = {}
        self._left = {False: "", True: ""}

    def step(self, tokenizer: Tokenizer, token: int) -> StreamedText:
        """Return the piece of one more token of a tokenizer."""
        if tokenizer not in self._open:
            self._open[tokenizer] = _Stream(tokenizer.decode_stream())
        return self._open[tokenizer].step(token)

    def end(self, tokenizer: Tokenizer) -> str:
        """Close the stream of a tokenizer and return the rest of its text, unless that is still to be shown."""
        stream = self._open.pop(tokenizer, None)
        if stream is None:
            return ""
        if stream.to_error is None:
            return stream.rest()
        self._left[stream.to_error] += stream.rest()
        return ""

    def left(self, shown: object, *, to_error: bool) -> str:
        """Return the text to show before something else, unless that continues the same stream."""
        current = shown.stream if isinstance(shown, StreamedText) else None
        if current is not None:
            current.to_error = to_error
        left, self._left[to_error] = self._left[to_error], ""
        others = (each for each in self._open.values() if each.to_error is to_error and each is not current)
        return left + "".join(each.rest() for each in others)


#: Executes one instruction; gives the index of the next one where it jumps, else None.
MachineStep: TypeAlias = Callable[[], int | None]


class HostError(Exception):
    """An exception of the host, kept apart from faults of the plan."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


@dataclass(eq=False)
class Machine:
    """The state of one run.

    Attributes:
        constants: of the plan, by id.
        answers: those that were given beforehand.
        mode: what the plan was started for: one of MODES.
        slots: what is in them; EMPTY at first.
        returned: the values of EXEC_RETURN; None without one.
        printed: what was printed, when the host prints nothing.
        streams: tokens that are decoded one by one.
    """

    constants: Mapping[int, Constant]
    host: Host
    meter: Meter
    models: Models
    generator: np.random.Generator
    answers: deque[str]
    mode: str
    slots: list[Any] = field(default_factory=lambda: [EMPTY] * SLOTS)
    returned: tuple[Any, ...] | None = None
    printed: list[str] = field(default_factory=list)
    streams: Streams = field(default_factory=Streams)
    _sizes: list[int] = field(default_factory=lambda: [0] * SLOTS)
    _values: dict[int, Any] = field(default_factory=dict)
    _templates: dict[int, Template] = field(default_factory=dict)

    # slots

    def read(self, slot: int) -> Any:
        value = self.slots[slot]
        if value is EMPTY:
            raise InvalidError(f"slot {slot} is empty", expected="a slot that was written before")
        return value

    def write(self, slot: int, value: Any) -> None:
        """Raise LimitError when the slots then hold more than the budget allows."""
        size = OBJECT_BYTES if type(value) in _SMALL else slot_bytes(value)
        meter, sizes = self.meter, self._sizes
        meter.used += size - sizes[slot]
        sizes[slot] = size
        self.slots[slot] = value
        if meter.used > meter.memory:
            meter.require(0)

    def clear(self, slot: int) -> None:
        self.write(slot, None)
        self.slots[slot] = EMPTY

    def constant(self, number: int) -> Any:
        """Return the value of a constant, the same object each time; InvalidError when there is none."""
        if number not in self._values:
            constant = self.constants.get(number)
            if constant is None:
                raise InvalidError(f"there is no constant {number}", expected=f"one of the {len(self.constants)}")
            self._values[number] = constant.value
        return self._values[number]

    def template(self, number: int) -> Template:
        """Return the template that a constant is."""
        if number not in self._templates:
            self._templates[number] = parse_template(text_of(self.constant(number), "the template"))
        return self._templates[number]

    # the host

    def files_for(self, name: str) -> Files:
        """Return the folder in which a file is looked up."""
        if self.host.files is None:
            hint = "name the folder that it may: Host(files=Files(...)) or --files DIR"
            raise UnsupportedError(f"the plan may not open the file {shortened(name, 100)!r}", hint=hint)
        return self.host.files

    def save(self, write: Callable[[Path], object]) -> None:
        """Let a function write the model of the plan, where the host wants it."""
        if self.host.save is None:
            hint = "say where, to another file: Host(save=...) or --save FILE"
            raise UnsupportedError("the plan may not replace the file that it is in", hint=hint)
        try:
            write(Path(self.host.save))
        except FormatError:
            raise
        except (OSError, ValueError) as error:
            raise HostError(error) from error

    def ask(self, prompt: str) -> str:
        """Return the next answer that was given beforehand, or that of the host."""
        self.flush()
        self.meter.spend(len(prompt))
        if self.answers:
            answer = self.answers.popleft()
        elif self.host.input is None:
            hint = "give answers, Host(input=...), or --answer TEXT"
            raise UnsupportedError("the plan asks for an answer, and nobody is there", hint=hint)
        else:
            answer = self._asked(self.host.input, prompt)
        if len(answer) > limits.MAX_ANSWER_TEXT:
            reason = "the answer is too long"
            raise LimitError(reason, expected=f"at most {limits.MAX_ANSWER_TEXT:,} characters", actual=len(answer))
        return answer

    def _asked(self, ask: Callable[[str], str], prompt: str) -> str:
        started = perf_counter()
        try:
            answer = ask(prompt)
        except EOFError:
            hint = "give the answer beforehand: answers=[...] or --answer TEXT"
            reason, shown = "the input ended before the prompt was answered", shortened(prompt, limits.MAX_SHOWN_TEXT)
            raise InvalidError(reason, actual=shown, hint=hint) from None
        except Exception as error:
            raise HostError(error) from error
        self.meter.wait(perf_counter() - started)
        if not isinstance(answer, str):
            raise HostError(TypeError(f"Host.input gave {answer!r}: expected a str"))
        return answer

    def flush(self, shown: object = None, *, error: bool = False) -> None:
        """Print what is left of tokens that were printed one by one, before something else is."""
        left = self.streams.left(shown, to_error=error)
        if left:
            self._show(left, "", error=error)

    def show(self, text: str, end: str, *, value: object = None, error: bool = False) -> None:
        """Print a text, which may be that of a value."""
        self.flush(value, error=error)
        self._show(text, end, error=error)

    def _show(self, text: str, end: str, *, error: bool) -> None:
        self.meter.spend(len(text) + len(end))
        printer = self.host.error if error and self.host.error is not None else self.host.print
        if printer is None:
            self.printed.append(text + end)
            return
        try:
            printer(text, end=end, flush=True)
        except Exception as problem:
            raise HostError(problem) from problem


_SMALL = frozenset({bool, int, float, type(None), np.int64, np.float32, np.float64, np.bool_})


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


#: Makes of the number of an operand what it stands for, once for each run.
OperandMeaning: TypeAlias = Callable[[Machine, int], Any]


def acting(name: str, **meanings: OperandMeaning) -> Callable[[Callable[[Machine, Operands], None]], Handler]:
    """Register a function that executes an opcode.

    Args:
        name: of the opcode.
        meanings: by the names of operands; the function gets what they make of the numbers in place of these. An error
            of theirs comes before the plan begins.
    """

    def register(function: Callable[[Machine, Operands], None]) -> Handler:
        def bound(machine: Machine, operands: Operands) -> MachineStep:
            known = {key: meaning(machine, operands[key]) for key, meaning in meanings.items()}
            return partial(function, machine, {**operands, **known})

        return handler(name)(bound)

    return register


def computing(name: str, **meanings: OperandMeaning) -> Callable[[Callable[[Machine, Operands], Any]], Handler]:
    """Register a function that computes what an opcode writes to its operand `out`; otherwise as `acting`."""

    def register(function: Callable[[Machine, Operands], Any]) -> Handler:
        register_action = acting(name, **meanings)
        return register_action(lambda machine, operands: machine.write(operands["out"], function(machine, operands)))

    return register


def choice(enum: str, choices: Mapping[str, Any]) -> OperandMeaning:
    """Return the meaning of an operand that is a number of an enum; see `choice_of`."""
    return lambda _, number: choice_of(enum, number, choices)


def one_word(enum: str, *words: str) -> OperandMeaning:
    """Return the meaning of an operand that is a number of an enum: its word, which is one of some."""
    return choice(enum, {word: word for word in words})


def text_constant(what: str) -> OperandMeaning:
    """Return the meaning of an operand that is the number of a constant, which has to be a text."""
    return lambda machine, number: text_of(machine.constant(number), what)


def choice_of(enum: str, number: int, choices: Mapping[str, _Choice]) -> _Choice:
    """Look up the number of an operand; UnsupportedError for one without a meaning here."""
    word = ENUM_WORDS[enum].get(number, "")
    if word not in choices:
        known = ", ".join(f"{each} ({key})" for key, each in ENUM_WORDS[enum].items() if each in choices)
        raise UnsupportedError(f"{enum.replace('_', ' ')} {number} is not known", expected=f"one of: {known}")
    return choices[word]
