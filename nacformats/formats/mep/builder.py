"""Plans made in Python, one method for each opcode."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Literal, TypeAlias

from nacformats.formats.mep.drafting import Into, Label, PlanDraft, PlanValue, Variable
from nacformats.formats.mep.opcodes import MODELS
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


class PlanBuilder(PlanDraft):
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

    @contextmanager
    def loop(self, count: PlanValue) -> Iterator[None]:
        """Begin a loop: the body of `with builder.loop(count):` runs count times, and not at all for 0 or less."""
        self._emit("flow_loop_start", count=self._slot(count))
        self._open.append(len(self._drafts))
        yield
        self._open.pop()
        self._emit("flow_loop_end")

    def break_if(self, condition: PlanValue) -> None:
        """Leave the innermost loop when a condition holds. ValueError outside of loops."""
        if not self._open:
            raise ValueError("break_if belongs in a loop")
        self._emit("flow_break_loop_if", condition=self._slot(condition))

    def branch_if(self, condition: PlanValue, label: Label) -> None:
        """Jump to a label when a condition holds."""
        self._emit("flow_branch_if", label, condition=self._slot(condition))

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
        return self._result(into, "src_constant", constant=self._constant(Constant.of(value)))

    def copy(self, source: PlanValue, *, into: Into = "") -> Variable:
        """Copy a value to another slot."""
        return self._result(into, "sys_copy", source=self._slot(source))

    def user_prompt(self, prompt: str = "", *, kind: ValueKind = "text", into: Into = "") -> Variable:
        """Ask the user, and return the answer as text, an integer or a number."""
        return self._result(into, "src_user_prompt", kind=kind, prompt=self._constant(Constant.of(prompt)))

    def exec_mode(self, *, into: Into = "") -> Variable:
        """Return the mode that the plan was started for: "infer", "train" or "infer_train" (NAC v1.7)."""
        return self._result(into, "src_exec_mode")

    # models, files and tokenizers

    def load_model(self, path: str = "", *, model: int = 0) -> None:
        """Load a file under a number from 0 to 255; the empty path is the file that the plan is in."""
        self._emit("res_load_model", model=_model(model), path=self._constant(Constant.of(path)))

    def unload(self, what: Variable | int) -> None:
        """Release the model of a number, or empty a variable."""
        if isinstance(what, Variable):
            self._emit("res_unload", kind="slot", slot=self._slot(what))
        else:
            self._emit("res_unload", kind="model", model=_model(what))

    def run_static(
        self, inputs: Sequence[PlanValue], *, outputs: int | Sequence[Into] = 1, model: int = 0
    ) -> list[Variable]:
        """Run a model.

        Args:
            inputs: in the order of the model.
            outputs: how many outputs are wanted, or where they go.
            model: the number that it was loaded under.
        """
        given = [self._slot(each) for each in inputs]
        wanted: Sequence[Into] = [""] * outputs if isinstance(outputs, int) else outputs
        results = [self._variable(each) for each in wanted]
        slots = tuple(each.slot for each in results)
        self._emit("model_run_static", model=_model(model), inputs=tuple(given), outputs=slots)
        return results

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
        slots = {name: tuple(map(self._slot, given)) for name, given in (("inputs", inputs), ("targets", targets))}
        head = {"weight": self._name(weight), "bias": self._name(bias)}
        numbers = {"model": _model(model), "rate": self._slot(rate), "logits": self._not_first(logits)}
        return self._result(into, "model_train_step", loss=loss, **slots, **head, **numbers)

    def zero_grad(self, model: int = 0) -> None:
        """Forget the gradients of a model, which no step of nacformats keeps (NAC v1.7)."""
        self._emit("model_zero_grad", model=_model(model))

    def save_weights(self, path: PlanValue = "", *, model: int = 0) -> None:
        """Write a model with its parameters as they are now; the empty path is that of the model (NAC v1.7)."""
        self._emit("model_save_weights", model=_model(model), name=self._slot(path), kind="nac")

    def tokenizer(self, model: int = 0, *, into: Into = "") -> Variable:
        """Return the tokenizer of a model."""
        return self.load_extern("tokenizer", _model(model), into=into)

    def load_extern(
        self, kind: Literal["tokenizer", "constant"], resource: ConstantValue, *, into: Into = ""
    ) -> Variable:
        """Load the tokenizer of the model with a number, or the constant itself."""
        return self._result(into, "res_load_extern", kind=kind, resource=self._constant(Constant.of(resource)))

    def load_datafile(self, path: str, *, kind: FileKind = "array", into: Into = "") -> Variable:
        """Load a file that the plan names."""
        return self._result(into, "res_load_datafile", kind=kind, path=self._constant(Constant.of(path)))

    def load_dynamic(self, name: PlanValue, *, kind: FileKind = "array", into: Into = "") -> Variable:
        """Load a file whose name was computed."""
        return self._result(into, "res_load_dynamic", name=self._slot(name), kind=kind)

    def load_array(self, name: str, *, into: Into = "") -> Variable:
        """Load an array of the file that the plan is in (NAC v1.8)."""
        return self._result(into, "res_load_array", array=self._constant(Constant.of(name)))

    def encode(self, tokenizer: Variable, text: PlanValue, *, into: Into = "") -> Variable:
        """Encode a text as token ids."""
        return self._result(into, "preproc_encode", processor=self._slot(tokenizer), source=self._slot(text))

    def decode(self, tokenizer: Variable, ids: PlanValue, *, into: Into = "") -> Variable:
        """Decode token ids to text, without special tokens."""
        return self._result(into, "preproc_decode", processor=self._slot(tokenizer), source=self._slot(ids))

    def get_id(self, tokenizer: Variable, token: str, *, into: Into = "") -> Variable:
        """Look up the id of a token."""
        constant = self._constant(Constant.of(token))
        return self._result(into, "preproc_get_id", processor=self._slot(tokenizer), token=constant)

    # tensors and numbers

    def create(
        self, source: PlanValue, *, dtype: PlanDtype = "float32", kind: Creation = "values", into: Into = ""
    ) -> Variable:
        """Create a tensor: values and arange have shape [1, n], ones and zeros the shape in source."""
        return self._result(into, "tensor_create", dtype=dtype, kind=kind, source=self._slot(source))

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
        slots = {"tensor": self._slot(tensor), "width": self._slot(width), "value": self._slot(value)}
        return self._result(into, "tensor_manipulate", operation=operation, **slots)

    def unsqueeze(self, tensor: PlanValue, dim: PlanValue, *, into: Into = "") -> Variable:
        """Insert an axis of size 1 (NAC v1.8)."""
        return self._reshaped("unsqueeze", tensor, dim, into)

    def squeeze(self, tensor: PlanValue, dim: PlanValue, *, into: Into = "") -> Variable:
        """Remove an axis of size 1 (NAC v1.8)."""
        return self._reshaped("squeeze", tensor, dim, into)

    def _reshaped(self, operation: str, tensor: PlanValue, dim: PlanValue, into: Into) -> Variable:
        slots = {"tensor": self._slot(tensor), "dim": self._slot(dim)}
        return self._result(into, "tensor_manipulate", operation=operation, **slots)

    def combine(
        self,
        tensors: Sequence[PlanValue],
        *,
        axis: PlanValue = -1,
        operation: Literal["concat"] = "concat",
        into: Into = "",
    ) -> Variable:
        """Concatenate tensors along an axis."""
        slots = tuple(self._slot(each) for each in tensors)
        return self._result(into, "tensor_combine", operation=operation, tensors=slots, axis=self._slot(axis))

    def info(self, what: Property, tensor: PlanValue, *, axis: PlanValue = None, into: Into = "") -> Variable:
        """Return the shape of a tensor, the size of an axis, or its only element. ValueError: size without axis."""
        slots = {"tensor": self._slot(tensor)}
        if what == "size":
            if axis is None:
                raise ValueError("the size of which axis?")
            slots["axis"] = self._slot(axis)
        return self._result(into, "tensor_info", property=what, **slots)

    def extract(self, tensor: PlanValue, index: PlanValue, *, into: Into = "") -> Variable:
        """Extract tensor[0, index, :] of three axes, tensor[0, index] of two, tensor[index] of one."""
        return self._result(into, "tensor_extract", tensor=self._slot(tensor), index=self._slot(index))

    def unary(self, source: PlanValue, *, operation: UnaryOperation = "softmax", into: Into = "") -> Variable:
        """Apply a function to a tensor; softmax is along its last axis."""
        return self._result(into, "math_unary", operation=operation, source=self._slot(source))

    def aggregate(self, source: PlanValue, *, operation: Literal["argmax"] = "argmax", into: Into = "") -> Variable:
        """Reduce the last axis of a tensor."""
        return self._result(into, "math_aggregate", operation=operation, source=self._slot(source))

    def compare(self, operation: Comparison, left: PlanValue, right: PlanValue, *, into: Into = "") -> Variable:
        """Compare two values, for a condition."""
        slots = {"left": self._slot(left), "right": self._slot(right)}
        return self._result(into, "logic_compare", operation=operation, **slots)

    def top_k(
        self, source: PlanValue, count: PlanValue, *, into: tuple[Into, Into] = ("", "")
    ) -> tuple[Variable, Variable]:
        """Return the indices of the largest elements of the flat tensor, and these elements, in descending order."""
        slots = {"source": self._slot(source), "count": self._slot(count)}
        indices, elements = self._variable(into[0]), self._variable(into[1])
        self._emit("analysis_top_k", **slots, indices=indices.slot, elements=elements.slot)
        return indices, elements

    def sample(
        self, logits: PlanValue, *, temperature: PlanValue = 1.0, top_k: PlanValue = 0, into: Into = ""
    ) -> Variable:
        """Draw an index with the probabilities of a softmax; top_k of 0 draws from all logits."""
        slots = {"temperature": self._slot(temperature), "top_k": self._slot(top_k)}
        return self._result(into, "analysis_sample", logits=self._slot(logits), **slots)

    # text and output

    def format(self, template: str, *values: PlanValue, into: Into = "") -> Variable:
        """Format a template with `{}` for each value."""
        slots = tuple(self._slot(each) for each in values)
        return self._result(into, "string_format", template=self._constant(Constant.of(template)), values=slots)

    def serialize(
        self,
        source: PlanValue,
        *,
        format: Serialization = "json",  # noqa: A002
        into: Into = "",
    ) -> Variable:
        """Serialize a value as text, as JSON, or as the bytes of a picture."""
        return self._result(into, "serialize_object", source=self._slot(source), format=format)

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
        slot = self._slot(source)
        if (destination == "file") != (path is not None):
            raise ValueError("a file is written to by its name, and nothing else is")
        where = {"unused": 0} if path is None else {"name": self._slot(path)}
        self._emit("io_write", source=slot, destination=destination, mode=mode, **where)

    def debug_print(self, source: PlanValue, message: str) -> None:
        """Show a value, with a message, to whoever debugs the plan."""
        self._emit("sys_debug_print", source=self._slot(source), message=self._constant(Constant.of(message)))

    # the end

    def return_(self, *values: PlanValue) -> None:
        """End with results: one as it is, several as a list."""
        self._emit("exec_return", values=tuple(self._slot(each) for each in values))

    def halt(self) -> None:
        """End without a result."""
        self._emit("exec_halt")

    def _not_first(self, variable: Variable | None) -> int:
        """Return the slot of a variable, or 0 for none; what is in slot 0 is copied to another one."""
        if variable is None:
            return 0
        return self._slot(variable) or self.copy(variable).slot


def _model(number: int) -> int:
    if not 0 <= number < MODELS:
        raise ValueError(f"models have numbers from 0 to {MODELS - 1}, not {number}")
    return number
