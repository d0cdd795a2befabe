"""The examples at the end of the help of each command: what it does, and how it is typed."""

from __future__ import annotations

import click

#: By command: what for, and the words after `nacformats`. The files are those of examples/, or what their names say.
EXAMPLES: dict[str, tuple[tuple[str, str], ...]] = {
    "": (
        ("A file on one screen", "model.nac"),
        ("An ONNX model becomes a NAC file", "compile model.onnx model.nac"),
        ("Complete commands, options and files with Tab", "completion --help"),
    ),
    "inspect": (
        ("A file, or a folder with a model, on one screen", "inspect model.nac"),
        ("Its tables, and every field with its bytes", "inspect model.nac --tables"),
        ("One section, one tensor, as hexadecimal", "inspect weights.stb --section tensors[3] --hex"),
        ("A file of a format of your own", "inspect scores.bin --schema scores.ksy"),
    ),
    "validate": (
        ("Files, or all files below a folder", "validate model.nac models/"),
        ("For a program to read", "validate model.nac --json"),
    ),
    "convert": (
        ("A NAC file becomes an ONNX model", "convert model.nac model.onnx"),
        ("Weights from one format to another", "convert model.safetensors weights.stb"),
        ("A file of a format of your own as JSON", "convert scores.bin scores.json --schema scores.ksy"),
    ),
    "repair": (("Tensors that a writer has not aligned", "repair old.stb new.stb"),),
    "diff": (
        ("Two models of any formats", "diff old.nac new.nac"),
        ("For a program to read", "diff model.onnx model.nac --json"),
    ),
    "view": (
        ("A page to look into a model", "view model.nac"),
        ("Two models, as a file to send", "view a.nac b.nac -o ab.html"),
    ),
    "query": (
        ("Tables of a file, and their columns", "query model.nac"),
        ("How often each operator is used", 'query model.nac "select name, count(*) from ops group by name"'),
        ("The tensors as Parquet", 'query model.nac "from parameters" -o parameters.parquet'),
    ),
    "generate": (
        ("A Python package for a format of your own", "generate --schema scores.ksy -o packages --for python"),
    ),
    "schema": (("The schema of NAC, for the Kaitai Web IDE", "schema nac -o nac.ksy"),),
    "tokenize": (
        ("The tokens of a text", 'tokenize story.nac "Once upon a time"'),
        ("Ids become text again", 'tokenize tokenizer.json "58 264 270" --decode'),
    ),
    "extract": (("The files in a model", "extract model.nac folder"), ("Only their names", "extract model.nac --list")),
    "run": (
        ("Inputs from a file", "run model.nac --inputs inputs.npz -o outputs.npz"),
        ("Random inputs, and how long each operation takes", "run model.nac --random --seed 7 --profile"),
    ),
    "train": (("A hundred steps", "train model.nac --inputs x.npz --targets y.npz --steps 100 -o new.nac"),),
    "compile": (
        ("An ONNX model", "compile model.onnx model.nac"),
        ("A program of PyTorch with a tokenizer", "compile model.pt2 model.nac --tokenizer tokenizer.json"),
    ),
    "fuzz": (
        ("Files of a format, to test a parser with", "fuzz stb --count 1000 --out files"),
        ("Run a parser on each of them", "fuzz scores.ksy --target './parser {}'"),
    ),
    "completion": (
        ("bash, for this user from now on", "completion bash >> ~/.bashrc"),
        ("zsh", "completion zsh >> ~/.zshrc"),
        ("fish", "completion fish > ~/.config/fish/completions/nacformats.fish"),
    ),
}


def with_examples(command: click.Command, name: str) -> click.Command:
    """Return a command whose help ends with its examples."""
    shown = [line for what, words in EXAMPLES.get(name, ()) for line in (f"  # {what}", f"  nacformats {words}")]
    if shown:
        command.epilog = "\n".join(("\b", "Examples:", *shown))
    return command
