"""LLVM text of products of matrices whose extents are known: blocks of the result in registers.

A panel of columns of B, packed where that pays, is multiplied by all rows of A, some at a time. The last
block and the last panel start so early that they end with the matrix: what they compute twice comes out
equal. The terms of an element are added one after the other with fused multiply-adds, at most `_CHAIN`
before they go to the result, as BLAS does it.

Source: Goto and van de Geijn, Anatomy of High-Performance Matrix Multiplication, ACM TOMS 34, 2008.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from sct.records import record

__all__ = ["kernel_text", "product_functions"]

_REGISTERS = {256: 12, 512: 24}  # vectors of the result that are kept at a time
_CHAIN = 256  # terms
_PANEL = 2048  # rows of a packed panel at most
_DEPTH = 128  # rows of a panel that stay in the first cache, next to the rows of A
_BLOCK = 1 << 18  # bytes of A that are gone over for each panel
_TINY = 512  # multiplications; below, everything is written out for the extents at hand
_PARAMETERS = "ptr noalias %a, ptr noalias %b, ptr noalias %c, i64 %ad, i64 %aa, i64 %bd, i64 %ba, i64 %cd"
_ARGUMENTS = "ptr %a, ptr %b, ptr %c, i64 %ad, i64 %aa, i64 %bd, i64 %ba, i64 %cd"


def product_functions(names: Iterable[str], width: int) -> tuple[str, tuple[str, ...]]:
    """The definitions of `sct_product_f64_4_8_3_r` and so on, for vectors of `width` bits, and the kernels they call.

    The name stands for (4, 3) by (3, 8); the last letter says whether the rows of the second matrix are
    contiguous (r) or not (s).
    """
    parts: list[str] = []
    kernels: set[str] = set()
    for name in sorted(name for name in names if name.startswith("sct_product_")):
        kind, *numbers, letter = name.removeprefix("sct_product_").split("_")
        m, n, k = (int(number) for number in numbers)
        form = _form(int(kind[1:]), m, n, k, letter == "r", width)
        head = f"define internal void @{name}({_PARAMETERS})"
        if m * n * k <= _TINY:
            parts.append(_Writer(form, str(m), str(n), str(k)).function(f"{head} nounwind #0 {{", m))
            continue
        form = form.of_any_rows()
        height = m if form.split else _height(m, _BLOCK * 8 // (form.bits * k), form.rows)
        call = f"call void @{form.name}({_ARGUMENTS}, i64 {m}, i64 {n}, i64 {k}, i64 {height})"
        parts.append(f"{head} alwaysinline nounwind {{\n  {call}\n  ret void\n}}\n")
        kernels.add(form.name)
    declared = [f"declare void @{kernel}({', '.join(['ptr'] * 3 + ['i64'] * 9)})\n" for kernel in sorted(kernels)]
    return "".join([*declared, *parts]), tuple(sorted(kernels))


def kernel_text(name: str, width: int) -> str:
    """The module that defines the kernel `name`, for any extents that its blocks fit into."""
    bits, rows, vectors, lanes, letters = name.removeprefix("sct_blocks_f").split("_")
    rowwise = True if letters[1] == "r" else None
    form = _Form(int(bits), int(lanes), int(rows), int(vectors), letters[0] == "p", rowwise, letters[2:] == "c")
    head = f"define void @{name}({_PARAMETERS}, i64 %m, i64 %n, i64 %k, i64 %height) nounwind #0 {{"
    text = _Writer(form, "%m", "%n", "%k").function(head, None)
    return f'{text}attributes #0 = {{ nounwind "prefer-vector-width"="{width}" }}\n'


@record
class _Form:
    """How a product is computed.

    Attributes
    ----------
    bits, lanes
        Of an element, and how many a vector has.
    rows, vectors
        Of a block of the result.
    packed, rowwise, split
        Whether panels are packed, whether B has contiguous rows (None: the code asks), and whether its panels are cut
        in their depth.
    """

    bits: int
    lanes: int
    rows: int
    vectors: int
    packed: bool
    rowwise: bool | None
    split: bool

    @property
    def name(self) -> str:
        letters = ("p" if self.packed else "d") + ("r" if self.rowwise else "a") + ("c" if self.split else "")
        return f"sct_blocks_f{self.bits}_{self.rows}_{self.vectors}_{self.lanes}_{letters}"

    @property
    def columns(self) -> int:
        return self.vectors * self.lanes

    def of_any_rows(self) -> _Form:
        """The form that its kernel has: once a panel is packed, it does not matter how it was read."""
        return replace(self, rowwise=None) if self.packed else self


def _form(bits: int, m: int, n: int, k: int, rowwise: bool, width: int) -> _Form:
    lanes = width // bits
    while lanes > n:
        lanes //= 2
    vectors = min(n // lanes, 2 if m > 2 else 8 // m)
    if width == 512 and m > 2 and n % (2 * lanes):
        vectors = 1  # as fast with so many registers, and the last panel does less of its columns twice
    if vectors * lanes < n < 2 * lanes and m * n * k <= _TINY:
        vectors = 2
    rows = _rows(m, min(_REGISTERS[width] // vectors, 12))
    packed = (m > 4 * rows and k <= _PANEL) or not rowwise
    even = m % rows == 0 and n % (vectors * lanes) == 0
    return _Form(bits, lanes, rows, vectors, packed, rowwise, packed and even and k > _DEPTH * 3 // 2)


def _rows(m: int, most: int) -> int:
    """How many rows a block has: without a rest where that can be had."""
    even = [rows for rows in range(most, most // 2, -1) if m % rows == 0]
    return even[0] if even else -(-m // -(-m // most))


def _height(m: int, most: int, rows: int) -> int:
    """How many rows are gone over at a time: about as many each time, as what the last time starts early is done twice.

    >>> _height(184, 178, 8), _height(100, 178, 10), _height(1000, 327, 10)
    (96, 100, 250)
    """
    times = -(-m // max(most // rows * rows, rows))
    return min(-(-m // (times * rows)) * rows, m)


class _Writer:
    """Writes one function; extents are numbers or names of parameters."""

    def __init__(self, form: _Form, m: str, n: str, k: str) -> None:
        self.form = form
        self.m, self.n, self.k = m, n, k
        self.bits, self.rows, self.columns = form.bits, form.rows, form.columns
        self.type = "float" if form.bits == 32 else "double"
        self.vector = f"<{form.lanes} x {self.type}>"
        self.places = [v * form.lanes for v in range(form.vectors)]  # where the vectors of a block start
        if n.isdigit() and self.columns > int(n):
            self.places[-1] = int(n) - form.lanes
            self.columns = int(n)
        self.origin = "0"  # the first term of a panel
        self.lines: list[str] = []
        self.count = 0

    # -- text ----------------------------------------------------------------------------------------

    def name(self, hint: str = "t") -> str:
        self.count += 1
        return f"%{hint}{self.count}"

    def put(self, text: str) -> str:
        made = self.name()
        self.lines.append(f"  {made} = {text}")
        return made

    def element(self, pointer: str, at: str) -> str:
        return self.put(f"getelementptr inbounds {self.type}, ptr {pointer}, i64 {at}")

    def load(self, place: str) -> str:
        return self.put(f"load {self.vector}, ptr {place}, align {self.bits // 8}")

    def keep(self, value: str, place: str) -> None:
        self.lines.append(f"  store {self.vector} {value}, ptr {place}, align {self.bits // 8}")

    def loop(self, start: str, stop: str, step: str, body: Callable[[str], None]) -> None:
        """At least one iteration."""
        before, head, last, end = (self.name(h) for h in ("before", "loop", "last", "end"))
        index, after, more = self.name("i"), self.name("i"), self.name("more")
        self.lines += [f"  br label {before}", f"{before[1:]}:", f"  br label {head}", f"{head[1:]}:"]
        self.lines.append(f"  {index} = phi i64 [ {start}, {before} ], [ {after}, {last} ]")
        body(index)
        self.lines += [f"  br label {last}", f"{last[1:]}:", f"  {after} = add nsw i64 {index}, {step}"]
        self.lines += [f"  {more} = icmp slt i64 {after}, {stop}", f"  br i1 {more}, label {head}, label {end}"]
        self.lines.append(f"{end[1:]}:")

    def either(self, condition: str, then: Callable[[], None], orelse: Callable[[], None]) -> None:
        """One of two pieces of code."""
        yes, no, end = (self.name(h) for h in ("then", "else", "end"))
        self.lines.append(f"  br i1 {condition}, label {yes}, label {no}")
        for label, body in ((yes, then), (no, orelse)):
            self.lines.append(f"{label[1:]}:")
            body()
            self.lines.append(f"  br label {end}")
        self.lines.append(f"{end[1:]}:")

    def along(self, extent: str, step: str, body: Callable[[str], None]) -> None:
        """`body` with the starts of blocks of `step`; the last one starts early."""
        if extent == step:
            body("0")
        elif extent.isdigit() and int(extent) % int(step) == 0:
            self.loop("0", extent, step, body)
        else:
            latest = self.put(f"sub i64 {extent}, {step}")
            self.loop("0", extent, step, lambda i: body(self.least(i, latest)))

    def least(self, a: str, b: str) -> str:
        return self.put(f"call i64 @llvm.smin.i64(i64 {a}, i64 {b})")

    # -- loops ---------------------------------------------------------------------------------------

    def function(self, head: str, height: int | None) -> str:
        """The whole function; its rows are gone over `height` at a time, the parameter if None."""
        self.lines += [head, "entry:"]
        if self.form.packed:
            size = self.put(f"mul i64 {str(_DEPTH) if self.form.split else self.k}, {self.columns}")
            self.lines.append(f"  %pack = alloca {self.type}, i64 {size}, align 64")
        if self.form.split:

            def deeper(k: str) -> None:
                self.origin = k
                self.panels("0", self.m, self.least(self.put(f"add i64 {k}, {_DEPTH}"), self.k))

            self.loop("0", self.k, str(_DEPTH), deeper)
        else:
            rows = "%height" if height is None else str(height)
            self.along(self.m, rows, lambda start: self.panels(start, rows, self.k))
        self.lines += ["  ret void", "}", ""]
        return "\n".join(self.lines)

    def panels(self, first: str, height: str, stop: str) -> None:
        """All columns of the rows from `first` on: the terms from `origin` to `stop`."""

        def panel(column: str) -> None:
            if self.form.packed:
                self.pack(column, stop)
            block = lambda row: self.block(self.put(f"add i64 {first}, {row}"), column, stop)  # noqa: E731
            self.along(height, str(self.rows), block)

        self.along(self.n, str(self.columns), panel)

    def pack(self, column: str, stop: str) -> None:
        """The columns of B, row after row without gaps."""

        def row(k: str) -> None:
            source = self.put(f"add i64 {self.put(f'mul i64 {k}, %bd')}, {column}")
            for place, where in zip(self.places, self.in_pack(k), strict=True):
                self.keep(self.load(self.element("%b", self.put(f"add i64 {source}, {place}"))), where)

        def line(c: str) -> None:
            across = self.put(f"mul i64 {self.put(f'add i64 {column}, {c}')}, %ba")

            def one(k: str) -> None:
                given = self.element("%b", self.put(f"add i64 {self.put(f'mul i64 {k}, %bd')}, {across}"))
                value = self.put(f"load {self.type}, ptr {given}")
                at = self.put(f"mul i64 {self.put(f'sub i64 {k}, {self.origin}')}, {self.columns}")
                where = self.element("%pack", self.put(f"add i64 {at}, {c}"))
                self.lines.append(f"  store {self.type} {value}, ptr {where}")

            self.loop(self.origin, stop, "1", one)

        def by_rows() -> None:
            self.loop(self.origin, stop, "1", row)

        def by_columns() -> None:
            self.loop("0", str(self.columns), "1", line)

        if self.form.rowwise is None:
            self.either(self.put("icmp eq i64 %ba, 1"), by_rows, by_columns)
        elif self.form.rowwise:
            by_rows()
        else:
            by_columns()

    def in_pack(self, k: str) -> list[str]:
        """Where the vectors of row `k` are."""
        at = self.put(f"mul i64 {self.put(f'sub i64 {k}, {self.origin}')}, {self.columns}")
        return [self.element("%pack", self.put(f"add i64 {at}, {place}")) for place in self.places]

    # -- blocks --------------------------------------------------------------------------------------

    def block(self, row: str, column: str, stop: str) -> None:
        """A block of the result."""
        starts, targets = [], []
        for r in range(self.rows):
            at = self.put(f"add i64 {row}, {r}")
            starts.append(self.element("%a", self.put(f"mul i64 {at}, %ad")))
            here = self.put(f"add i64 {self.put(f'mul i64 {at}, %cd')}, {column}")
            targets.append([self.element("%c", self.put(f"add i64 {here}, {place}")) for place in self.places])
        if self.form.split:
            self.add(targets, self.origin, self.chain(self.origin, stop, column, starts))
        elif self.k.isdigit() and int(self.k) <= _CHAIN:
            self.store(targets, self.chain("0", self.k, column, starts))
        else:

            def more(k: str) -> None:
                end = self.least(self.put(f"add i64 {k}, {_CHAIN}"), self.k)
                self.add(targets, k, self.chain(k, end, column, starts))

            self.loop("0", self.k, str(_CHAIN), more)

    def add(self, targets: list[list[str]], first: str, sums: list[list[str]]) -> None:
        """Add to what is at `targets`; what is there before the first term counts as nothing."""
        fresh = self.put(f"icmp eq i64 {first}, 0")
        for places, totals in zip(targets, sums, strict=True):
            for place, total in zip(places, totals, strict=True):
                kept = self.load(place)
                before = self.put(f"select i1 {fresh}, {self.vector} zeroinitializer, {self.vector} {kept}")
                self.keep(self.put(f"fadd {self.vector} {before}, {total}"), place)

    def store(self, targets: list[list[str]], sums: list[list[str]]) -> None:
        for places, totals in zip(targets, sums, strict=True):
            for place, total in zip(places, totals, strict=True):
                self.keep(total, place)

    def chain(self, start: str, stop: str, column: str, starts: list[str]) -> list[list[str]]:
        """The sums of the terms from `start` to `stop`."""
        sums = [["zeroinitializer"] * len(self.places) for _ in starts]
        if start == "0" and stop.isdigit() and int(stop) <= 8:
            for k in range(int(stop)):
                sums = self.term(str(k), column, starts, sums)
            return sums
        before, head, end = (self.name(h) for h in ("before", "terms", "end"))
        index, after, more = self.name("k"), self.name("k"), self.name("more")
        self.lines += [f"  br label {before}", f"{before[1:]}:", f"  br label {head}", f"{head[1:]}:"]
        self.lines.append(f"  {index} = phi i64 [ {start}, {before} ], [ {after}, {head} ]")
        carried = [[self.name("sum") for _ in row] for row in sums]
        place = len(self.lines)
        added = self.term(index, column, starts, carried)
        phis = []
        for names, firsts, nexts in zip(carried, sums, added, strict=True):
            for name, first, nxt in zip(names, firsts, nexts, strict=True):
                phis.append(f"  {name} = phi {self.vector} [ {first}, {before} ], [ {nxt}, {head} ]")
        self.lines[place:place] = phis
        self.lines += [f"  {after} = add nsw i64 {index}, 1", f"  {more} = icmp slt i64 {after}, {stop}"]
        self.lines += [f"  br i1 {more}, label {head}, label {end}", f"{end[1:]}:"]
        return added

    def term(self, k: str, column: str, starts: list[str], sums: list[list[str]]) -> list[list[str]]:
        """The sums with the term number `k`."""
        if self.form.packed:
            places = self.in_pack(k)
        else:
            at = self.put(f"add i64 {self.put(f'mul i64 {k}, %bd')}, {column}")
            places = [self.element("%b", self.put(f"add i64 {at}, {place}")) for place in self.places]
        row = [self.load(place) for place in places]
        step = self.put(f"mul i64 {k}, %aa")
        lanes = self.form.lanes
        spread = f"<{lanes} x i32> zeroinitializer"
        found = []
        for start, totals in zip(starts, sums, strict=True):
            value = self.put(f"load {self.type}, ptr {self.element(start, step)}")
            one = self.put(f"insertelement {self.vector} poison, {self.type} {value}, i32 0")
            a = self.put(f"shufflevector {self.vector} {one}, {self.vector} poison, {spread}")
            made = []
            for b, total in zip(row, totals, strict=True):
                given = f"{self.vector} {a}, {self.vector} {b}, {self.vector} {total}"
                made.append(self.put(f"call {self.vector} @llvm.fmuladd.v{lanes}f{self.bits}({given})"))
            found.append(made)
        return found
