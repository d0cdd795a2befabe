"""scan_gather: from bytes to columns."""

from __future__ import annotations

from collections.abc import Sequence

from nacformats.generator.columns.c.layout import c_name, length
from nacformats.generator.columns.c.loop import ELEMENT, RECORD, Loop
from nacformats.generator.columns.steps import (
    Blob,
    ListStep,
    Scalar,
)


class GatherLoop(Loop):
    """Bytes to columns."""

    verb = "scan_gather"
    fills = True

    def inputs(self) -> list[str]:
        return ["const uint8_t *data", "size_t pos", "size_t end"]

    def local_variables(self) -> None:
        for key in self.offsets():
            self.out(f"size_t have_{length(key)} = 0;")

    def before(self) -> None:
        self.out("if (pos > end)", f"    return {self.schema}_DOES_NOT_FIT;")
        for key in self.offsets():
            self.out(f"c_{c_name(key)}[0] = 0;")

    def begin(self) -> None:
        self.out("c_starts[i] = (int64_t)pos;")

    def end(self) -> None:
        for key in self.offsets():
            self.out(f"c_{c_name(key)}[i + 1] = (int64_t)have_{length(key)};")

    def finish_starts(self) -> None:
        self.out("c_starts[count] = (int64_t)pos;")

    def finish(self) -> None:
        self.finish_starts()
        full = []
        for key in self.offsets():
            name = length(key)
            self.out(f"columns->{name} = have_{name};")
            full.append(f"have_{name} > n_{name}")
        if full:
            self.out(f"if ({' || '.join(full)})", f"    return {self.schema}_NO_ROOM;")
        super().finish()

    def keep(self, step: Scalar, at: str, value: str) -> None:
        """The value goes to its column, and to a local variable if something depends on it."""
        if step.var in self.used:
            self.out(f"{step.var} = {value};")
        if not step.derived:
            index = at if at == RECORD else f"have + {at}"
            self.out(f"c_{c_name(step.path)}[{index}] = {value};")

    def run(self, steps: list[Scalar], at: str) -> None:
        self.unless(f"end - pos < {sum(step.width for step in steps)}", "DOES_NOT_FIT")
        self.loads(steps, at)

    def loads(self, steps: Sequence[Scalar], at: str) -> None:
        offset = 0
        for step in steps:
            self.keep(step, at, _load(step.code, f"data + pos + {offset}" if offset else "data + pos"))
            offset += step.width
        self.out(f"pos += {offset};")

    def varint(self, step: Scalar, at: str) -> None:
        self.open("")
        self.out("uint64_t value;", "const size_t width = get_varint(data + pos, end - pos, &value);")
        self.unless("width == 0", "DOES_NOT_FIT")
        self.out("pos += width;")
        self.keep(step, at, "value")
        self.close()

    def blob(self, step: Blob) -> None:
        self.open("")
        self.count_of("size", step.size, "DOES_NOT_FIT")
        self.unless("size > end - pos", "DOES_NOT_FIT")
        self.out(f"c_{c_name(step.path + '@')}[i] = (int64_t)pos;", f"c_{c_name(step.path + '#')}[i] = (int64_t)size;")
        self.out("pos += (size_t)size;")
        self.close()

    def rows(self, step: ListStep) -> None:
        name = length(step.path + "[]")
        self.open("")
        self.count_of("size", step.count, "DOES_NOT_FIT")
        self.out(f"const size_t have = have_{name};", "int fits;", "uint64_t k;")
        self.unless(f"size > (end - pos){f' / {step.width}' if step.width > 1 else ''}", "DOES_NOT_FIT")
        self.out(f"fits = have <= n_{name} && size <= n_{name} - have;")
        if step.width:
            self.open("if (fits)")
            self.open("for (k = 0; k < size; k++)")
            self.loads(step.body, ELEMENT)
            self.close()
            self.close("} else {")
            self.out(f"    pos += (size_t)size * {step.width};", "}")
        else:
            self.open("for (k = 0; k < size; k++)")
            self.out("uint64_t value;", "const size_t width = get_varint(data + pos, end - pos, &value);")
            self.unless("width == 0", "DOES_NOT_FIT")
            self.out("pos += width;", "if (fits)", f"    c_{c_name(step.body[0].path)}[have + k] = value;")
            self.close()
        self.out(f"have_{name} = have + (size_t)size;")
        self.close()


class GatherEachLoop(GatherLoop):
    """The same of records each of which has bytes of its own."""

    verb = "scan_gather_each"

    def inputs(self) -> list[str]:
        return ["const uint8_t *data", "size_t data_size", "const int64_t *begins", "const int64_t *limits"]

    def outputs(self) -> list[str]:
        return ["int64_t *ends"]

    def before(self) -> None:
        for key in self.offsets():
            self.out(f"c_{c_name(key)}[0] = 0;")

    def begin(self) -> None:
        self.out("const uint64_t begin = (uint64_t)begins[i], limit = (uint64_t)limits[i];")
        self.out("const size_t end = (size_t)limit;", "size_t pos = (size_t)begin;")
        self.unless("begin > limit || limit > data_size", "BAD_COLUMNS")

    def end(self) -> None:
        super().end()
        self.out("ends[i] = (int64_t)pos;")

    def finish_starts(self) -> None: ...


def _load(code: str, at: str) -> str:
    return f"{at.removeprefix('data + ').join(['data[', ']'])}" if code == "u1" else f"get_{code}({at})"
