"""Plain objects: to those who use them they are the dataclasses of the same fields."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle

import pytest

from nacformats.plain import Plain, PlainValue, detail


class Point(PlainValue):
    x: int
    y: int = 0
    label: str = detail(default="", repr=False, compare=False)


class Held(Plain):
    value: list[int]


@dataclasses.dataclass(frozen=True)
class Same:
    x: int
    y: int = 0
    label: str = dataclasses.field(default="", repr=False, compare=False)


def test_what_dataclasses_can_do() -> None:
    point = Point(1, y=2, label="a")
    assert (point.x, point.y, point.label) == (1, 2, "a")
    assert repr(point) == repr(Same(1, 2)).replace("Same", "Point")
    assert point == Point(1, 2) != Point(1, 3)
    assert hash(point) == hash(Same(1, 2))
    assert dataclasses.replace(point, y=5) == Point(1, 5)
    assert [each.name for each in dataclasses.fields(Point)] == ["x", "y", "label"]
    assert inspect.signature(Point) == inspect.signature(Same)
    assert Point.__match_args__ == Same.__match_args__
    assert pickle.loads(pickle.dumps(point)) == copy.deepcopy(point) == point


def test_objects_without_values_are_equal_to_themselves_only() -> None:
    held = Held([])
    assert held == held
    assert held != Held([])


@pytest.mark.parametrize(("args", "named"), [((), {}), ((1, 2, "", 4), {}), ((1,), {"x": 1}), ((), {"x": 1, "z": 2})])
def test_wrong_arguments_are_refused_as_those_of_dataclasses_are(
    args: tuple[object, ...], named: dict[str, object]
) -> None:
    with pytest.raises(TypeError) as expected:
        Same(*args, **named)  # type: ignore[arg-type]
    with pytest.raises(TypeError) as raised:
        Point(*args, **named)  # type: ignore[arg-type]
    assert str(raised.value) == str(expected.value).replace("Same", "Point")


def test_plain_objects_do_not_change() -> None:
    point = Point(1)
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'x'"):
        point.x = 2  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'x'"):
        del point.x


class Mutable(Plain, frozen=False):
    x: int
    kept = 0

    @property
    def doubled(self) -> int:
        return 2 * self.x


def test_only_what_there_is_can_be_set() -> None:
    """A misspelled name is refused, as it would change nothing."""
    mutable = Mutable(1)
    mutable.x, mutable.kept = 2, 3
    assert (mutable.x, mutable.kept, mutable.doubled) == (2, 3, 4)
    with pytest.raises(AttributeError, match="Mutable has no attribute 'y'"):
        mutable.y = 1  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="doubled"):
        mutable.doubled = 1  # type: ignore[misc]
