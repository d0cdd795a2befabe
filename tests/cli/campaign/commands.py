"""Command lines: every command and option that click knows, with values from typed pools."""

from __future__ import annotations

import importlib
import pkgutil
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import click

import nacformats.commands
from nacformats.cli import main
from nacformats.formats import formats
from nacformats.schema.sources import schema_names
from tests.cli.campaign.material import PLACES, File, drawn_bytes, drawn_file, good_file, originals

#: What the first files of a command mostly are; of any kind where it is not listed.
PREFERRED: Mapping[str, Sequence[str]] = {
    "run": ("trainable", "trainable", "nac", "mic2", "micb", "mep"),
    "train": ("trainable", "trainable", "trainable", "nac"),
    "compile": ("onnx", "onnx", "pt2", "mic2", "micb"),
    "tokenize": ("tokenizer", "nac"),
    "extract": ("nac",),
    "convert": ("nac", "nac", "mic2", "micb", "stb", "safetensors", "tisa"),
    "diff": ("nac",),
    "repair": ("stb", "mic2", "micb", "nac", "tisa"),
}
#: The same for options whose metavar does not say enough.
KINDS: Mapping[str, str] = {"inputs_file": "inputs", "targets_file": "targets"}
#: What else a file may be written as, where the metavar does not say it.
CONVERTED = (".json", ".micb", ".mic2", ".onnx", ".safetensors", ".stb", ".nac", ".mep")
#: Parameters that name what is written, whatever their metavar is.
WRITTEN = ("target", "output", "out", "save", "drawing")
#: Options that say how much is done: what is asked for takes its time.
AMOUNTS = ("count", "steps", "jobs", "timeout", "instructions")
#: Options without which a command often has nothing to do; those that name files are as likely.
LIKELY = ("force", "random", "listed", "memory")
#: Options that others are mostly without effect or an error without, and how often they are given.
OFTEN: Mapping[str, float] = {"command": 0.5, "out": 0.5, "inputs_file": 0.7, "targets_file": 0.9}
#: What an option is about, by commands: it is seldom given without that one.
ABOUT: Mapping[str, Mapping[str, str]] = {
    "fuzz": {"timeout": "command", "refuses": "command", "jobs": "command", "force": "out"},
    "run": {"may_write": "folder", "shapes": "random", "seed": "random", "force": "output"},
    "train": {"force": "output"},
}
#: How many options are given on average, and most likely each; how likely a value is one that does not fit, and how
#: likely a file is of another kind.
OPTIONS, GIVEN, ODD, OTHER_KIND = 2.0, 0.3, 0.08, 0.15
#: How likely only one file of a call is odd, and everything else as it should be.
FOCUSED = 0.6
#: Of how many parameters a command gets no more turns, since one without any is soon done with.
MANY_PARAMETERS = 8
#: What is drawn for a metavar that names no file: usual values and odd ones.
POOLS: Mapping[str, tuple[Sequence[str], Sequence[str]]] = {
    "COMMAND": (("true", "cat {}"), ("no-such", "sh -c 'kill -SEGV $$'", "'", "", "sh -c 'exit 3' {}")),
    "MODULE": (("json",), ("", "no.such.module", "..", "a\nb", "\udcff")),
    "SIZE": (("1MB", "64MB", "1GB"), ("0", "-1", "1e400", "nan", "9" * 400, "MB", "１", "1 KiB", "1")),
    "S": (
        ("ops", "tensors[0]", "program", "steps[0].operands", "records", "meta"),
        ("a[99999999999999999999]", "[", "", "x" * 9_000, "..", "ops[-1]", "\x1b[1m"),
    ),
    "VERSION": (("1.6", "1.7", "1.8"), ("", "1", "1.60", "\x1b")),
    "NAME": (tuple(schema_names()), ("", "no", "../../etc/passwd", "\udcff", "nac\n")),
    "TEXT": (
        ("hello world", "0 1 2", "Once upon a time", "3"),
        ("", "9" * 20, "-1", "\x1b[2J", "\udcff", "é" * 500, "a" * 9_000, "\n", "-", "1e5"),
    ),
    "NAME=2x3[:DTYPE]": (
        ("x=2x3", "in0=1x8:float32"),
        ("x=", "=2", "a=9999999999x9999999999", "x=-1", "b=²", "c=2:no"),
    ),
    "VALUE=2x3": (("0=2x3", "x=6"), ("x=", "=2", "0=99999999999999999999", "0=-1", "0=²")),
}
#: Names of inputs, and values for any option that is none of these.
NAMES = ("x", "in0", "features", "tokens", "w", "fc1.weight", "a=b", "\udcff", "\x1b[1m")
WORDS = ("default", "none", "x", "json", "", "\x1b[31m", "\udcff", "a" * 5_000, "1", "-", "é", "../..")
NUMBERS = ("1", "2", "3", "5", "7")
ODD_NUMBERS = ("0", "-1", "", "x", "1.5", "1e3", "0x10", "nan", "inf", "-inf", "9" * 20, "9" * 5_000, "٣", "1_0", " 1 ")
#: Of these, what is soon done with.
ODD_AMOUNTS = ("0", "-1", "", "x", "nan", "-inf", "9" * 5_000)


