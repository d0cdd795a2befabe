"""Finds formulas in a training program, and what its lost operands have to be for a formula to hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import permutations

from nacformats.errors import LimitError
from nacformats.graph.graph import GraphOperand, Input, Operation, Ref, Saved, Target, Weight
from nacformats.limits import MAX_TRAINING_SEARCH
from nacformats.ops import derivatives as formulas
from nacformats.ops.derivatives import ORDERLY, PERMUTING
from nacformats.restoring.training.counting import kinds_of
from nacformats.restoring.training.sides import Forward, Training, parameter_key

#: Operations of which the compiler may take another one's result: autograd has more of them than the forward graph, so
#: that counting them finds the wrong one.
MISCOUNTED = ORDERLY | PERMUTING | {"getitem", "expand"}

#: The most operations in a row of the training program that are compared for one operand.
MAX_DEPTH = 16


@dataclass(frozen=True, slots=True)
class Made:
    """A value that an operation computes of values of the forward graph; part: which of its results."""

    operator: str
    arguments: tuple[Meaning, ...]
    part: int | None = None


@dataclass(frozen=True, slots=True)
class Own:
    """A value of the training program itself."""

    index: int


#: A value of the forward graph, a constant, or what is computed of them.
Meaning = Ref | Made | Own | GraphOperand
#: An operand of an operation of the training program: the index of the operation, the position of the operand.
OperandPlace = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Context:
    """The meaning of a formula's names: the forward operation, and the gradients of its results by part."""

    index: int
    gradients: Mapping[int, int]  # -> root in the training program

    @property
    def gradient(self) -> int | None:
        return self.gradients.get(0)


@dataclass(slots=True)
class Match:
    """A place where a formula fits.

    Attributes:
        root: of the value of the training program that the formula gives.
        meanings: what has to be put in place of lost operands.
        names: constants of the training program, by their names in the formula.
    """

    root: int = -1
    meanings: dict[OperandPlace, Meaning] = field(default_factory=dict)
    names: dict[str, GraphOperand] = field(default_factory=dict)


