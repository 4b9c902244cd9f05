"""Writing straight-line LLVM text with Python expressions.

A `Builder` collects the instructions of one function. What its methods and the operators of `Value`
answer are names of results, so that `b.fma(x, y, 1.0) * x` reads as the formula and *is* the code. The
same formula is written for scalars or for vectors of any number of lanes: only the types differ.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from sct.records import record

__all__ = ["F32", "F64", "Builder", "Format", "Number", "Value"]


@record
class Format:
    """A binary floating-point format, as IEEE 754 lays it out.

    Attributes
    ----------
    name, tag
        As LLVM names it, and as the functions of the library are tagged.
    bits, mantissa
        Of the whole, and those stored of the fraction.
    bias
        What is added to exponents.
    """

    name: str
    tag: str
    bits: int
    mantissa: int
    bias: int

    @property
    def magic(self) -> float:
        """Added to a small whole number, leaves it in the lowest bits."""
        return 1.5 * 2.0**self.mantissa

    @property
    def tiny(self) -> float:
        """The smallest normal number."""
        return 2.0 ** (1 - self.bias)


F64 = Format("double", "f64", 64, 52, 1023)
F32 = Format("float", "f32", 32, 23, 127)


@record(eq=False)
class Value:
    """A result in a function being written.

    Attributes
    ----------
    builder
        Where operators write their instructions.
    name
        As the text names it.
    kind
        `f` for a number of the builder's format, `i` for a whole number of as many bits, `b` for a truth value.
    """

    builder: Builder
    name: str
    kind: str

    def _binary(self, opcode: str, left: Number | Value, right: Number | Value) -> Value:
        b = self.builder
        return b.emit(self.kind, f"{opcode} {b.type(self.kind)} {b.text(left, self.kind)}, {b.text(right, self.kind)}")

    def _arithmetic(self, opcode: str, left: Number | Value, right: Number | Value) -> Value:
        return self._binary("f" + opcode if self.kind == "f" else opcode, left, right)

    def __add__(self, other: Number | Value) -> Value:
        return self._arithmetic("add", self, other)

    def __radd__(self, other: Number) -> Value:
        return self._arithmetic("add", other, self)

    def __sub__(self, other: Number | Value) -> Value:
        return self._arithmetic("sub", self, other)

    def __rsub__(self, other: Number) -> Value:
        return self._arithmetic("sub", other, self)

    def __mul__(self, other: Number | Value) -> Value:
        return self._arithmetic("mul", self, other)

    def __rmul__(self, other: Number) -> Value:
        return self._arithmetic("mul", other, self)

    def __truediv__(self, other: Number | Value) -> Value:
        return self._binary("fdiv", self, other)

    def __rtruediv__(self, other: Number) -> Value:
        return self._binary("fdiv", other, self)

    def __neg__(self) -> Value:
        if self.kind == "f":
            return self.builder.emit("f", f"fneg {self.builder.type('f')} {self.name}")
        return 0 - self

    def __and__(self, other: int | Value) -> Value:
        return self._binary("and", self, other)

    def __or__(self, other: int | Value) -> Value:
        return self._binary("or", self, other)

    def __xor__(self, other: int | Value) -> Value:
        return self._binary("xor", self, other)

    def __invert__(self) -> Value:
        return self._binary("xor", self, True if self.kind == "b" else -1)

    def __lshift__(self, other: int) -> Value:
        return self._binary("shl", self, other)

    def __rshift__(self, other: int) -> Value:
        """Zeros come in from the left."""
        return self._binary("lshr", self, other)

    def _compare(self, opcode: str, other: Number | Value) -> Value:
        b = self.builder
        return b.emit("b", f"{opcode} {b.type(self.kind)} {self.name}, {b.text(other, self.kind)}")

    # ordered comparisons: false where a NaN takes part
    def __lt__(self, other: Number | Value) -> Value:
        return self._compare("fcmp olt" if self.kind == "f" else "icmp slt", other)

    def __le__(self, other: Number | Value) -> Value:
        return self._compare("fcmp ole" if self.kind == "f" else "icmp sle", other)

    def __gt__(self, other: Number | Value) -> Value:
        return self._compare("fcmp ogt" if self.kind == "f" else "icmp sgt", other)

    def __ge__(self, other: Number | Value) -> Value:
        return self._compare("fcmp oge" if self.kind == "f" else "icmp sge", other)

    def equals(self, other: Number | Value) -> Value:
        """As `==`, which Python wants for itself."""
        return self._compare("fcmp oeq" if self.kind == "f" else "icmp eq", other)

    def differs(self, other: Number | Value) -> Value:
        """As `!=`: true where a NaN takes part."""
        return self._compare("fcmp une" if self.kind == "f" else "icmp ne", other)

    def unordered(self, other: Value) -> Value:
        """Whether one of them is a NaN."""
        return self._compare("fcmp uno", other)

    def where(self, yes: Number | Value, no: Number | Value) -> Value:
        """`yes` where this truth value holds, else `no`; of two constants, whole ones are whole numbers."""
        constant = "i" if isinstance(yes, int) and isinstance(no, int) else "f"
        kind = next((v.kind for v in (yes, no) if isinstance(v, Value)), constant)
        b = self.builder
        options = f"{b.type(kind)} {b.text(yes, kind)}, {b.type(kind)} {b.text(no, kind)}"
        return b.emit(kind, f"select {b.type('b')} {self.name}, {options}")

    @property
    def bits(self) -> Value:
        """The representation of a number, as a whole number."""
        return self.builder.emit("i", f"bitcast {self.builder.type('f')} {self.name} to {self.builder.type('i')}")

    @property
    def number(self) -> Value:
        """The number that a whole number represents."""
        return self.builder.emit("f", f"bitcast {self.builder.type('i')} {self.name} to {self.builder.type('f')}")


Number = float | int


class Builder:
    """The instructions of one function over numbers of one format.

    Parameters
    ----------
    format
        Of the arguments and the result.
    lanes
        0 for scalars, else the length of the vectors.
    prefix
        Of the names of results: two builders of one function body must differ in it.
    permutes
        Whether the processor has AVX-512, whose instructions look up eight numbers at once.
    """

    def __init__(self, format: Format, lanes: int = 0, prefix: str = "v", permutes: bool = False) -> None:
        self.format = format
        self.lanes = lanes
        self.prefix = prefix
        self.permutes = permutes
        self.lines: list[str] = []
        self.tables: dict[str, str] = {}

    @property
    def double(self) -> bool:
        """Whether this is double precision: formulas differ in their constants."""
        return self.format is F64

    def type(self, kind: str) -> str:
        scalar = {"f": self.format.name, "i": f"i{self.format.bits}", "b": "i1"}[kind]
        return f"<{self.lanes} x {scalar}>" if self.lanes else scalar

    def text(self, value: Number | Value, kind: str) -> str:
        """An operand: a name or a constant."""
        if isinstance(value, Value):
            assert value.kind == kind, (value, kind)
            return value.name
        literal = self._literal(value) if kind == "f" else str(value).lower()
        scalar = {"f": self.format.name, "i": f"i{self.format.bits}", "b": "i1"}[kind]
        return f"splat ({scalar} {literal})" if self.lanes else literal

    def _literal(self, value: Number) -> str:
        if self.format is F32 and abs(value) < 3.5e38:
            (value,) = struct.unpack("f", struct.pack("f", value))
        return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"

    def emit(self, kind: str, instruction: str) -> Value:
        name = f"%{self.prefix}{len(self.lines)}"
        self.lines.append(f"  {name} = {instruction}")
        return Value(self, name, kind)

    def call(self, intrinsic: str, *operands: Number | Value) -> Value:
        """An LLVM intrinsic from numbers to a number."""
        lanes = f"v{self.lanes}" if self.lanes else ""
        name = f"@llvm.{intrinsic}.{lanes}{self.format.tag}"
        kind = self.type("f")
        listed = ", ".join(f"{kind} {self.text(operand, 'f')}" for operand in operands)
        return self.emit("f", f"call {kind} {name}({listed})")

    def constant(self, value: float) -> Value:
        """A number as a Value, where a method of it is wanted."""
        return Value(self, self.text(value, "f"), "f")

    def wide(self) -> Builder:
        """A builder of double precision that writes into the same function."""
        other = Builder(F64, self.lanes, self.prefix, self.permutes)
        other.lines, other.tables = self.lines, self.tables
        return other

    def convert(self, x: Value) -> Value:
        """A number of another builder's format in this one's, rounded where need be."""
        if x.builder.format is self.format:
            return x
        opcode = "fpext" if self.double else "fptrunc"
        return self.emit("f", f"{opcode} {x.builder.type('f')} {x.name} to {self.type('f')}")

    def lookup(self, table: str, numbers: Sequence[float], index: Value) -> Value:
        """The one of sixteen double precision numbers that the last four bits of `index` count."""
        if self.permutes and self.lanes and self.lanes % 8 == 0:
            return self._permuted(numbers, index)
        listed = ", ".join(f"double {self._literal(number)}" for number in numbers)
        self.tables[table] = f"@sct.{table} = internal unnamed_addr constant [16 x double] [{listed}]"
        place = index & 15
        if not self.lanes:
            return self._load(table, place.name)
        last, kind = "poison", self.type("f")
        for k in range(self.lanes):
            one = self.emit("i", f"extractelement {self.type('i')} {place.name}, i64 {k}")
            found = self._load(table, one.name)
            last = self.emit("f", f"insertelement {kind} {last}, double {found.name}, i64 {k}").name
        return Value(self, last, "f")

    def _load(self, table: str, place: str) -> Value:
        at = self.emit("f", f"getelementptr double, ptr @sct.{table}, i64 {place}")
        return self.emit("f", f"load double, ptr {at.name}")

    def _permuted(self, numbers: Sequence[float], index: Value) -> Value:
        """Eight at a time: the instruction takes two registers of numbers and looks at the last four bits by itself."""
        first, second = (", ".join(f"double {self._literal(c)}" for c in numbers[k : k + 8]) for k in (0, 8))
        parts = []
        for start in range(0, self.lanes, 8):
            places = index.name
            if self.lanes > 8:
                lanes = ", ".join(f"i32 {k}" for k in range(start, start + 8))
                both = f"{self.type('i')} {places}, {self.type('i')} poison"
                places = self.emit("i", f"shufflevector {both}, <8 x i32> <{lanes}>").name
            name = "@llvm.x86.avx512.vpermi2var.pd.512"
            operands = f"<8 x double> <{first}>, <8 x i64> {places}, <8 x double> <{second}>"
            parts.append(self.emit("f", f"call <8 x double> {name}({operands})"))
        count = 8
        while len(parts) > 1:
            count *= 2
            lanes = ", ".join(f"i32 {k}" for k in range(count))
            half = f"<{count // 2} x double>"
            parts = [
                self.emit("f", f"shufflevector {half} {low.name}, {half} {high.name}, <{count} x i32> <{lanes}>")
                for low, high in zip(parts[::2], parts[1::2], strict=True)
            ]
        return parts[0]

    def fma(self, x: Number | Value, y: Number | Value, z: Number | Value) -> Value:
        """`x*y + z`, rounded once."""
        return self.call("fma", x, y, z)

    def fabs(self, x: Value) -> Value:
        return self.call("fabs", x)

    def sqrt(self, x: Value) -> Value:
        return self.call("sqrt", x)

    def rint(self, x: Value) -> Value:
        return self.call("rint", x)

    def copysign(self, size: Number | Value, sign: Value) -> Value:
        return self.call("copysign", size, sign)

    def larger(self, x: Value, y: Value) -> Value:
        """The larger one; `x` where one is a NaN."""
        return (x < y).where(y, x)

    def smaller(self, x: Value, y: Value) -> Value:
        """The smaller one; `x` where one is a NaN."""
        return (y < x).where(y, x)

    def clamp(self, x: Value, low: float, high: float) -> Value:
        """`x` in bounds; a NaN stays one."""
        x = (x < low).where(low, x)
        return (x > high).where(high, x)

    def poly(self, x: Value, coefficients: Sequence[float]) -> Value:
        """`c[0] + c[1]*x + …` by Estrin's scheme: short dependency chains, so that many lanes overlap."""
        terms: list[Number | Value] = list(coefficients)
        power = x
        while len(terms) > 1:
            pairs = [self.fma(high, power, low) for low, high in zip(terms[::2], terms[1::2], strict=False)]
            terms = [*pairs, *terms[len(pairs) * 2 :]]
            if len(terms) > 1:
                power = power * power
        only = terms[0]
        return only if isinstance(only, Value) else self.constant(only)

    def parity(self, x: Value, square: Value, coefficients: Sequence[float]) -> Value:
        """The same sum from its even and its odd powers: the fewest instructions but for Horner's, in half the time."""
        return self.fma(self.horner(square, coefficients[1::2]), x, self.horner(square, coefficients[::2]))

    def horner(self, x: Value, coefficients: Sequence[float]) -> Value:
        """The same sum by Horner's rule: a long chain, the smallest error."""
        total: Number | Value = coefficients[-1]
        for c in reversed(coefficients[:-1]):
            total = self.fma(total, x, c)
        return total if isinstance(total, Value) else self.constant(total)

    def power_of_two(self, n: Value) -> Value:
        """`2**n` for a whole `n` whose power is a normal number (or 0 for -bias: the exponent field is what counts)."""
        shifted = n + (self.format.magic + self.format.bias)
        return (shifted.bits << self.format.mantissa).number
