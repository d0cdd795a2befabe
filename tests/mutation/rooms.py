"""The rooms whose code is changed, and the tests that hold each of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tests.mutation import schemas
from tests.mutation.mutants import ROOT, Mutant, changed_operators, named, removed_rules


@dataclass(frozen=True)
class MutatedRoom:
    """A part of the code.

    Attributes:
        sources: files and folders below nacformats/; those that are missing are left out.
        tests: the files and folders of tests that hold it, the quickest first.
        schemas: schemas whose rules are removed too.
        rules: the rules of a format are removed; otherwise operators, branches and numbers are changed.
        torch: the tests need PyTorch.
    """

    sources: tuple[str, ...]
    tests: tuple[str, ...]
    schemas: tuple[str, ...] = ()
    rules: bool = False
    torch: bool = False

    def modules(self) -> list[str]:
        """Return the files below the root of the checkout, sorted."""
        paths = (ROOT / "nacformats" / source for source in self.sources)
        files = {file for path in paths for file in (path.glob("**/*.py") if path.is_dir() else [path])}
        return sorted(file.relative_to(ROOT).as_posix() for file in files if file.is_file())

    def mutants(self) -> dict[str, Mutant]:
        """Return all mutants by name: those of the schemas, then those of the modules."""
        return named(self._mutants())

    def _mutants(self) -> Iterator[Mutant]:
        for schema in self.schemas:
            yield from schemas.removed_rules(schema)
        for module in self.modules():
            yield from removed_rules(module) if self.rules else changed_operators(module)


ROOMS = {
    "mic": MutatedRoom(
        ("formats/mic",),
        ("tests/mic/test_mic2.py", "tests/mic/test_micb.py", "tests/mic", "tests/test_corpus.py"),
        ("micb", "mic2", "uleb128"),
        rules=True,
    ),
    "nac": MutatedRoom(
        ("formats/nac", "formats/records", "checks"),
        ("tests/nac/test_nac_check.py", "tests/nac", "tests/test_corpus.py"),
        ("nac",),
        rules=True,
    ),
    "stb": MutatedRoom(
        ("formats/stb",),
        ("tests/stb/test_stb_check.py", "tests/stb", "tests/test_corpus.py"),
        ("stb", "glyph"),
        rules=True,
    ),
    "kernels": MutatedRoom(("ops",), ("tests/kernels", "tests/runtime")),
    "lowering": MutatedRoom(
        ("compiler/lowering",),
        (
            "tests/compiler/test_lowering.py",
            "tests/compiler/test_lowering_arguments.py",
            "tests/compiler/test_lowering_readers.py",
            "tests/compiler/test_lowering_limits.py",
            "tests/compiler/test_lowering_property.py",
            "tests/compiler/test_purposes.py",
            "tests/compiler/test_compile.py",
            "tests/compiler/test_versions.py",
        ),
    ),
    "restoring": MutatedRoom(
        ("restoring",),
        (
            "tests/runtime/test_resolved.py",
            "tests/runtime/test_mutation.py",
            "tests/runtime/test_nac_to_graph.py",
            "tests/runtime/test_mind.py",
            "tests/runtime/test_standard_names.py",
            "tests/runtime/test_exported.py",
            "tests/runtime/test_training_files.py",
            "tests/runtime/test_training_of_models.py",
            "tests/training",
        ),
        torch=True,
    ),
    "running": MutatedRoom(("plan/running",), ("tests/plan",)),
    "tokenizer": MutatedRoom(("tokenizer", "formats/tisa"), ("tests/tokenizer",)),
}