@dataclass
class Case:
    """One call of the command.

    Attributes:
        seed: what it is made from.
        words: the arguments.
        files: what has to be in the folder where it runs.
        stdin: what standard input holds; None: it is closed.
    """

    seed: int
    words: list[str] = field(default_factory=list)
    files: list[File] = field(default_factory=list)
    stdin: bytes | None = b""


@cache
def commands() -> Mapping[str, click.Command]:
    """All commands by name, as they are declared: those that take their arguments as they come are passed on."""
    declared = {name: command for name, command in main.commands.items() if not command.hidden}
    for info in pkgutil.iter_modules(nacformats.commands.__path__):
        module = importlib.import_module(f"{nacformats.commands.__name__}.{info.name}")
        found = [each for each in vars(module).values() if isinstance(each, click.Command)]
        declared |= {each.name: each for each in found if each.name in declared}
    return declared


def drawn_case(seed: int) -> Case:
    """The case of a seed, always the same."""
    rng = random.Random(seed)
    case = Case(seed)
    name = rng.choices(*zip(*sorted(_turns().items()), strict=True))[0]
    draw = _Draw(rng, name, case)
    given: dict[str, list[list[str]]] = {}
    arguments: list[str] = []
    for parameter in commands()[name].params:
        if isinstance(parameter, click.Option):
            given[parameter.name or ""] = list(draw.option(parameter))
        else:
            arguments += draw.argument(parameter)
    options = [each for option, drawn in given.items() if draw.is_about_something(option, given) for each in drawn]
    rng.shuffle(options)
    words = [*(word for option in options for word in option), *arguments]
    if rng.random() < 0.02 and not draw.is_focused:
        words.insert(rng.randrange(len(words) + 1), rng.choice(("--no-such", "-", "--", "--help", "-x", *WORDS)))
    if rng.random() < 0.03 and arguments and not draw.is_focused:
        words.remove(rng.choice(arguments))
    draw.focus()
    case.words = [*_group_options(rng), name, *words]
    case.stdin = None if rng.random() < 0.02 else rng.choice((b"", b"hello\n", drawn_bytes(rng, draw.kind())))
    return case


@cache
def _turns() -> Mapping[str, int]:
    """How many turns each command gets."""
    return {name: min(len(command.params), MANY_PARAMETERS) for name, command in commands().items()}


def _group_options(rng: random.Random) -> list[str]:
    """Sometimes an option of the command itself, before the name of a command."""
    flags = [option for each in main.params if isinstance(each, click.Option) for option in each.opts]
    return [rng.choice(flags)] if flags and rng.random() < 0.01 else []


