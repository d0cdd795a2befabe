"""Walks back through a forward graph and its training program at once, from the loss to the parameters."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from nacformats.graph.graph import Operation, Ref, refs_in
from nacformats.ops.derivatives import DERIVATIVES, ORDERLY
from nacformats.restoring.training.matching import Context, Match, Matcher, Meaning, OperandPlace
from nacformats.restoring.training.sides import Forward, Training

#: The operations that the search looks back when several places fit.
LOOKAHEAD = 3


@dataclass
class Found:
    """The result of a walk.

    Attributes:
        seed: the operand that is the gradient of the loss, and rightly a constant.
        meanings: what lost operands of the training program stand for.
        doubted: operands that the compiler counted wrong, and that nothing says the meaning of.
        gradients: by parameter (index in the forward graph), the value of the training program that is its gradient.
    """

    seed: OperandPlace
    meanings: dict[OperandPlace, Meaning] = field(default_factory=dict)
    doubted: set[OperandPlace] = field(default_factory=set)
    gradients: dict[int, int] = field(default_factory=dict)


class GradientWalk:
    """The search for the gradient of each value of the forward graph in the training program.

    The gradient of a value is the sum of what its users contribute. All of them come later in the graph, so one pass
    from its end to its start finds every gradient before it is needed.
    """

    def __init__(self, matcher: Matcher, reached: list[int]) -> None:
        """reached: for each value of the training program the updates that depend on it, as bits."""
        self.matcher, self.reached = matcher, reached
        self.forward: Forward = matcher.forward
        self.training: Training = matcher.training
        self.meanings: dict[OperandPlace, Meaning] = {}
        self.contested: set[OperandPlace] = set()  # operands that have several meanings
        self.contributions: dict[int, list[int]] = defaultdict(list)
        self.unknown: dict[int, int] = defaultdict(int)  # how many contributions were not found
        self.parts: dict[int, dict[int, int]] = defaultdict(dict)  # gradients of several results

    def run(self, loss: int, seed: Ref, head: int) -> Found:
        """Walk from the loss, whose gradient `seed` the operation `head` of the training program takes."""
        root, use, _ = self.matcher.below_views(seed.index, (head, 0))
        self.contributions[loss] = [root]
        for value in reversed(self.forward.values[: loss + 1]):
            index = value.index
            if not isinstance(value, Operation) or not self.forward.needs[index]:
                continue
            if self.forward.names[index] in ORDERLY and self.forward.roots[index] != index:
                continue
            if self.forward.names[index] == "getitem":
                self._visit_part(value)
            else:
                self._visit(index)
        meanings = {use: meaning for use, meaning in self.meanings.items() if use not in self.contested}
        totals = {index: self._total(index) for index in self.forward.weights.values()}
        gradients = {index: total for index, total in totals.items() if total is not None}
        return Found(use, meanings, gradients=gradients)

    def _visit_part(self, value: Operation) -> None:
        """Visit the gradient of one of several results."""
        gradient = self._total(value.index)
        match value.operands:
            case (Ref() as whole, int() as part) if gradient is not None:
                self.parts[whole.index][part] = gradient

    def _visit(self, index: int) -> None:
        """Find what an operation contributes to the gradients of its operands."""
        operands = self._operands(index)
        gradients = self.parts.get(index, {})
        if not (gradients or self.contributions[index] or self.unknown[index]):
            return  # the loss does not depend on it
        if not gradients:
            total = self._total(index)
            gradients = {} if total is None else {0: total}
        candidates = self._candidates(index, operands, gradients) if gradients else [[] for _ in operands]
        for (_, root), match in zip(operands, self._chosen(operands, candidates), strict=True):
            if match is None:
                self.unknown[root] += 1
                continue
            self.contributions[root].append(self._unbroadcast(match.root, root))
            for use, meaning in match.meanings.items():
                if self.meanings.setdefault(use, meaning) != meaning:
                    self.contested.add(use)

    def _operands(self, index: int) -> list[tuple[str, int]]:
        """Return the operands of an operation that have a gradient: parameter, and root in the forward graph."""
        return [
            (name, self.forward.roots[ref.index])
            for name, operand in self.forward.differentiable(index).items()
            for ref in refs_in([operand])
            if self.forward.needs[ref.index]
        ]

    def _candidates(
        self, index: int, operands: list[tuple[str, int]], gradients: Mapping[int, int]
    ) -> list[list[Match]]:
        """Return for each operand the places where its gradient may be computed."""
        row = DERIVATIVES.get(self.forward.names[index], {})
        context = Context(index, gradients)
        return [self.matcher.matches(row[name], context) if name in row else [] for name, _ in operands]

    # which of several places it is

    def _chosen(self, operands: list[tuple[str, int]], candidates: list[list[Match]]) -> list[Match | None]:
        """Return the one place of each operand; None if it is not certain."""
        roots = [root for _, root in operands]
        if [name for name, _ in operands] == ["tensors"] * len(candidates[0] if candidates else []):
            candidates = [[each] for each in sorted(candidates[0], key=self._start)]
        left = [self._likely(root, each) for root, each in zip(roots, candidates, strict=True)]
        for _ in left:
            left = [self._unclaimed(place, left) for place in range(len(left))]
        chosen = [self._one(place, roots, left) for place in range(len(left))]
        return [None if self._is_contested(match, chosen) else match for match in chosen]

    def _one(self, place: int, roots: list[int], left: list[list[Match]]) -> Match | None:
        """Return the place of an operand; any where it does not matter, because the operand is used twice,
        as in x * x.
        """
        matches = left[place]
        if len(matches) < 2:
            return matches[0] if matches else None
        same = [other for other, root in enumerate(roots) if root == roots[place]]
        meanings = [list(match.meanings.values()) for other in same for match in left[other]]
        is_alike = len(same) == len(matches) and all(each == meanings[0] for each in meanings)
        return matches[same.index(place)] if is_alike else None

    def _is_contested(self, match: Match | None, chosen: list[Match | None]) -> bool:
        """True if an operation would be the gradient of two operands, with different meanings."""
        return match is not None and any(
            other is not None and other.root == match.root and other.meanings != match.meanings for other in chosen
        )

    def _start(self, match: Match) -> int:
        """Return the start of a piece of a tensor: those of a list are in order."""
        start = self.training.operands[match.root][2:3]
        return start[0] if start and isinstance(start[0], int) else 0

    def _likely(self, root: int, candidates: list[Match]) -> list[Match]:
        """Narrow several places down to those that reach the right parameters and whose gradient is used further."""
        if len(candidates) > 1:
            fitting = [each for each in candidates if self.reached[each.root] == self.forward.needs[root]]
            candidates = fitting or candidates
        if len(candidates) > 1:
            fitting = [each for each in candidates if self._continues(root, each.root, LOOKAHEAD)]
            candidates = fitting or candidates
        return candidates

    def _continues(self, index: int, gradient: int, depth: int) -> bool:
        """True if a value of the training program goes on as the gradient of a value would; if in doubt, it does."""
        if not depth:
            return True
        if self.forward.uses[index] > 1:
            return self._is_added(gradient)
        if not isinstance(self.forward.values[index], Operation):
            return self.reached[gradient] == self.forward.needs[index]
        row = DERIVATIVES.get(self.forward.names[index])
        if row is None:
            return True
        sums = (user for user, _ in self.training.users[gradient] if self.training.names[user] == "sum")
        return any(self._continues_at(index, row, each, depth) for each in (gradient, *sums))

    def _is_added(self, gradient: int) -> bool:
        """True if a gradient, or what is left of it without broadcasting, is a term of a sum."""
        users = [user for user, _ in self.training.users[gradient]]
        sums = [user for user in users if self.training.names[user] == "sum"]
        users += [user for total in sums for user, _ in self.training.users[total]]
        return any(self.training.names[user] == "add" for user in users)

    def _continues_at(self, index: int, row: Mapping[str, str], gradient: int, depth: int) -> bool:
        context = Context(index, {0: gradient})
        return all(
            any(self._continues(root, each.root, depth - 1) for each in self.matcher.matches(row[name], context))
            for name, root in self._operands(index)
            if name in row
        )

    def _unclaimed(self, place: int, left: list[list[Match]]) -> list[Match]:
        """Drop the places that are certain to belong to another operand."""
        taken = {
            each[0].root
            for other, each in enumerate(left)
            if other != place and len(each) == 1 and len(left[place]) > 1
        }
        return [match for match in left[place] if match.root not in taken] or left[place]

    # what a gradient is the sum of

    def _unbroadcast(self, contribution: int, root: int) -> int:
        """Return the contribution in the shape of the operand, where that was broadcast."""
        needs = self.forward.needs[root]
        while True:
            users = self.training.users[contribution]
            self.matcher.spend(len(users))
            sums = {user for user, _ in users if self.training.names[user] == "sum"}
            others = [user for user, _ in users if user not in sums]
            if len(sums) != 1 or (others and self.reached[contribution] == needs):
                return contribution
            (total,) = sums
            if self.reached[total] != needs or self._is_summed_for_operand(root, contribution):
                return contribution
            contribution = total

    def _is_summed_for_operand(self, root: int, gradient: int) -> bool:
        """True if a sum is the gradient of an operand, as for a layer of which the bias alone is trained."""
        row = DERIVATIVES.get(self.forward.names[root], {})
        names = [name for name, _ in self._operands(root)]
        return names == ["bias"] and self._continues_at(root, row, gradient, 1)

    def _total(self, index: int) -> int | None:
        """Return the gradient of a value: the sum of all contributions; None where it is not known."""
        terms, unknown = self.contributions[index], self.unknown[index]
        while len(terms) + unknown > 1:
            self.matcher.spend(len(terms))
            added = next(self._sums(terms), None)
            if added is not None:
                total, *pair = added
                terms = [total, *terms]
                for term in pair:
                    terms.remove(term)
                continue
            beyond = {total for total, *_ in self._sums(terms, with_others=True)}
            if not unknown or len(beyond) != 1:
                return None
            terms, unknown = [*beyond, *terms[1:]] if len(terms) == 1 else [], unknown - 1
        is_whole = not self.unknown[index] or (terms and self.reached[terms[0]] == self.forward.needs[index])
        return terms[0] if terms and is_whole else None

    def _sums(self, terms: list[int], with_others: bool = False) -> Iterator[tuple[int, int, int]]:
        """Yield operations that add two terms, or a term and another value: (the sum, the one, the other)."""
        for term in terms:
            users = self.training.users[term]
            self.matcher.spend(len(users))
            for user, position in users:
                operands = self.training.operands[user][:2]
                if self.training.names[user] != "add" or len(operands) < 2 or position > 1:
                    continue
                other = operands[1 - position]
                root = self.training.roots[other.index] if isinstance(other, Ref) else -1
                if terms.count(root) > (root == term) or (with_others and root >= 0):
                    yield self.training.roots[user], term, root
