"""Exporting a module with torch.export."""

from __future__ import annotations

import inspect
import logging
import re
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, redirect_stderr, suppress
from functools import partial
from io import StringIO
from operator import attrgetter
from typing import Any

import torch
from torch._subclasses import FakeTensor
from torch.utils import _pytree as pytree

from nacformats.errors import UnsupportedError


def register_containers() -> None:
    """Make key-value caches of transformers known to torch.export, when the caller uses that library."""
    if "transformers" not in sys.modules:
        return
    try:
        from transformers.cache_utils import EncoderDecoderCache  # noqa: PLC0415  only where the caller has it
        from transformers.integrations.executorch import register_dynamic_cache_export_support  # noqa: PLC0415
    except ImportError:  # another version: the caller registers what is needed
        return
    register: Callable[[], None] = register_dynamic_cache_export_support
    register()
    if EncoderDecoderCache in pytree.SUPPORTED_NODES:
        return
    names = ["self_attention_cache", "cross_attention_cache"]
    pytree.register_pytree_node(
        EncoderDecoderCache,
        lambda cache: ([getattr(cache, name) for name in names], names),
        lambda caches, _names: EncoderDecoderCache(*caches),
        serialized_type_name="transformers.cache_utils.EncoderDecoderCache",
        flatten_with_keys_fn=lambda cache: ([(pytree.MappingKey(name), getattr(cache, name)) for name in names], names),
    )


#: A message quotes at most this many characters of what PyTorch says.
QUOTED = 400
_OF_ONE = "a size that varies must not be 0 or 1 in the example: torch.export fixes these; give an example with 2"
HINTS = (
    ("ata-dependent", "a decision or a size depends on the values of a tensor; write it with torch.where or masks"),
    ("GuardOnDataDependent", "a decision or a size depends on the values of a tensor; use torch.where or masks"),
    ("constant (1)", _OF_ONE),
    ("0/1 special", _OF_ONE),
    ("Constraints violated", "the model fixes or relates sizes that dynamic_shapes lets vary freely"),
    ("dynamic_shapes", "dynamic_shapes has to follow the structure of args and kwargs"),
    ("DynamicCache containing only", "the model returns a cache that torch.export cannot; pass use_cache=False"),
    ("ScriptModule", "compile the module that this was made from"),
    ("fake tensor in the exported", "a model computes gradients with torch.func.grad, not with torch.autograd"),
    ("Unsupported input type", "torch.export takes tensors, numbers, and lists, tuples and dicts of these"),
)
HINT = "export it yourself with torch.export.export, and pass the ExportedProgram"


@contextmanager
def quick_tracing() -> Iterator[None]:
    """Within this block, PyTorch traces without what a graph that is only read does not need.

    That is the stack trace of each operation, and Python code for the graph before and after each of its passes: 40 %
    of the time. Versions of PyTorch that cannot leave them out take their time.
    """
    with ExitStack() as stack:
        with suppress(ImportError, AttributeError):
            from torch.fx._lazy_graph_module import _use_lazy_graph_module  # noqa: PLC0415  private: it may go

            stack.enter_context(_use_lazy_graph_module(True))
        config: Any = torch.fx.config
        before = getattr(config, "do_not_emit_stack_traces", None)
        if before is not None:
            config.do_not_emit_stack_traces = True
            stack.callback(setattr, config, "do_not_emit_stack_traces", before)
        yield


@contextmanager
def quietly() -> Iterator[None]:
    """Within this block, PyTorch neither warns nor logs nor prints graphs: what matters is in the errors."""
    disabled = logging.root.manager.disable
    logging.disable(logging.ERROR)
    try:
        with warnings.catch_warnings(), redirect_stderr(StringIO()):
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(disabled)


def exported(
    model: Any, args: Sequence[Any], kwargs: Mapping[str, Any], dynamic_shapes: Any
) -> torch.export.ExportedProgram:
    """Return the module as torch.export sees it, traced in one way or the other.

    Raises:
        UnsupportedError: both ways fail; or the model is in training mode, and computes something else in it.
        TypeError: it is not a module, or the inputs are not those of its forward.
    """
    if not isinstance(model, torch.nn.Module):
        raise TypeError(f"expected a torch.nn.Module or an ExportedProgram, got {type(model).__name__}")
    _check_arguments(model, args, kwargs)
    register_containers()
    training = _outermost_in_training(model)
    with _in_eval_mode(model):
        program = _traced(model, args, kwargs, dynamic_shapes)
    if training and _differs(program, partial(_traced, model, args, kwargs, dynamic_shapes)):
        named = ", ".join(training[:_NAMED]) + (", ..." if len(training) > _NAMED else "")
        what = f"module {named} of the model" if all(training) else "the model"
        raise UnsupportedError(f"{what} is in training mode, in which it computes something else", hint=EVAL)
    return program


#: A message names at most so many submodules.
_NAMED = 3
EVAL = "call eval() on the model before it is compiled or exported"


def _outermost_in_training(model: torch.nn.Module) -> list[str]:
    """Return the names of the modules in training mode that are in no other such one; "" is the model itself."""
    found: list[str] = []
    for name, module in model.named_modules():
        if module.training and not any(outer == "" or name.startswith(f"{outer}.") for outer in found):
            found.append(name)
    return found


