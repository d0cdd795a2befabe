"""The hook of mkdocs.yml: pages that are elsewhere in the repository, links between them, and live views of files.

Documents are written for readers of the repository. On the site, a link to a document leads to its page, and one to
anything else to the repository.
"""

from __future__ import annotations

import posixpath
import re
import subprocess
import sys
import tempfile
import tomllib
from functools import cache
from html import escape
from pathlib import Path, PurePosixPath
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]
#: Documents outside of docs/, by the page that they are.
ELSEWHERE = {
    "project/readme.md": "README.md",
    "project/changelog.md": "CHANGELOG.md",
    "project/contributing.md": "CONTRIBUTING.md",
    "project/security.md": "SECURITY.md",
}
#: Documents without a page of their own, and the page that has the same.
SAME = {"generated/docs": "layouts/index.md", "docs/api": "api/index.md"}
#: A link or a picture of Markdown, with its target; not within the line's code.
_LINK = re.compile(r"(`[^`\n]*`)|(?<=\]\()([^)\s#]*)(#[^)\s]*)?(?=\))")
#: A name of the API in code, which is not the text of a link, nor in a heading or a cell of code.
_NAMED = re.compile(r"(?<![\[`])`((?:nacformats\.)?[A-Za-z_][\w.]*)(?:\(\.{0,3}\))?`(?![\]`])")
#: What the API describes: a class, or a function.
_DESCRIBED = re.compile(r"^#+ (class )?`([\w.]+)`$", re.MULTILINE)
_FENCED = re.compile(r"(^```.*?^```$)", re.DOTALL | re.MULTILINE)
#: Where a page shows the viewer with a file of the repository, or with two.
_LIVE = re.compile(r"<!-- live: (\S+(?: \S+)?) -->")
_HEADING = re.compile(r"^# (.*)", re.MULTILINE)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """List the generated pages in the navigation."""
    config.nav = [_listed(entry) for entry in config.nav or ()]
    fence = {"name": "console", "class": "highlight", "format": _console}
    config.mdx_configs["pymdownx.superfences"] = {"custom_fences": [fence]}
    return config


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the pages that are elsewhere, and the live views that pages show."""
    for uri, path in _pages().items():
        if not path.startswith("docs/"):
            files.append(File.generated(config, uri, content=(ROOT / path).read_text(encoding="utf-8")))
    files.append(File.generated(config, "layouts/index.md", content=_index_of_layouts()))
    for path in sorted(
        {path for each in (ROOT / "docs").rglob("*.md") for path in _LIVE.findall(each.read_text("utf-8"))}
    ):
        files.append(File.generated(config, _view_of(path), content=_viewed(path)))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Lead links to the pages of the site, and show what is live. A page that is a part alone has no navigation."""
    if page.parent is None or _LIVE.search(markdown):
        page.meta["hide"] = ["navigation", "toc"] if _LIVE.search(markdown) else ["navigation"]
    source = _pages().get(page.file.src_uri)
    parts = _FENCED.split(markdown)
    if source is not None:
        parts[::2] = [_LINK.sub(lambda match: _target(match, source, page.file.src_uri), part) for part in parts[::2]]
        parts[::2] = [_named(part, page.file.src_uri) for part in parts[::2]]
    return _LIVE.sub(lambda match: _frame(match[1], page.file.src_uri), "".join(parts))


def _console(source: str, *_: object, **__: object) -> str:
    """Return commands and what they print; the highlighter takes output that begins with a % for a command."""
    marked = re.sub(r"^\$ ", '<span class="gp">$ </span>', escape(source, quote=False), flags=re.MULTILINE)
    shown = re.sub(r"^(?!<span)(.+)$", r'<span class="go">\1</span>', marked, flags=re.MULTILINE)
    return f'<div class="highlight"><pre><code>{shown}</code></pre></div>'


