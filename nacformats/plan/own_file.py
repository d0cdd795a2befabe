"""Which paths in a plan mean the file that the plan is in."""

from __future__ import annotations

from nacformats.formats.nac.file.model import NacFile

#: Means the file, whatever it is called.
OWN_PATH = ""


def own_paths(nac: NacFile | None) -> frozenset[str]:
    """The empty path, and the name of the file where it has one."""
    path = None if nac is None or nac.source is None else nac.source.path
    return frozenset((OWN_PATH,) if path is None else (OWN_PATH, path.name))
