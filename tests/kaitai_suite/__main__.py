"""The command: `python -m tests.kaitai_suite --help`."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from tests.kaitai.compiler import Compiler
from tests.kaitai.reasons import by_reason, put
from tests.kaitai.workers import Lost, run_all
from tests.kaitai_suite import refused, specs
from tests.kaitai_suite.refused import RefusedResult
from tests.kaitai_suite.specs import SpecResult, Suite

#: For one spec or schema.
SECONDS = 20.0


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.kaitai_suite",
        description="Kaitai's specs and wrong schemas against this package. The exit code is 1 if something differs.",
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="a checkout of kaitai_struct_tests")
    parser.add_argument("--only", action="append", metavar="ID", help="only this spec or wrong schema")
    parser.add_argument("--gallery", type=Path, metavar="DIR", help="a checkout of kaitai_struct_formats, for imports")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all results to FILE")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="put the counts into FILE (docs/kaitai.md)")
    options = parser.parse_args(arguments)
    suite = Suite(options.folder, options.gallery)
    wrong = sorted((options.folder / "formats_err").glob("*.ksy"))
    if options.only:
        suite.specs = [path for path in suite.specs if path.stem in options.only]
        wrong = [path for path in wrong if path.stem in options.only]
    if not suite.specs and not wrong:
        parser.error(f"{options.folder} has no such spec (spec/ks/*.kst) and no such wrong schema (formats_err/*.ksy)")
    found = run_specs(suite)
    judged = run_wrong(wrong)
    print("\n".join([*report(found), "", *report_wrong(judged)]))
    if options.json:
        results = {"specs": [each.fields for each in found], "wrong": [each.fields for each in judged]}
        options.json.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if options.markdown:
        put(options.markdown, "suite", markdown(found, judged))
    return 1 if any(each.kind == specs.DIFFERENT for each in found) else 0


def run_specs(suite: Suite) -> list[SpecResult]:
    """Return the results of all specs, in their order."""
    suite.compiled = Compiler(suite.schemas, *suite.search).compile(map(suite.schema, suite.specs))
    done = {}
    for spec, result in run_all(suite.run, suite.specs, seconds=SECONDS):
        lost = isinstance(result, Lost)
        done[spec] = SpecResult(spec.stem, specs.DIFFERENT, reason=f"a defect: {result.why}") if lost else result
    return [done[spec] for spec in suite.specs]


def run_wrong(paths: list[Path]) -> list[RefusedResult]:
    """Return what became of each schema that is wrong, in their order."""
    compiled = Compiler(paths[0].parent).compile(paths) if paths else {}
    examine = lambda path: refused.examine(path, compiled[path].get("error"))  # noqa: E731
    done = {}
    for path, result in run_all(examine, paths, seconds=SECONDS):
        lost = isinstance(result, Lost)
        done[path] = RefusedResult(path.stem, refused.ACCEPTED, said=f"a defect: {result.why}") if lost else result
    return [done[path] for path in paths]


def report(results: list[SpecResult]) -> list[str]:
    """Return the lines about specs: counts, then what is not right by reason."""
    kinds = Counter(each.kind for each in results)
    trees = Counter(each.tree.split(":")[0] for each in results if each.tree)
    lines = [f"{len(results)} specs; the front end takes {sum(each.is_modelled for each in results)} schemas"]
    lines += [f"  {kinds[kind]:>4} {kind}" for kind in specs.KINDS]
    lines[1] += f", with {sum(each.asserts for each in results):,} asserts"
    lines += [f"trees against Kaitai's Python parser: {_counts(trees)}; {sum(e.leaves for e in results):,} leaves"]
    written = [each.written for each in results if each.written]
    lines += [f"written back byte for byte: {written.count('back')} of {len(written)}"]
    for kind in specs.KINDS[1:]:
        lines += by_reason(kind, ((each.id, each.reason) for each in results if each.kind == kind))
    trees_apart = ((e.id, e.differences[0]) for e in results if e.differences and not e.reason.startswith("tree"))
    lines += by_reason("trees that differ besides", trees_apart)
    no_tree = ((each.id, each.tree) for each in results if each.tree.startswith("none"))
    lines += by_reason("no tree to compare", no_tree)
    return lines + list(
        by_reason("not written back", ((e.id, e.written) for e in results if e.written not in ("", "back")))
    )


def report_wrong(results: list[RefusedResult]) -> list[str]:
    """Return the lines about schemas that are wrong."""
    kinds = Counter(each.kind for each in results)
    errors = [each for each in results if each.kind in (refused.REFUSED, refused.ACCEPTED)]
    warnings = kinds[refused.WARNED] + kinds[refused.NOT_WARNED]
    counts = (
        f"{len(results)} schemas that are wrong: {kinds[refused.REFUSED]} of {len(errors)} errors refused "
        f"({sum(each.is_place for each in errors)} by the path that Kaitai names), "
        f"{kinds[refused.WARNED]} of {warnings} warnings given{_as_errors(results)}, {kinds[refused.HELPER]} helpers"
    )
    lines = [counts]
    for kind in (refused.ACCEPTED, refused.NOT_WARNED):
        lines += by_reason(kind, ((each.id, each.said or each.demanded) for each in results if each.kind == kind))
    elsewhere = [each for each in errors if each.kind == refused.REFUSED and not each.is_place]
    return lines + list(by_reason("refused by another path", ((each.id, "see --json") for each in elsewhere)))


def _as_errors(results: list[RefusedResult]) -> str:
    count = sum(each.kind == refused.WARNED and each.is_refused for each in results)
    return f" ({count} as an error)" if count else ""


def markdown(found: list[SpecResult], judged: list[RefusedResult]) -> list[str]:
    """Return the lines of the documentation."""
    kinds = Counter(each.kind for each in found) + Counter(each.kind for each in judged)
    trees = Counter(each.tree for each in found)
    written = [each.written for each in found if each.written]
    not_right = [each for each in found if each.kind != specs.RIGHT]
    warnings = kinds[refused.WARNED] + kinds[refused.NOT_WARNED]
    lines = [
        "| | |",
        "|---|---|",
        f"| specs right | {kinds[specs.RIGHT]} of {len(found)}, with {sum(e.asserts for e in found):,} asserts |",
        f"| different | {kinds[specs.DIFFERENT]} |",
        f"| trees equal to Kaitai's | {trees['equal']}, and {trees['both refuse']} files that both refuse |",
        f"| files written back byte for byte | {written.count('back')} of {len(written)} |",
        f"| wrong schemas refused | {kinds[refused.REFUSED]} of {kinds[refused.REFUSED] + kinds[refused.ACCEPTED]} |",
        f"| warnings given | {kinds[refused.WARNED]} of {warnings}{_as_errors(judged)} |",
    ]
    rows = (f"| {each.id} | {each.kind}: {' '.join(each.reason.replace('|', '/').split())} |" for each in not_right)
    return [*lines, "", "| not right | |", "|---|---|", *rows] if not_right else lines


def _counts(counter: Counter[Any]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counter.most_common())


if __name__ == "__main__":
    sys.exit(main())
