"""The records of a file that torch.export.save wrote."""

from __future__ import annotations

import json
import struct
import zipfile
from typing import IO, Any

from nacformats.errors import InvalidError, UnsupportedError

#: What a caller who knows where a file is from can do.
TRUST_HINT = (
    "if you would run a program from whoever wrote it, --trust (trust=True) lets PyTorch load the file as it is"
)
#: What opening or reading a damaged archive may raise.
_DAMAGE = (ValueError, EOFError, NotImplementedError, RuntimeError, OverflowError, struct.error, zipfile.BadZipFile)
#: The record that each kind of archive of PyTorch has, without the folder that it is in, and what it is.
_OTHERS = {
    "constants.pkl": "it is TorchScript: export the model with torch.export.export instead",
    "data.pkl": "torch.save wrote it: export the model with torch.export.export, and save that with torch.export.save",
}
_MACHINE_CODE = "data/aotinductor/"


class Archive:
    """The records of a zip archive by their names, without the folder that PyTorch puts all of them in.

    PyTorch stores records as they are, so all of them together are no larger than the file: others are refused.

    Raises:
        InvalidError: it is no such archive, or a damaged one.
        UnsupportedError: a record that is read is compressed, or names are ambiguous.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        try:
            self._zip = zipfile.ZipFile(stream)
            size = stream.seek(0, 2)
        except _DAMAGE as error:
            raise InvalidError(f"the file is no zip archive ({error})", hint=_OTHERS["data.pkl"]) from None
        members = self._zip.infolist()
        if sum(member.compress_size for member in members) > size:
            raise InvalidError("the records are together larger than the file", expected=f"at most {size:,} bytes")
        root = _common_folder([member.filename for member in members])
        self._members = {member.filename.removeprefix(root): member for member in members}
        if len(self._members) < len(members):
            raise UnsupportedError("two records of the archive have the same name")

    def __contains__(self, name: str) -> bool:
        return name in self._members

    def size(self, name: str) -> int:
        """Length of a record in bytes."""
        return self._member(name).file_size

    def read(self, name: str) -> bytes:
        """A record; its checksum is verified."""
        member = self._member(name)
        try:
            return self._zip.read(member)
        except _DAMAGE as error:
            raise InvalidError(f"record {name!r} cannot be read ({error})") from None

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
        if any(record.startswith(_MACHINE_CODE) for record in self._members):
            hint = "it holds machine code (AOTInductor): save the program with torch.export.save instead"
        raise UnsupportedError("the archive holds no exported program", hint=hint)

    def check_is_stored(self) -> None:
        """Refuse an archive in which something is compressed: it may take any memory."""
        for name in self._members:
            self._member(name)

    def _member(self, name: str) -> zipfile.ZipInfo:
        member = self._members.get(name)
        if member is None:
            raise InvalidError(f"the archive has no record {name!r}")
        if member.compress_type != zipfile.ZIP_STORED or member.file_size != member.compress_size:
            reason = f"record {name!r} is compressed"
            raise UnsupportedError(reason, hint="PyTorch compresses nothing: save the program again")
        return member


def _common_folder(names: list[str]) -> str:
    """The folder, with a slash, that all names begin with; nothing where there is none."""
    folder = names[0].partition("/")[0] + "/" if names else ""
    return folder if all(name.startswith(folder) for name in names) else ""
