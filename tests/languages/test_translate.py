"""The neutral language: what is outside of it is refused with the line, and what functions do is found."""

from __future__ import annotations

import pytest

from nacformats.languages.translate import NeutralError, read_machine, read_program

HEAD = "from nacformats.languages.neutral import Int, Text, U64, Bytes, u64\n"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("return number + wide", "Int and U64 do not mix"),
        ("if number:\n        return 1\n    return 0", "a condition is a bool, not Int"),
        ("number = 1\n    return number", "a parameter is not assigned to"),
        ("return [each for each in (1, 2)][0]", "this expression is not in the neutral language"),
        ("return other", "an unknown name"),
        ("return len('a', 'b')", "an unknown function"),
        ("with open('a'):\n        return 1", "this statement is not in the neutral language"),
        ("if number == 0:\n        late = 1\n    return late", "an unknown name"),
        ("return 'text'", "Int is needed, and not Text"),
        ("return f(number)", "2 arguments are needed"),
    ],
)
def test_what_is_not_neutral_is_refused_with_its_line(body: str, reason: str) -> None:
    text = f'{HEAD}\n\ndef f(number: Int, wide: U64) -> Int:\n    """Return a number."""\n    {body}\n'
    with pytest.raises(NeutralError) as refused:
        read_program({"sample": text})
    line, _, rest = str(refused.value).partition(": ")
    assert line.startswith("sample.py:")
    assert int(line.removeprefix("sample.py:")) > 4
    assert rest.startswith(reason)


def test_names_of_other_modules_may_have_these_before_them() -> None:
    one = 'SIZE = 4\n\n\ndef g(number: Int) -> Int:\n    """Return a number."""\n    return number\n'
    two = 'def f() -> Int:\n    """Return a number."""\n    return one.g(one.SIZE)\n'
    sources = {"two": f"from sample import one\n{HEAD}\n\n{two}", "one": f"{HEAD}\n\n{one}"}
    assert [each.name for each in read_program(sources).modules] == ["one", "two"]
    with pytest.raises(NeutralError, match=r"two\.py:7: an unknown function"):
        read_program({**sources, "one": HEAD})


def test_a_failure_is_one_of_those_that_call() -> None:
    functions = read_machine().functions
    assert functions["fail"].can_fail
    assert functions["read_file"].can_fail
    assert not functions["put_point"].can_fail


def test_what_a_function_changes_is_known() -> None:
    functions = read_machine().functions
    assert [each.name for each in functions["put_point"].parameters if each.is_changed] == ["to"]
    assert not functions["code_point"].parameters[0].is_changed
    assert functions["read_file"].parameters[0].is_changed
