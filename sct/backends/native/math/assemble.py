"""Functions into one text, with what they need, each once."""

from __future__ import annotations

from collections.abc import Iterable

from sct.backends.native.math.builder import F32, F64, Builder, Format, Value
from sct.backends.native.math.casts import CASTS, cast_text
from sct.backends.native.math.integers import INTEGER_FUNCTIONS, INTEGER_TYPES, integer_text
from sct.backends.native.math.registry import ELEMENTARY, UNOPTIMISED, Elementary, body
from sct.backends.native.math.whole_power import WHOLE_POWER

__all__ = ["assemble"]

FORMATS = {"f64": F64, "f32": F32}
PURE = "nounwind willreturn memory(none)"


def assemble(names: Iterable[str], width: int) -> str:
    """The text of the named functions, in the order of their names."""
    parts: dict[str, None] = {}  # a set that keeps its order
    for name in sorted(set(names)):
        for text in _texts_of(name, width):
            parts[text] = None
    return _once("\n".join(parts))


def _texts_of(name: str, width: int) -> list[str]:
    match name.split("."):
        case ["sct", "whole_power", "i64"]:
            return [WHOLE_POWER]
        case ["sct", "cast", source, target] if (source, target) in CASTS:
            return [cast_text(source, target)]
        case ["sct", function, tag] if tag in INTEGER_TYPES and function in INTEGER_FUNCTIONS:
            return [integer_text(function, tag)]
        case ["sct", function, tag] if tag in FORMATS and function in ELEMENTARY:
            return _texts(ELEMENTARY[function], FORMATS[tag], width)
        case ["sct", function, lanes, tag] if tag in FORMATS and function in ELEMENTARY and lanes[1:].isdigit():
            return _on_vectors(ELEMENTARY[function], FORMATS[tag], int(lanes[1:]), width)
    raise KeyError(name)


def _once(text: str) -> str:
    """The text with its tables first, each once. Intrinsics need no declaration: LLVM knows them."""
    tables: dict[str, None] = {}
    lines = []
    for line in text.split("\n"):
        if line.startswith("@"):
            tables[line] = None
        else:
            lines.append(line)
    return "\n".join([*tables, *lines]) + "\n"