class Matcher:
    """Compares formulas with a training program."""

    def __init__(
        self,
        forward: Forward,
        places: Mapping[int, int],
        training: Training,
        lost: frozenset[int],
        counted: Mapping[int, int | None],
    ) -> None:
        """
        Args:
            forward: the forward graph with the loss.
            places: index in the graph of the file -> in forward.
            training: the training program.
            lost: its constants that stand for lost values.
            counted: values of forward that are not to be trusted when the program takes them -> what they have to be.
        """
        self.forward, self.places, self.training, self.lost, self.counted = forward, places, training, lost, counted
        self.miscounted = MISCOUNTED.union(*(formulas.INSIDE.get(name, ()) for name in kinds_of(forward, training)))
        self.steps = self.depth = 0

    def matches(self, text: str, context: Context) -> list[Match]:
        """Return every place where one of the alternatives of a formula fits."""
        found: dict[int, Match] = {}
        for formula in formulas.alternatives(text):
            for top in sorted(self._tops(formula, context)):
                match = Match(self.training.roots[top])
                if top not in found and self._fits(formula, Ref(top), (-1, 0), context, match):
                    found[top] = match
        return list(found.values())

    def _tops(self, formula: formulas.Formula, context: Context) -> set[int]:
        """Return the places of a formula: what the operations that it names reach from the gradient."""
        if isinstance(formula, formulas.FormulaName):
            return {context.gradient} if formula.name == "grad" and context.gradient is not None else set()
        if not isinstance(formula, formulas.FormulaCall):
            return set()
        reached = set()
        for place, argument in enumerate(formula.arguments):
            if _is_list(argument):
                below = {root: part for part, root in context.gradients.items()}
            else:
                below = dict.fromkeys(self._tops(argument, context), place) if formulas.has_gradient(argument) else {}
            self.spend(sum(len(self.training.users[root]) for root in below))
            reached |= {
                user
                for root, position in below.items()
                for user, taken in self.training.users[root]
                if self.training.names[user] == formula.operator
                and (taken == position or formula.operator in formulas.COMMUTATIVE)
            }
        return reached if formula.part is None else self._parts(reached, formula.part)

    def _parts(self, operations: Iterable[int], part: int) -> set[int]:
        users = [user for operation in operations for user, _ in self.training.users[operation]]
        self.spend(len(users))
        return {user for user in users if self._selects(user, part)}

    def _selects(self, index: int, part: int) -> bool:
        return self.training.names[index] == "getitem" and self.training.operands[index][1:] == [part]

    def spend(self, steps: int) -> None:
        """Count steps of the search.

        Raises LimitError when they are more than any program of a model takes.
        """
        self.steps += steps
        if self.steps > MAX_TRAINING_SEARCH:
            reason = "the search for what the training program lacks takes too long"
            raise LimitError(reason, format="nac", path="trng", expected=f"at most {MAX_TRAINING_SEARCH} steps")

    # whether a formula fits a value

    def _fits(
        self, formula: formulas.Formula, operand: GraphOperand, use: OperandPlace, context: Context, match: Match
    ) -> bool:
        name = formula.name if isinstance(formula, formulas.FormulaName) else ""
        if name == formulas.ANYTHING:
            return True
        if name == "grad":
            return isinstance(operand, Ref) and self.training.roots[operand.index] == context.gradient
        if isinstance(formula, formulas.FormulaCall) and formulas.has_gradient(formula):
            return isinstance(operand, Ref) and self._fits_call(formula, operand, context, match)
        if name and self._is_free(name, context, match):
            match.names[name] = operand
            return not isinstance(operand, Ref)
        return self._is(self._expression(formula, context, match), operand, use, match)

    def below_views(self, index: int, use: OperandPlace) -> tuple[int, OperandPlace, bool]:
        """Return the viewed value, the use that views it, and whether a view is in between."""
        below, viewer = self.training.below[index]
        return below, use if viewer is None else (viewer, 0), viewer is not None

    def _fits_call(self, formula: formulas.FormulaCall, operand: Ref, context: Context, match: Match) -> bool:
        root = self.training.roots[operand.index]
        if formula.part is not None:
            if not self._selects(root, formula.part):
                return False
            whole = self.training.operands[root][0]
            if not isinstance(whole, Ref):
                return False
            root = self.training.roots[whole.index]
        if self.training.names[root] != formula.operator:
            return False
        if _is_list(formula.arguments[0]):
            taken = {place: each for place, each in enumerate(self.training.operands[root]) if isinstance(each, Ref)}
            return all(
                part in taken and self.training.roots[taken[part].index] == gradient
                for part, gradient in context.gradients.items()
            )
        if formula.operator not in formulas.COMMUTATIVE:
            return self._fits_arguments(formula, root, tuple(range(len(formula.arguments))), context, match)
        for order in permutations(range(len(formula.arguments))):
            trial = Match(match.root, dict(match.meanings), dict(match.names))
            if self._fits_arguments(formula, root, order, context, trial):
                match.meanings, match.names = trial.meanings, trial.names
                return True
        return False

    def _fits_arguments(
        self, formula: formulas.FormulaCall, root: int, order: tuple[int, ...], context: Context, match: Match
    ) -> bool:
        """Free names come first, since what other arguments mean may depend on them."""
        operands = self.training.operands[root]
        later = []
        for argument, place in zip(formula.arguments, order, strict=True):
            if place >= len(operands):
                return False
            if not isinstance(argument, formulas.FormulaName) or not self._is_free(argument.name, context, match):
                later.append((argument, place))
            elif not self._fits(argument, operands[place], (root, place), context, match):
                return False
        return all(self._fits(argument, operands[place], (root, place), context, match) for argument, place in later)

    # what a formula without gradient means

    def _is_free(self, name: str, context: Context, match: Match) -> bool:
        if name in match.names or name in ("result", formulas.ANYTHING):
            return False
        operator = self.forward.names[context.index]
        return name not in formulas.DEFINITIONS.get(operator, {}) and name not in self.forward.arguments(context.index)

    def _expression(self, formula: formulas.Formula, context: Context, match: Match) -> Meaning:
        match formula:
            case formulas.FormulaLiteral(value):
                return value
            case formulas.FormulaName("result"):
                return Ref(context.index)
            case formulas.FormulaName(name) if name == formulas.ANYTHING:
                return formulas.ANYTHING
            case formulas.FormulaName(name) if name in match.names:
                return _hashable(match.names[name])
            case formulas.FormulaName(name):
                definition = formulas.DEFINITIONS.get(self.forward.names[context.index], {}).get(name)
                if definition is not None:
                    return self._expression(formulas.alternatives(definition)[0], context, match)
                return _hashable(self.forward.arguments(context.index)[name])
            case formulas.FormulaCall(operator, arguments, part):
                made = tuple(self._expression(each, context, match) for each in arguments)
                return Made(operator, made, part) if made[0] is not None else None

    def _is(self, meaning: Meaning, operand: GraphOperand, use: OperandPlace, match: Match) -> bool:
        """True if an operand is that value, or lost; then the meaning is noted."""
        if meaning == formulas.ANYTHING:
            return True
        if not isinstance(meaning, Ref | Made) or not isinstance(operand, Ref):
            return not isinstance(meaning, Ref | Made) and not isinstance(operand, Ref)
        index, use, viewed = self.below_views(operand.index, use)
        self.spend(1)
        match self.training.values[index]:
            case Saved(source=source):
                return self._is_saved(meaning, self.places.get(source, -1), use, viewed, match)
            case Weight() as weight:
                place = self.forward.weights.get(parameter_key(weight), -1)
                if place in self.counted:
                    return self._is_counted(meaning, place, use, match)
                value = self.forward.values[meaning.index] if isinstance(meaning, Ref) else None
                return isinstance(value, Weight) and parameter_key(value) == parameter_key(weight)
            case Target(number=number):
                core = _core(meaning)
                value = self.forward.values[core.index] if isinstance(core, Ref) else None
                is_target = isinstance(value, Target) and value.number == number
                return (is_target and (viewed or core is meaning)) or self._note(meaning, use, match)
            case Input():
                return index in self.lost and self._note(meaning, use, match)
            case Operation() if self.depth < MAX_DEPTH:
                self.depth += 1
                is_result = self._is_result(meaning, index, match)
                self.depth -= 1
                return is_result
        return False

    def _is_saved(self, meaning: Meaning, place: int, use: OperandPlace, viewed: bool, match: Match) -> bool:
        """True if a saved value is meant, or one that the compiler took for it by counting."""
        if place in self.counted:
            return self._is_counted(meaning, place, use, match)
        if self._is_value(meaning, place):
            return viewed or self._has_form(meaning, place) or self._note(meaning, use, match)
        is_counted = self.forward.names[place] in self.miscounted or place in self.forward.tuples
        return is_counted and self._note(meaning, use, match)

    def _is_counted(self, meaning: Meaning, place: int, use: OperandPlace, match: Match) -> bool:
        """True if a value is meant that the compiler has another one for."""
        meant = self.counted[place]
        return (meant is None or self._is_value(meaning, meant)) and self._note(meaning, use, match)

    def _is_value(self, meaning: Meaning, place: int) -> bool:
        """True if a value of the forward graph is the one that is meant, in whatever shape."""
        core = _core(meaning)
        if place < 0:
            return False
        root = self.forward.roots[place]
        if isinstance(core, Ref):
            return root == self.forward.roots[core.index]
        if not isinstance(core, Made) or core.operator not in PERMUTING or self.forward.names[root] not in PERMUTING:
            return False
        return self._is_value(core.arguments[0], _first(self.forward.values[root]))

    def _has_form(self, meaning: Meaning, place: int) -> bool:
        """True if a saved value has the shape that is needed; only views may have another one."""
        if (
            not isinstance(meaning, Made)
            or meaning.operator not in formulas.FORMS
            or self.forward.names[place] not in ORDERLY
        ):
            return True
        sizes = self.forward.arguments(place).get("shape") or self.forward.arguments(place).get("size")
        return isinstance(sizes, list) and len(sizes) == formulas.FORMS[meaning.operator][2]

    def _note(self, meaning: Meaning, use: OperandPlace, match: Match) -> bool:
        return not _is_open(meaning) and match.meanings.setdefault(use, meaning) == meaning

    def _is_result(self, meaning: Meaning, index: int, match: Match) -> bool:
        """True if an operation of the training program computes what is meant."""
        name, operands = self.training.names[index], self.training.operands[index]
        if isinstance(meaning, Made) and meaning.part is not None:
            whole = replace(meaning, part=None)
            return self._selects(index, meaning.part) and self._is(whole, operands[0], (index, 0), match)
        if isinstance(meaning, Made) and meaning.operator == name:
            return self._are(meaning.arguments, index, match)
        if name in PERMUTING and not (isinstance(meaning, Made) and meaning.operator in PERMUTING):
            permuted = _permuted(meaning, name, operands[1:])
            return permuted is not None and self._is(permuted, operands[0], (index, 0), match)
        core = _core(meaning)
        if not isinstance(core, Ref) or self.forward.names[self.forward.roots[core.index]] != name:
            return False
        return self._are(self.forward.arguments(self.forward.roots[core.index]).values(), index, match)

    def _are(self, meanings: Iterable[Meaning], index: int, match: Match) -> bool:
        """True if the operands of an operation are those values; which of several results is taken has to be right."""
        pairs = list(zip(map(_hashable, meanings), self.training.operands[index], strict=False))
        if self.training.names[index] == "getitem" and [pair[0] for pair in pairs[1:]] != [
            pair[1] for pair in pairs[1:]
        ]:
            return False
        return all(self._is(each, operand, (index, place), match) for place, (each, operand) in enumerate(pairs))


