"""The JavaScript parsers: one process of Node.js that reads files as long as there are any."""

from __future__ import annotations

import json
import struct
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from nacformats.codec.tables import class_name
from tests.campaign.leaves import inner_files
from tests.packages import package

SCRIPT = Path(__file__).with_name("read_trees.cjs")


class Reply(NamedTuple):
    """What became of a file.

    Attributes:
        digest: sha1 of its leaves, or None when it is refused.
        kind: of the refusal, or None.
        place: of the refusal, as far as the runtime library says where it is.
    """

    digest: str | None
    kind: str | None
    place: str


def has_parser(schema: str) -> bool:
    return (package("javascript") / f"{class_name(schema)}.js").is_file()


class JavaScript:
    """The process. Files are sent at once, and the replies to all of them are taken later."""

    def __init__(self) -> None:
        command = ["node", str(SCRIPT), str(package("javascript")), ",".join(sorted(inner_files()))]
        self._process: subprocess.Popen[bytes] = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def read(self, files: Sequence[tuple[str, bytes]]) -> list[Reply]:
        """What becomes of some files, each with the name of its schema.

        Raises:
            EOFError: the process died.
        """
        self.send(files)
        return self.replies(len(files))

    def send(self, files: Sequence[tuple[str, bytes]]) -> None:
        assert self._process.stdin is not None
        for schema, data in files:
            self._process.stdin.write(struct.pack("<B", len(schema)) + schema.encode())
            self._process.stdin.write(struct.pack("<I", len(data)) + data)
        self._process.stdin.flush()

    def replies(self, count: int) -> list[Reply]:
        return [self._reply() for _ in range(count)]

    def _reply(self) -> Reply:
        assert self._process.stdout is not None
        line: Any = self._process.stdout.readline()
        if not line:
            raise EOFError("Node.js died")
        return Reply(*json.loads(line))

    def close(self) -> None:
        self._process.communicate()
