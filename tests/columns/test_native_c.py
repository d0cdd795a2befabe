"""The generated C by itself: strict compilers take it, and no bytes and no columns make it leave its arrays."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from nacformats.codec.columns.native import Status
from nacformats.codec.columns.table import TABLE_SIZE, RecordStruct
from nacformats.schema.flat.lowering import choose
from nacformats.schema.reading import schema_model
from nacformats.schema.sources import ROOT
from nacformats.targets.c.columns.terms import c_name, c_type, length
from nacformats.targets.generate import OUTPUT
from tests.columns.native import compiler

SOURCES, HEADERS = (sorted((OUTPUT / "c").glob(pattern)) for pattern in ("*.c", "*.h"))
WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Werror", "-pedantic"]
#: Optimized, the code finds nothing more and takes four times as long to compile as to compile and run like this.
SANITIZERS = ["-g", "-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
SCHEMAS = ("micb", "nac", "stb")
#: How many times the driver calls the functions of each type of record.
ROUNDS = 600


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_compiles_alone(source: Path, tmp_path: Path) -> None:
    cc = compiler()
    done = run([*cc, "-std=c99", *WARNINGS, "-c", "-o", str(tmp_path / "alone.o"), str(source)])
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("header", HEADERS, ids=lambda path: path.name)
def test_header_compiles_alone_and_as_cpp(header: Path, tmp_path: Path) -> None:
    cc = compiler()
    for language, standard in (("c", "c99"), ("c++", "c++11")):
        including = tmp_path / "including.c"
        including.write_text(f'#include "{header.name}"\n')
        command = [*cc, "-x", language, f"-std={standard}", *WARNINGS[:2], "-Werror", "-fsyntax-only"]
        done = run([*command, f"-I{header.parent}", str(including)])
        if "cc1plus" in done.stderr:
            pytest.skip("the compiler here has no C++")
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("schema", SCHEMAS)
def test_hostile_bytes_and_columns(schema: str, tmp_path: Path) -> None:
    """Random and damaged bytes, columns of random numbers, outputs that are too small: sanitizers find nothing."""
    program = tmp_path / "driver"
    built = sanitized(driver_source(schema), program, str(OUTPUT / "c" / f"{schema}.c"))
    assert built.returncode == 0, built.stderr
    examples = sorted((ROOT / "examples").glob(f"*.{schema}"))
    done = run([str(program), str(ROUNDS), *map(str, examples)])
    assert done.returncode == 0, done.stderr[-4000:]
    for line in done.stdout.splitlines():
        record, *counts = line.split()
        seen = dict(zip(Status, map(int, counts), strict=True))
        # A test that never gets past the first byte would show nothing.
        assert seen[Status.OK] > ROUNDS // 50, (record, seen)
        assert seen[Status.NO_ROOM] > 0, (record, seen)
        assert seen[Status.DOES_NOT_FIT] > 0, (record, seen)


def sanitized(text: str, program: Path, *sources: str) -> subprocess.CompletedProcess[str]:
    """Compile a program with sanitizers; skips the test where a program that does nothing does not get through."""
    main = program.with_suffix(".c")
    command = [
        *compiler(),
        "-std=c99",
        "-DNACFORMATS_COLUMNS_ONLY",
        *SANITIZERS,
        f"-I{OUTPUT / 'c'}",
        "-o",
        str(program),
        str(main),
    ]
    main.write_text("int main(void) { return 0; }\n")
    if run(command).returncode != 0 or run([str(program)]).returncode != 0:
        pytest.skip("the compiler here has no sanitizers")
    main.write_text(text)
    return run([*command, *sources])


def run(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


# the driver: arrays of exactly the size that the functions are told, so that AddressSanitizer sees one step too far

HEAD = """
#include "@.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed = 88172645463325252u;

