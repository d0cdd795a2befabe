"""Sessions of commands: options, telling usage errors from bad files, and an end in time."""

from __future__ import annotations

import atexit
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Literal

import click

from nacformats.api import is_onnx_file
from nacformats.commands.opening import about, opened_model
from nacformats.commands.terminal import BAD_FILE, DASH, INTERRUPTED, CommandError, usage_errors
from nacformats.errors import FormatError
from nacformats.runtime.budget import Budget, checked_memory, checked_seconds, still_running
from nacformats.runtime.engines import engine_names
from nacformats.runtime.session import Session
from nacformats.typing import EngineName

#: Paths of errors of the runtime that are about its arguments, not about the model.
GIVEN = ("inputs", "targets", "parameters", "shapes", "values")
#: Options that an error names in its hint when they are missing.
NEEDED = ("--parameters", "--reshape")
#: Units of --max-memory.
_UNITS = {"": 1, **{f"{prefix}iB": 1024**power for power, prefix in enumerate("KMGT", 1)}}
_UNITS |= {"B": 1, **{f"{prefix}B": 1000**power for power, prefix in enumerate("kMGT", 1)}}


def size_option(_context: click.Context, _option: click.Parameter, value: str | None) -> int | None:
    """Return 2GiB, 500MB or a plain number as a number of bytes."""
    if value is None:
        return None
    match = re.fullmatch(r"(\d{1,20})([A-Za-z]*)", value, re.ASCII)
    if match is None or match[2] not in _UNITS:
        raise click.BadParameter(f"{value!r} is not a size: write it as 500000000, 500MB or 2GiB")
    unit: int = _UNITS[match[2]]
    return int(match[1]) * unit


def _seconds(_context: click.Context, _option: click.Parameter, value: float | None) -> float | None:
    try:
        return checked_seconds(value)
    except ValueError:
        raise click.BadParameter(f"{value} is not a time: write it in seconds, above 0") from None


#: The options of a command that makes a session.
ENGINE = click.option("--engine", type=click.Choice(engine_names()), default="numpy", show_default=True)
TRUST = click.option("--trust", is_flag=True, help="Let MODEL call any operator of PyTorch, as a program could.")
MAX_MEMORY = click.option("--max-memory", metavar="SIZE", callback=size_option, help="Of all arrays, as in 2GiB.")
TIMEOUT = click.option(
    "--timeout", type=float, callback=_seconds, metavar="SECONDS", help="After which a run is given up."
)


@dataclass(frozen=True)
class SessionChoices:
    """The choices that these options make."""

    engine: EngineName
    trust: bool
    max_memory: int | None
    timeout: float | None

    @property
    def trusted(self) -> Literal["all"] | None:
        """Return what sessions take as `trust`."""
        return "all" if self.trust else None

    @property
    def memory(self) -> int:
        """Return the bytes that a run may take."""
        return checked_memory(self.max_memory)

    def session(self, model: Any, **more: Any) -> Session:
        """Return a session of a model, within the budget; the rest is for Session."""
        budget = Budget(memory=self.max_memory, seconds=self.timeout)
        return Session(model, engine=self.engine, trust=self.trusted, budget=budget, **more)


def with_session_options(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command with the options of SessionChoices."""
    for option in (TIMEOUT, MAX_MEMORY, TRUST, ENGINE):
        command = option(command)
    return command


@contextmanager
def _asked_wrongly(model: str) -> Iterator[None]:
    """Turn errors about what the caller gave, or did not give, into usage errors."""
    try:
        yield
    except FormatError as error:
        if error.path in GIVEN or any(option in (error.hint or "") for option in NEEDED):
            raise CommandError(f"{model}: {error}") from None
        raise


@contextmanager
def _leaving_at_once() -> Iterator[None]:
    """When a run in this block is given up, end the process in time, although an operation goes on in its thread."""
    try:
        yield
    except BaseException as error:
        if still_running():
            atexit.register(_leave, _code_of(error))
        raise


@contextmanager
def model_for_session(file: str, *, strict: bool) -> Iterator[Any]:
    """Give the model in a file, for as long as sessions are made of it and run."""
    with _opened(file, strict=strict) as model, about(file), _asked_wrongly(file), _leaving_at_once():
        yield model


@contextmanager
def _opened(file: str, *, strict: bool) -> Iterator[Any]:
    """Give the model in a file; an ONNX model is compiled."""
    if file == DASH or not is_onnx_file(file):
        with opened_model(file, strict=strict) as model:
            yield model
        return
    from nacformats.compiler import compile as compiled  # noqa: PLC0415  it takes long to import

    with about(file), usage_errors(ImportError, about=f"{file}: "):
        model = compiled(file)
    yield model


def made_session(make: Callable[[], Session], file: str, purpose: str) -> Session:
    """Make a session; purpose: what a file of another kind cannot be, such as "run".

    Raises:
        CommandError: a library is missing, or the model is of another kind.
    """
    with usage_errors(ImportError), usage_errors(TypeError, about=f"{file}: cannot be {purpose}: "):
        return make()


def _code_of(error: BaseException) -> int:
    if isinstance(error, SystemExit) and isinstance(error.code, int):
        return error.code
    return INTERRUPTED if isinstance(error, KeyboardInterrupt) else BAD_FILE


def _leave(code: int) -> None:
    """Flush and end; what else is registered for the end would wait for the thread or disturb it."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)
