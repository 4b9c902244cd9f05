"""LLVM text of NumPy's pairwise sum over contiguous memory: eight strands, halves above 128 elements."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["sum_functions"]

_NODES = 1_000_000  # the numbers of metadata; a program has fewer lines than that


def sum_functions(names: Iterable[str]) -> str:
    """The definitions of `sct_sum_f64`, `sct_sum_complex_f32` and so on, as far as they are asked for."""
    wanted = sorted(name for name in names if name.startswith("sct_sum_"))
    texts = [_function(name, _NODES + 4 * k) for k, name in enumerate(wanted, 1)]
    rolled = f'!{_NODES} = !{{!"llvm.loop.unroll.disable"}}\n' if wanted else ""
    return "".join(texts) + rolled


def _function(name: str, node: int) -> str:
    type_ = {"f64": "double", "f32": "float"}[name.rsplit("_", 1)[1]]
    template = _COMPLEX if "complex" in name else _REAL
    loops = range(node, node + 4)  # short ones, and those whose turns wait for one another: none is worth writing out
    one, eight, last, four = (f", !llvm.loop !{k}" for k in loops)
    text = template.format(n=name, t=type_, strands=_STRANDS.format(t=type_, loop=eight), one=one, last=last)
    if template is _REAL:
        text = _four_blocks(name, type_, four) + text
    return text + "".join(f"!{k} = distinct !{{!{k}, !{_NODES}}}\n" for k in loops)


def _four_blocks(name: str, type_: str, loop: str) -> str:
    """The sum of four blocks of as many eights, one after the other in memory: none waits for another's additions."""
    eight, blocks = f"<8 x {type_}>", range(4)
    first = [f"  %x{k} = load {eight}, ptr %p{k}, align 4\n" for k in blocks]
    sums = [f"  %r{k} = phi {eight} [ %x{k}, %entry ], [ %s{k}, %turn ]\n" for k in blocks]
    added = [
        f"  %q{k} = getelementptr {type_}, ptr %p{k}, i64 %k\n  %v{k} = load {eight}, ptr %q{k}, align 4\n"
        f"  %s{k} = fadd {eight} %r{k}, %v{k}\n"
        for k in blocks
    ]
    joined = _in_pairs("a", type_, eight, ("%s0", "%s1")) + _in_pairs("b", type_, eight, ("%s2", "%s3"))
    joined += _in_pairs("c", type_, eight, ("%a", "%b")) + _in_pairs("d", type_, eight, ("%c", "poison"), 4)
    joined += _in_pairs("e", type_, f"<4 x {type_}>", ("%d", "poison"), 2)
    parts = {"first": "".join(first), "sums": "".join(sums), "added": "".join(added), "joined": joined}
    return _FOUR.format(n=name, t=type_, loop=loop, **parts)


def _in_pairs(name: str, type_: str, lanes: str, sources: tuple[str, str], count: int = 8) -> str:
    """Each even lane added to the odd one after it: `count` sums."""
    text = ""
    for first in (0, 1):
        mask = ", ".join(f"i32 {k}" for k in range(first, 2 * count, 2))
        both = ", ".join(f"{lanes} {source}" for source in sources)
        text += f"  %{name}{first} = shufflevector {both}, <{count} x i32> <{mask}>\n"
    return text + f"  %{name} = fadd <{count} x {type_}> %{name}0, %{name}1\n"


_FOUR = """
define internal {t} @{n}.four(ptr %p0, i64 %size) nounwind {{
entry:
  %p1 = getelementptr {t}, ptr %p0, i64 %size
  %p2 = getelementptr {t}, ptr %p1, i64 %size
  %p3 = getelementptr {t}, ptr %p2, i64 %size
{first}  br label %turn
turn:
  %k = phi i64 [ 8, %entry ], [ %k1, %turn ]
{sums}{added}  %k1 = add i64 %k, 8
  %again = icmp slt i64 %k1, %size
  br i1 %again, label %turn, label %done{loop}
done:
{joined}  %left = extractelement <2 x {t}> %e, i32 0
  %right = extractelement <2 x {t}> %e, i32 1
  %sum = fadd {t} %left, %right
  ret {t} %sum
}}
"""

# eight partial sums, from the first whole eight to the last
_STRANDS = """strands:
  %first = load <8 x {t}>, ptr %x, align 4
  %rest = and i64 %n, 7
  %whole = sub i64 %n, %rest
  %once = icmp sgt i64 %whole, 8
  br i1 %once, label %eight, label %join
eight:
  %k = phi i64 [ 8, %strands ], [ %k1, %eight ]
  %r = phi <8 x {t}> [ %first, %strands ], [ %r1, %eight ]
  %q = getelementptr {t}, ptr %x, i64 %k
  %w = load <8 x {t}>, ptr %q, align 4
  %r1 = fadd <8 x {t}> %r, %w
  %k1 = add i64 %k, 8
  %again = icmp slt i64 %k1, %whole
  br i1 %again, label %eight, label %join{loop}
join:
  %a = phi <8 x {t}> [ %first, %strands ], [ %r1, %eight ]
"""

