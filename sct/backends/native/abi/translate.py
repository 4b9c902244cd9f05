"""From runtime functions in the language of `words` to LLVM IR.

>>> import ast
>>> print(Function(ast.parse("def double(x): return x + x").body[0], {}, exported=True).text())
define i64 @double(i64 %a.x) #0 {
entry:
  %x = alloca i64
  store i64 %a.x, ptr %x
  %1 = load i64, ptr %x
  %2 = load i64, ptr %x
  %3 = add i64 %1, %2
  ret i64 %3
}
"""

from __future__ import annotations

import ast
import inspect
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from types import ModuleType
from typing import Any

from sct.backends.native.abi.externals import EXTERNALS
from sct.backends.native.abi.words import External, Intrinsic
from sct.parsing import parsed

__all__ = ["Function", "module_text"]

_OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor",
    ast.LShift: "shl", ast.RShift: "lshr", ast.FloorDiv: "udiv",
}  # fmt: skip
_COMPARISONS: dict[type[ast.AST], str] = {
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "slt", ast.LtE: "sle", ast.Gt: "sgt", ast.GtE: "sge",
}  # fmt: skip
_TYPES = {"w": "i64", "i": "i32", "d": "double", "v": "void"}
_WIDTHS = {
    "load32": ("i32", "sext"), "loadu32": ("i32", "zext"), "load16": ("i16", "zext"), "load8": ("i8", "zext"),
    "loads16": ("i16", "sext"), "loads8": ("i8", "sext"),
}  # fmt: skip


_INLINED = 60  # lines of text of the longest functions that go into several callers


def module_text(modules: Iterable[ModuleType], exports: Collection[str], seldom: Collection[str], slots: int) -> str:
    """One LLVM module of all functions in `modules`, of which the `exports` are visible outside.

    Small functions, and those with one caller, go into their callers, but not what is called `seldom`. The table of
    `slots` words is `sct_table`; the externals have its first slots.
    """
    texts: dict[str, str] = {}
    calls: Counter[str] = Counter()
    for module in modules:
        for node in parsed(inspect.getsource(module)).body:
            if isinstance(node, ast.FunctionDef):
                function = Function(node, vars(module), node.name in exports)
                texts[node.name] = function.text()
                calls.update(function.calls)
    parts = [f"@sct_table = global [{slots} x i64] zeroinitializer, align 16"]
    for name, text in texts.items():
        inlined = name not in exports and name not in seldom and (calls[name] == 1 or text.count("\n") <= _INLINED)
        parts.append(text.replace(") #0 {", ") #1 {", 1) if inlined else text)
    # without builtins, so that no loop over words becomes a call of memcpy
    parts.append('attributes #0 = { nounwind "no-builtins" }\nattributes #1 = { alwaysinline nounwind "no-builtins" }')
    return "\n\n".join(parts) + "\n"