def _is_list(argument: formulas.Formula) -> bool:
    """True if it stands for the gradients of several results."""
    return isinstance(argument, formulas.FormulaName) and argument.name == "grads"


def _first(value: object) -> int:
    operands = [*value.operands, *value.attributes.values()] if isinstance(value, Operation) else []
    return operands[0].index if operands and isinstance(operands[0], Ref) else -1


def _core(meaning: Meaning) -> Meaning:
    """Return the value without the shape that is needed."""
    return _core(meaning.arguments[0]) if isinstance(meaning, Made) and meaning.operator in formulas.FORMS else meaning


def _is_open(meaning: Meaning) -> bool:
    """True if something in it is not said."""
    if isinstance(meaning, Made):
        return any(map(_is_open, meaning.arguments))
    return meaning == formulas.ANYTHING


def _permuted(meaning: Meaning, name: str, axes: list[GraphOperand]) -> Meaning:
    """Return the value of which the permutation is the one that is meant; None if the axes are none."""
    if any(isinstance(axis, Ref) for axis in axes):
        return None
    if name == "permute" and axes and isinstance(axes[0], list):
        places = axes[0]
        if sorted(map(str, places)) != sorted(map(str, range(len(places)))):
            return None
        axes = [[places.index(place) for place in range(len(places))]]
    if isinstance(meaning, Made) and meaning.operator == name:
        inner = meaning.arguments
        if list(inner[1:]) == list(map(_hashable, axes)) or not inner[1:]:
            return inner[0]
    return Made(name, (meaning, *map(_hashable, axes)))


def _hashable(operand: GraphOperand) -> GraphOperand:
    return tuple(operand) if isinstance(operand, list) else operand
