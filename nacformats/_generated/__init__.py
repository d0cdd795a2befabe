"""The generated code: in a checkout it is in the folder generated/ beside the package, in a wheel right here.

The stubs for type checkers (.pyi) are here in both.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

_BESIDE_THE_PACKAGE = Path(__file__).resolve().parents[2] / "generated"
if not (Path(__file__).parent / "kaitai" / "__init__.py").is_file() and _BESIDE_THE_PACKAGE.is_dir():
    __path__.append(str(_BESIDE_THE_PACKAGE))


def generated(folder: str, schema: str) -> ModuleType:
    """The module that is generated from a schema. AttributeError when there is none."""
    if schema not in schemas(folder):
        raise AttributeError(f"there is no schema {schema!r}: known are {', '.join(schemas(folder))}")
    return import_module(f"{__name__}.{folder}.{schema}")


def schemas(folder: str) -> list[str]:
    """The schemas for which a folder has a module."""
    return [module.name for module in iter_modules(import_module(f"{__name__}.{folder}").__path__)]
