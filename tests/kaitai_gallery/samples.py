"""Files for the schemas of the gallery: those that a machine has, by their suffix, and some that Python makes."""

from __future__ import annotations

import contextlib
import gzip
import io
import os
import pickle
import sqlite3
import struct
import sys
import wave
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from tests.partners import reason

#: So many files of a schema, of at most so many bytes.
MOST_FILES, MOST_BYTES = 6, 300_000
#: Where a machine has files.
FOLDERS = (Path("/usr/share"), Path("/usr/lib"), Path("/boot"), Path("/etc"), Path(sys.prefix), Path(sys.base_prefix))
#: Schemas whose files have no suffix of their own.
PLACES = {"elf": ("/usr/bin", "true", "false", "ls", "env", "id", "yes"), "glibc_utmp": ("/var/log", "wtmp", "btmp")}


class Samples:
    """The files in folders: by suffix, and all that are in a folder with the name of a schema."""

    def __init__(self, folders: Iterable[Path], names: Iterable[str], suffixes: Iterable[str]) -> None:
        self._found: dict[str, list[Path]] = {f".{suffix}": [] for suffix in suffixes}
        self._named: dict[str, list[Path]] = {name: [] for name in names}
        for folder in folders:
            for path in _files(folder):
                suffix = path.suffix.lower()
                if path.parent.name in self._named:
                    self._named[path.parent.name].append(path)
                elif suffix in self._found and len(self._found[suffix]) < 20 * MOST_FILES:
                    self._found[suffix].append(path)
        self._made = {name: [content] for name, content in made()}

    def of(self, name: str, suffixes: Iterable[str]) -> list[tuple[str, bytes]]:
        """Return names and contents of files for a schema: small ones, of different sizes, first."""
        found = [(f"made by Python ({name})", content) for content in self._made.get(name, [])]
        folder, *names = PLACES.get(name, ("",))
        paths = [Path(folder) / each for each in names]
        paths += [path for suffix in suffixes for path in self._found.get(f".{suffix}", [])]
        by_size: dict[int, Path] = {}
        for path in paths:
            with contextlib.suppress(OSError):
                by_size.setdefault(path.stat().st_size, path)
        chosen = [path for size, path in sorted(by_size.items()) if 0 < size <= MOST_BYTES]
        chosen = sorted(self._named.get(name, [])) + chosen[:: max(1, len(chosen) // MOST_FILES)][:MOST_FILES]
        return found + [(str(path), path.read_bytes()) for path in chosen if os.access(path, os.R_OK)]


def _files(folder: Path) -> Iterator[Path]:
    for above, _, names in os.walk(folder):
        yield from (Path(above) / name for name in sorted(names))


def made() -> Iterator[tuple[str, bytes]]:
    """Yield files that Python makes, with the schemas that they are of."""
    yield from ((name, maker()) for name, maker in MAKERS.items())
    if reason("PIL"):
        return
    from PIL import Image

    picture = Image.effect_mandelbrot((9, 7), (-2, -1.5, 1, 1.5), 20)
    for name, kind in (
        ("png", "PNG"),
        ("gif", "GIF"),
        ("bmp", "BMP"),
        ("tga", "TGA"),
        ("pcx", "PCX"),
        ("jpeg", "JPEG"),
    ):
        file = io.BytesIO()
        picture.save(file, kind)
        yield name, file.getvalue()
    file = io.BytesIO()
    picture.resize((16, 16)).save(file, "ICO")
    yield "ico", file.getvalue()


def _zip() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.txt", "a" * 100)
        archive.writestr("folder/b.bin", bytes(range(20)))
    return file.getvalue()


def _wav() -> bytes:
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setparams((2, 2, 8000, 0, "NONE", "not compressed"))
        sound.writeframes(bytes(range(64)))
    return file.getvalue()


def _sqlite() -> bytes:
    with contextlib.closing(sqlite3.connect(":memory:")) as database:
        database.executescript("create table t (a integer, b text); insert into t values (1, 'x'), (-300, 'yy');")
        return database.serialize()


IPV4 = bytes.fromhex("45000021000100004011") + b"\0\0" + bytes([127, 0, 0, 1] * 2)
UDP = struct.pack(">4H", 53, 5353, 13, 0) + b"hello"
DNS = struct.pack(">6H", 7, 0x100, 1, 0, 0, 0) + b"\3www\7example\3com\0" + struct.pack(">2H", 1, 1)
FRAME = b"\1\2\3\4\5\6" * 2 + b"\x08\0" + IPV4 + UDP
TRIANGLES = b"solid".ljust(80) + struct.pack("<I", 2) + 2 * (struct.pack("<12f", *range(12)) + b"\7\0")
MIDI = (
    b"MThd"
    + struct.pack(">I3H", 6, 0, 1, 96)
    + b"MTrk"
    + struct.pack(">I", 12)
    + bytes.fromhex("00903c4060803c0000ff2f00")
)
MO = struct.pack("<7I", 0x950412DE, 0, 1, 28, 36, 0, 44) + struct.pack("<4I", 1, 44, 2, 46) + b"a\0bb\0"
TAG = b"TAG" + b"title".ljust(30, b"\0") + bytes(30 + 30 + 4 + 28) + b"\0\1\7"

MAKERS: dict[str, Callable[[], bytes]] = {
    "zip": _zip,
    "gzip": lambda: gzip.compress(b"hello" * 10, mtime=1),
    "wav": _wav,
    "sqlite3": _sqlite,
    "python_pickle": lambda: pickle.dumps({"a": [1, 2.5, None, "x"]}, protocol=2),
    "pcap": lambda: (
        struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1)
        + struct.pack("<4I", 1, 2, len(FRAME), len(FRAME))
        + FRAME
    ),
    "ethernet_frame": lambda: FRAME,
    "ipv4_packet": lambda: IPV4 + UDP,
    "udp_datagram": lambda: UDP,
    "tcp_segment": lambda: struct.pack(">HHIIHHHH", 80, 8080, 1, 2, 0x5012, 512, 0, 0) + b"hello",
    "icmp_packet": lambda: b"\x08\0\0\0" + struct.pack(">2H", 1, 2) + b"ping",
    "dns_packet": lambda: DNS,
    "websocket": lambda: b"\x81\x05hello\x81\x85\1\2\3\4ifcgn",
    "stl": lambda: TRIANGLES,
    "standard_midi_file": lambda: MIDI,
    "gettext_mo": lambda: MO,
    "id3v1_1": lambda: TAG,
    "windows_systemtime": lambda: struct.pack("<8H", 2026, 11, 1, 23, 7, 30, 0, 0),
    "dos_datetime": lambda: b"\x21\x54\x77\x5b",
    "msgpack": lambda: bytes.fromhex("84a16101a1629301c2cb3ff8000000000000a163a3666f6fa164c0"),
    "bson": lambda: bytes.fromhex("1b0000001061000100000002620003000000787900086300010000")[:26] + b"\0",
    "asn1_der": lambda: bytes.fromhex("300d06092a864886f70d0101010500"),
    "vlq_base128_le": lambda: b"\xe5\x8e\x26",
    "vlq_base128_be": lambda: b"\x87\xd1\x12",
    "google_protobuf": lambda: b"\x08\x96\x01\x12\x03abc",
    "au": lambda: b".snd" + struct.pack(">5I", 28, 4, 1, 8000, 1) + b"note" + bytes(4),
    "ssh_public_key": lambda: b"\0\0\0\x0bssh-ed25519\0\0\0\x20" + bytes(range(32)),
    "shapefile_index": lambda: (
        struct.pack(">7I", 9994, 0, 0, 0, 0, 0, 54)
        + struct.pack("<2I8d", 1000, 1, *map(float, range(8)))
        + struct.pack(">2I", 50, 10)
    ),
    "php_serialized_value": lambda: b'a:2:{i:0;s:1:"a";i:1;b:1;}',
    "ruby_marshal": lambda: b"\x04\x08[\x07i\x06T",
    "ines": lambda: b"NES\x1a\1\1\0\0" + bytes(8) + bytes(16384) + bytes(8192),
    "code_6502": lambda: bytes.fromhex("a9018d0002a9058d0102"),
}


def suffixes_of(ksy: Any) -> list[str]:
    """Return the suffixes of the files that a schema describes."""
    named = (ksy.get("meta") or {}).get("file-extension") or []
    return [str(each).lower() for each in (named if isinstance(named, list) else [named])]