class _Draw:
    """Draws the parameters of one case, with the files that they name."""

    def __init__(self, rng: random.Random, command: str, case: Case) -> None:
        self._rng = rng
        self._command = command
        self._case = case
        self._is_tree = False
        self._kinds: list[str] = []
        self.is_focused = rng.random() < FOCUSED
        self._odd = ODD / 8 if self.is_focused else ODD

    def focus(self) -> None:
        """Where only one file is odd: make it so."""
        files = self._case.files
        if self.is_focused and files:
            index = self._rng.randrange(len(files))
            files[index] = replace(files[index], data=drawn_bytes(self._rng, self._kinds[index], good=0))

    def kind(self) -> str:
        """The kind of a file that the command takes first."""
        if self._is_tree and self._command != "fuzz" and self._rng.random() < 0.7:
            return self._rng.choice(("toy", "json"))
        known = [kind for kind in PREFERRED.get(self._command, ()) if kind in originals()]
        if not known or self._rng.random() < min(OTHER_KIND, 2 * self._odd):
            return self._rng.choice(list(originals()))
        return self._rng.choice(known)

    def option(self, option: click.Option) -> Iterator[list[str]]:
        """An option with its value, or nothing."""
        rng = self._rng
        if option.name == "help":
            return
        is_slow = option.name in AMOUNTS and isinstance(option.default, int | float)  # click has its own None
        given = min(GIVEN, OPTIONS / len(commands()[self._command].params))
        is_likely = option.name in LIKELY or "FILE" in f"{option.metavar}"
        often = OFTEN.get(option.name or "", 2 * given if is_likely else given)
        if not is_slow and rng.random() >= often:
            return
        for _ in range(rng.choice((1, 1, 2)) if option.multiple else 1):
            flag = rng.choice((*option.opts, *option.secondary_opts))
            yield [flag] if option.is_flag or option.count else [flag, self._value(option)]
        self._is_tree = self._is_tree or option.name == "schema"

    def is_about_something(self, option: str, given: Mapping[str, object]) -> bool:
        """Whether what an option is about is given as well; sometimes that does not matter."""
        about = ABOUT.get(self._command, {}).get(option)
        return about is None or bool(given[about]) or self._rng.random() < self._odd

    def argument(self, argument: click.Parameter) -> Iterator[str]:
        if not argument.required and self._rng.random() < 0.15:
            return
        for _ in range(self._rng.choice((1, 1, 2, 3)) if argument.nargs == -1 else max(argument.nargs, 1)):
            yield self._value(argument)

    def _value(self, parameter: click.Parameter) -> str:
        rng, shape = self._rng, _shape(parameter)
        if isinstance(parameter.type, click.Choice):
            return self._usually([str(each) for each in parameter.type.choices], ("", "no", "\x1b"))
        if isinstance(parameter.type, click.types.IntParamType | click.types.FloatParamType):
            return self._usually(NUMBERS, ODD_AMOUNTS if parameter.name in AMOUNTS else ODD_NUMBERS)
        if parameter.name in WRITTEN:
            return self._target(shape)
        if parameter.type.name == "format":
            return self._usually((*formats(), "json"), ("onnx", "mep", "", "\x1b"))
        if shape in POOLS:
            return self._usually(*POOLS[shape])
        if shape == "NAME=FILE.npy":
            return f"{rng.choice(NAMES)}={self._file('npy')}"
        if "DIR" in shape:
            return self._usually(("folder", "new"), (".", self._file(self.kind()), *PLACES))
        if "FORMAT" in shape and rng.random() < 0.4:
            return self._usually(tuple(formats()), WORDS)
        if not shape and isinstance(parameter, click.Option):
            return rng.choice(WORDS)
        return self._file(self._kind_of(parameter.name or "", shape))

    def _usually(self, usual: Sequence[str], odd: Sequence[str]) -> str:
        return self._rng.choice(odd if self._rng.random() < self._odd else usual)

    def _kind_of(self, name: str, shape: str) -> str:
        """Which kind of file a parameter names: its metavar or its name says it, or the command."""
        said = re.search(r"\.(\w+)", shape)
        if name in KINDS:
            return KINDS[name]
        if said and said[1] in originals():
            return said[1]
        if "SCHEMA" in shape:
            return "ksy"
        return "tokenizer" if "tokenizer" in name else self.kind()

    def _file(self, kind: str) -> str:
        """A file of the kind, put into the folder of the case; or a place that is none."""
        files = self._case.files
        if self._rng.random() < self._odd / 2:
            return self._rng.choice((*PLACES, *(file.name for file in files)))
        files.append((good_file if self.is_focused else drawn_file)(self._rng, kind))
        self._kinds.append(kind)
        return files[-1].name

    def _target(self, shape: str) -> str:
        """The name of a file to write: mostly new, sometimes one that there is, or a place that is no file."""
        rng, files = self._rng, self._case.files
        said = re.search(r"\.\w+", shape)
        if rng.random() < self._odd:
            return rng.choice((*PLACES, "n" * 250, *(file.name for file in files)))
        known = [said[0]] if said else [*(Path(file.name).suffix for file in files), *CONVERTED]
        suffix = known[0] if rng.random() < 0.4 else rng.choice(known)
        if rng.random() < self._odd:
            suffix = rng.choice((".svg", ".bin", "", ".JSON"))
        return rng.choice(("new", "folder/new")) + suffix


def _shape(parameter: click.Parameter) -> str:
    """What stands for a value in the help of a command, such as FILE.npz."""
    name = parameter.name or ""
    return (getattr(parameter, "metavar", None) or ("" if isinstance(parameter, click.Option) else name.upper())).strip(
        "[]."
    )
