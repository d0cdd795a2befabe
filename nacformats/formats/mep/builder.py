"""Plans made in Python, one method for each opcode."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal, NoReturn, TypeAlias

from nacformats.errors import FormatError, LimitError
from nacformats.formats.mep import opcodes
from nacformats.formats.mep.instructions import OperandValues, Origin, read_instructions
from nacformats.formats.mep.linking import ConstantPool, link
from nacformats.formats.mep.opcodes import BY_NAME, FORMAT_NAME, JUMP, SLOT, SLOTS, PlanOpcode, PlanOperand
from nacformats.formats.mep.program import Plan
from nacformats.formats.records.constants import Constant, ConstantValue

#: The words of operands, as the schema has them.
ValueKind: TypeAlias = Literal["text", "integer", "number"]
FileKind: TypeAlias = Literal["array", "image"]
PlanDtype: TypeAlias = Literal["float32", "int64"]
Creation: TypeAlias = Literal["values", "arange", "ones", "zeros"]
Property: TypeAlias = Literal["shape", "size", "item"]
UnaryOperation: TypeAlias = Literal["softmax", "sqrt", "abs", "neg", "exp", "reciprocal"]
Comparison: TypeAlias = Literal["eq", "ne", "gt", "lt"]
Serialization: TypeAlias = Literal["text", "json", "png"]
Destination: TypeAlias = Literal["stdout", "stderr", "file"]
LossKind: TypeAlias = Literal["cross_entropy", "mse", "none"]
WriteMode: TypeAlias = Literal["plain", "append", "no_newline"]
BinaryOperation: TypeAlias = Literal["add", "sub", "mul", "div", "pow", "max", "min"]


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


class PlanBuilder:
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

    # values

    def constant(self, value: ConstantValue, *, into: Into = "") -> Variable:
        """Load a constant: None, bool, int, float, str or a list of numbers.

        Raises:
            LimitError: the format has no room for it.
            TypeError: the format has no type for it.
        """
        return self._result(into, "src_constant", constant=value)

    def copy(self, source: PlanValue, *, into: Into = "") -> Variable:
        """Copy a value to another slot."""
        return self._result(into, "sys_copy", source=source)

    def user_prompt(self, prompt: str = "", *, kind: ValueKind = "text", into: Into = "") -> Variable:
        """Ask the user, and return the answer as text, an integer or a number."""
        return self._result(into, "src_user_prompt", kind=kind, prompt=prompt)

    def exec_mode(self, *, into: Into = "") -> Variable:
        """Return the mode that the plan was started for: "infer", "train" or "infer_train" (NAC v1.7)."""
        return self._result(into, "src_exec_mode")

    # models, files and tokenizers

    def load_model(self, path: str = "", *, model: int = 0) -> None:
        """Load a file under a number from 0 to 255; the empty path is the file that the plan is in."""
        self._emit("res_load_model", model=model, path=path)

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

    def zero_grad(self, model: int = 0) -> None:
        """Forget the gradients of a model, which no step of nacformats keeps (NAC v1.7)."""
        self._emit("model_zero_grad", model=model)

    def save_weights(self, path: PlanValue = "", *, model: int = 0) -> None:
        """Write a model with its parameters as they are now; the empty path is that of the model (NAC v1.7)."""
        self._emit("model_save_weights", model=model, name=path, kind="nac")

    def tokenizer(self, model: int = 0, *, into: Into = "") -> Variable:
        """Return the tokenizer of a model."""
        return self.load_extern("tokenizer", _model(model), into=into)

    def load_extern(
        self, kind: Literal["tokenizer", "constant"], resource: ConstantValue, *, into: Into = ""
    ) -> Variable:
        """Load the tokenizer of the model with a number, or the constant itself."""
        return self._result(into, "res_load_extern", kind=kind, resource=resource)

    def load_datafile(self, path: str, *, kind: FileKind = "array", into: Into = "") -> Variable:
        """Load a file that the plan names."""
        return self._result(into, "res_load_datafile", kind=kind, path=path)

    def load_dynamic(self, name: PlanValue, *, kind: FileKind = "array", into: Into = "") -> Variable:
        """Load a file whose name was computed."""
        return self._result(into, "res_load_dynamic", name=name, kind=kind)

    def load_array(self, name: str, *, into: Into = "") -> Variable:
        """Load an array of the file that the plan is in (NAC v1.8)."""
        return self._result(into, "res_load_array", array=name)

    def encode(self, tokenizer: Variable, text: PlanValue, *, into: Into = "") -> Variable:
        """Encode a text as token ids."""
        return self._result(into, "preproc_encode", processor=tokenizer, source=text)

    def decode(self, tokenizer: Variable, ids: PlanValue, *, into: Into = "") -> Variable:
        """Decode token ids to text, without special tokens."""
        return self._result(into, "preproc_decode", processor=tokenizer, source=ids)

    def get_id(self, tokenizer: Variable, token: str, *, into: Into = "") -> Variable:
        """Look up the id of a token."""
        constant = token
        return self._result(into, "preproc_get_id", processor=tokenizer, token=constant)

    # tensors and numbers

    def create(
        self, source: PlanValue, *, dtype: PlanDtype = "float32", kind: Creation = "values", into: Into = ""
    ) -> Variable:
        """Create a tensor: values and arange have shape [1, n], ones and zeros the shape in source."""
        return self._result(into, "tensor_create", dtype=dtype, kind=kind, source=source)

    def manipulate(
        self,
        tensor: PlanValue,
        width: PlanValue,
        *,
        value: PlanValue = 0,
        operation: Literal["pad"] = "pad",
        into: Into = "",
    ) -> Variable:
        """Pad a tensor with `width` times a value in front of its last axis."""
        given = {"tensor": tensor, "width": width, "value": value}
        return self._result(into, "tensor_manipulate", operation=operation, **given)

    def unsqueeze(self, tensor: PlanValue, dim: PlanValue, *, into: Into = "") -> Variable:
        """Insert an axis of size 1 (NAC v1.8)."""
        return self._result(into, "tensor_manipulate", operation="unsqueeze", tensor=tensor, dim=dim)

    def squeeze(self, tensor: PlanValue, dim: PlanValue, *, into: Into = "") -> Variable:
        """Remove an axis of size 1 (NAC v1.8)."""
        return self._result(into, "tensor_manipulate", operation="squeeze", tensor=tensor, dim=dim)

    def combine(
        self,
        tensors: Sequence[PlanValue],
        *,
        axis: PlanValue = -1,
        operation: Literal["concat"] = "concat",
        into: Into = "",
    ) -> Variable:
        """Concatenate tensors along an axis."""
        return self._result(into, "tensor_combine", operation=operation, tensors=tensors, axis=axis)

    def info(self, what: Property, tensor: PlanValue, *, axis: PlanValue = None, into: Into = "") -> Variable:
        """Return the shape of a tensor, the size of an axis, or its only element. ValueError: size without axis."""
        if what != "size":
            return self._result(into, "tensor_info", property=what, tensor=tensor)
        if axis is None:
            raise ValueError("the size of which axis?")
        return self._result(into, "tensor_info", property=what, tensor=tensor, axis=axis)

    def extract(self, tensor: PlanValue, index: PlanValue, *, into: Into = "") -> Variable:
        """Extract tensor[0, index, :] of three axes, tensor[0, index] of two, tensor[index] of one."""
        return self._result(into, "tensor_extract", tensor=tensor, index=index)

    def unary(self, source: PlanValue, *, operation: UnaryOperation = "softmax", into: Into = "") -> Variable:
        """Apply a function to a tensor; softmax is along its last axis."""
        return self._result(into, "math_unary", operation=operation, source=source)

    def binary(self, operation: BinaryOperation, left: PlanValue, right: PlanValue, *, into: Into = "") -> Variable:
        """Combine two values by arithmetic; also `left + right`, and so on."""
        return self._result(into, "math_binary", operation=operation, left=left, right=right)

    def aggregate(self, source: PlanValue, *, operation: Literal["argmax"] = "argmax", into: Into = "") -> Variable:
        """Reduce the last axis of a tensor."""
        return self._result(into, "math_aggregate", operation=operation, source=source)

    def compare(self, operation: Comparison, left: PlanValue, right: PlanValue, *, into: Into = "") -> Variable:
        """Compare two values, for a condition."""
        return self._result(into, "logic_compare", operation=operation, left=left, right=right)

    def top_k(
        self, source: PlanValue, count: PlanValue, *, into: tuple[Into, Into] = ("", "")
    ) -> tuple[Variable, Variable]:
        """Return the indices of the largest elements of the flat tensor, and these elements, in descending order."""
        given = {"source": source, "count": count, "indices": into[0], "elements": into[1]}
        indices, elements = self._emit("analysis_top_k", **given)
        return indices, elements

    def sample(
        self, logits: PlanValue, *, temperature: PlanValue = 1.0, top_k: PlanValue = 0, into: Into = ""
    ) -> Variable:
        """Draw an index with the probabilities of a softmax; top_k of 0 draws from all logits."""
        return self._result(into, "analysis_sample", temperature=temperature, top_k=top_k, logits=logits)

    # text and output

    def format(self, template: str, *values: PlanValue, into: Into = "") -> Variable:
        """Format a template with `{}` for each value."""
        return self._result(into, "string_format", values=values, pattern=template)

    def serialize(
        self,
        source: PlanValue,
        *,
        format: Serialization = "json",  # noqa: A002
        into: Into = "",
    ) -> Variable:
        """Serialize a value as text, as JSON, or as the bytes of a picture."""
        return self._result(into, "serialize_object", source=source, format=format)

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

    def debug_print(self, source: PlanValue, message: str) -> None:
        """Show a value, with a message, to whoever debugs the plan."""
        self._emit("sys_debug_print", source=source, message=message)

    # the end

    def return_(self, *values: PlanValue) -> None:
        """End with results: one as it is, several as a list."""
        self._emit("exec_return", values=values)

    def halt(self) -> None:
        """End without a result."""
        self._emit("exec_halt")

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
