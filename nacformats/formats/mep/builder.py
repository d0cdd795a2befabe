"""Plans made in Python, one method for each opcode."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any, Literal, NoReturn, TypeAlias

from nacformats.errors import FormatError, LimitError
from nacformats.formats.mep import opcodes
from nacformats.formats.mep.instructions import OperandValues, Origin, read_instructions
from nacformats.formats.mep.linking import ConstantPool, link
from nacformats.formats.mep.methods import PlanMethods
from nacformats.formats.mep.opcodes import (
    BY_NAME,
    CONSTANT,
    ENUM_WORDS,
    FORMAT_NAME,
    JUMP,
    MODEL,
    SLOT,
    SLOTS,
    PlanOpcode,
    PlanOperand,
)
from nacformats.formats.mep.program import Plan
from nacformats.formats.mep.verifier import TEXT_OPERANDS
from nacformats.formats.records.constants import Constant, ConstantValue

if TYPE_CHECKING:
    from nacformats.formats.mep.methods import Destination, LossKind, TensorProperty, WriteMode


@dataclass(frozen=True)
class Variable:
    """A slot of a plan that is being made. `+`, `-`, `*`, `/` and `**` add an instruction.

    Attributes:
        slot: its number.
        name: what the program calls it; "" for one without a name.
    """

    slot: int
    name: str
    _builder: PlanBuilder = field(repr=False, compare=False)

    def __add__(self, other: PlanValue) -> Variable:
        return self._builder.binary("add", self, other)

    def __sub__(self, other: PlanValue) -> Variable:
        return self._builder.binary("sub", self, other)

    def __mul__(self, other: PlanValue) -> Variable:
        return self._builder.binary("mul", self, other)

    def __truediv__(self, other: PlanValue) -> Variable:
        return self._builder.binary("div", self, other)

    def __pow__(self, other: PlanValue) -> Variable:
        return self._builder.binary("pow", self, other)


#: What an instruction reads: a variable, or a value, which becomes a constant.
PlanValue: TypeAlias = "Variable | ConstantValue"
#: Where a result goes: a variable, the name of one, or "" for a new variable.
Into: TypeAlias = "Variable | str"


@dataclass(frozen=True)
class Label:
    """A place in a plan that is being made: `builder.place(label)` says where.

    Attributes:
        name: unique in its plan.
    """

    name: str


@dataclass
class _Draft:
    """An instruction whose jump is not known yet; see nacformats.formats.mep.linking."""

    index: int
    opcode: PlanOpcode
    operands: OperandValues
    aim: str | int | None = None

    def refuse(self, reason: str, expected: str, actual: object, kind: type[FormatError], *, aim: bool) -> NoReturn:
        place = f"instructions[{self.index}]" + (".jump" if aim else "")
        raise kind(reason, format=FORMAT_NAME, path=place, expected=expected, actual=actual)


class PlanBuilder(PlanMethods):
    """A builder of plans, instruction by instruction.

        builder = PlanBuilder()
        builder.load_model()  # the file that the plan is in
        tokenizer = builder.tokenizer()
        ids = builder.encode(tokenizer, builder.user_prompt("Prompt: "))
        tokens = builder.create(ids, dtype="int64")
        with builder.loop(100):
            (logits,) = builder.run_static([tokens])
            last = builder.info("size", tokens, axis=1) - 1
            token = builder.sample(builder.extract(logits, last), temperature=0.8, top_k=40)
            builder.print(builder.decode(tokenizer, token), end="")
            builder.combine([tokens, builder.create(token, dtype="int64")], axis=1, into=tokens)
        nac.set_plan(builder.build())

    Where an instruction reads a variable, a value may be given: None, bool, int, float, str or a list of numbers. It
    becomes a constant in a slot of its own. Results are new variables, unless `into` names one: a variable, or a name.
    The methods that add a single instruction come from the table of opcodes.
    """

    def __init__(self) -> None:
        self._drafts: list[_Draft] = []
        self._labels: dict[str, int] = {}
        self._named: dict[str, Variable] = {}
        self._literals: dict[Constant, Variable] = {}
        self._pool = ConstantPool()
        self._slots = 0
        self._num_labels = 0
        self._open: list[int] = []

    # variables and places

    def variable(self, name: str = "") -> Variable:
        """Return the variable of a name, or a new one without a name. LimitError when all 256 slots are taken."""
        if name in self._named:
            return self._named[name]
        if self._slots == SLOTS:
            hint, expected = "give variables a second value with into=", f"at most {SLOTS}"
            raise LimitError("the plan has too many variables", format=FORMAT_NAME, expected=expected, hint=hint)
        found = Variable(self._slots, name, self)
        self._slots += 1
        if name:
            self._named[name] = found
        return found

    def label(self, name: str = "") -> Label:
        """Return a label to jump to, which `place` puts somewhere."""
        self._num_labels += 1
        return Label(name or f".{self._num_labels}")

    def place(self, label: Label) -> None:
        """Put a label in front of the next instruction. ValueError when it is somewhere already."""
        if label.name in self._labels:
            raise ValueError(f"the label {label.name!r} is in front of instruction {self._labels[label.name]} already")
        self._labels[label.name] = len(self._drafts)

    # loops and jumps

    @contextmanager
    def loop(self, count: PlanValue) -> Iterator[None]:
        """Begin a loop: the body of `with builder.loop(count):` runs count times, and not at all for 0 or less."""
        self._emit("flow_loop_start", count=count)
        self._open.append(len(self._drafts))
        yield
        self._open.pop()
        self._emit("flow_loop_end")

    def break_if(self, condition: PlanValue) -> None:
        """Leave the innermost loop when a condition holds. ValueError outside of loops."""
        if not self._open:
            raise ValueError("break_if belongs in a loop")
        self._emit("flow_break_loop_if", condition=condition)

    def branch_if(self, condition: PlanValue, label: Label) -> None:
        """Jump to a label when a condition holds."""
        self._emit("flow_branch_if", label, condition=condition)

    def branch(self, label: Label) -> None:
        """Jump to a label."""
        self.branch_if(True, label)

    # models, files and tokenizers

    def unload(self, what: Variable | int) -> None:
        """Release the model of a number, or empty a variable."""
        if isinstance(what, Variable):
            self._emit("res_unload", kind="slot", slot=what)
        else:
            self._emit("res_unload", kind="model", model=what)

    def run_static(
        self, inputs: Sequence[PlanValue], *, outputs: int | Sequence[Into] = 1, model: int = 0
    ) -> list[Variable]:
        """Run a model.

        Args:
            inputs: in the order of the model.
            outputs: how many outputs are wanted, or where they go.
            model: the number that it was loaded under.
        """
        wanted: Sequence[Into] = [""] * outputs if isinstance(outputs, int) else outputs
        return self._emit("model_run_static", inputs=inputs, model=model, outputs=wanted)

    def train_step(
        self,
        inputs: Sequence[PlanValue],
        targets: Sequence[PlanValue],
        rate: PlanValue,
        *,
        loss: LossKind = "cross_entropy",
        model: int = 0,
        logits: Variable | None = None,
        weight: str = "",
        bias: str = "",
        into: Into = "",
    ) -> Variable:
        """Run one step of the training program of a model, which updates its parameters (NAC v1.7).

        Args:
            inputs: in the order of the model.
            targets: in the order of the training program.
            rate: the learning rate.
            loss: what is computed of the outputs and the targets.
            model: the number that it was loaded under.
            logits, weight, bias: where the output of the model is, and the names of the parameters of its last layer,
                for runtimes that train nothing else; nacformats needs none of them.
            into: where the loss goes.

        Returns:
            The loss before the update.
        """
        given = {"inputs": inputs, "targets": targets, "weight": weight, "bias": bias, "model": model, "rate": rate}
        return self._result(into, "model_train_step", loss=loss, **given, logits=logits)

    def tokenizer(self, model: int = 0, *, into: Into = "") -> Variable:
        """Return the tokenizer of a model."""
        return self.load_extern("tokenizer", _model(model), into=into)

    # tensors and numbers

    def unsqueeze(self, tensor: PlanValue, dim: PlanValue, *, into: Into = "") -> Variable:
        """Insert an axis of size 1 (NAC v1.8)."""
        return self._result(into, "tensor_manipulate", operation="unsqueeze", tensor=tensor, dim=dim)

    def squeeze(self, tensor: PlanValue, dim: PlanValue, *, into: Into = "") -> Variable:
        """Remove an axis of size 1 (NAC v1.8)."""
        return self._result(into, "tensor_manipulate", operation="squeeze", tensor=tensor, dim=dim)

    def info(self, what: TensorProperty, tensor: PlanValue, *, axis: PlanValue = None, into: Into = "") -> Variable:
        """Return the shape of a tensor, the size of an axis, or its only element. ValueError: size without axis."""
        if what != "size":
            return self._result(into, "tensor_info", property=what, tensor=tensor)
        if axis is None:
            raise ValueError("the size of which axis?")
        return self._result(into, "tensor_info", property=what, tensor=tensor, axis=axis)

    def top_k(
        self, source: PlanValue, count: PlanValue, *, into: tuple[Into, Into] = ("", "")
    ) -> tuple[Variable, Variable]:
        """Return the indices of the largest elements of the flat tensor, and these elements, in descending order."""
        given = {"source": source, "count": count, "indices": into[0], "elements": into[1]}
        indices, elements = self._emit("analysis_top_k", **given)
        return indices, elements

    # text and output

    def format(self, template: str, *values: PlanValue, into: Into = "") -> Variable:
        """Format a template with `{}` for each value."""
        return self._result(into, "string_format", values=values, pattern=template)

    def print(self, source: PlanValue, *, end: Literal["\n", ""] = "\n") -> None:
        """Write a value to standard output, with or without a newline."""
        self.write(source, mode="no_newline" if not end else "plain")

    def write(
        self,
        source: PlanValue,
        *,
        destination: Destination = "stdout",
        mode: WriteMode = "plain",
        path: PlanValue = None,
    ) -> None:
        """Write a value: to standard output or error, or to a file whose name is given. ValueError when it is not."""
        if (destination == "file") != (path is not None):
            raise ValueError("a file is written to by its name, and nothing else is")
        where = {"unused": 0} if path is None else {"name": path}
        self._emit("io_write", source=source, destination=destination, mode=mode, **where)

    # the end

    def return_(self, *values: PlanValue) -> None:
        """End with results: one as it is, several as a list."""
        self._emit("exec_return", values=values)

    def build(self) -> Plan:
        """Return the finished plan.

        Raises:
            LimitError: a jump is too long, or there are too many instructions.
            ValueError: a label is nowhere, or a loop is not closed.
        """
        if self._open:
            raise ValueError("a loop is still open")
        for draft in self._drafts:
            if isinstance(draft.aim, str) and draft.aim not in self._labels:
                raise ValueError(f"instruction {draft.index} jumps to the label {draft.aim!r}, which is nowhere")
        bytecode = link(self._drafts, [draft.operands for draft in self._drafts], self._labels)
        origin = Origin(names={each.slot: name for name, each in self._named.items()})
        return Plan(read_instructions(bytecode), self._pool.table(), origin=origin)

    # instructions and what they refer to

    def _emit(self, name: str, aim: Label | None = None, /, **operands: Any) -> list[Variable]:
        """Add an instruction, and return the variables of its results.

        What is given for an operand follows from its role in the schema: variables and values for slots, values for
        constants, `into` for results, words for numbers.
        """
        opcode, results = BY_NAME[name], list[Variable]()
        known = {each.name: each for each in opcode.operands}
        found: dict[str, int | tuple[int, ...]] = {JUMP: 0} if JUMP in known else {}
        for key, given in operands.items():
            if known[key].role == opcodes.RESULT:
                variables = list(map(self._variable, given if known[key].is_list else [given]))
                slots = tuple(each.slot for each in variables)
                results += variables
                found[key] = slots if known[key].is_list else slots[0]
            elif known[key].is_list:
                found[key] = tuple(map(self._slot, given))
            else:
                found[key] = self._number(opcode, known[key], given)
        self._drafts.append(_Draft(len(self._drafts), opcode, found, None if aim is None else aim.name))
        return results

    def _number(self, opcode: PlanOpcode, operand: PlanOperand, given: Any) -> int:
        """Return the number of an operand; 0 stands for one that may be missing, and for no other one."""
        if operand.may_be_none and not given:
            return 0
        if operand.role == opcodes.CONSTANT:
            return self._pool.number(Constant.of(given), least=int(operand.may_be_none))
        if operand.role == SLOT:
            slot = self._slot(given)
            return slot if slot or not operand.may_be_none else self.copy(given).slot
        if isinstance(given, str):
            numbers = {word: number for number, word in operand.words.items()}
            if given not in numbers:
                raise ValueError(f"{opcode.name}: {operand.name} is one of {', '.join(numbers)}, not {given!r}")
            return numbers[given]
        return _model(given) if operand.role == opcodes.MODEL else int(given)

    def _result(self, into: Into, name: str, /, **operands: Any) -> Variable:
        """Add an instruction with one result."""
        return self._emit(name, **operands, out=into)[0]

    def _variable(self, into: Into) -> Variable:
        return self.variable(into) if isinstance(into, str) else self._own(into)

    def _own(self, variable: Variable) -> Variable:
        if variable._builder is not self:
            raise ValueError(f"{variable!r} belongs to another builder")
        return variable

    def _slot(self, source: PlanValue) -> int:
        """Return the slot of a variable, or of a value, which an instruction puts there first."""
        if isinstance(source, Variable):
            return self._own(source).slot
        constant = Constant.of(source)
        if constant not in self._literals:
            self._literals[constant] = self.variable()
        return self._result(self._literals[constant], "src_constant", constant=source).slot


def _model(number: int) -> int:
    if not 0 <= number < opcodes.MODELS:
        raise ValueError(f"models have numbers from 0 to {opcodes.MODELS - 1}, not {number}")
    return number


#: The methods that add a single instruction, called as its opcode is without the group in front: arguments, which are
#: operands, and defaults. An argument with a default that is not among the first ones is given by its name.
_METHODS: dict[str, tuple[str, dict[str, object]]] = {
    "src_constant": ("constant", {}),
    "src_user_prompt": ("prompt", {"prompt": "", "kind": "text"}),
    "src_exec_mode": ("", {}),
    "res_load_model": ("path", {"path": "", "model": 0}),
    "res_load_datafile": ("path", {"kind": "array"}),
    "res_load_dynamic": ("name", {"kind": "array"}),
    "res_load_extern": ("kind resource", {}),
    "res_load_array": ("array", {}),
    "preproc_encode": ("processor source", {}),
    "preproc_decode": ("processor source", {}),
    "preproc_get_id": ("processor token", {}),
    "tensor_create": ("source", {"dtype": "float32", "kind": "values"}),
    "tensor_manipulate": ("tensor width", {"value": 0, "operation": "pad"}),
    "tensor_combine": ("tensors", {"axis": -1, "operation": "concat"}),
    "tensor_extract": ("tensor index", {}),
    "sys_copy": ("source", {}),
    "sys_debug_print": ("source message", {}),
    "math_unary": ("source", {"operation": "softmax"}),
    "math_binary": ("operation left right", {}),
    "math_aggregate": ("source", {"operation": "argmax"}),
    "logic_compare": ("operation left right", {}),
    "analysis_sample": ("logits", {"temperature": 1.0, "top_k": 0}),
    "model_zero_grad": ("model", {"model": 0}),
    "model_save_weights": ("name", {"name": "", "model": 0, "kind": "nac"}),
    "serialize_object": ("source", {"format": "json"}),
    "exec_halt": ("", {}),
}
#: Methods that are not called as their opcode is.
_NAMES = {"serialize_object": "serialize"}


def _method(opcode: PlanOpcode, names: Sequence[str], defaults: Mapping[str, object]) -> Callable[..., Variable | None]:
    """Return the method that adds an instruction."""
    operands = {each.name: each for each in opcode.operands}
    parameters = [Parameter("self", Parameter.POSITIONAL_OR_KEYWORD)]
    for name in dict.fromkeys((*names, *defaults)):
        kind = Parameter.POSITIONAL_OR_KEYWORD if name in names else Parameter.KEYWORD_ONLY
        default, hint = defaults.get(name, Parameter.empty), _hint(opcode, operands[name])
        parameters.append(Parameter(name, kind, default=default, annotation=hint))
    if "out" in operands:
        parameters.append(Parameter("into", Parameter.KEYWORD_ONLY, default="", annotation="Into"))
    signature = Signature(parameters, return_annotation="Variable" if "out" in operands else "None")

    def method(*args: Any, **named: Any) -> Variable | None:
        bound = signature.bind(*args, **named)
        bound.apply_defaults()
        builder, *given = bound.arguments.items()
        results = builder[1]._emit(opcode.name, **{"out" if name == "into" else name: each for name, each in given})
        return results[0] if results else None

    method.__signature__ = signature  # type: ignore[attr-defined]
    method.__doc__ = opcode.doc + (f" Since NAC v{opcode.since}." if opcode.since else "")
    method.__name__ = _NAMES.get(opcode.name, opcode.name.partition("_")[2])
    method.__qualname__ = f"{PlanBuilder.__name__}.{method.__name__}"
    return method


def _hint(opcode: PlanOpcode, operand: PlanOperand) -> str:
    """Return the type of what is given for an operand, in words of methods.pyi."""
    if operand.words:
        return next(type_of_words(name) for name, words in ENUM_WORDS.items() if words is operand.words)
    if operand.role == CONSTANT:
        return "str" if (opcode.name, operand.name) in TEXT_OPERANDS else "ConstantValue"
    if operand.role == MODEL:
        return "int"
    return "Sequence[PlanValue]" if operand.is_list else "PlanValue"


def type_of_words(enum: str) -> str:
    """Return what the words of an enum of the schema are called as a type."""
    return enum.title().replace("_", "")


#: By their names.
METHODS = {
    each.__name__: each for each in (_method(BY_NAME[name], row[0].split(), row[1]) for name, row in _METHODS.items())
}
for _name, _each in METHODS.items():
    setattr(PlanBuilder, _name, _each)