static uint64_t any(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

static size_t below(size_t limit) { return (size_t)(any() % limit); }

/* Mostly small numbers, sometimes those where things go wrong. */
static uint64_t number(void)
{
    switch (below(8)) {
    case 0: return any();
    case 1: return UINT64_MAX - below(3);
    case 2: return (uint64_t)INT64_MAX + below(3) - 1;
    case 3: return below(300);
    default: return below(8);
    }
}

static void *array(size_t count, size_t width, int hostile)
{
    uint8_t *made = malloc(count * width + !count);
    size_t k, b;
    memset(made, 0, count * width);
    for (k = 0; hostile && k < count; k++) {
        const uint64_t value = number();
        for (b = 0; b < width; b++)
            made[k * width + b] = (uint8_t)(value >> (8 * b));
    }
    return made;
}

/* Row offsets, now and then out of order. */
static int64_t *offsets(size_t count, size_t length)
{
    int64_t *made = malloc((count + 1) * sizeof *made);
    size_t k;
    made[0] = 0;
    for (k = 1; k <= count; k++)
        made[k] = made[k - 1] + (int64_t)below(3);
    for (k = 0; k <= count; k++)
        if (made[k] > (int64_t)length)
            made[k] = (int64_t)length;
    if (below(4) == 0)
        made[below(count + 1)] = (int64_t)number();
    return made;
}
"""

MAIN = """
int main(int argc, char **argv)
{
    const long rounds = atol(argv[1]);
    int k;
    long round;
    uint8_t *file = calloc(1 << 20, 1);
    (void)k;
@    free(file);
    return 0;
}
"""

ROUNDS_OF_RECORD = """\
    {
        long seen[@statuses] = {0};
        for (round = 0; round < rounds; round++) {
            size_t size = 0, j;
            uint8_t *data;
            if (argc > 2 && below(4) == 0) {
                FILE *from = fopen(argv[2 + below((size_t)argc - 2)], "rb");
                size = fread(file, 1, 1 << 20, from);
                fclose(from);
            }
            size = size ? size : below(400);
            data = malloc(size + !size);
            if (below(3) == 0)
                for (j = 0; j < size; j++)
                    data[j] = (uint8_t)any();
            else if (below(2))
                for (j = 0; j < size; j++)
                    data[j] = (uint8_t)below(4);
            else
                memcpy(data, file, size);
            one_@record(data, size, seen);
            free(data);
        }
        printf("@record");
        for (k = 0; k < @statuses; k++)
            printf(" %ld", seen[k]);
        printf("\\n");
    }
"""


def driver_source(schema: str) -> str:
    layouts = [record.struct for record in choose(schema_model(schema)).records]
    parts = [HEAD.replace("@", schema), *(one_source(layout) for layout in layouts)]
    runs = [
        ROUNDS_OF_RECORD.replace("@statuses", str(len(Status))).replace("@record", layout.prefix) for layout in layouts
    ]
    return "\n".join([*parts, MAIN.replace("@", "".join(runs))])


def one_source(layout: RecordStruct) -> str:
    """One round: gather, check what was gathered, write it; then all that with columns that nobody gathered."""
    prefix = layout.prefix
    given = "&arguments, " if layout.arguments else "NULL, "
    lines = [f"static void one_{prefix}(const uint8_t *data, size_t size, long *seen)", "{"]
    lines += ["    int hostile;", "    for (hostile = 0; hostile < 2; hostile++) {"]
    body = [
        f"{prefix}_columns columns = {{0}};",
        "nacf_fault fault;",
        "const size_t count = below(12), room = below(3) ? size : below(20);",
        "const size_t out_size = below(2) ? 2 * size : below(40);",
        "const size_t first = below(size + 1);",
        "int64_t *sizes = array(count, 8, 1);",
        "uint8_t *out = malloc(out_size + !out_size);",
        "size_t written = 0;",
        "int status;",
        "columns.count = count;",
        "columns.starts = array(count + 1, 8, 0);",
        *_argument_lines(layout),
        *_column_lines(layout),
        "if (!hostile) {",
        f"    status = {prefix}_gather(data, first, size, NULL, NULL, NULL, {given}&columns, &fault);",
        "    seen[status]++;",
        *(f"    if (columns.{name} > room) columns.{name} = room;" for name in _lengths(layout)),
        "}",
        f"status = {prefix}_check(data, size, {given}&columns, &fault);",
        "seen[status]++;",
        f"status = {prefix}_sizes({given}&columns, sizes, &fault);",
        "seen[status]++;",
        f"status = {prefix}_scatter(data, size, {given}&columns, out, out_size, &written, &fault);",
        "seen[status]++;",
        "if (written > out_size) abort();",
        *_each_lines(layout, given),
        "free(sizes); free(out); free(columns.starts);",
        *(f"free(columns.{c_name(column.key)});" for column in layout.columns),
        *(f"free((void *)arguments.{c_name(name[:-2])});" for name in layout.arguments if name.endswith("[]")),
    ]
    return "\n".join([*lines, *("        " + line for line in body), "    }", "}", ""])


def _each_lines(layout: RecordStruct, given: str) -> Iterator[str]:
    """Records that are apart, at places that are often outside of the data."""
    yield "{"
    yield "    int64_t *begins = array(count, 8, 1), *limits = array(count, 8, 1), *ends = array(count, 8, 0);"
    yield "    for (written = 0; written < count && below(3); written++) {"
    yield "        limits[written] = (int64_t)below(size + 1);"
    yield "        begins[written] = (int64_t)below((size_t)limits[written] + 1);"
    yield "    }"
    for name in _lengths(layout):
        yield f"    columns.{name} = room;"
    yield f"    status = {layout.prefix}_gather(data, 0, size, begins, limits, ends, {given}&columns, &fault);"
    yield "    seen[status]++;"
    yield "    free(begins); free(limits); free(ends);"
    yield "}"


def _lengths(layout: RecordStruct) -> list[str]:
    return [length(column.key) for column in layout.columns if column.key.endswith("[]")]


def _argument_lines(layout: RecordStruct) -> Iterator[str]:
    if layout.arguments:
        yield f"{layout.prefix}_arguments arguments;"
    for name in layout.arguments:
        if name.endswith("[]"):
            yield f"int64_t *table_{c_name(name[:-2])} = array({TABLE_SIZE}, 8, below(9) == 0);"
            yield f"arguments.{c_name(name[:-2])} = table_{c_name(name[:-2])};"
        else:
            yield f"arguments.{c_name(name)} = below(4) ? (int64_t)below(300) : (int64_t)number();"


def _column_lines(layout: RecordStruct) -> Iterator[str]:
    for name in _lengths(layout):
        yield f"columns.{name} = room;"
    for column in layout.columns:
        name, width = c_name(column.key), f"sizeof({c_type(column.dtype)})"
        if column.key.endswith("[]"):
            yield f"columns.{name} = offsets(count, room);"
        else:
            yield f"columns.{name} = array({'room' if column.rows else 'count'}, {width}, hostile);"