def _pages() -> dict[str, str]:
    """Return the path in the repository of the document that each page is."""
    own = {path.relative_to(ROOT / "docs").as_posix(): path for path in sorted((ROOT / "docs").rglob("*.md"))}
    layouts = {f"layouts/{path.name}": path for path in sorted((ROOT / "generated" / "docs").glob("*.md"))}
    return ELSEWHERE | {uri: path.relative_to(ROOT).as_posix() for uri, path in (own | layouts).items()}


def _listed(entry: Any) -> Any:
    """Return an entry of the navigation; of a folder, with all its pages, the index first."""
    (title, value), *_ = entry.items()
    if not isinstance(value, str) or not value.endswith("/"):
        return entry
    index = f"{value}index.md"
    uris = [uri for uri in _pages() if uri.startswith(value) and uri != index]
    if index in _pages():  # its order is that of the index
        text = (ROOT / _pages()[index]).read_text(encoding="utf-8")
        uris.sort(key=lambda uri: text.index(f"({PurePosixPath(uri).name})"))
    return {title: [index, *({PurePosixPath(uri).stem: uri} for uri in uris)]}


def _target(match: re.Match[str], source: str, uri: str) -> str:
    """Return the target of a link on a page of the site."""
    path, anchor = match[2], match[3] or ""
    if match[1] or not path or "://" in path or path.startswith("mailto:"):
        return match[0]
    target = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
    found = {document: page for page, document in _pages().items()} | SAME
    page = found.get(target, target.removeprefix("docs/") if target.startswith("docs/") else None)
    if page is not None:
        return posixpath.relpath(page, posixpath.dirname(uri)) + anchor
    if not (ROOT / target).exists():
        return match[0]  # it leads nowhere: the build says so
    return f"{_repository()}/{'tree' if (ROOT / target).is_dir() else 'blob'}/main/{target}{anchor}"


def _named(text: str, uri: str) -> str:
    """Lead names of the API to where they are described."""
    places = _api()

    def linked(match: re.Match[str]) -> str:
        place = places.get(match[1])
        if place is None or place.startswith(f"{uri}#"):
            return match[0]
        return f"[{match[0]}]({posixpath.relpath(place, posixpath.dirname(uri))})"

    lines = text.split("\n")
    return "\n".join(line if line.startswith("#") else _NAMED.sub(linked, line) for line in lines)


@cache
def _api() -> dict[str, str]:
    """Return the place of each class, method and function; functions with the name of their module alone."""
    found: dict[str, str] = {}
    for path in sorted((ROOT / "docs" / "api").glob("nacformats*.md")):
        for is_class, name in _DESCRIBED.findall(path.read_text(encoding="utf-8")):
            place = f"api/{path.name}#{'class-' if is_class else ''}{name.replace('.', '').lower()}"
            found[f"{path.stem}.{name}"] = place
            if is_class or "." in name:
                found.setdefault(name, place)
    return found


def _repository() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["urls"]["Homepage"])


def _index_of_layouts() -> str:
    lines = ["# Layouts", "", "Every byte of every format, generated from the schemas.", ""]
    lines += ["| schema | what it describes |", "|---|---|"]
    for path in sorted((ROOT / "generated" / "docs").glob("*.md")):
        heading = _HEADING.search(path.read_text(encoding="utf-8"))
        lines.append(f"| [`{path.stem}`]({path.name}) | {heading[1] if heading else ''} |")
    return "\n".join(lines) + "\n"


def _view_of(files: str) -> str:
    return f"viewer/{'-'.join(PurePosixPath(path).name for path in files.split())}.html"


def _frame(files: str, uri: str) -> str:
    address = posixpath.relpath(_view_of(files), posixpath.dirname(uri))
    names = " and ".join(f"`{PurePosixPath(path).name}`" for path in files.split())
    frame = f'<iframe class="live" src="{address}" title="The viewer with {names.replace("`", "")}"></iframe>'
    return f"[Open {names} in a window of its own]({address}){{ target=_blank }}\n\n{frame}"


def _viewed(files: str) -> bytes:
    """Return the page that `nacformats view` makes of files."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "page.html")
        command = [sys.executable, "-m", "nacformats", "view", *files.split(), "-o", str(page), "--no-open"]
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)  # noqa: S603
        return page.read_bytes()
