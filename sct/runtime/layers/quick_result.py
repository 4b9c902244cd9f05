"""The second half of a layer as steps: the program runs, its outputs become the user's result."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from sct.backends.native.abi import steps
from sct.backends.native.abi.guarded import MISSING
from sct.parsing import parsed

if TYPE_CHECKING:
    from sct.runtime.layers.quick import Reader

__all__ = ["add_result"]

C_ORDER = 0


def add_result(reader: Reader, body: list[ast.stmt]) -> None:
    """Add the steps of the statements that follow the guards."""
    body = list(body)
    while (name := _target(body[0])).startswith("__s_i"):
        reader.names[name] = reader.read(_assigned(body.pop(0)))
    reader.steps.add(steps.COMMIT)
    if _target(body[0]) != "__s_o":
        _in_python(reader, body, {}, None)
        return
    run, copies, given = _run(_assigned(body.pop(0)))
    slot = reader.steps.slot()
    called = reader.steps.object(reader.constant(run.func))
    reader.steps.add(steps.CALL, slot, called, [reader.slot(arg) for arg in run.args])
    reader.names["__s_o"] = slot
    if not all(map(_is_simple, body)) or _may_be_one(copies, body):
        _in_python(reader, body, copies, given)
        return
    result = _Result(reader, copies)
    for statement in body:
        result.statement(statement)


def _target(statement: ast.stmt) -> str:
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
        return statement.targets[0].id
    return ""


def _assigned(statement: ast.stmt) -> ast.expr:
    assert isinstance(statement, ast.Assign)
    return statement.value


def _run(e: ast.expr) -> tuple[ast.Call, dict[int, int], ast.expr | None]:
    """The call of the program, which outputs are copied, and when, and the arguments of which they may be views."""
    assert isinstance(e, ast.Call) and isinstance(e.func, ast.Name)
    if e.func.id != "__s_own":
        return e, {}, None
    run, copies, given = e.args
    assert isinstance(run, ast.Call)
    return run, dict(ast.literal_eval(copies)), given


def _may_be_one(copies: dict[int, int], body: list[ast.stmt]) -> bool:
    """Whether an output may be the very array that is written back, or another that is: see `__s_own`."""
    back = {ast.unparse(s.value.args[1]) for s in body if isinstance(s, ast.Expr) and isinstance(s.value, ast.Call)}
    return any(when > 1 and f"__s_o[{k}]" not in back for k, when in copies.items())


def _in_python(reader: Reader, body: list[ast.stmt], copies: dict[int, int], given: ast.expr | None) -> None:
    """Have a Python function do it."""
    if given is not None:
        pairs = tuple(copies.items())
        body = [*parsed(f"__s_o = __s_own(__s_o, {pairs!r}, {ast.unparse(given)})").body, *body]
    reader.steps.add(steps.RETURN, reader.python(body, list(reader.names), steps.CALL))


def _is_simple(statement: ast.stmt) -> bool:
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Name(id="__s_copyto"), args=[one, other])):
            return _is_value(one) and _is_value(other)
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            return name != "__s_o" and _is_value(value)
        case ast.Return(value=value):
            return value is not None and _is_value(value)
    return False


def _is_value(e: ast.expr) -> bool:
    match e:
        case ast.Name() | ast.Constant():
            return True
        case ast.Subscript(value=ast.Name(id="__s_o"), slice=ast.Constant()):
            return True
        case ast.Tuple(elts=items) | ast.List(elts=items):
            return all(map(_is_value, items))
        case ast.Dict(keys=keys, values=values):
            return all(key is not None and _is_value(key) for key in keys) and all(map(_is_value, values))
        case ast.Call(func=ast.Attribute(value=ast.Subscript() as value, attr="copy"), args=[], keywords=[]):
            return _is_value(value)
        case ast.Call(func=ast.Name(), args=args, keywords=[]):
            return all(map(_is_value, args))
        case ast.IfExp(
            test=ast.Compare(left=left, ops=[ast.Eq()], comparators=[ast.Constant()]), body=one, orelse=other
        ):
            return all(map(_is_picked, (left, one, other)))
    return False


def _is_picked(e: ast.expr) -> bool:
    """Whether a value costs nothing and does nothing, so that it may be made and not taken."""
    return isinstance(e, (ast.Name, ast.Constant, ast.Subscript, ast.IfExp)) and _is_value(e)


class _Result:
    """Makes the result from values that are all simple."""

    def __init__(self, reader: Reader, copies: dict[int, int]) -> None:
        self._reader = reader
        self._steps = reader.steps
        self._copies = copies
        self._outputs: dict[int, int] = {}

    def statement(self, statement: ast.stmt) -> None:
        match statement:
            case ast.Expr(value=ast.Call(args=[one, other])):
                self._steps.add(steps.COPY_INTO, self._value(one), self._value(other))
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self._reader.names[name] = self._value(value)
            case ast.Return(value=ast.expr() as value):
                self._steps.add(steps.RETURN, self._value(value))

    def _value(self, e: ast.expr) -> int:
        match e:
            case ast.Name(id=name) if name in self._reader.names:
                return self._reader.names[name]
            case ast.Subscript(slice=ast.Constant(value=int(k))):
                return self._output(k)
            case ast.Tuple(elts=items):
                return self._made(steps.TUPLE, items)
            case ast.List(elts=items):
                return self._made(steps.LIST, items)
            case ast.Dict(keys=keys, values=values):
                return self._made(
                    steps.DICT, [part for pair in zip(keys, values, strict=True) for part in pair if part]
                )
            case ast.Call(func=ast.Attribute(value=value)):
                source = self._value(value)
                slot = self._steps.slot()
                self._steps.add(steps.COPY, slot, source, C_ORDER)
                return slot
            case ast.Call(func=func, args=args):
                parts = list(map(self._value, args))
                slot = self._steps.slot()
                self._steps.add(steps.CALL, slot, self._steps.object(self._reader.constant(func)), parts)
                return slot
            case ast.IfExp(
                test=ast.Compare(left=index, comparators=[ast.Constant() as number]), body=one, orelse=other
            ):
                return self._made(steps.PICK, [index, number, one, other])
        constant: Any = self._reader.constant(e)
        assert constant is not MISSING
        slot = self._steps.slot()
        self._steps.add(steps.HOLD, slot, self._steps.object(constant))
        return slot

    def _output(self, k: int) -> int:
        if k not in self._outputs:
            slot = self._steps.slot()
            self._steps.add(steps.OUTPUT, slot, self._reader.names["__s_o"], k)
            if k in self._copies:
                copied = self._steps.slot()
                self._steps.add(steps.OWN, copied, slot, int(self._copies[k] > 0))
                slot = copied
            self._outputs[k] = slot
        return self._outputs[k]

    def _made(self, op: int, items: list[ast.expr]) -> int:
        parts = [self._value(item) for item in items]
        slot = self._steps.slot()
        self._steps.add(op, slot, 0, parts)
        return slot
