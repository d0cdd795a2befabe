"""Drawing instances with `pos`: where they are, and whether what is there has been drawn already."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import partial
from typing import Any

from nacformats.fuzz import output
from nacformats.fuzz.closures import Closures
from nacformats.fuzz.elements import Element
from nacformats.fuzz.fields import FieldPlan
from nacformats.fuzz.hints import Hints
from nacformats.fuzz.roles import Roles
from nacformats.fuzz.run import Run
from nacformats.fuzz.summing import extent_name
from nacformats.schema import model


class PlacedPlan(FieldPlan, ABC):
    """A field, or an instance with `pos`, and how that comes to its place.

    Attributes:
        element: draws its value, or one of them.
        offset: of an instance: the field that tells where it is.
    """

    element: Element

    def __init__(self, owner: model.Type, member: model.Field, closures: Closures, hints: Hints, roles: Roles) -> None:
        super().__init__(owner, member, closures, hints, roles)
        self.offset: PlacedPlan | None = None
        self._pos_from = closures.blamed(owner, member.pos)

    @abstractmethod
    def draw(self, run: Run, node: output.DrawnNode) -> Any:
        """Return the value of the field: drawn, and written."""

    def draw_summed(self, run: Run, node: output.DrawnNode) -> Any:
        """Do the same as `draw`, and remember which bytes it takes."""
        run.align()
        extent = output.SummedBytes(run.segment, len(run.segment.data), 0)
        value = self.draw(run, node)
        run.align()
        extent.size = len(run.segment.data) - extent.at
        node.__dict__[extent_name(self.id)] = extent
        run.segment.extents.append(extent)
        return value

    def draw_early(self, node: output.DrawnNode) -> Any:
        """Return the value of an instance that is requested before its turn."""
        run: Run = node._run
        if self.condition is not None and not self.condition(node):
            return None
        if self.weightless and self.count is not None:
            return Lookups(self, run, node, self.count(node))
        stream = node._io if self.io is None else self.io(node)
        if self.pos is None and stream is run.stream:
            return self.draw(run, node)
        if self.offset is None or not isinstance(getattr(node, self.offset.id), output.Pending):
            return run.at(stream, self._position(node), lambda: self.draw(run, node))
        before = len(stream.queue)
        segment, value = run.aside(stream, lambda: self.draw(run, node))
        node.__dict__[f"{self.id} aside"] = segment, stream.queue[before:]
        del stream.queue[before:]
        return value

    def place(self, run: Run, node: output.DrawnNode) -> None:
        """Draw an instance at the end of its stream, or add what was drawn early, and write where it is."""
        is_nothing = self.weightless and self.offset is None
        if is_nothing or (self.condition is not None and not self.condition(node)):
            return
        is_told = self.offset is not None and isinstance(getattr(node, self.offset.id), output.Pending)
        if not run.lessons.is_generous or is_told:
            self._place(run, node)
            return
        mark = run.mark()
        try:
            self._place(run, node)
        except output.UnsatisfiedError as error:
            if isinstance(error, output.OversizeError | output.ExhaustedError):
                raise
            run.rewind(mark)

    def _place(self, run: Run, node: output.DrawnNode) -> None:
        run.align()
        stream = run.stream if self.io is None else self.io(node)
        if stream is not run.stream and stream.size is None:
            run.later(stream, partial(self.place, run, node))
            return
        own, offset = node.__dict__, self.offset
        segment, queue = own.pop(f"{self.id} aside", (None, []))
        stream.queue += queue
        if offset is None or not isinstance(own[offset.id], output.Pending):
            if self.id not in own:
                self._place_known(run, node, stream)
            return
        if stream is not run.stream:
            int(own[offset.id])  # the offset has to be known now
        end = max(len(run.segment.data) - stream.start, stream.due)
        run.pad_to(stream.start + self._chosen(node, offset, end))
        if segment is not None:
            run.segment.append(segment)
        else:
            own[self.id] = self._drawn_there(run, node)

    def stream(self, node: output.DrawnNode, stream: output.Stream) -> output.Stream:
        """Return the stream in which an instance is drawn when that is closed; `stream` if it is not there any more."""
        assert self.io is not None
        try:
            there = self.io(node)
        except (output.PendingError, output.UnsatisfiedError):  # it will be known then, or is not needed
            return stream
        return there if there.size is None else stream

    def _place_known(self, run: Run, node: output.DrawnNode, stream: output.Stream) -> None:
        """Draw an instance whose place is known, among or after what is there already."""
        own = node.__dict__
        position, end = self._position(node), len(run.segment.data) - stream.start
        if position < end or stream is not run.stream:
            try:
                own[self.id] = run.at(stream, position, lambda: self._drawn_there(run, node))
            except output.UnsatisfiedError as error:
                error.blamed = error.blamed or self._pos_from
                run.lessons.first.add(self)
                raise
            return
        if position > end:
            run.segment.gaps.append((stream.start + end, stream.start + position))
        run.pad_to(stream.start + position)
        own[self.id] = self._drawn_there(run, node)

    def _drawn_there(self, run: Run, node: output.DrawnNode) -> Any:
        if self.size is not None and self.length is None:
            run.reserve(-self.size(node))
        return self.draw_summed(run, node) if self.is_summed else self.draw(run, node)

    def _position(self, node: output.DrawnNode) -> int:
        position = node._io.position() if self.pos is None else self.pos(node)
        if position < 0:
            raise self.unfit("pos", position)
        return position

    def _chosen(self, node: output.DrawnNode, offset: PlacedPlan, end: int) -> int:
        """Return the place of an instance that is chosen, after it is written into the field that tells it."""
        site: output.Site = node.__dict__[offset.site]
        low = offset.element.domain(node, lambda _: 0).low
        position = end if low is None else max(end, low)
        position += -position % max(offset.member.align, offset.hint.align)
        if position > site.element.high:
            raise output.UnsatisfiedError(self.path, "farther than its offset can tell")
        site.write(position)
        return position


class Lookups(list[Any]):
    """A list of records without bytes: each is made when it is requested."""

    def __init__(self, plan: PlacedPlan, run: Run, node: output.DrawnNode, count: int) -> None:
        super().__init__()
        self._plan, self._run, self._node, self._count = plan, run, node, count
        self._made: dict[int, Any] = {}

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: Any) -> Any:
        if not 0 <= index < self._count:
            raise output.UnsatisfiedError(self._plan.path, f"there is no element {index}")
        if index not in self._made:
            run, node = self._run, self._node
            outer, depth = node.__dict__.get("_index"), run.depth
            node._index = index
            self._made[index] = run.aside(node._io, lambda: self._plan.element.draw(run, node, index))[1]
            node._index, run.depth = outer, depth
        return self._made[index]