class Function:
    """One function on its way to text.

    Attributes
    ----------
    calls : list of str
        The names of the functions that it calls, once for each call.
    """

    def __init__(self, node: ast.FunctionDef, names: Mapping[str, Any], exported: bool) -> None:
        self._node = node
        self._names = names
        self._linkage = "" if exported else "internal "
        self._lines: list[str] = []
        self._count = 0
        self._labels = 0
        self._open = True  # whether the current block still lacks its terminator
        self._reached: set[str] = set()  # the labels that something jumps to
        self._loops: list[tuple[str, str]] = []
        parameters = [a.arg for a in node.args.args]
        self._locals = dict.fromkeys(parameters)
        self._parameters = parameters
        self.calls: list[str] = []

    def text(self) -> str:
        """The definition."""
        parameters = ", ".join(f"i64 %a.{name}" for name in self._parameters)
        self._lines = [f"  store i64 %a.{name}, ptr %{name}" for name in self._parameters]
        self._body(self._node.body)
        if self._open:
            self._emit("ret i64 0")
        lines = "\n".join([*(f"  %{name} = alloca i64" for name in self._locals), *self._lines])
        return f"define {self._linkage}i64 @{self._node.name}({parameters}) #0 {{\nentry:\n{lines}\n}}"

    # -- statements ------------------------------------------------------------------------------

    def _body(self, body: list[ast.stmt]) -> None:
        for statement in body:
            if not self._open:
                raise SyntaxError(f"{self._node.name}: nothing can follow here (line {statement.lineno})")
            self._statement(statement)

    def _statement(self, s: ast.stmt) -> None:
        match s:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                pass
            case ast.Expr(value=value):
                self._value(value)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                word = self._value(value)
                self._locals[name] = None
                self._emit(f"store i64 {word}, ptr %{name}")
            case ast.AugAssign(target=ast.Name(id=name), op=op, value=value):
                old = self._new(f"load i64, ptr %{name}")
                new = self._new(f"{_OPERATORS[type(op)]} i64 {old}, {self._value(value)}")
                self._emit(f"store i64 {new}, ptr %{name}")
            case ast.Return(value=value):
                self._end(f"ret i64 {self._value(value) if value else 0}")
            case ast.If(test=test, body=body, orelse=orelse):
                self._if(test, body, orelse)
            case ast.While(test=test, body=body):
                self._while(test, body)
            case ast.Break():
                self._end(f"br label %{self._loops[-1][1]}")
            case ast.Continue():
                self._end(f"br label %{self._loops[-1][0]}")
            case _:
                raise SyntaxError(f"{self._node.name}: {ast.unparse(s)}")

    def _if(self, test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt]) -> None:
        then, other, after = self._label(), self._label(), self._label()
        self._jump(test, then, other if orelse else after)
        self._block(then, body, after)
        if orelse:
            self._block(other, orelse, after)
        if after in self._reached:
            self._begin(after)

    def _while(self, test: ast.expr, body: list[ast.stmt]) -> None:
        head, inside, after = self._label(), self._label(), self._label()
        self._end(f"br label %{head}")
        self._begin(head)
        self._jump(test, inside, after)
        self._loops.append((head, after))
        self._block(inside, body, head)
        self._loops.pop()
        self._begin(after)

    def _block(self, label: str, body: list[ast.stmt], after: str) -> None:
        self._begin(label)
        self._body(body)
        if self._open:
            self._end(f"br label %{after}")

    def _jump(self, test: ast.expr, yes: str, no: str) -> None:
        """End the block by going to one of two labels; `and`, `or`, `not` are control flow."""
        match test:
            case ast.BoolOp(op=op, values=values):
                for part in values[:-1]:
                    on = self._label()
                    self._jump(part, *((on, no) if isinstance(op, ast.And) else (yes, on)))
                    self._begin(on)
                self._jump(values[-1], yes, no)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self._jump(operand, no, yes)
            case ast.Compare(left=left, ops=[ast.In()], comparators=[ast.Tuple(elts=values)]):
                same: list[ast.expr] = [ast.Compare(left, [ast.Eq()], [value]) for value in values]
                self._jump(ast.BoolOp(ast.Or(), same), yes, no)
            case _:
                self._end(f"br i1 {self._condition(test)}, label %{yes}, label %{no}")

    # -- expressions -----------------------------------------------------------------------------

    def _condition(self, e: ast.expr) -> str:
        match e:
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                a, b = self._value(left), self._value(right)
                return self._new(f"icmp {_COMPARISONS[type(op)]} i64 {a}, {b}")
            case _:
                return self._new(f"icmp ne i64 {self._value(e)}, 0")

    def _value(self, e: ast.expr) -> str:
        match e:
            case ast.Constant(value=int(value)):
                return str(int(value))
            case ast.Name(id=name) if name in self._locals:
                return self._new(f"load i64, ptr %{name}")
            case ast.Name(id=name):
                return str(int(self._names[name]))
            case ast.Attribute(value=ast.Name(id=module), attr=name):
                return str(int(getattr(self._names[module], name)))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self._new(f"sub i64 0, {self._value(operand)}")
            case ast.BinOp(left=left, op=op, right=right):
                a, b = self._value(left), self._value(right)
                return self._new(f"{_OPERATORS[type(op)]} i64 {a}, {b}")
            case ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
                return self._truth(e)
            case ast.Compare():
                return self._new(f"zext i1 {self._condition(e)} to i64")
            case ast.Call(func=ast.Name(id="int"), args=[truth]):
                return self._value(truth)
            case ast.Call(func=ast.Name(id=name), args=args):
                return self._call(self._names.get(name), name, [self._value(a) for a in args])
            case _:
                raise SyntaxError(f"{self._node.name}: {ast.unparse(e)}")

    def _truth(self, e: ast.expr) -> str:
        """1 or 0 for a condition that is control flow."""
        yes, no, after = self._label(), self._label(), self._label()
        self._jump(e, yes, no)
        for label in (yes, no):
            self._begin(label)
            self._end(f"br label %{after}")
        self._begin(after)
        return self._new(f"phi i64 [ 1, %{yes} ], [ 0, %{no} ]")

    def _call(self, called: Any, name: str, args: list[str]) -> str:
        if isinstance(called, Intrinsic):
            return self._intrinsic(called.name, args)
        if isinstance(called, External):
            return self._external(called, args)
        self.calls.append(name)
        return self._new(f"call i64 @{name}({', '.join(f'i64 {a}' for a in args)})")

    def _intrinsic(self, name: str, args: list[str]) -> str:
        if name == "table":
            slot = self._new(f"getelementptr i64, ptr @sct_table, i64 {args[0]}")
            return self._new(f"load i64, ptr {slot}")
        if name == "alloca":
            block = self._new(f"alloca i8, i64 {args[0]}, align 16")
            return self._new(f"ptrtoint ptr {block} to i64")
        if name == "multiply_high":
            wide = [self._new(f"zext i64 {word} to i128") for word in args]
            product = self._new(f"lshr i128 {self._new(f'mul i128 {wide[0]}, {wide[1]}')}, 64")
            return self._new(f"trunc i128 {product} to i64")
        first = self._new(f"inttoptr i64 {args[0]} to ptr")
        if name == "run_program":
            return self._new(f"call i64 {first}({', '.join(f'i64 {a}' for a in args[1:])})")
        if name == "load":
            return self._new(f"load i64, ptr {first}")
        if name == "store":
            self._emit(f"store i64 {args[1]}, ptr {first}")
            return "0"
        if name == "exchange":
            return self._new(f"atomicrmw xchg ptr {first}, i64 {args[1]} acq_rel")
        if name in _WIDTHS:
            width, extend = _WIDTHS[name]
            narrow = self._new(f"load {width}, ptr {first}, align 1")
            return self._new(f"{extend} {width} {narrow} to i64")
        self._emit(f"store i32 {self._new(f'trunc i64 {args[1]} to i32')}, ptr {first}, align 1")
        return "0"

    def _external(self, called: External, args: list[str]) -> str:
        if len(args) != len(called.parameters):
            raise SyntaxError(f"{self._node.name}: {called.name} takes {len(called.parameters)} words")
        slot = EXTERNALS.index(called)
        place = self._new(f"getelementptr i64, ptr @sct_table, i64 {slot}")
        function = self._new(f"load ptr, ptr {place}")
        given = ", ".join(self._argument(letter, a) for letter, a in zip(called.parameters, args, strict=True))
        call = f"call {_TYPES[called.result]} {function}({given})"
        if called.result == "v":
            self._emit(call)
            return "0"
        result = self._new(call)
        return self._new(f"sext i32 {result} to i64") if called.result == "i" else result

    def _argument(self, letter: str, word: str) -> str:
        if letter == "i":
            return f"i32 {self._new(f'trunc i64 {word} to i32')}"
        if letter == "d":
            return f"double {self._new(f'bitcast i64 {word} to double')}"
        return f"i64 {word}"

    # -- lines -----------------------------------------------------------------------------------

    def _new(self, instruction: str) -> str:
        self._count += 1
        self._lines.append(f"  %{self._count} = {instruction}")
        return f"%{self._count}"

    def _emit(self, instruction: str) -> None:
        self._lines.append(f"  {instruction}")

    def _label(self) -> str:
        self._labels += 1
        return f"l{self._labels}"

    def _begin(self, label: str) -> None:
        self._lines.append(f"{label}:")
        self._open = True

    def _end(self, instruction: str) -> None:
        self._emit(instruction)
        self._reached.update(re.findall(r"label %(\w+)", instruction))
        self._open = False