def _texts(function: Elementary, form: Format, width: int) -> list[str]:
    if function.inlined:
        return [_inline(function, form)]
    lanes = [width // form.bits] + ([width // 64] if form.bits == 32 else [])
    texts = _slow(function, form)
    texts += [_vector(function, form, n, width) for n in lanes]
    texts.append(_scalar(function, form, lanes))
    return texts


def _slow(function: Elementary, form: Format) -> list[str]:
    """The slow way for one number."""
    if function.slow is not None:
        return function.slow(form)
    return [_everywhere(function, Builder(form), f"define internal {form.name} @sct.{function.name}.slow.{form.tag}")]


def _everywhere(function: Elementary, b: Builder, head: str) -> str:
    kind = b.type("f")
    result = function.formula(b, *_arguments(function, b))
    code = "\n".join([*b.tables.values(), f"{head}({_parameters(function, kind)}) noinline cold {PURE} {{", *b.lines])
    return f"{code}\n  ret {kind} {result.name}\n}}\n"


def _arguments(function: Elementary, b: Builder) -> list[Value]:
    return [Value(b, name, "f") for name in ("%x", "%y")[: function.arity]]


def _parameters(function: Elementary, kind: str) -> str:
    return ", ".join(f"{kind} {name}" for name in ("%x", "%y")[: function.arity])


def _inline(function: Elementary, form: Format, lanes: int = 0) -> str:
    b = Builder(form, lanes)
    result = body(function, b)
    code, kind = "\n".join(b.lines), b.type("f")
    name = _vector_name(function, form, lanes) if lanes else f"sct.{function.name}.{form.tag}"
    head = f"define internal {kind} @{name}({_parameters(function, kind)})"
    return f"{head} alwaysinline {PURE} {{\n{code}\n  ret {kind} {result.name}\n}}\n"


def _on_vectors(function: Elementary, form: Format, lanes: int, width: int) -> list[str]:
    """The function on vectors of any length, for calls that are vectors already."""
    if function.inlined:
        return [_inline(function, form, lanes)]
    return [*(_slow(function, form) if function.quick is None else ()), _vector(function, form, lanes, width)]


def _scalar(function: Elementary, form: Format, lanes: list[int]) -> str:
    """The scalar function: not inlined, so that the vectoriser meets the call and the attribute."""
    b = Builder(form)
    code, far, result = _fast_and_far(function, b)
    name = f"sct.{function.name}.{form.tag}"
    letters = "v" * function.arity
    variants = ",".join(f"_ZGV_LLVM_N{n}{letters}_{name}({_vector_name(function, form, n)})" for n in lanes)
    kind = form.name
    return "\n".join([*b.tables.values(), ""]) + (
        f"define internal {kind} @{name}({_parameters(function, kind)}) noinline {PURE} "
        f'"vector-function-abi-variant"="{variants}" {{\n{code}\n'
        f"  br i1 {far.name}, label %slow, label %fast, !prof !{{!\"branch_weights\", i32 1, i32 100000}}\n"
        f"fast:\n  ret {kind} {result.name}\nslow:\n"
        f"  %slowly = call {kind} @sct.{function.name}.slow.{form.tag}({_parameters(function, kind)})\n"
        f"  ret {kind} %slowly\n}}\n"
    )


def _vector_name(function: Elementary, form: Format, lanes: int) -> str:
    return f"sct.{function.name}.v{lanes}.{form.tag}"


def _fast_and_far(function: Elementary, b: Builder) -> tuple[str, Value, Value]:
    arguments = _arguments(function, b)
    if function.quick is not None:
        result, far = function.quick(b, *arguments)
    else:
        assert function.far is not None
        far = function.far(b, *arguments)
        result = function.formula(b, *arguments)
    return "\n".join(b.lines), far, result


def _vector(function: Elementary, form: Format, lanes: int, width: int) -> str:
    """A vector function: the fast way for all lanes, and the slow one after it where any lane needs it."""
    permutes = width == 512
    b = Builder(form, lanes, permutes=permutes)
    code, far, result = _fast_and_far(function, b)
    kind = b.type("f")
    slow = _vector_name(function, form, lanes).replace(function.name, f"{function.name}.slow")
    parameters = _parameters(function, kind)
    near = f", {kind} {result.name}" if function.quick is None else ""
    any_lane = f"call i1 @llvm.vector.reduce.or.v{lanes}i1({b.type('b')} {far.name})"
    fast = (
        f"define hidden {kind} @{_vector_name(function, form, lanes)}({parameters}) noinline {PURE} {{\n{code}\n"
        f"  %any = {any_lane}\n"
        f"  br i1 %any, label %slow, label %fast, !prof !{{!\"branch_weights\", i32 1, i32 100000}}\n"
        f"fast:\n  ret {kind} {result.name}\nslow:\n"
        f"  %slowly = call {kind} @{slow}({parameters}{near})\n"
        f"  ret {kind} %slowly\n}}\n"
    )
    fast = "\n".join([*b.tables.values(), fast])
    if function.quick is not None:
        return _everywhere(function, Builder(form, lanes, permutes=permutes), f"define internal {kind} @{slow}") + fast
    return _lane_by_lane(function, form, lanes, f"define internal {kind} @{slow}({parameters}, {kind} %near)") + fast


def _lane_by_lane(function: Elementary, form: Format, lanes: int, head: str) -> str:
    """The slow way for all lanes; kept are its results where it is needed, `%near` elsewhere."""
    assert function.far is not None
    b = Builder(form, lanes)
    kind, scalar = b.type("f"), form.name
    names = ("x", "y")[: function.arity]
    far = function.far(b, *[Value(b, f"%{name}", "f") for name in names])
    lines, last = [*b.lines], "poison"
    for k in range(lanes):
        lines += [f"  %{a}.{k} = extractelement {kind} %{a}, i32 {k}" for a in names]
        arguments = ", ".join(f"{scalar} %{a}.{k}" for a in names)
        lines.append(f"  %r.{k} = call {scalar} @sct.{function.name}.slow.{form.tag}({arguments})")
        lines.append(f"  %all.{k} = insertelement {kind} {last}, {scalar} %r.{k}, i32 {k}")
        last = f"%all.{k}"
    lines.append(f"  %both = select {b.type('b')} {far.name}, {kind} {last}, {kind} %near")
    return "\n".join([f"{head} {UNOPTIMISED} {{", *lines, f"  ret {kind} %both", "}", ""])
