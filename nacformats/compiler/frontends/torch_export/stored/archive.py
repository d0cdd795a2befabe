"""The records of a file that torch.export.save wrote."""

from __future__ import annotations

import json
from typing import IO, Any

from nacformats.archives import Archive
from nacformats.errors import InvalidError, UnsupportedError

#: What a caller who knows where a file is from can do.
TRUST_HINT = (
    "if you would run a program from whoever wrote it, --trust (trust=True) lets PyTorch load the file as it is"
)
#: The record that each kind of archive of PyTorch has, without the folder that it is in, and what it is.
_OTHERS = {
    "constants.pkl": "it is TorchScript: export the model with torch.export.export instead",
    "data.pkl": "torch.save wrote it: export the model with torch.export.export, and save that with torch.export.save",
}
_MACHINE_CODE = "data/aotinductor/"


class ProgramArchive:
    """The records of an archive by their names, without the folder that PyTorch puts all of them in.

    PyTorch compresses nothing, so a record takes no more memory than it has in the file: others are refused.

    Raises:
        InvalidError: it is no such archive, or a damaged one.
        UnsupportedError: a record that is read is compressed, or names are ambiguous.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        try:
            self._archive = Archive(stream)
        except InvalidError as error:
            error.hint = error.hint or "torch.export.save writes zip archives"
            raise
        folders = {name.partition("/")[0] + "/" for name in self._archive}
        self._folder = folders.pop() if len(folders) == 1 else ""

    def __contains__(self, name: str) -> bool:
        return self._folder + name in self._archive

    def size(self, name: str) -> int:
        """Length of a record in bytes."""
        return self._archive.size(self._folder + name)

    def read(self, name: str) -> bytes:
        """A record; its checksum is verified."""
        if self._archive.is_compressed(self._folder + name):
            reason = f"record {name!r} is compressed"
            raise UnsupportedError(reason, hint="PyTorch compresses nothing: save the program again")
        with self._archive.reading(self._folder + name) as stream:
            return stream.read()

    def document(self, name: str) -> Any:
        """A record that is JSON."""
        text = self.read(name)
        try:
            return json.loads(text)
        except RecursionError:
            raise InvalidError(f"record {name!r} is nested too deeply") from None
        except ValueError as error:
            raise InvalidError(f"record {name!r} is not JSON: {error}") from None

    def check_is_program(self, name: str) -> None:
        """Refuse an archive of another kind, which lacks the record of a program."""
        if name in self:
            return
        hint = next((hint for record, hint in _OTHERS.items() if record in self), "torch.export.save writes such files")
        if any(record.startswith(self._folder + _MACHINE_CODE) for record in self._archive):
            hint = "it holds machine code (AOTInductor): save the program with torch.export.save instead"
        raise UnsupportedError("the archive holds no exported program", hint=hint)
