"""The C of a schema, compiled and run: what it makes of files, and whether it writes them back."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from nacformats.languages.c_views import file_stem
from nacformats.languages.targets import language_files
from nacformats.schema.model import Schema
from tests.partners import reason

CC = None if reason("cc") else "cc"
WARNINGS = ("-std=c99", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-pedantic")
#: Seconds for one file.
SECONDS = 10

DRIVER = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "NAME.h"

int main(int count, char **names)
{
    static uint8_t data[1 << 24];
    uint8_t *out = NULL;
    size_t size, written = 0;
    NAME tree;
    nacf_error error;
    FILE *file = count > 1 ? fopen(names[1], "rb") : NULL;
    if (file == NULL) return 1;
    size = fread(data, 1, sizeof data, file);
    fclose(file);
    if (NAME_read(data, size, &tree, &error) != NACF_OK) {
        printf("refused %llu %s\\n", (unsigned long long)error.offset, error.path);
        return 0;
    }
    if (NAME_write(tree, &out, &written, &error) != NACF_OK) printf("unwritten %s: %s\\n", error.path, error.message);
    else puts(written <= size && memcmp(out, data, written) == 0 ? written == size ? "back" : "begun" : "changed");
    free(out);
    NAME_free(tree);
    return 0;
}
"""


@dataclass(frozen=True)
class CVerdict:
    """What the C of a schema makes of a file.

    Attributes:
        kind: "back", "begun" (as far as the format goes), "changed", "unwritten", "refused", or "crashed".
        why: path and message; offset: of a refusal.
    """

    kind: str
    why: str = ""
    offset: int = 0


class NativeParser:
    """The C of a schema, in a folder of its own; use it in a `with`.

    Raises:
        SchemaError: there is no C of the schema.
        ValueError: the C compiler does not take it.
    """

    def __init__(self, schema: Schema) -> None:
        files = language_files("c", schema.name, [schema])
        self._folder = TemporaryDirectory()
        self.folder = Path(self._folder.name)
        driver = DRIVER.replace("NAME", file_stem(schema.name))
        for name, text in {**files, "driver.c": driver}.items():
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).write_text(text, encoding="utf-8")
        sources = [f"{file_stem(schema.name)}.c", "nacformats.c"]
        command = [str(CC), *WARNINGS, "-O1", "-g", *sources, "driver.c", "-lm", "-o", "driver"]
        process = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
        if process.returncode:
            lines = [line for line in process.stderr.splitlines() if "error: " in line or "undefined" in line]
            raise ValueError(f"a defect: cc: {''.join(lines[:1])}")

    def __enter__(self) -> NativeParser:
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()

    def verdict(self, data: bytes) -> CVerdict:
        (self.folder / "data").write_bytes(data)
        try:
            process = subprocess.run(
                ["./driver", "data"], cwd=self.folder, capture_output=True, timeout=SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            return CVerdict("crashed", "out of time")
        if process.returncode:
            return CVerdict("crashed", f"exit code {process.returncode}")
        kind, _, why = process.stdout.decode("utf-8", "replace").strip().partition(" ")
        offset, _, path = why.partition(" ") if kind == "refused" else ("0", "", why)
        return CVerdict(kind, path, int(offset))
