"""Where the files of RSRC may go when they are extracted (NAC v1.6, section 6.3). Their names are not trusted.

The same names are refused on every system, so that a file that can be extracted here can be extracted elsewhere.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from nacformats.errors import InvalidError, LimitError
from nacformats.formats.nac.file.reading import offset_in
from nacformats.formats.nac.tables import FORMAT_NAME
from nacformats.limits import MAX_EXTRACTED_FILES, MAX_EXTRACTED_NAME_BYTES, MAX_EXTRACTED_PATH_BYTES, MAX_SHOWN_TEXT
from nacformats.printing import printable, shortened

if TYPE_CHECKING:
    from nacformats.formats.nac.model import NacFile

#: What Windows takes for devices, with any suffix.
_DEVICES = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9\u00b9\u00b2\u00b3])\s*(\..*)?", re.IGNORECASE)

#: What is wrong with a part of a path, and when; the first that holds is told.
_WRONG: tuple[tuple[str, Callable[[str], object]], ...] = (
    ("it has an empty part", lambda part: not part),
    ("it leads out of the folder", lambda part: part in (".", "..")),
    ("it has a backslash or a colon, which some systems take for a separator", re.compile(r"[\\:]").search),
    ("it has a character that some systems forbid", re.compile(r'[<>"|?*]').search),
    ("it has a character that is not visible", lambda part: printable(part) != part),
    ("it begins with a dot, so that it would be hidden or a setting of a program", lambda part: part[0] == "."),
    ("it begins or ends with a space, or ends with a dot", lambda part: part != part.strip(" ").rstrip(".")),
    ("it is the name of a device", _DEVICES.fullmatch),
    ("it is too long", lambda part: len(part.encode()) > MAX_EXTRACTED_NAME_BYTES),
)


def problem_of_name(name: str) -> str | None:
    """Why a file must not be called so below a folder; None when it may. A slash separates folders."""
    if name.startswith("/"):
        return "it is an absolute path"
    if len(name.encode(errors="surrogatepass")) > MAX_EXTRACTED_PATH_BYTES:
        return "it is too long"
    return next((why for part in name.split("/") for why, is_wrong in _WRONG if is_wrong(part)), None)


def safe_paths(file: NacFile) -> list[PurePosixPath]:
    """The paths of the resources below the folder that they are extracted to, in order.

    Raises:
        InvalidError: a name is not safe, or two are the same file on a system that does not tell case apart.
        LimitError: there are more than MAX_EXTRACTED_FILES.
    """
    names = [resource.name for resource in file.rsrc or ()]
    if len(names) > MAX_EXTRACTED_FILES:
        expected = f"at most {MAX_EXTRACTED_FILES}"
        reason = "there are too many resources to extract"
        raise LimitError(reason, format=FORMAT_NAME, path="rsrc.files", expected=expected, actual=len(names))
    for index, name in enumerate(names):
        if (problem := problem_of_name(name)) is not None:
            raise _refused(file, index, f"the resource {_shown(name)} cannot be extracted: {problem}")
    taken: dict[str, int] = {}
    for index, name in enumerate(names):
        if (other := taken.setdefault(_folded(name), index)) != index:
            raise _refused(file, index, f"the resources {_shown(names[other])} and {_shown(name)} are the same file")
    for index, name in enumerate(names):
        clash = next((taken[folder] for folder in _folders(_folded(name)) if folder in taken), None)
        if clash is not None:
            raise _refused(file, index, f"the resource {_shown(names[clash])} is the folder of {_shown(name)}")
    return [PurePosixPath(name) for name in names]


def _shown(name: str) -> str:
    return repr(shortened(name, MAX_SHOWN_TEXT))


def _folded(name: str) -> str:
    """The same for all names that one file may have."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _folders(name: str) -> Iterable[str]:
    return map(str, PurePosixPath(name).parents)


def _refused(file: NacFile, index: int, reason: str) -> InvalidError:
    path = f"rsrc.files[{index}].name"
    hint = "nacformats.load gives its bytes: NacFile.rsrc"
    return InvalidError(reason, format=FORMAT_NAME, path=path, offset=offset_in(file.source, path), hint=hint)
