"""Packages of a language: the machine, and a file for each schema."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from nacformats.languages.loop_functions import loops_text
from nacformats.languages.printing import RUNTIMES, file_text, with_words
from nacformats.languages.translate import NeutralProgram, read_machine
from nacformats.languages.views import SchemaViews, View, ViewMember, views_of
from nacformats.schema.model import Schema, SchemaError
from nacformats.version import __version__

#: Most fields that an example prints.
_PRINTED = 4


@dataclass(frozen=True)
class Package:
    """A package before it is printed.

    Attributes:
        name: of the package, in small letters; version: of nacformats.
        module: what the language calls it where that is more than the name, such as org.example.name; or "".
        machine: all its modules; schemas: in the order in which they are listed.
    """

    name: str
    version: str
    machine: NeutralProgram = field(repr=False)
    schemas: tuple[SchemaViews, ...] = field(repr=False)
    module: str = ""

    @property
    def words(self) -> dict[str, str]:
        """The words that fixed files have as @name."""
        listed = [schema.name for schema in self.schemas]
        return {"name": self.name, "version": self.version, "schemas": ", ".join(listed), "count": str(len(listed))}

    @property
    def largest(self) -> SchemaViews:
        """The schema that examples are of."""
        return max(self.schemas, key=lambda schema: len(schema.views))

    def example(self, shown: Callable[[str], str]) -> dict[str, str]:
        """Return the words of examples that read, change, append and write.

        Args: shown: (id of a member of the root) -> how the language reads it.
        """
        schema, root = self.largest, self.largest.views[0]
        kinds = ("unsigned", "signed", "text")
        ids = [each.id for each in root.members if each.kind in kinds and not each.is_list and not each.is_instance]
        suffix = f".{schema.extension}" if schema.extension else ""
        prints = [shown(each) for each in ids[:_PRINTED]]
        words = {"schema": schema.name, "root": root.name, "suffix": suffix, "prints": ", ".join(prints) or '"read"'}
        listed = next((each for each in root.members if each.is_list and each.kind == "record"), None)
        target = next((each for each in schema.views if listed and each.name == listed.target), root)
        words |= {"list": listed.id if listed else "items", "element": target.name}
        return words | {"field": _given_number(root) or "number", "part": _given_number(target) or "number"}


def _given_number(view: View) -> str:
    """Return the id of a number that users give, the last of them, or ""."""
    return next((each.id for each in reversed(view.members) if _is_given_number(each)), "")


def _is_given_number(member: ViewMember) -> bool:
    is_plain = member.kind in ("unsigned", "signed") and not (member.is_list or member.is_conditional or member.enum)
    return is_plain and not member.is_derived and not member.is_instance


def fixed_files(language: str, words: Mapping[str, str]) -> dict[str, str]:
    """Return the files of a language that are the same in every package, by name, with the words of this one."""
    paths = sorted(path for path in (RUNTIMES / language).iterdir() if path.is_file())
    return {path.name: with_words(file_text(path), words) for path in paths}


machine = cache(read_machine)


def package_of(name: str, schemas: Iterable[Schema], module: str = "") -> Package:
    """Return a package of schemas.

    Args: module: what the language calls it, if that is not its name.

    Raises:
        SchemaError: the machine cannot do something of one.
    """
    listed, views = tuple(schemas), []
    for schema in listed:
        try:
            views.append(views_of(schema))
        except SchemaError as error:
            raise SchemaError(error.path, error.reason, error.file or f"{schema.name}.ksy") from None
    roots: dict[str, str] = {}
    for each in views:
        other = roots.setdefault(each.views[0].name.lower(), each.name)
        if other != each.name:
            reason = f"{each.name} means the same class as {other}: choose another id for one"
            raise SchemaError("/meta/id", reason, f"{each.name}.ksy")
    return Package(name, __version__, machine(loops_text(listed)), tuple(views), module)
