"""What operators are called in the variant for tracing, as in the module `operator`."""

from __future__ import annotations

import gast

__all__ = ["OPERATORS"]

OPERATORS = {
    gast.Add: "add",
    gast.Sub: "sub",
    gast.Mult: "mul",
    gast.Div: "truediv",
    gast.FloorDiv: "floordiv",
    gast.Mod: "mod",
    gast.Pow: "pow",
    gast.MatMult: "matmul",
    gast.BitAnd: "and",
    gast.BitOr: "or",
    gast.BitXor: "xor",
    gast.LShift: "lshift",
    gast.RShift: "rshift",
    gast.USub: "neg",
    gast.UAdd: "pos",
    gast.Invert: "invert",
    gast.Lt: "lt",
    gast.LtE: "le",
    gast.Gt: "gt",
    gast.GtE: "ge",
    gast.Eq: "eq",
    gast.NotEq: "ne",
}
