"""Zip archives from strangers: what an archive says of its members is checked before any is read."""

from __future__ import annotations

import errno
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from nacformats.errors import FormatError, InvalidError, UnsupportedError
from nacformats.printing import said_by

#: The bit of a member's flags that says that it is encrypted.
_ENCRYPTED = 1
#: How many bytes one byte of each method can become; others may take any memory.
_EXPANSION = {zipfile.ZIP_STORED: 1, zipfile.ZIP_DEFLATED: 1_032}
#: What opening and reading a damaged archive may raise.
_DAMAGE = (
    ValueError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    OverflowError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
)


class Archive:
    """The members of a zip archive, by name.

    Together they hold no more than the file can: members that share bytes are refused.

    Raises:
        InvalidError: it is no such archive, or a damaged one.
        UnsupportedError: two members have the same name.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        with _damage_refused("the archive"):
            self._zip = zipfile.ZipFile(stream)
            size = stream.seek(0, 2)
        members = self._zip.infolist()
        if sum(member.compress_size for member in members) > size:
            raise InvalidError("the members are together larger than the file", expected=f"at most {size:,} bytes")
        self._members = {member.filename: member for member in members}
        if len(self._members) < len(members):
            raise UnsupportedError("two members of the archive have the same name")

    def __contains__(self, name: str) -> bool:
        return name in self._members

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def is_compressed(self, name: str) -> bool:
        """True if a member takes more memory than it has bytes in the file."""
        member = self._member(name)
        return member.compress_type != zipfile.ZIP_STORED or member.file_size != member.compress_size

    def size(self, name: str) -> int:
        """Length of a member in bytes, as far as its compressed bytes can have it."""
        member = self._member(name)
        return min(member.file_size, member.compress_size * _EXPANSION[member.compress_type])

    @contextmanager
    def reading(self, name: str) -> Iterator[IO[bytes]]:
        """A member as a stream; its checksum is verified at its end.

        Raises:
            InvalidError: there is none, or it is damaged; also while it is read within the block.
            UnsupportedError: it is encrypted, or compressed in another way than by deflate.
        """
        member = self._member(name)
        with _damage_refused(f"member {name!r}"), self._zip.open(member) as stream:
            yield stream

    def _member(self, name: str) -> zipfile.ZipInfo:
        member = self._members.get(name)
        if member is None:
            raise InvalidError(f"the archive has no member {name!r}")
        if member.flag_bits & _ENCRYPTED:
            raise UnsupportedError(f"member {name!r} is encrypted")
        if member.compress_type not in _EXPANSION:
            raise UnsupportedError(f"member {name!r} is compressed in an unusual way", expected="deflate, or nothing")
        return member


@contextmanager
def _damage_refused(what: str) -> Iterator[None]:
    try:
        yield
    except FormatError:
        raise
    except (*_DAMAGE, OSError) as error:
        if isinstance(error, OSError) and error.errno != errno.EINVAL:  # that is a place before the file
            raise
        raise InvalidError(f"{what} cannot be read ({said_by(error)})") from None
