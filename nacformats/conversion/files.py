"""The verb `convert`: from file to file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from nacformats.api import JSON_SUFFIX, document_for, dump, format_by_suffix, load
from nacformats.codec.streams import Source
from nacformats.errors import UnsupportedError
from nacformats.files import PathLike, write_all_atomically, write_atomically
from nacformats.formats import formats
from nacformats.formats.base import Model
from nacformats.typing import NacVersion

SAFETENSORS, GGUF, NPZ, ONNX, PLAN = ".safetensors", ".gguf", ".npz", ".onnx", ".mep"
#: Further outputs of convert besides the formats: suffixes by the names that --to has for them.
OTHERS = {suffix.removeprefix("."): suffix for suffix in (JSON_SUFFIX, ONNX, PLAN, NPZ)}


def name_for(path: PathLike) -> str | None:
    """Return the format or the one of OTHERS that a file's name stands for; None: nothing that convert writes."""
    other = next((name for name, suffix in OTHERS.items() if suffix == _suffix(path)), None)
    found = format_by_suffix(path)
    return other or (found.name if found else None)


def writable_suffixes() -> tuple[str, ...]:
    """Return the suffixes of all that convert writes."""
    return (*(entry.suffix for entry in formats().values()), *OTHERS.values())


def convert(
    src: PathLike,
    dst: PathLike,
    *,
    inputs: Sequence[object] | Mapping[str, object] | None = None,
    into: PathLike | None = None,
    stored: bool = False,
    mmap: bool | None = None,
    nac_version: NacVersion | None = None,
) -> None:
    """Read src, write it as what the suffix of dst names.

    - From format to format, such as .micb to .mic2. A tree, the model of a format that is a schema alone, can also be
      converted to .json and back.
    - A .nac, .mic2 or .micb file to .onnx (extra `onnx`). Weights beyond 2 GiB go to a file beside it, dst.data.
    - The plan of a .nac file to .mep, the text that `nacformats.plan.assemble` takes.
    - Weights: from .nac, .safetensors, .gguf, .npz and .stb files to .safetensors, .gguf, .npz and .stb files.
      Quantized ones become float32. An STB file has no names: they are in a sidecar, dst.json. With `into`, dst is that
      .nac file with the weights of src.

    Args:
        src, dst: the files.
        inputs: examples for a .nac file that does not say of which types and ranks its inputs are, to .onnx.
        into: the .nac file that gets the weights.
        stored: whether quantized weights stay as they are stored; they are dequantized otherwise.
        mmap: how src is opened, as for load.
        nac_version: that of dst, a .nac file: "1.6", "1.7" or "1.8"; None: that of src, or of `into`.

    Raises:
        UnsupportedError: dst cannot hold what src holds.
        ImportError: onnx is not installed.
        ValueError: no format has the suffix of dst, there is no such version, or an argument is of no
            use for a dst of this suffix.
    """
    if nac_version is not None:
        _check_version(dst, nac_version)
    about_weights = into is not None or is_about_weights(src, dst)
    if stored and not about_weights:
        raise ValueError(f"{dst}: `stored` is for weights, in files of them or to go `into` a .nac file")
    if inputs is not None and _suffix(dst) != ONNX:
        raise ValueError(f"{dst}: `inputs` are for {ONNX} files")
    if about_weights:
        _convert_weights(src, dst, into, nac_version, stored=stored, mmap=mmap)
    elif _suffix(dst) == ONNX:
        _convert_to_onnx(src, dst, inputs, mmap=mmap)
    elif _suffix(dst) == PLAN:
        _convert_plan(src, dst, mmap=mmap)
    elif _suffix(dst) == JSON_SUFFIX:
        write_atomically(dst, [document_for(Source.open(src, mmap=mmap)).encode()])
    else:
        _convert_format(src, dst, nac_version, mmap=mmap)


def is_about_weights(src: PathLike, dst: PathLike) -> bool:
    """True if src or dst is a file that holds weights alone. A .gguf file that becomes one stays as it is."""
    suffixes = _suffix(src), _suffix(dst)
    return suffixes != (GGUF, GGUF) and any(each in suffixes for each in (SAFETENSORS, GGUF, NPZ))


def _check_version(dst: PathLike, version: str) -> None:
    from nacformats.formats.nac.tables import known_version  # noqa: PLC0415  NumPy is imported when it is needed

    known_version(version)
    if _suffix(dst) != formats()["nac"].suffix:
        raise ValueError(f"{dst}: `nac_version` is for {formats()['nac'].suffix} files")


def _suffix(path: PathLike) -> str:
    return Path(path).suffix.lower()


def _convert_format(src: PathLike, dst: PathLike, nac_version: NacVersion | None, *, mmap: bool | None) -> None:
    name = name_for(dst)
    if name is None:
        raise ValueError(f"{dst}: no format has this suffix: known are {', '.join(writable_suffixes())}")
    if _suffix(src) == JSON_SUFFIX:
        from nacformats.formats.documents import tree_of  # noqa: PLC0415

        with Source.open(src, mmap=mmap) as document:
            dump(tree_of(bytes(document.view)), dst, format=name)
        return
    with load(src, mmap=mmap) as obj:
        dump(_in_version(obj, nac_version), dst, format=name)


def _in_version(obj: Model, version: NacVersion | None) -> Model:
    """Return a NAC file in a version; any other model, and None, as it is."""
    if version is None or obj.format != formats()["nac"].name:
        return obj
    from nacformats.formats.nac import NacFile  # noqa: PLC0415

    assert isinstance(obj, NacFile)
    return obj.as_version(version)


def _convert_plan(src: PathLike, dst: PathLike, *, mmap: bool | None) -> None:
    with load(src, format="nac", mmap=mmap) as model:
        plan = model.plan
        if plan is None:
            raise UnsupportedError("the file has no plan", format=model.format, path="orch")
        write_atomically(dst, [plan.disassemble().encode()])


def _convert_to_onnx(
    src: PathLike, dst: PathLike, inputs: Sequence[object] | Mapping[str, object] | None, *, mmap: bool | None
) -> None:
    from nacformats.onnx.writing.model import model_and_weights_of  # noqa: PLC0415  the runtime takes long to import

    with load(src, mmap=mmap) as model:
        if model.format not in ("nac", "micb", "mic2"):
            raise UnsupportedError(f"{type(model).__name__} holds no graph that ONNX could", format=model.format)
        write_all_atomically(model_and_weights_of(model, inputs).files(Path(dst)))


def _convert_weights(
    src: PathLike,
    dst: PathLike,
    into: PathLike | None,
    nac_version: NacVersion | None,
    *,
    stored: bool,
    mmap: bool | None,
) -> None:
    from nacformats.conversion import weights as converter  # noqa: PLC0415  NumPy is imported when it is needed

    with converter.weights_in(src, stored=stored, mmap=mmap) as weights:
        if into is not None:
            with load(into, mmap=mmap) as model:
                nac = converter.program_in(model)
                converter.put_into_nac(weights, nac)
                dump(_in_version(nac, nac_version), dst)
        else:
            write_all_atomically(converter.files_of_weights(weights, dst))
