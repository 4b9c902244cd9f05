"""The Python functions that compiled code calls back: each op's own NumPy kernel, with its user's line."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any, NoReturn

from sct.backends.numpy.kernels import expression, subscript
from sct.backends.numpy.notes import Notes
from sct.errors import Location
from sct.ir.core import Op
from sct.ir.effects import GIVING

__all__ = ["site_function"]


def site_function(op: Op, operands: int, stores: bool) -> Callable[..., Any]:
    """What `op` computes, as a function of its operands; exceptions get the user's line.

    If it `stores`, it is a store into its first operand itself.
    """
    namespace: dict[str, Any] = {}
    args = [f"x{k}" for k in range(operands)]

    def bind(hint: str, thing: Any) -> str:
        name = f"g{len(namespace)}"
        namespace[name] = thing
        return name

    if stores and op.name == "update_view":
        body = expression(op, args, bind, owned=True)
    elif stores:
        body = f"{args[0]}[{subscript(op.attr('index'), args[2:])}] = {args[1]}"
    else:
        body = f"return {expression(op, args, bind)}"
    if op.name in GIVING:
        body = body.removeprefix("return ")
    checks: list[str] = []
    if body.startswith("return ") and len(op.results) == 1 and op.results[0].spec.static and op.results[0].spec.ndim:
        # machine code takes the memory to be as large as was inferred
        shape = tuple(op.results[0].spec.shape)
        wrong = f"{bind('', _wrong)}({op.name!r}, r.shape, {shape!r})"
        checks = [f"    if r.shape != {shape!r}:", f"      {wrong}", "    return r"]
        body = f"r = {body.removeprefix('return ')}"
    sources: dict[int, Location] = {3: op.source} if op.source is not None else {}
    namespace["note"] = Notes(sources, namespace)
    lines = [f"def {_name(op.name)}({', '.join(args)}):", "  try:", f"    {body}", *checks]
    lines += ["  except Exception as error:", "    note(error)", "    raise"]
    exec(builtins.compile("\n".join(lines), f"<sct {op.name}>", "exec"), namespace)
    made: Callable[..., Any] = namespace[_name(op.name)]
    return made


def _wrong(name: str, shape: Any, inferred: Any) -> NoReturn:
    """Plain Python does the call then, with a warning."""
    raise RuntimeError(f"the kernel of {name} has answered shape {shape}, where sct has inferred {inferred}")


def _name(name: str) -> str:
    return f"op_{name}"
