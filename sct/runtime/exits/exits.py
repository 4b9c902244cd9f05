"""How results, effects and mutated arrays leave a program: straight-line Python that rebuilds them.

The program answers a flat tuple of values. The user's function answers tuples, dicts, views, its own
arguments, instances of classes. An `Exit` turns what the trace returned into Python expressions over
`o[0]`, `o[1]`, … and the inputs, and notes which values the program has to answer for that.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from sct.errors import JoinError
from sct.ir.core import Value
from sct.ir.types import ARRAY
from sct.runtime import trace as tracing
from sct.runtime.arrays.view_names import check_names
from sct.runtime.arrays.views import viewer_of
from sct.runtime.callers import callers_pools
from sct.runtime.callers.callables import variable_place
from sct.runtime.callers.callers_containers import written_back
from sct.runtime.callers.found import Found
from sct.runtime.callers.handed_on import source_of
from sct.runtime.callers.sources import Constants
from sct.runtime.exits.array_exit import is_another, named, once_told, one_of, read_only, refuse_ring, viewed_by
from sct.runtime.exits.array_tags import begun, told
from sct.runtime.exits.attribute_exit import changed_objects, effects_on, made_with, place_of_changed
from sct.runtime.exits.classes_anew import DefinitionLines
from sct.runtime.exits.doubtful_exit import Leaving, check_unsure, doubts_of, items_beside, place_beside
from sct.runtime.exits.item_exit import check_items, item_or, may_be_copy, sure_item
from sct.runtime.exits.left_entries import made_anew
from sct.runtime.exits.pool_exit import POOLS, arrays_of, pool_expression
from sct.runtime.exits.rebuilt import is_rebuilt, rebuilding
from sct.runtime.exits.rings import Rings, unreturnable
from sct.runtime.exits.row_exit import list_expression
from sct.runtime.exits.slots import Slots
from sct.runtime.exits.users_values import instance_maker, is_constant
from sct.runtime.exits.variables_exit import changed_variables, set_variable
from sct.runtime.exits.written_exit import Written
from sct.runtime.generators import TracedGenerator
from sct.runtime.hashing.entries import is_hashed
from sct.runtime.hashing.set_history import replayed, steps_to
from sct.runtime.hashing.user_keys import check_hashes
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.doubts import Doubt, refuse
from sct.runtime.joins.lost import Lost
from sct.runtime.layers.unchanging import is_found_again
from sct.runtime.lists.rows import Place, Rows, marker_of, place_in
from sct.runtime.objects.kinds import kind_of
from sct.runtime.randomness.random_object import RandomObject
from sct.runtime.state.cells import ABSENT
from sct.runtime.state.own_dict import dict_of
from sct.runtime.state.sealing import late_changes
from sct.runtime.state.undefined import Undefined
from sct.runtime.text_arrays.array_of_texts import ArrayOfTexts
from sct.runtime.text_arrays.of_codes import OfCodes
from sct.runtime.texts.text_pieces import FormattedText

__all__ = ["Exit"]


class Exit:
    """Collects what the program answers and the code that rebuilds the Python result."""

    def __init__(self, trace: tracing.Trace, constants: Constants) -> None:
        self.trace = trace
        self.constants = constants
        self.outputs: list[Value] = []
        self.lines: list[str] = []
        self._late: list[str] = []
        self.result = "None"
        self.mutated: list[tuple[int, int]] = []  # input, output
        self.slots = Slots(self.outputs)
        self._shared: dict[int, tuple[Any, str]] = {}
        self._owned: dict[Value, Any] = {}  # an output that is an array of the function's own -> which
        self.apart: list[tuple[int, int]] = []  # outputs that Python would not have made one array
        self._leaving = Leaving()
        self._rings = Rings(self._name, trace.where)
        self._choosing = 0  # alternatives of which one is made
        self._bases: dict[int, tuple[Any, str]] = {}
        self._rows: list[Rows] = []
        self._copies: list[Any] = []  # the arrays that were taken out of lists
        self._unsure: list[Any] = []
        self._items: dict[int, int] = {}  # of a list -> how many items leave beside it
        self._open: list[Any] = []  # what is being rendered, and may be what it is made of
        self._found = Found(constants)
        self._written = Written(self, self._once, self.slots.said, self._found.place)
        self._definitions = DefinitionLines(self, self.lines, self._rings, self._known, self._name, self._chosen)
        self._told = partial(told, trace, render=self.render, name=constants.name)

    def finish(self, result: Any) -> None:
        """Render mutated inputs, effects and the result, in that order."""
        for k, (_, storage, _) in enumerate(self.trace.inputs):
            if storage.read() is not self.trace.root.args[k]:  # a slot of its own: it may become the argument itself
                self.mutated.append((k, len(self.outputs)))
                self.outputs.append(storage.read())
        for member, source in self.trace.members.all():
            self._shared[id(member)] = (member, self._found.place(source))
        effects = self._effects()
        self._items = items_beside(self.trace, result)
        self.result = self.render(result)
        self.lines[:0] = [*begun(self.trace), *self._late]
        for k, j in self.mutated:
            self.lines += self._written_back(k, f"__s_o[{j}]")
        self.lines += effects
        self.lines, self.result = self._found.named(self.lines, self.result, bool(effects))
        check_unsure(self.trace, self._unsure, [x for x, _ in self._shared.values()], self._rows, self._leaving)
        known = self.arrays()
        check_names(self.trace, known, [x for x, _ in self._shared.values() if tracing.is_variable(x)])
        check_items(self.trace, self._rows, self._copies, known)

    def whole(self) -> list[tuple[int, int]]:
        """The changed inputs that are the caller's own arrays, each with its output; not what several are views of."""
        return [(k, j) for k, j in self.mutated if self.trace.members.written_through(k) is None]

    def arrays(self) -> list[Any]:
        """The memory of the arrays that leave."""
        return [x for x, _ in self._bases.values()]

    def late(self) -> list[str]:
        """What becomes of array objects when all is done."""
        return list(late_changes(self.trace, lambda storage: self._bases.get(id(storage), (storage, None))[1]))

    def _written_back(self, k: int, new: str) -> list[str]:
        members = self.trace.members.written_through(k)
        if members is None:
            return [f"__s_copyto(__s_i{k}, {new})"]
        places = [(self._found.place(source), self._viewed(new, member.steps)) for member, source in members]
        return [f"__s_copyto({array}, {part})" for array, part in places]

    # -- values ----------------------------------------------------------------------------------

    def render(self, x: Any) -> str:
        """A Python expression for `x`."""
        if isinstance(x, np.ndarray):
            x = self.trace.lift_array(x)
        if isinstance(x, Choice):
            return self._choice(x)
        if isinstance(x, (Lost, Place)):
            x.sct_refuse()
        if isinstance(x, Undefined):
            raise JoinError("a variable that may be unbound is returned", where=self.trace.where)
        if tracing.is_variable(x):
            if x.python_type is np.flatiter:
                raise unreturnable(np.flatiter, self.trace.where)
            return self._variable(x)
        if isinstance(x, (FormattedText, OfCodes)):
            return self._written.array(x) if isinstance(x, ArrayOfTexts) else self._written.text(x)
        if x is ABSENT:  # an attribute that is not there
            return "__s_absent"
        if x is None or x is True or x is False or (type(x) is int and x.bit_length() <= 64):
            return repr(x)
        if is_constant(x):
            return self.constants.name(x)
        return self._object(x)

    def _variable(self, x: Any) -> str:
        if x.spec.kind != ARRAY:
            return f"__s_o[{self.slots.of(x.sct_value())}]"
        if (known := self._shared.get(id(x))) is not None:
            return known[1]
        base, is_view = self._base(x.storage), x.steps and x not in self.trace.late
        return self._once(x, self._told(x, self._viewed(base, x.steps))) if is_view else base

    def _once(self, x: Any, expression: str) -> str:
        """What makes an object, once: under two names it is one object."""
        name = self._name(x)
        if not self._choosing:
            self.lines.append(f"{name} = {expression}")
            return name
        self._late.append(f"{name} = []")  # made where it is needed first, which may be in a function
        self._shared[id(x)] = (x, f"({name} or {name}.append({expression}) or {name})[0]")
        return self._shared[id(x)][1]

    def _viewed(self, expression: str, steps: Any) -> str:
        for step in steps:
            operands = "".join(f", __s_o[{self.slots.of(operand)}]" for operand in step.operands)
            expression = f"{self.constants.name(viewer_of(step))}({expression}{operands})"
        return expression

    def _base(self, storage: Any) -> str:
        if id(storage) in self._bases:
            return self._bases[id(storage)][1] or refuse_ring(self.trace, storage)
        if storage.external >= 0:
            name = f"__s_i{storage.external}"
        elif (known := sure_item(self.trace, storage, [*self._bases.values()], self._variable)) is not None:
            name = known
        else:
            value = storage.read()
            name = f"__s_o[{self.slots.of(value)}]"
            if value in self._owned:  # equal computations are one value, but Python would have made two arrays
                copy = self._name(storage)
                self.lines.append(f"{copy} = {name}.copy('K')")
                name = copy
            others = [self.slots.places[v] for v, one in self._owned.items() if is_another(storage, one)]
            self.apart += [(self.slots.places[value], k) for k in others]
            self._owned.setdefault(value, storage)
            self._bases[id(storage)] = (storage, "")  # while what it may be is rendered
            for base in viewed_by(storage):
                self._base(base)
            done = [pair for pair in self._bases.values() if pair[1]]
            own = named(self.trace, storage, name, done, self.slots.of, self._part, self.constants.name)
            name = own if own is name else self._once([storage], own)
            chosen = one_of(self.trace, storage, name, dict(self.mutated), done, self.slots.of, self._part)
            name = name if chosen is name else once_told(self.lines, chosen)
            if (known := self._told(storage, name)) is not name:
                name = self._once([storage], known)
            elif may_be_copy(storage):
                name = self._once([storage], item_or(self.trace, storage, name, done, self.slots.of, self._part))
            if may_be_copy(storage):
                self._copies.append(storage)
            if storage.frozen == "yes":
                name = self._once([storage], f"{self.constants.name(read_only)}({name})")
        self._bases[id(storage)] = (storage, name)
        return name

    def _part(self, x: Any) -> str:
        """A view that an array may be."""
        self._choosing += 1
        try:
            return self._variable(x)
        finally:
            self._choosing -= 1

    def _choice(self, x: Choice) -> str:
        if not tracing.is_variable(x.index):
            return self.render(x.alternatives[x.index])
        (index, one), last = self._chosen(x), len(x.alternatives) - 1
        expression = one(x.alternatives[-1], last)
        for i in reversed(range(last)):
            expression = f"({one(x.alternatives[i], i)} if {index} == {i} else {expression})"
        return expression

    def _chosen(self, x: Choice) -> tuple[str, Callable[[Any, int], str]]:
        number = self._leaving.choice()
        return f"__s_o[{self.slots.of(x.index.sct_value())}]", lambda one, k: self._alternative(one, number, k)

    def _alternative(self, x: Any, choice: int, k: int) -> str:
        self._choosing += 1
        try:
            with self._leaving.alternative(choice, k):
                return "None" if isinstance(x, Undefined) else self.render(x)
        finally:
            self._choosing -= 1

    def _known(self, x: Any) -> str | None:
        known = self._shared.get(id(x))
        return known[1] if known is not None else self._rings.met(x)

    def _object(self, x: Any) -> str:
        if (found := place_in(x)) is not None:
            return f"{self.render(found[0])}[{self.render(found[1])}]"
        self._leaving.met(x)
        if (name := self._known(x)) is not None:
            return name
        if (original := self.trace.callers.originals.get(x)) is not None:
            return self._found.place(original[1])
        doubts = doubts_of(self.trace, x)
        is_item = x in self.trace.doubts.links or x in self.trace.doubts.held
        if doubts:
            self._unsure += [x] if is_item else []
            return self._doubtful(x, doubts)
        if is_item:
            return self._item(x)
        return self._made(x)

    def _item(self, x: Any) -> str:
        """A container that is, or may be, an item of a list of run-time length."""
        given = self._items, self.render, self._shared, self._rings
        if not self._choosing and (place := place_beside(self.trace, x, *given)):
            return place
        self._unsure.append(x)
        return self._made(x)

    def _doubtful(self, x: Any, doubts: list[Doubt]) -> str:
        """A joined container that may be one that the caller sees, too."""
        if any(one is x for one in self._open):
            refuse(self.trace, x, "leaves the function")
        doubt = doubts[0]
        if doubt.test is None or len(doubts) > 2:
            self._unsure.append(x)
            return self._made(x)
        test = f"__s_o[{self.slots.of(doubt.test.sct_value())}]"
        found: list[str] = []
        for one in doubts:
            self._open.append(x)
            other = self.render(one.other)
            self._open.pop()
            if one.test is not doubt.test:
                refuse(self.trace, x, "leaves the function")
            found.append(f"{other} if {'' if one.holds else 'not '}{test} else ")
        always = {one.holds for one in doubts} == {True, False}
        made = "None" if always else self._made(x)
        self._shared[id(x)] = (x, f"({''.join(found)}{made})")
        return self._shared[id(x)][1]

    def _made(self, x: Any) -> str:
        kind = type(x)
        if (source := source_of(self.trace, x)) is not None:
            return self._found.place(source)
        check_hashes(self.trace, x)
        if isinstance(x, POOLS):
            return self._pool(x)
        if kind in (list, dict, tuple) or (isinstance(x, tuple) and hasattr(kind, "_fields") and not dict_of(x)):
            return self._container(x, kind)
        if is_rebuilt(x) or (isinstance(x, set) and is_hashed(x)):
            return self._rebuilt(x)
        if isinstance(x, (set, frozenset)) and not dict_of(x):
            steps = steps_to(self.trace, x)
            content = frozenset(x) if steps is None else steps
            maker = f"{self.constants.name(kind if steps is None else replayed)}("
            return self._rings.made(x, self.lines, lambda: self.constants.name(content), maker)
        if (made := self._definitions.made(x)) is not None:
            return made
        if is_found_again(x):
            return self.constants.name(x)
        if isinstance(x, RandomObject):
            return f"__s_generators[{self.render(x.handle)}]"
        if (begun := instance_maker(x, self._definitions.kind, self.render)) is not None:
            return self._rings.made(x, self.lines, lambda: made_with(self.trace, x, self.render), begun)
        raise unreturnable(kind_of(x), x.where if isinstance(x, TracedGenerator) else self.trace.where)

    def _container(self, x: Any, kind: type) -> str:
        empty = kind is tuple and not x
        return "()" if empty else self._rings.made(x, self.lines, lambda: self._content(x, kind))

    def _content(self, x: Any, kind: type) -> str:
        marker = marker_of(x)
        if marker is not None:
            text = f"tuple({self._growing(marker)})" if kind is tuple else self._growing(marker)
        elif kind is dict and is_hashed(x):
            text = made_anew(self.trace, x, self.render, self._definitions.name)
        elif kind is dict:
            text = "{" + ", ".join(f"{self.render(k)}: {self.render(v)}" for k, v in x.items()) + "}"
        else:
            text = "".join(f"{self.render(v)}, " for v in x)
            text = f"[{text}]" if kind is list else f"({text})"
            if kind not in (list, tuple):
                if not hasattr(kind, "_make"):  # SciPy's, which hold more than their items
                    raise unreturnable(kind, self.trace.where)
                text = f"{self._definitions.kind(kind)}._make({text})"
        return text

    def _growing(self, marker: Any) -> str:
        """The content of a list of run-time length."""
        if isinstance(marker, Rows):
            self._rows.append(marker)
            return list_expression(marker, self._column, self.render, self._variable, self._definitions.name)
        return self._choice(Choice(marker.choice.index, [list(items) for items in marker.choice.alternatives]))

    def _column(self, column: Any) -> str:
        return f"__s_o[{self.slots.of(column.sct_value())}]"

    def _pool(self, x: Any) -> str:
        """The lists or objects that several names may stand for."""
        name = self._name(x)
        self._rows += arrays_of(x)
        given = self._column, self.render, self._variable, self._definitions.name, self._found.place
        self.lines.append(f"{name} = {pool_expression(x, *given)}")
        return name

    def _rebuilt(self, x: Any) -> str:
        """A container of `collections`, an iterator, a slice or the like, made anew at each call."""
        if isinstance(x, (dict, set)) and is_hashed(x):
            text = made_anew(self.trace, x, self.render, self._definitions.name)
            self.lines.append(f"{self._name(x)} = {text}")
            return self._shared[id(x)][1]
        maker, parts = rebuilding(x, self.trace)
        name, given = self._name(x), ", ".join([self.render(part) for part in parts])
        self.lines.append(f"{name} = {self._definitions.name(maker)}({given})")
        return name

    def _name(self, x: Any) -> str:
        self._shared[id(x)] = (x, f"__s_r{len(self._shared)}")
        return self._shared[id(x)][1]

    # -- effects ---------------------------------------------------------------------------------

    def _effects(self) -> list[str]:
        lines: list[str] = []
        for cell, content in changed_variables(self.trace):
            place = variable_place(self.trace, cell, self.constants, self._found)
            lines += set_variable(cell, place, content, self.render, self._chosen)
        for owner, changes in changed_objects(self.trace):
            if place := place_of_changed(self.trace, owner, changes, self._found, self.constants):
                lines += effects_on(self.trace, owner, place, changes, self.render, self._chosen)
        for shadow, (_, source, content) in self.trace.callers.originals.items():
            found, name = partial(self._found.place, source), self.constants.name
            lines += written_back(shadow, content, found, self.render, self._growing, name, self.trace)
        return lines + callers_pools.written_back(self.trace, self.render)