@contextmanager
def _in_eval_mode(model: torch.nn.Module) -> Iterator[None]:
    """Within this block, no module of the model is in training mode; `eval` may be a method that does more."""
    changed = [module for module in model.modules() if module.training]
    for module in changed:
        module.training = False
    try:
        yield
    finally:
        for module in changed:
            module.training = True


def _differs(program: torch.export.ExportedProgram, trace: Callable[[], torch.export.ExportedProgram]) -> bool:
    """True unless the other trace can be made, and computes the same: Linear does in either mode, Dropout does not."""
    try:
        other = trace()
    except UnsupportedError:
        return True
    return any(of(program) != of(other) for of in (_text_of, attrgetter("call_spec"), _constants))


def _constants(program: torch.export.ExportedProgram) -> dict[str, Any]:
    """Return the constants by name: element types, shapes and bytes, since a NaN does not equal itself."""
    dense = {name: each for name, each in program.constants.items() if getattr(each, "layout", None) == torch.strided}
    return {
        name: (each.dtype, each.shape, each.detach().cpu().contiguous().reshape(-1).view(torch.uint8).numpy().tobytes())
        for name, each in dense.items()
    }


def _text_of(program: torch.export.ExportedProgram) -> str:
    """Return what a program computes, with the programs inside of it, as text."""
    modules = [each for each in program.graph_module.modules() if isinstance(each, torch.fx.GraphModule)]
    return "\n".join(f"{node} = {node.op} {node.target} {_said(node)}" for each in modules for node in each.graph.nodes)


def _said(node: torch.fx.Node) -> dict[str, Any] | tuple[Any, ...]:
    """Return the arguments of a call; whether it trains is none of them where nothing is dropped."""
    if (named := _named_arguments(node)) is None:
        return (*node.args, node.kwargs)
    return named | ({} if dropped(node) else {"train": False})


def _named_arguments(node: torch.fx.Node) -> dict[str, Any] | None:
    if not isinstance(node.target, torch._ops.OpOverload):
        return None
    names = [each.name for each in node.target._schema.arguments]
    return {**dict(zip(names, node.args, strict=False)), **node.kwargs}


def dropped(node: torch.fx.Node) -> Any:
    """Return the share of elements that a call drops at random; 0 where it drops none."""
    named = _named_arguments(node) or {}
    if named.get("train", False) is False or named.get("num_layers") == 1:
        return named.get("dropout_p", 0)
    return named.get("p", named.get("dropout"))


#: The functions that stand for torch.func (`vmap`, `grad`, `jacrev`) where PyTorch traces above it.
TRANSFORMS = "torch._functorch.predispatch"


def _traced(
    model: torch.nn.Module, args: Sequence[Any], kwargs: Mapping[str, Any], dynamic_shapes: Any
) -> torch.export.ExportedProgram:
    errors: list[Exception] = []
    for trace in _TRACES:
        try:
            with quietly():
                program = trace(model, tuple(args), dict(kwargs), dynamic_shapes=dynamic_shapes)
        except Exception as error:  # noqa: BLE001  whatever the model's own code raises
            errors.append(error)
            continue
        if not _has_remains(program):
            return program
        errors.append(RuntimeError("it transforms functions (torch.func)"))
    text = torch_message(errors[0])
    hint = next((hint for part, hint in HINTS if part in str(errors[0])), HINT)
    raise UnsupportedError(f"torch.export refuses the model: {text}", hint=hint) from errors[0]


def _has_remains(program: torch.export.ExportedProgram) -> bool:
    """True if a trace has functions in place of what they do, or tensors without elements in place of results."""
    functions = [node.target for node in program.graph.nodes if getattr(node.target, "__module__", "") == TRANSFORMS]
    return bool(functions) or any(isinstance(each, FakeTensor) for each in program.constants.values())


def _below_transforms(*args: Any, **options: Any) -> torch.export.ExportedProgram:
    """Trace the operations that the transforms of torch.func are made of; `torch.export.export` traces above these."""
    program: torch.export.ExportedProgram = torch.export._trace._export(*args, **options, pre_dispatch=False)
    return program


#: The ways to trace a module, in order.
_TRACES: tuple[Callable[..., torch.export.ExportedProgram], ...] = (
    partial(torch.export.export, strict=False),
    partial(torch.export.export, strict=True),
    partial(_below_transforms, strict=False),
)


def _check_arguments(model: torch.nn.Module, args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
    """Raise TypeError when forward cannot be called so; what has no signature is left to PyTorch."""
    try:
        signature = inspect.signature(model.forward)
    except (TypeError, ValueError):
        return
    try:
        signature.bind(*args, **kwargs)
    except TypeError as error:
        raise TypeError(f"the example inputs do not fit {type(model).__name__}.forward: {error}") from None


def torch_message(error: Exception) -> str:
    """Return the beginning of what PyTorch says, in one line."""
    text = re.sub(r"\s+", " ", str(error)).strip() or type(error).__name__
    text = re.sub(
        r"( For more information, run with TORCH_LOGS=\S+| If you're using mark_dynamic.*?Dim\.AUTO\.)", "", text
    )
    for advice in (" The error above occurred when calling", " For more", " User stack:"):
        text = text.split(advice)[0]
    return text if len(text) <= QUOTED else f"{text[:QUOTED].rstrip()} ..."
