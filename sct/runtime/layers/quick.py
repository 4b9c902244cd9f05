"""A layer's guards and its result as steps that the native builtin of a static function runs itself.

The code that a `PartialProgramLayer` generates is read again here, condition by condition. What has a
step of its own becomes one; other conditions, and results that are more than arrays, numbers, and tuples,
lists and dicts of them, stay Python: small functions that the builtin calls.
"""

from __future__ import annotations

import ast
import builtins
import inspect
from collections.abc import Callable
from types import CellType, FunctionType
from typing import Any

import numpy as np

from sct.backends.native.abi import layout, steps
from sct.backends.native.abi.codes import NUMBERS, value_code
from sct.backends.native.abi.facts import dict_changes_offset, function_offsets, mro_offset, word
from sct.backends.native.abi.guarded import MISSING, Layer, Parameters, Steps
from sct.dtypes import dtype_text
from sct.ir.types import Spec
from sct.parsing import parsed
from sct.runtime.callers.class_forms import dicts_of, same_form
from sct.runtime.callers.sources import LIBRARY
from sct.runtime.layers.quick_result import add_result

__all__ = ["parameters_of", "quick_layer"]

_FLAGS = {"writeable": layout.WRITEABLE, "c_contiguous": layout.C_CONTIGUOUS}
_BY_POSITION = inspect.Parameter.POSITIONAL_ONLY
_STARS, _KEYWORDS = inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD
_COMPARED = (int, str, bytes, float)
_MANY = 24  # objects that are compared in pairs


class NoStepError(Exception):
    """There is no step for this expression."""


def parameters_of(signature: inspect.Signature) -> Parameters:
    """The parameters as the builtin binds them."""
    kinds = [p.kind for p in signature.parameters.values()]
    counted = [sum(kind is one for kind in kinds) for one in (_BY_POSITION, inspect.Parameter.POSITIONAL_OR_KEYWORD)]
    stars, keywords = (kinds.index(kind) if kind in kinds else None for kind in (_STARS, _KEYWORDS))
    return Parameters(tuple(signature.parameters), sum(counted), counted[0], stars, keywords)


def quick_layer(call: Callable[..., Any], source: str, owner: Any, *, counted: bool = False) -> Layer:
    """The steps of the generated function `call`, whose text is in `source`.

    With `counted`, what libraries hold is compared by how often their dicts have been changed: one step for each.
    """
    assert isinstance(call, FunctionType)
    definitions = {node.name: node for node in parsed(source).body if isinstance(node, ast.FunctionDef)}
    signature = inspect.signature(call)
    names = list(signature.parameters)
    reader = Reader(names, call.__globals__)
    reader.counted = counted
    body = definitions[call.__name__].body
    if isinstance(body[0], ast.Try):
        test = body[0].body[0]
        assert isinstance(test, ast.If) and isinstance(test.test, ast.UnaryOp)
        held = test.test.operand
        for condition in held.values if isinstance(held, ast.BoolOp) and isinstance(held.op, ast.And) else [held]:
            reader.condition(condition)
        body = body[1:]
    add_result(reader, body)
    defaults = [MISSING if p.default is p.empty else p.default for p in signature.parameters.values()]
    return reader.steps.finish(defaults, owner, tuple(reader.counts.items()))


