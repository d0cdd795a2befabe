"""What could run a program that a file holds, everywhere in the package: unpickling, importing, evaluating, processes.

Whoever adds such a call gives the reason here why no file decides what it runs.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import nacformats
from tests.effort import some
from tests.imports import walked

ROOT = Path(nacformats.__file__).parent

_MODULES = """
    pickle _pickle cPickle dill cloudpickle joblib marshal shelve code codeop runpy subprocess multiprocessing pty
"""
_FUNCTIONS = """
    eval exec compile __import__ breakpoint numpy.load np.load torch.load torch.export.load torch.jit.load
    torch.hub.load torch.ops.load_library torch.ops.import_module torch._C._pickle_load_obj onnx.hub.load
    sympy.sympify sympify
    sympy.parse_expr parse_expr numexpr.evaluate construct.compile yaml.load yaml.load_all yaml.unsafe_load
    yaml.full_load yaml.Loader yaml.UnsafeLoader yaml.FullLoader os.system os.popen os.fork os.posix_spawn os.execv
    os.execve os.execvp os.spawnv os.startfile importlib.import_module import_module importlib.__import__
    importlib.reload ctypes.CDLL ctypes.PyDLL ctypes.WinDLL ctypes.cdll types.FunctionType types.CodeType
"""
#: Modules that unpickle, or run programs, whatever is called of them.
MODULES = frozenset(_MODULES.split())
#: Functions, as they are written.
FUNCTIONS = frozenset(_FUNCTIONS.split())
UNPICKLING = frozenset({"allow_pickle"})

OWN_MODULES = "the name is one of the package's own, completed from a table"
#: File and call: why no file decides what it runs.
REASONS = {
    ("_generated/__init__.py", "import_module"): OWN_MODULES,
    ("codec/columns/native.py", "ctypes.CDLL"): "the library that is installed with the package, by its own path",
    ("codec/columns/record.py", "import_module"): OWN_MODULES,
    ("codec/columns/extents.py", "importlib.import_module"): OWN_MODULES,
    ("codec/trees/codec.py", "importlib.import_module"): OWN_MODULES,
    ("codec/columns/reading.py", "import_module"): OWN_MODULES,
    ("codec/trees/record.py", "import_module"): OWN_MODULES,
    ("codec/tables.py", "importlib.import_module"): OWN_MODULES,
    ("commands/group.py", "import_module"): OWN_MODULES,
    ("commands/running.py", "importlib.import_module"): "--import: the caller names the module",
    ("compiler/frontends/__init__.py", "import_module"): "the libraries that models are from, from a table",
    ("onnx/reading/library.py", "subprocess"): "this Python, with a module of the package",
    ("onnx/reading/library_process.py", "np.load"): "inputs that the package wrote, without pickle",
    ("onnx/reading/reference.py", "np.load"): "what its own process gave, without pickle",
    ("compiler/frontends/torch_export/stored.py", "torch.export.load"): "the caller trusts the file",
    ("compiler/frontends/torch_export/stored.py", "torch.load"): "weights_only, of an archive",
    ("formats/__init__.py", "importlib.import_module"): OWN_MODULES,
    ("conversion/weights.py", "allow_pickle"): "it is False: nothing is pickled",
    ("fuzz/closures.py", "eval"): "schemas, which the caller trusts; rendered from numbers, checked ids, quoted texts",
    ("fuzz/corpora.py", "import_module"): OWN_MODULES,
    ("fuzz/target.py", "subprocess"): "fuzz --target: the caller names the program",
    ("targets/columns/scanning.py", "eval"): "schemas, which the caller trusts; an expression that is rendered there",
    ("targets/kaitai.py", "subprocess"): "the Kaitai Struct compiler, for generate",
    ("targets/loading.py", "compile"): "schemas, which the caller trusts; the code that is rendered from one",
    ("targets/loading.py", "exec"): "schemas, which the caller trusts; the code that is rendered from one",
    ("languages/compiled.py", "ctypes.CDLL"): "what the user's compiler made, where only the user writes",
    ("languages/compiled.py", "subprocess"): "the user's compiler, of C that is rendered from a schema",
    ("targets/viewer.py", "subprocess"): "Node.js with the script that bundles the page, for generate",
    ("targets/columns/lists.py", "compile"): "the same, of the records in their lists",
    ("targets/columns/lists.py", "exec"): "the same, of the records in their lists",
    ("lazy.py", "import_module"): OWN_MODULES,
    ("ops/decompositions.py", "compile"): "formulas of the rows, which are part of the package",
    ("ops/decompositions.py", "exec"): "formulas of the rows, which are part of the package",
    ("ops/kernels/__init__.py", "importlib.import_module"): OWN_MODULES,
    ("ops/onnx/__init__.py", "importlib.import_module"): OWN_MODULES,
    ("view/summaries/other.py", "import_module"): OWN_MODULES,
    ("view/summary.py", "import_module"): OWN_MODULES,
}


def calls(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, ast.AST]]:
    """The dangerous calls and imports of a module, by name."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((each.name, node) for each in node.names if each.name.partition(".")[0] in MODULES)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in MODULES:
            yield str(node.module), node
        elif isinstance(node, ast.Name | ast.Attribute) and (name := ast.unparse(node)) in FUNCTIONS:
            yield name, node
        elif isinstance(node, ast.keyword) and node.arg in UNPICKLING:
            yield node.arg, node


def found() -> set[tuple[str, str]]:
    return {(path.relative_to(ROOT).as_posix(), name) for path in ROOT.rglob("*.py") for name, _ in calls(walked(path))}


def test_each_call_that_could_run_a_program_has_a_reason() -> None:
    assert found() == set(REASONS), found() ^ set(REASONS)


def test_the_search_finds_what_it_looks_for() -> None:
    text = (
        "import pickle as p\nfrom subprocess import run\nx = eval(y)\nnp.load(f, allow_pickle=True)\nre.compile('')\n"
    )
    assert [name for name, _ in calls(ast.walk(ast.parse(text)))] == [
        "pickle",
        "subprocess",
        "eval",
        "np.load",
        "allow_pickle",
    ]


def test_weights_are_loaded_as_weights_only() -> None:
    for path in some(each for each in ROOT.rglob("*.py") if "torch" in each.read_text(encoding="utf-8")):
        for node in walked(path):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "torch.load":
                assert {each.arg: ast.unparse(each.value) for each in node.keywords}["weights_only"] == "True"
