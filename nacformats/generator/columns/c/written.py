"""sizes and scatter: from columns to bytes."""

from __future__ import annotations

from collections.abc import Sequence

from nacformats.generator.columns.c.from_columns import ColumnLoop
from nacformats.generator.columns.c.layout import c_name, has_blobs, length
from nacformats.generator.columns.c.loop import ELEMENT
from nacformats.generator.columns.steps import (
    Blob,
    ListStep,
    Scalar,
)


class _Written(ColumnLoop):
    """A loop that comes to every element; records that cannot have a list must have none."""

    writes = True

    def local_variables(self) -> None:
        self.out(*(f"uint64_t used_{length(key)} = 0;" for key in self.offsets()))

    def use(self, step: ListStep) -> None:
        self.out(f"used_{length(step.path + '[]')} += last - first;")

    def finish(self) -> None:
        for key in self.offsets():
            self.unless(f"used_{length(key)} != (uint64_t)c_{c_name(key)}[count]", "BAD_COLUMNS")
        super().finish()


class SizesLoop(_Written):
    """How many bytes each record takes."""

    verb = "sizes"

    def is_stored(self, scalar: Scalar) -> bool:
        return not scalar.width

    def outputs(self) -> list[str]:
        return ["int64_t *sizes"]

    def begin(self) -> None:
        self.out("uint64_t total = 0;")

    def end(self) -> None:
        self.out("sizes[i] = (int64_t)total;")

    def run(self, steps: list[Scalar], at: str) -> None:
        for step in steps:
            self.take(step, at)
        self.out(f"total += {sum(step.width for step in steps)};")

    def varint(self, step: Scalar, at: str) -> None:
        self.take(step, at)
        self.out(f"total += varint_width({self.value(step, at)});")

    def blob(self, step: Blob) -> None:
        size, at = f"c_{c_name(step.path + '#')}[i]", f"c_{c_name(step.path + '@')}[i]"
        self.open("")
        self.unless(f"{size} < 0", "BAD_COLUMNS")
        self.agrees(step, f"(uint64_t){size}")
        self.open(f"if ({at} >= 0)")
        self.unless(f"(uint64_t){size} > (uint64_t)INT64_MAX / 2 - total", "BAD_COLUMNS")
        self.out(f"total += (uint64_t){size};")
        self.close()
        self.close()

    def rows(self, step: ListStep) -> None:
        self.open("")
        self.span(step.path + "[]")
        self.agrees(step, "last - first")
        self.use(step)
        if step.width:
            self.out(f"total += (last - first) * {step.width};")
        else:
            self.out("uint64_t k;")
            self.open("for (k = first; k < last; k++)")
            self.out(f"total += varint_width(c_{c_name(step.body[0].path)}[k]);")
            self.close()
        self.close()


class ScatterLoop(_Written):
    """Columns to bytes."""

    verb = "scatter"

    def is_stored(self, scalar: Scalar) -> bool:  # noqa: ARG002
        return True

    def inputs(self) -> list[str]:
        return ["const uint8_t *data", "size_t data_size"] if has_blobs(self.record) else []

    def outputs(self) -> list[str]:
        return ["uint8_t *out", "size_t out_size", "size_t *written"]

    def local_variables(self) -> None:
        super().local_variables()
        self.out("size_t pos = 0;")

    def before(self) -> None:
        self.out("*written = 0;")

    def finish(self) -> None:
        self.out("*written = pos;")
        super().finish()

    def run(self, steps: list[Scalar], at: str) -> None:
        for step in steps:
            self.take(step, at)
        self.unless(f"out_size - pos < {sum(step.width for step in steps)}", "NO_ROOM")
        self.stores(steps, at)

    def stores(self, steps: Sequence[Scalar], at: str) -> None:
        offset = 0
        for step in steps:
            place = f"out + pos + {offset}" if offset else "out + pos"
            self.out(f"put_{step.width}({place}, (uint64_t){self.value(step, at)});")
            offset += step.width
        self.out(f"pos += {offset};")

    def varint(self, step: Scalar, at: str) -> None:
        self.take(step, at)
        self.open("")
        self.out(f"const size_t width = put_varint(out + pos, out_size - pos, {self.value(step, at)});")
        self.unless("width == 0", "NO_ROOM")
        self.out("pos += width;")
        self.close()

    def blob(self, step: Blob) -> None:
        at, size = c_name(step.path + "@"), c_name(step.path + "#")
        self.open("")
        self.out(f"const uint64_t at = (uint64_t)c_{at}[i], size = (uint64_t)c_{size}[i];")
        self.agrees(step, "size")
        self.open(f"if (c_{at}[i] >= 0)")
        self.unless("at > data_size || size > data_size - at", "BAD_COLUMNS")
        self.unless("size > out_size - pos", "NO_ROOM")
        self.open("if (size > 0)")
        self.out("memcpy(out + pos, data + at, (size_t)size);")
        self.close()
        self.out("pos += (size_t)size;")
        self.close()
        self.close()

    def rows(self, step: ListStep) -> None:
        self.open("")
        self.span(step.path + "[]")
        self.agrees(step, "last - first")
        self.use(step)
        self.out("uint64_t k;")
        if step.width:
            self.unless(f"last - first > (out_size - pos){f' / {step.width}' if step.width > 1 else ''}", "NO_ROOM")
        self.open("for (k = first; k < last; k++)")
        if step.width:
            self.stores(step.body, ELEMENT)
        else:
            self.varint(step.body[0], ELEMENT)
        self.close()
        self.close()