class Reader:
    """Reads expressions into slots, and conditions into checks.

    Attributes
    ----------
    steps : Steps
        What was made of them so far.
    names : dict
        The slots of the local names.
    scope : dict
        The globals of the generated code.
    """

    def __init__(self, parameters: list[str], scope: dict[str, Any]) -> None:
        self.steps = Steps(len(parameters))
        self.parameters = parameters
        self.names = {name: k for k, name in enumerate(parameters)}
        self.scope = scope
        self._read: dict[str, int] = {}
        self._known: dict[int, Any] = {}  # slots that hold one object, once the checks so far hold
        self._types: dict[int, type] = {}
        self._arrays: set[int] = set()  # slots that hold an ndarray whose memory steps may read
        self.counted = False
        self.counts: dict[int, int] = {}  # where dicts of libraries count their changes, and how many there were

    # -- expressions -----------------------------------------------------------------------------

    def slot(self, e: ast.expr) -> int:
        """The slot that holds an expression's value; `NoStepError` if it needs Python."""
        if isinstance(e, ast.Name) and e.id in self.names:
            return self.names[e.id]
        key = ast.unparse(e)
        if key not in self._read:
            self._read[key] = self._reading(e)
        return self._read[key]

    def read(self, e: ast.expr) -> int:
        """The slot that holds an expression's value, which Python computes if need be."""
        try:
            return self.slot(e)
        except NoStepError:
            return self.python(ast.Return(e), self.parameters, steps.PREDICATE)

    def _reading(self, e: ast.expr) -> int:
        constant = self.constant(e)
        if constant is not MISSING:
            return self.held(constant)
        match e:
            case ast.Attribute(value=value, attr="cell_contents") if isinstance(self.constant(value), CellType):
                return self._filled(steps.CELL, self.steps.object(self.constant(value)))
            case ast.Attribute(value=value, attr=name):
                parent = self.slot(value)
                return self._filled(steps.ATTRIBUTE, parent, self.steps.object(name))
            case ast.Subscript(value=value, slice=index):
                key = self.constant(index)
                if key is MISSING:
                    raise NoStepError
                scope = self.constant(value)
                if type(scope) is dict:
                    return self._filled(steps.GLOBAL, self.steps.object(scope), self.steps.object(key))
                parent = self.slot(value)
                return self._filled(steps.ITEM, parent, self.steps.object(key))
        raise NoStepError

    def _filled(self, op: int, b: int, c: int = 0) -> int:
        slot = self.steps.slot()
        self.steps.add(op, slot, b, c)
        return slot

    def held(self, value: Any) -> int:
        """A slot with an object that is known now."""
        slot = self._filled(steps.CONSTANT, self.steps.object(value))
        self._known[slot] = value
        return slot

    def constant(self, e: ast.expr) -> Any:
        """The object that an expression names, or `MISSING`."""
        if isinstance(e, ast.Constant):
            return e.value
        if isinstance(e, ast.Name) and e.id not in self.names:
            return self.scope.get(e.id, getattr(builtins, e.id, MISSING))
        if isinstance(e, ast.UnaryOp) and isinstance(e.op, ast.USub) and isinstance(e.operand, ast.Constant):
            return -e.operand.value  # type: ignore[operator]
        return MISSING

    # -- conditions ------------------------------------------------------------------------------

    def condition(self, e: ast.expr) -> None:
        """Add the check of a condition."""
        try:
            self._check(e)
        except NoStepError:
            self.steps.add(steps.TRUE, self.python(ast.Return(e), self.parameters, steps.PREDICATE))

    def python(self, body: ast.stmt | list[ast.stmt], names: list[str], op: int) -> int:
        """A slot with what a Python function of these local names answers."""
        arguments = ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, [])
        statements = body if isinstance(body, list) else [body]
        function = ast.FunctionDef("python", arguments, statements, [])
        function.type_params = []  # type: ignore[attr-defined]  # of 3.12
        found: dict[str, Any] = {}
        module = ast.fix_missing_locations(ast.Module([function], []))
        exec(compile(module, "<sct layer>", "exec"), self.scope, found)
        slot = self.steps.slot()
        self.steps.add(op, slot, self.steps.object(found["python"]), [self.names[name] for name in names])
        return slot

    def _check(self, e: ast.expr) -> None:
        match e:
            case ast.Compare(left=left, ops=[ast.Is()], comparators=[right]):
                self._is(left, right)
            case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]):
                self._equal(left, right)
            case ast.Compare(left=left, ops=[ast.NotIn()], comparators=[right]):
                self._absent(left, right)
            case ast.BoolOp(
                op=ast.Or(), values=[ast.Compare(left=ast.Attribute(value=value, attr="dtype")) as test, _]
            ):
                self._dtype(value, self.constant(test.comparators[0]))
            case ast.Attribute(value=ast.Attribute(value=value, attr="flags"), attr=flag) if flag in _FLAGS:
                self.steps.add(steps.FLAGS, self._array(value), _FLAGS[flag])
            case ast.UnaryOp(
                op=ast.Not(), operand=ast.Call(func=ast.Name(id="__s_may_share_memory"), args=[one, other])
            ):
                self.steps.add(steps.APART, self._array(one), self._array(other))
            case ast.Call(func=ast.Name(id="__s_spread"), args=[value]):
                self.steps.add(steps.SPREAD, self._array(value))
            case ast.Call(func=ast.Name(id="__s_distinct"), args=args):
                self._distinct(args)
            case ast.Call(func=ast.Name(id="__s_same_form"), args=[one, other]):
                self._same_form(self.constant(one), self.constant(other))
            case ast.Call(func=ast.Name(id="__s_same_constant"), args=[value, constant]):
                self._same_constant(value, self.constant(constant))
            case ast.Call(func=ast.Name(id="__s_same_items"), args=[value, first, constant]):
                slot = self.slot(value)
                kind = steps.HOLDERS.get(self._types.get(slot))
                if kind is None:
                    raise NoStepError
                place = self._number(first) << 2 | kind
                self.steps.add(steps.ITEMS, slot, place, self.steps.object(self.constant(constant)))
            case _:
                raise NoStepError

    def _is_unchanged(self, library: ast.Name, key: ast.expr, expected: Any) -> bool:
        """Whether one step for all that is read of a library says that it still holds `expected`."""
        place = dict_changes_offset()
        held = self.constant(library)
        if not self.counted or place is None or held.get(self.constant(key), MISSING) is not expected:
            return False
        self._word(self.steps.object(held) + place)
        return True

    def _word(self, address: int) -> None:
        """A step that says that a word is what it is now; once it is not, the layer is stale."""
        if address not in self.counts:
            self.counts[address] = word(address)
            self.steps.add(steps.WORD, address, self.counts[address])

    def _same_form(self, kind: type, form: Any) -> None:
        """A step for the order of a class, and one for each dict of its names and those of its bases."""
        orders = mro_offset()
        changes = dict_changes_offset()
        if not self.counted or changes is None or orders is None or not same_form(kind, form):
            raise NoStepError
        for one in (kind, type(kind)):
            self._word(self.steps.object(one) + orders)
        for held in dicts_of(form):
            self._word(self.steps.object(held) + changes)

    def _is(self, left: ast.expr, right: ast.expr) -> None:
        expected = self.constant(right)
        match left:
            case ast.Subscript(value=ast.Name(id=name) as library, slice=key) if name.startswith(
                LIBRARY
            ) and self._is_unchanged(library, key, expected):
                pass
            case ast.Call(func=ast.Name(id="type"), args=[value]) if type(self.constant(value)) is expected:
                pass  # a default, say; only attributes of it may change
            case ast.Call(func=ast.Name(id="type"), args=[value]) if isinstance(expected, type):
                slot = self.slot(value)
                self.steps.add(steps.TYPE, slot, self.steps.object(expected))
                self._types[slot] = expected
            case ast.Attribute(value=value, attr=name) if name in function_offsets():
                self._part_of_function(value, function_offsets()[name], expected)
            case ast.Call(
                func=ast.Attribute(value=ast.Attribute(value=owner, attr="__dict__"), attr="get"),
                args=[ast.Constant(value=name)],
            ) if isinstance(self.constant(owner), type) and expected is not None:
                attributes = self.held(self.constant(owner).__dict__)  # a live view of them
                slot = self._filled(steps.ITEM, attributes, self.steps.object(name))
                self.steps.add(steps.IS, slot, self.steps.object(expected))
            case _ if expected is MISSING:
                self.steps.add(steps.SAME, self.slot(left), self.slot(right))
            case _:
                slot = self.slot(left)
                self.steps.add(steps.IS, slot, self.steps.object(expected))
                self._known[slot] = expected

    def _part_of_function(self, value: ast.expr, offset: int, expected: Any) -> None:
        """What a function has as its code or defaults: one function, or any."""
        function = self.constant(value)
        if function is MISSING:
            function = self._known.get(self.slot(value))
        if expected is MISSING:
            raise NoStepError
        wanted = 0 if expected is None else self.steps.object(expected)
        if type(function) is FunctionType:
            self.steps.add(steps.WORD, self.steps.object(function) + offset, wanted)
        elif self._types.get(self.slot(value)) is FunctionType:
            self.steps.add(steps.FIELD, self.slot(value), offset, wanted)
        else:
            raise NoStepError

    def _equal(self, left: ast.expr, right: ast.expr) -> None:
        expected = self.constant(right)
        match left:
            case ast.Attribute(value=value, attr="shape") if isinstance(right, ast.Tuple):
                slot = self._array(value)
                self.steps.add(steps.RANK, slot, len(right.elts))
                for axis, extent in enumerate(right.elts):
                    self.steps.add(steps.EXTENT, slot, axis, self._number(extent))
            case ast.Attribute(value=value, attr="strides") if isinstance(right, ast.Tuple):
                slot = self._array(value)
                self.steps.add(steps.RANK, slot, len(right.elts))
                for axis, stride in enumerate(right.elts):
                    self.steps.add(steps.STRIDE, slot, axis, self._number(stride))
            case ast.Attribute(value=value, attr="ndim"):
                self.steps.add(steps.RANK, self._array(value), self._number(right))
            case ast.Subscript(value=ast.Attribute(value=value, attr="shape"), slice=axis):
                self._extent(self._array(value), self._number(axis), right)
            case ast.Call(func=ast.Name(id="len"), args=[ast.Attribute(value=value, attr="__dict__")]) if (
                expected == 0 and self._types.get(self.slot(value)) is FunctionType and function_offsets()
            ):
                self.steps.add(steps.BARE, self.slot(value), function_offsets()["__dict__"])
            case ast.Call(func=ast.Name(id="len"), args=[value]):
                self.steps.add(steps.LENGTH, self.slot(value), self._number(right))
            case ast.Call(func=ast.Name(id="tuple"), args=[value]) if isinstance(expected, tuple):
                slot = self.slot(value)
                if self._types.get(slot) is not dict or not all(type(key) is str for key in expected):
                    raise NoStepError
                self.steps.add(steps.KEYS, slot, self.steps.object(expected))
            case _ if self._is_same_for_ever(left, expected):
                pass
            case _:
                slot = self.slot(left)
                if self._types.get(slot) not in _COMPARED or type(expected) is not self._types[slot]:
                    raise NoStepError
                self.steps.add(steps.EQUAL, slot, self.steps.object(expected))

    def _is_same_for_ever(self, left: ast.expr, expected: Any) -> bool:
        """Whether two constants are compared that are equal and cannot change."""
        found = self.constant(left)
        return type(found) in _COMPARED and type(found) is type(expected) and found == expected

    def _extent(self, slot: int, axis: int, right: ast.expr) -> None:
        match right:
            case ast.Subscript(value=ast.Attribute(value=value, attr="shape"), slice=other):
                self.steps.add(steps.EXTENTS, slot, self._array(value), axis | self._number(other) << 32)
            case _:
                self.steps.add(steps.EXTENT, slot, axis, self._number(right))

    def _absent(self, key: ast.expr, scope: ast.expr) -> None:
        name, names = self.constant(key), self.constant(scope)
        if name is MISSING:
            raise NoStepError
        if type(names) is dict:
            self.steps.add(steps.ABSENT, self.steps.object(names), self.steps.object(name))
        else:
            self.steps.add(steps.LACKS, self.slot(scope), self.steps.object(name))

    def _dtype(self, value: ast.expr, dtype: Any) -> None:
        slot = self.slot(value)
        kind = self._types.get(slot)
        if not isinstance(dtype, np.dtype) or not dtype.isnative or dtype_text(dtype) not in NUMBERS or dtype.metadata:
            raise NoStepError
        canonical = np.dtype(dtype_text(dtype))
        if kind is np.ndarray:
            self.steps.add(steps.ARRAY, slot, value_code(Spec(canonical, ())), self.steps.object(canonical))
            self._arrays.add(slot)
        elif kind is not canonical.type:  # of a NumPy scalar, the type says it all
            raise NoStepError

    def _distinct(self, args: list[ast.expr]) -> None:
        if len(args) > _MANY:
            raise NoStepError
        slots = [self.slot(arg) for arg in args]
        for k, one in enumerate(slots):
            for other in slots[:k]:
                self.steps.add(steps.OTHER, one, other)

    def _same_constant(self, value: ast.expr, constant: Any) -> None:
        if type(constant) is not float:
            raise NoStepError
        slot = self.slot(value)
        self.steps.add(steps.TYPE, slot, self.steps.object(float))
        self.steps.add(steps.BITS, slot, int(np.float64(constant).view(np.int64)))

    def _array(self, value: ast.expr) -> int:
        slot = self.slot(value)
        if slot not in self._arrays:
            raise NoStepError
        return slot

    def _number(self, e: ast.expr) -> int:
        number = self.constant(e)
        if type(number) is not int:
            raise NoStepError
        return number
