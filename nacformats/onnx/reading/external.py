"""External data: files below the folder of the model, each opened once, by handle and through no link."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import Any

from nacformats.codec.companions import Companions
from nacformats.codec.streams import Source
from nacformats.errors import FormatError, InvalidError, LimitError, UnsupportedError
from nacformats.folders import Folder


class ExternalData:
    """The files beside one model.

    Args:
        model: path of its file; None: it is from memory, and has none.
    """

    def __init__(self, model: Path | None = None) -> None:
        self._files = None if model is None else Companions(Folder(model.parent), owner=model)
        self._sources: dict[str, Source] = {}

    def elements(self, tensor: Any, name: str, length: int) -> memoryview:
        """The bytes of a tensor, mapped where files are.

        Args:
            tensor: the TensorProto.
            name: for messages.
            length: bytes that its shape asks for.

        Raises:
            UnsupportedError: the model is from memory.
            InvalidError: its place is outside of the folder or of the file, or is no regular file.
            LimitError: the file belongs to somebody else and is too long to be read into memory.
        """
        entries = {entry.key: entry.value for entry in tensor.external_data}
        offset = _number(entries, "offset", name, 0)
        given = _number(entries, "length", name, length)
        if given != length:
            reason = "the external data has another number of bytes than the shape says"
            raise _error(InvalidError, name, reason, expected=length, actual=given)
        view = self.source(entries.get("location", ""), name).view
        if offset + length > len(view):
            reason = "the external data ends past the end of its file"
            raise _error(InvalidError, name, reason, expected=f"at least {offset + length} bytes", actual=len(view))
        return view[offset : offset + length]

    def source(self, location: str, name: str) -> Source:
        """The bytes of a file, which is opened once.

        Args:
            location: as the tensor gives it.
            name: of the tensor, for messages.

        Raises: as elements.
        """
        if self._files is None:
            hint = "compile the path of the model, or load it with onnx.load, which reads them"
            raise _error(UnsupportedError, name, "the elements are in another file", hint=hint)
        below = PurePosixPath(location if isinstance(location, str) else "")  # protobuf gives bytes that are not UTF-8
        if not below.parts or below.is_absolute() or ".." in below.parts:
            reason = "the location of the external data leads out of the folder of the model"
            raise _error(InvalidError, name, reason, actual=location)
        if str(below) not in self._sources:
            self._sources[str(below)] = self._opened(str(below), name)
        return self._sources[str(below)]

    def _opened(self, below: str, name: str) -> Source:
        assert self._files is not None
        try:
            return self._files.source(below)
        except OSError as error:
            reason = f"the file of the external data cannot be read: {error.strerror}"
            raise _error(InvalidError, name, reason, actual=below) from None
        except LimitError as error:
            hint = "copy it: files of your own are mapped"
            raise _error(LimitError, name, error.reason, hint=hint) from None


def _number(entries: dict[str, str], key: str, name: str, default: int) -> int:
    text = entries.get(key, f"{default}")
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise _error(InvalidError, name, f"the {key} of the external data is not a number", actual=text)
    return int(text)


def _error(kind: type[FormatError], name: str, reason: str, **details: Any) -> FormatError:
    return kind(reason, format="onnx", path=f"initializer {name!r}", **details)
