"""How fast the page of `nacformats view` is, in headless Chromium: `python -m benchmarks.viewing [PAGES]`.

For each file: the time until the page shows something, until its bytes are there, the longest time in which the page
did nothing else while it was scrolled through, and the memory of the process that shows it and reads the file.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

import nacformats
from nacformats.formats import format_named
from nacformats.formats.generic import fields_of
from nacformats.formats.stb import StbTensor
from nacformats.schema.sources import schema_path

#: Longer chunks are zeros, and become holes of the file.
_LARGE = 1 << 20
_TASKS = """
window.longest = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.longest = Math.max(window.longest, entry.duration);
}).observe({ type: "longtask", buffered: true });
"""


def instructions(path: Path, count: int = 100_000) -> None:
    """Write a program of so many instructions."""
    builder = nacformats.NacBuilder()
    value, weight = builder.input("x"), builder.parameter("weight", np.ones((4, 4), np.float32))
    for index in range(count - 3):
        mixed = index % 2 and index < 30_000  # a parameter is within reach of so many
        value = (
            builder.operation("aten.mul.Tensor", value, weight)
            if mixed
            else builder.operation("aten.relu.default", value)
        )
    builder.output(value)
    nacformats.dump(builder.build(), path)


def tensors(path: Path, count: int = 65_535) -> None:
    """Write an STB file of so many tensors; there are no more than 256 ids, so that they repeat."""
    schema = nacformats.open_schema(schema_path("stb"))
    tree = schema.loads(nacformats.dumps(nacformats.StbFile([StbTensor.from_array(np.ones((2, 3), np.float32), 0)])))
    one = fields_of(tree["tensors"][0])
    many = [{**one, "tensor_id": index % 256} for index in range(count)]
    path.write_bytes(schema.dumps({**fields_of(tree.fields), "tensors": many}))


def large_stb(path: Path, size: int = 1 << 32) -> None:
    """Write an STB file of so many bytes, most of which are a hole."""
    stb = nacformats.StbFile([StbTensor.from_array(np.zeros((size - 64) // 4, np.float32), 0)])
    _write_sparse(path, "stb", stb)


def large_nac(path: Path, size: int = 1 << 32) -> None:
    """Write a NAC file of so many bytes, most of which are holes: twelve parameters."""
    builder = nacformats.NacBuilder()
    value, zeros = builder.input("x"), np.zeros((size // 12 // 4 // 1024, 1024), np.float32)
    for index in range(12):
        weight = builder.parameter(f"layers.{index}.weight", zeros)
        value = builder.operation("aten.linear.default", value, weight, None)
    builder.output(value)
    _write_sparse(path, "nac", builder.build())


def _write_sparse(path: Path, name: str, model: Any) -> None:
    found = format_named(name)
    assert found is not None
    with path.open("wb") as file:
        for chunk in found.write(model):
            view = memoryview(chunk)
            if view.nbytes > _LARGE:
                file.truncate(file.seek(view.nbytes, os.SEEK_CUR))
            else:
                file.write(view)


FILES: dict[str, Callable[[Path], None]] = {
    "100,000 instructions.nac": instructions,
    "65,535 tensors.stb": tensors,
    "4 GiB.stb": large_stb,
    "4 GiB.nac": large_nac,
}


def measure(browser: Any, path: Path) -> None:
    """Print a line about one file."""
    began = time.perf_counter()
    page_path = nacformats.explore(path, output=path.with_suffix(".html"), open=False, strict=False)
    made = time.perf_counter() - began
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.add_init_script(_TASKS)
    began = time.perf_counter()
    page.goto(page_path.as_uri(), wait_until="commit")
    page.wait_for_selector("#viewer main")
    painted = page.evaluate(
        "new Promise(done => requestAnimationFrame(() => setTimeout("
        "() => done(performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1), 50)))"
    )
    is_held = '"element":"file-0"' in page_path.read_text(encoding="utf-8")[: 1 << 24]
    dropped = time.perf_counter()
    if not is_held:
        page.locator("input[type=file]").first.set_input_files(str(path))
    page.wait_for_selector("#pane-hex [role=row]")
    opened = time.perf_counter() - (began if is_held else dropped)
    page.evaluate("window.longest = 0")
    for pane in ("Program", "Tensors"):
        if page.get_by_role("tab", name=pane).count():
            page.get_by_role("tab", name=pane).click()
            _scroll(page, f"#pane-{pane.lower()}")
    _scroll(page, "#pane-hex")
    stalled = page.evaluate("window.longest")
    memory = _memory(browser)
    print(
        f"{path.name:>26} {path.stat().st_size:>14,} bytes: page of {page_path.stat().st_size:,} in {made:.2f} s, "
        f"first paint {painted / 1000:.2f} s, bytes there after {opened:.2f} s, longest task while scrolling "
        f"{stalled:.0f} ms, memory {memory / 1e6:.0f} MB",
        flush=True,
    )
    context.close()


def _scroll(page: Any, selector: str) -> None:
    """Scroll through a pane, as a wheel does."""
    box = page.locator(selector).first.bounding_box()
    if box is None:
        return
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for step in range(40):
        page.mouse.wheel(0, 400 if step < 30 else 200_000)
        page.wait_for_timeout(16)


def _memory(browser: Any) -> int:
    """Return the bytes that are private to the largest process of a page, its worker included."""
    session = browser.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    return max(_private(each["id"]) for each in found if each["type"] == "renderer")


def _private(process: int) -> int:
    lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8").splitlines()
    sizes = dict(line.split(":") for line in lines[1:])
    return sum(int(sizes[name].split()[0]) * 1024 for name in ("Private_Clean", "Private_Dirty"))


@contextmanager
def started() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        yield browser
        browser.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="parts of the names of files")
    wanted = parser.parse_args().names
    with tempfile.TemporaryDirectory() as folder:
        for name, write in FILES.items():
            if wanted and not any(each in name for each in wanted):
                continue
            path = Path(folder, name)
            write(path)
            with started() as browser:
                measure(browser, path)


if __name__ == "__main__":
    main()