_REAL = """
define internal {t} @{n}(ptr %x, i64 %n) nounwind {{
entry:
  %small = icmp slt i64 %n, 8
  br i1 %small, label %few, label %some
few:
  %none = icmp sle i64 %n, 0
  br i1 %none, label %nothing, label %one
nothing:
  ret {t} 0.0
one:
  %i = phi i64 [ 0, %few ], [ %i1, %one ]
  %s = phi {t} [ -0.0, %few ], [ %s1, %one ]
  %p = getelementptr {t}, ptr %x, i64 %i
  %v = load {t}, ptr %p
  %s1 = fadd {t} %s, %v
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %one, label %sum{one}
sum:
  ret {t} %s1
some:
  %block = icmp sle i64 %n, 128
  br i1 %block, label %strands, label %halves
{strands}  %a0 = extractelement <8 x {t}> %a, i32 0
  %a1 = extractelement <8 x {t}> %a, i32 1
  %a2 = extractelement <8 x {t}> %a, i32 2
  %a3 = extractelement <8 x {t}> %a, i32 3
  %a4 = extractelement <8 x {t}> %a, i32 4
  %a5 = extractelement <8 x {t}> %a, i32 5
  %a6 = extractelement <8 x {t}> %a, i32 6
  %a7 = extractelement <8 x {t}> %a, i32 7
  %b0 = fadd {t} %a0, %a1
  %b1 = fadd {t} %a2, %a3
  %b2 = fadd {t} %a4, %a5
  %b3 = fadd {t} %a6, %a7
  %c0 = fadd {t} %b0, %b1
  %c1 = fadd {t} %b2, %b3
  %d = fadd {t} %c0, %c1
  %tail = icmp slt i64 %whole, %n
  br i1 %tail, label %last, label %end
last:
  %j = phi i64 [ %whole, %join ], [ %j1, %last ]
  %e = phi {t} [ %d, %join ], [ %e1, %last ]
  %o = getelementptr {t}, ptr %x, i64 %j
  %u = load {t}, ptr %o
  %e1 = fadd {t} %e, %u
  %j1 = add i64 %j, 1
  %still = icmp slt i64 %j1, %n
  br i1 %still, label %last, label %end{last}
end:
  %f = phi {t} [ %d, %join ], [ %e1, %last ]
  ret {t} %f
halves:
  %odd = and i64 %n, 31
  %even = icmp eq i64 %odd, 0
  %above = icmp sgt i64 %n, 256
  %within = icmp sle i64 %n, 512
  %blocks = and i1 %above, %within
  %quarters = and i1 %blocks, %even
  br i1 %quarters, label %four, label %split
four:
  %quarter = lshr i64 %n, 2
  %g = call {t} @{n}.four(ptr %x, i64 %quarter)
  ret {t} %g
split:
  %half = lshr i64 %n, 1
  %m = and i64 %half, -8
  %left = call {t} @{n}(ptr %x, i64 %m)
  %y = getelementptr {t}, ptr %x, i64 %m
  %l = sub i64 %n, %m
  %right = call {t} @{n}(ptr %y, i64 %l)
  %both = fadd {t} %left, %right
  ret {t} %both
}}
"""

# of pairs: %n counts the floats; the sums of the real and the imaginary parts go to %out
_COMPLEX = """
define internal void @{n}(ptr %x, i64 %n, ptr %out) nounwind {{
entry:
  %im = getelementptr {t}, ptr %out, i64 1
  %small = icmp slt i64 %n, 8
  br i1 %small, label %few, label %some
few:
  %none = icmp sle i64 %n, 0
  br i1 %none, label %nothing, label %one
nothing:
  store {t} 0.0, ptr %out
  store {t} 0.0, ptr %im
  ret void
one:
  %i = phi i64 [ 0, %few ], [ %i1, %one ]
  %s = phi <2 x {t}> [ <{t} -0.0, {t} -0.0>, %few ], [ %s1, %one ]
  %p = getelementptr {t}, ptr %x, i64 %i
  %v = load <2 x {t}>, ptr %p, align 4
  %s1 = fadd <2 x {t}> %s, %v
  %i1 = add i64 %i, 2
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %one, label %sum{one}
sum:
  store <2 x {t}> %s1, ptr %out, align 4
  ret void
some:
  %block = icmp sle i64 %n, 128
  br i1 %block, label %strands, label %halves
{strands}  %a0 = shufflevector <8 x {t}> %a, <8 x {t}> poison, <2 x i32> <i32 0, i32 1>
  %a1 = shufflevector <8 x {t}> %a, <8 x {t}> poison, <2 x i32> <i32 2, i32 3>
  %a2 = shufflevector <8 x {t}> %a, <8 x {t}> poison, <2 x i32> <i32 4, i32 5>
  %a3 = shufflevector <8 x {t}> %a, <8 x {t}> poison, <2 x i32> <i32 6, i32 7>
  %b0 = fadd <2 x {t}> %a0, %a1
  %b1 = fadd <2 x {t}> %a2, %a3
  %d = fadd <2 x {t}> %b0, %b1
  %tail = icmp slt i64 %whole, %n
  br i1 %tail, label %last, label %end
last:
  %j = phi i64 [ %whole, %join ], [ %j1, %last ]
  %e = phi <2 x {t}> [ %d, %join ], [ %e1, %last ]
  %o = getelementptr {t}, ptr %x, i64 %j
  %u = load <2 x {t}>, ptr %o, align 4
  %e1 = fadd <2 x {t}> %e, %u
  %j1 = add i64 %j, 2
  %still = icmp slt i64 %j1, %n
  br i1 %still, label %last, label %end{last}
end:
  %f = phi <2 x {t}> [ %d, %join ], [ %e1, %last ]
  store <2 x {t}> %f, ptr %out, align 4
  ret void
halves:
  %half = lshr i64 %n, 1
  %m = and i64 %half, -8
  call void @{n}(ptr %x, i64 %m, ptr %out)
  %left = load <2 x {t}>, ptr %out, align 4
  %y = getelementptr {t}, ptr %x, i64 %m
  %l = sub i64 %n, %m
  call void @{n}(ptr %y, i64 %l, ptr %out)
  %right = load <2 x {t}>, ptr %out, align 4
  %both = fadd <2 x {t}> %left, %right
  store <2 x {t}> %both, ptr %out, align 4
  ret void
}}
"""
