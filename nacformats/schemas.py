"""A format from anyone's schema: `open_schema("x.ksy")` gives what a format of the package is."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nacformats.api import check_target_suffix, read_source
from nacformats.codec.streams import Buffer, Source
from nacformats.formats.generic import Tree, format_of_codec

if TYPE_CHECKING:
    from nacformats.codec.trees.codec import SchemaCodec
    from nacformats.comparing.document import ComparedModels
    from nacformats.files import PathLike
    from nacformats.findings import Finding
    from nacformats.formats.base import Format
    from nacformats.fuzz import Maker


def open_schema(path: PathLike) -> SchemaFormat:
    """Return the format that a Kaitai Struct schema describes; nothing is generated on disk, and no Node.js is needed.

        >>> stb = open_schema("schemas/stb.ksy")
        >>> stb.load("examples/weights.stb")["num_tensors"]
        3

    Args:
        path: the .ksy; what it imports is beside it, or among the schemas of the package.

    Raises:
        OSError: the file cannot be read.
        ValueError: it is no schema, or outside of what is supported; the message holds the path in the schema.
    """
    from nacformats.targets.loading import codec_of_file  # noqa: PLC0415  a generated package has no schema to read

    path = Path(path)
    return SchemaFormat(codec_of_file(path), path)


def page_tables(path: PathLike) -> dict[str, Any]:
    """Return a schema as the page of `nacformats.explore` takes it.

    Raises:
        OSError: the file cannot be read.
        ValueError: it is no schema, or outside of what is supported.
    """
    from nacformats.schema.model import SchemaError  # noqa: PLC0415
    from nacformats.targets.loading import bounded_recursion, schema_of_file  # noqa: PLC0415  a generated package has no schema to read
    from nacformats.targets.viewer_tables import viewer_tables  # noqa: PLC0415

    schema = schema_of_file(os.fspath(path))
    try:
        with bounded_recursion():
            return viewer_tables(schema)
    except SchemaError as error:
        raise ValueError(f"{os.fspath(path)}: {error}") from None


class SchemaFormat:
    """A format whose model is its tree.

    Attributes:
        path: of the schema; None in a package that was generated from it.
        format: its entry.
    """

    path: Path | None
    format: Format

    def __init__(self, codec: SchemaCodec, path: Path | None = None) -> None:
        self.path = path
        self.format = format_of_codec(codec)

    @property
    def name(self) -> str:
        """The id of the schema."""
        return self.format.name

    @property
    def title(self) -> str:
        return self.format.title

    def load(self, path: PathLike, *, strict: bool = True, mmap: bool | None = None) -> Tree:
        """Read a file. Args and Raises: as for nacformats.load."""
        return self._read(Source.open(path, mmap=mmap), strict)

    def loads(self, data: Buffer, *, strict: bool = True) -> Tree:
        """Read bytes in memory. Args and Raises: as for nacformats.loads."""
        return self._read(Source(data), strict)

    def _read(self, source: Source, strict: bool) -> Tree:
        tree = read_source(source, self.format, strict=strict)
        assert isinstance(tree, Tree)
        return tree

    def dumps(self, tree: Mapping[str, Any]) -> bytes:
        """Return the bytes of a tree, a plain dict or one that was read; what follows from the rest is derived.

        Raises:
            FormatError: the tree does not fit the schema, by which nothing can be written perhaps; path says where.
        """
        return b"".join(self.format.write(tree))

    def dump(self, tree: Mapping[str, Any], path: PathLike) -> None:
        """Write a tree beside the target, and rename it over it. Raises: as for api.dump."""
        from nacformats.files import write_atomically  # noqa: PLC0415  files are read without

        check_target_suffix(path, self.format)
        write_atomically(os.fspath(path), self.format.write(tree))

    def validate(self, path_or_bytes: PathLike | Buffer, *, strict: bool = True) -> list[Finding]:
        """List what is wrong with a file; an empty list means that all is well."""
        with Source.of(path_or_bytes) as source:
            return self.format.check(source, strict)

    def compare(self, left: PathLike | Tree, right: PathLike | Tree) -> ComparedModels:
        """Return what differs between two files, or two trees that were read; elements of lists are aligned.

        Raises: as load, which takes any layout here.
        """
        from nacformats.comparing.comparison import compare_models  # noqa: PLC0415  few compare

        with ExitStack() as stack:
            trees = [
                each if isinstance(each, Tree) else stack.enter_context(self.load(each, strict=False))
                for each in (left, right)
            ]
            names = [each.source.name if each.source is not None else None for each in trees]
            return compare_models(*trees, names=(names[0] or "left", names[1] or "right"))

    def fuzz(self, count: int, *, seed: int = 0, near: bool = False) -> Iterator[bytes]:
        """Yield files of the format, the same ones for the same seed.

        Args:
            count: how many.
            seed: any integer.
            near: whether each has one damage in one field, which our reader need not refuse.

        Raises:
            SchemaError: no file was found; the message begins with the path in the schema.
            ValueError: the schema is not at hand.
        """
        rng = random.Random(seed)  # noqa: S311  no secrets
        for _ in range(count):
            yield (self._maker.near(rng).data if near else self._maker.sample(rng).data)

    @cached_property
    def _maker(self) -> Maker:
        from nacformats.fuzz import Maker  # noqa: PLC0415  files are read without

        if self.path is None:
            raise ValueError("files are made from a schema: open_schema has one")
        return Maker(self.path)

    def __repr__(self) -> str:
        return f"<SchemaFormat {self.name}: {self.title}>"
