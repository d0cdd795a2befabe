"""What a plan may reach outside of itself: somebody who answers, somebody who reads, and the files of one folder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from nacformats.files import PathLike
from nacformats.plan.sandbox import Files

__all__ = ["Files", "Host"]


@dataclass(frozen=True)
class Host:
    """The world of a plan. What is None is not there: a plan gets no answer and no file, and what it prints is kept.

        Host(input=input, print=print, files=Files("data"))

    Texts are as the program makes them: what goes to a terminal has to be escaped (`nacformats.printing.printable`),
    as the command `nacformats run` does.

    Attributes:
        input: called with a prompt, gives the answer; raises EOFError when there are no more.
        print: called as the builtin is, with a text, `end=` and `flush=`, for what goes to standard output.
        error: the same for standard error; None leaves it to `print`.
        files: the folder whose files the plan may read and, where it says so, write.
        save: the file that the plan's own model is written to, when the plan saves it under the name of its file, or
            without a name; None refuses that. Never the file itself.
    """

    input: Callable[[str], str] | None = None
    print: Callable[..., object] | None = None
    error: Callable[..., object] | None = None
    files: Files | None = None
    save: PathLike | None = None
