"""Structured code as text that reads like C.

>>> from sct.loops.code import Code
>>> code = Code()
>>> p = code.do("argument", "ptr", note="in")
>>> with code.loop(0, 3) as i:
...     code.store(code.load("f64", p, i), p, i)
>>> print(to_text(code))
ptr r1 = in;
for (i64 r2 = 0; r2 < 3; r2 += 1) {
  f64 r3 = ((f64*)r1)[r2];
  ((f64*)r1)[r2] = r3;
}
"""

from __future__ import annotations

from collections.abc import Iterable

from sct.loops.code import Code, Const, Fail, For, If, Instr, Lanes, Operand, Parallel, Stmt, While

__all__ = ["to_text"]

_SIGNS = {
    "iadd": "+", "isub": "-", "imul": "*", "sdiv": "/", "srem": "%", "udiv": "/", "urem": "%", "and": "&", "or": "|",
    "xor": "^", "shl": "<<", "ashr": ">>", "lshr": ">>", "fadd": "+", "fsub": "-", "fmul": "*", "fdiv": "/",
}  # fmt: skip
_RELATIONS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_CASTS = {"sext", "zext", "trunc", "sitofp", "uitofp", "fptosi", "fptoui", "fpext", "fptrunc", "bitcast", "ptrtoint"}


def to_text(code: Code) -> str:
    """All statements, one a line."""
    return "\n".join(_lines(code.body, ""))


def _use(operand: Operand) -> str:
    if isinstance(operand, Const):
        return "null" if operand.type == "ptr" else repr(operand.value)
    return f"r{operand.number}"


def _lines(body: Iterable[Stmt], indent: str) -> list[str]:
    out: list[str] = []
    deeper = indent + "  "
    for statement in body:
        if isinstance(statement, Instr):
            out.append(f"{indent}{_instr(statement)};")
        elif isinstance(statement, For):
            i, sign = _use(statement.index), ">" if statement.down else "<"
            stop, step = _use(statement.stop), _use(statement.step)
            out.append(f"{indent}for (i64 {i} = {_use(statement.start)}; {i} {sign} {stop}; {i} += {step}) {{")
            out += [*_lines(statement.body, deeper), indent + "}"]
        elif isinstance(statement, Parallel):
            out.append(f"{indent}// in pieces of {_use(statement.grain)}, on several threads")
            out += _lines([statement.loop], indent)
        elif isinstance(statement, While):
            out += [f"{indent}for (;;) {{", *_lines(statement.head, deeper)]
            out.append(f"{deeper}if (!{_use(statement.cond)}) break;")
            out += [*_lines(statement.body, deeper), indent + "}"]
        elif isinstance(statement, Lanes):
            out += [f"{indent}lanes ({statement.width}) {{", *_lines(statement.body, deeper), indent + "}"]
        elif isinstance(statement, If):
            out += [f"{indent}if ({_use(statement.cond)}) {{", *_lines(statement.then, deeper)]
            if statement.orelse:
                out += [indent + "} else {", *_lines(statement.orelse, deeper)]
            out.append(indent + "}")
        elif isinstance(statement, Fail):
            out.append(f"{indent}return {statement.status};")
    return out


def _instr(instr: Instr) -> str:
    if instr.op == "set":
        return f"v{instr.note.number} = {_use(instr.args[0])}"
    if instr.op == "store":
        value, pointer, index = instr.args
        return f"(({value.type}*){_use(pointer)})[{_use(index)}] = {_use(value)}"
    text = _expression(instr)
    return text if instr.dest is None else f"{instr.dest.type} r{instr.dest.number} = {text}"


def _expression(instr: Instr) -> str:
    args = [_use(a) for a in instr.args]
    op = instr.op
    if op in _SIGNS:
        return f"{args[0]} {_SIGNS[op]} {args[1]}"
    if op.startswith(("icmp.", "fcmp.")):
        relation = _RELATIONS.get(op[-2:])
        return f"{args[0]} {relation} {args[1]}" if relation else f"isunordered({args[0]}, {args[1]})"
    if op == "load":
        assert instr.dest is not None
        return f"(({instr.dest.type}*){args[0]})[{args[1]}]"
    if op == "get":
        return f"v{instr.note.number}"
    if op == "select":
        return f"{args[0]} ? {args[1]} : {args[2]}"
    if op == "fneg":
        return f"-{args[0]}"
    if op in _CASTS:
        assert instr.dest is not None
        return f"({instr.dest.type}){args[0]}"
    if op in ("argument", "global"):
        return str(instr.note)
    name = instr.note if op in ("call", "math", "libm", "intrinsic") else op
    return f"{name}({', '.join(args)})"
