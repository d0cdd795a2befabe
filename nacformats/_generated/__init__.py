"""The generated code: in a checkout it is in the folder generated/ beside the package, in a wheel right here.

The stubs for type checkers (.pyi) are here in both.
"""

from __future__ import annotations

import os
from importlib import import_module
from types import ModuleType

# Without pathlib, which takes longer to import than what is generated.
_HERE = os.path.dirname(os.path.realpath(__file__))  # noqa: PTH120
_BESIDE_THE_PACKAGE = os.path.join(os.path.dirname(os.path.dirname(_HERE)), "generated")  # noqa: PTH118, PTH120
if not os.path.isfile(os.path.join(_HERE, "kaitai", "__init__.py")) and os.path.isdir(_BESIDE_THE_PACKAGE):  # noqa: PTH112, PTH113, PTH118
    __path__.append(_BESIDE_THE_PACKAGE)


def generated(folder: str, schema: str) -> ModuleType:
    """The module that is generated from a schema. AttributeError when there is none."""
    if schema not in schemas(folder):
        raise AttributeError(f"there is no schema {schema!r}: known are {', '.join(schemas(folder))}")
    return import_module(f"{__name__}.{folder}.{schema}")


def schemas(folder: str) -> list[str]:
    """The schemas for which a folder has a module."""
    from pkgutil import iter_modules  # noqa: PLC0415  files are read without

    return [module.name for module in iter_modules(import_module(f"{__name__}.{folder}").__path__)]
