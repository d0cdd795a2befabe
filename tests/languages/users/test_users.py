"""Programs as new users of a package write them do what Python does, byte for byte."""

from __future__ import annotations

from tests.languages.users import task


def test_the_files_are_what_python_makes() -> None:
    for path, data in task.files().items():
        assert (task.HERE / path).read_bytes() == data, path
