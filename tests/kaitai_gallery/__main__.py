"""The command: `python -m tests.kaitai_gallery --help`."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from tests.kaitai.compiler import Compiler
from tests.kaitai.reasons import put
from tests.kaitai.workers import Lost, run_all
from tests.kaitai_gallery.examine import APART, USES, Gallery, SchemaResult
from tests.kaitai_gallery.samples import FOLDERS
from tests.kaitai_gallery.tables import is_different, markdown, report

#: Computing time for one schema with all its files.
SECONDS = 150.0


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.kaitai_gallery",
        description="Kaitai's gallery under this package and Kaitai's. The exit code is 1 if a tree differs.",
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="a checkout of kaitai_struct_formats")
    parser.add_argument("--only", action="append", metavar="ID", help="only this schema, such as png")
    parser.add_argument(
        "--samples",
        type=Path,
        action="append",
        metavar="FOLDER",
        help="look for files here, by suffix and in folders named like a schema, and not in the system's folders",
    )
    parser.add_argument(
        "--generated", type=int, default=40, metavar="N", help="files to make by each schema: %(default)s"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="processes at a time")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all results to FILE")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="put the table into FILE (docs/kaitai.md)")
    options = parser.parse_args(arguments)
    gallery = Gallery(options.folder, options.generated)
    if options.only:
        gallery.schemas = [path for path in gallery.schemas if path.stem in options.only]
    if not gallery.schemas:
        parser.error(f"{options.folder} has no such schema")
    gallery.find_samples(options.samples or FOLDERS)
    results = run(gallery, options.jobs)
    print("\n".join(report(results)))
    if options.json:
        text = json.dumps([each.fields for each in results], indent=1, ensure_ascii=False)
        options.json.write_text(text + "\n", encoding="utf-8")
    if options.markdown:
        put(options.markdown, "gallery", markdown(results))
    return 1 if is_different(results) else 0


def run(gallery: Gallery, jobs: int) -> list[SchemaResult]:
    """Return the results of all schemas, in their order."""
    gallery.compiled = Compiler(gallery.folder).compile(gallery.schemas)
    done = {}
    for path, result in run_all(gallery.examine, gallery.schemas, seconds=SECONDS, jobs=jobs):
        done[path] = _lost(gallery.name(path), result.why) if isinstance(result, Lost) else result
    return [done[path] for path in gallery.schemas]


def _lost(name: str, why: str) -> SchemaResult:
    result = SchemaResult(name, refusals=dict.fromkeys(USES, f"a defect: {why}"))
    result.files[APART] += 1
    result.wrong.append(f"{APART}: a defect: {why}")
    return result


if __name__ == "__main__":
    sys.exit(main())
