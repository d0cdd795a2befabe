"""Conversion of weights alone: from and to .safetensors files, and into a program."""

from __future__ import annotations

from pathlib import Path

from nacformats.commands.opening import about, check_target, opened_model, wanted_mmap, write_model
from nacformats.commands.terminal import DASH, USAGE, CommandError, progress, write_target
from nacformats.conversion.weights import (
    Weights,
    put_into_nac,
    safetensors_of,
    sidecar_chunks,
    sidecar_of,
    stb_of,
    weights_in,
)
from nacformats.files import is_special, write_all_atomically
from nacformats.formats import formats
from nacformats.formats.nac.file.external import SUFFIX

_NAC, _STB = ".nac", ".stb"


def is_about_weights(source: str, name: str, into: str | None) -> bool:
    """True if weights alone are to be converted. name: what the target becomes."""
    return into is not None or SUFFIX in (_suffix(source), f".{name}")


def convert_weights(
    source: str, target: str, into: str | None, nac_version: str | None, *, stored: bool, strict: bool, force: bool
) -> None:
    """Read the weights in source and write them as target.

    Args:
        source: a .safetensors, .stb or .nac file.
        target: a .safetensors or .stb file or, with `into`, a .nac file.
        into: the .nac file whose program target gets.
        nac_version: that of target, with `into`; None: that of `into`.
        stored: whether quantized parameters of a .nac file stay as they are.
        strict: whether to read strictly.
        force: whether to replace target.
    """
    check_target(target, force=force)
    _check(source, target, into)
    with about(source), weights_in(source, stored=stored, strict=strict, mmap=wanted_mmap()) as weights:
        if into is not None:
            with opened_model(into, "nac", strict=strict) as nac:
                with about(source):
                    put_into_nac(weights, nac)
                written = nac if nac_version is None else nac.as_version(nac_version)
                write_model(target, written, formats()["nac"], force=force)
        elif _suffix(target) == _STB:
            _write_stb(source, target, weights, force=force)
        else:
            with about(source), progress(f"converting {source}"):
                chunks = [safetensors_of(weights)]
            write_target(target, chunks)


def _check(source: str, target: str, into: str | None) -> None:
    """Refuse what is no conversion of weights."""
    if DASH in (source, into):
        raise CommandError("weights are read from a file with a name", USAGE)
    if _suffix(source) not in (SUFFIX, _NAC, _STB):
        raise CommandError(f"{source}: weights are in {SUFFIX}, {_NAC} and {_STB} files", USAGE)
    if into is not None and _suffix(target) != _NAC:
        raise CommandError(f"{target}: with --into the target is a {_NAC} file", USAGE)
    if into is None and _suffix(target) == _NAC:
        reason = f"{source} holds no program: --into FILE.nac names one that gets these weights"
        raise CommandError(f"{target}: {reason}", USAGE)
    if into is None and _suffix(target) not in (SUFFIX, _STB):
        raise CommandError(f"{target}: weights become a {SUFFIX} or {_STB} file", USAGE)


def _write_stb(source: str, target: str, weights: Weights, *, force: bool) -> None:
    beside = sidecar_of(target)
    if target == DASH or is_special(target):
        raise CommandError(f"{target}: the names are a file of their own; write to a file to keep both", USAGE)
    check_target(str(beside), force=force)
    with about(source):
        stb, sidecar = stb_of(weights)
        chunks = formats()["stb"].write(stb)
    with progress(f"writing {target}"):
        write_all_atomically({beside: sidecar_chunks(sidecar), target: chunks})


def _suffix(file: str) -> str:
    return Path(file).suffix.lower()
