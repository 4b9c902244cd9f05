"""Object files for the tests of loaders, made by LLVM."""

from functools import cache

from sct.backends.native.llvm import _optimise, _Options, _toolchain

TEXT = """
declare double @exp(double)
@outside = external global i64
@table = internal constant [4 x double] [double 1.0, double 2.0, double 3.0, double 5.0]
@pointer = internal global ptr @lookup
@count = internal global i64 7
@zeros = internal global [100 x i64] zeroinitializer
@shared = common global i64 0

define double @lookup(double %x, i64 %i) noinline {
  %p = getelementptr [4 x double], ptr @table, i64 0, i64 %i
  %v = load double, ptr %p
  %e = call double @exp(double %x)
  %r = fadd double %v, %e
  ret double %r
}
define double @through_pointer(double %x) {
  %f = load volatile ptr, ptr @pointer
  %r = call double %f(double %x, i64 2)
  ret double %r
}
define i64 @counted() {
  %c = load i64, ptr @count
  %c1 = add i64 %c, 1
  store i64 %c1, ptr @count
  store i64 %c1, ptr @shared
  %p = getelementptr [100 x i64], ptr @zeros, i64 0, i64 99
  %z = load volatile i64, ptr %p
  %r = add i64 %z, %c1
  ret i64 %r
}
define i64 @read_outside() {
  %q = load i64, ptr @outside
  ret i64 %q
}
define i64 @switched(i64 %x) {
  switch i64 %x, label %other [ i64 0, label %a i64 1, label %b i64 2, label %c i64 3, label %d i64 4, label %e ]
a:
  ret i64 17
b:
  %y = call i64 @counted()
  ret i64 %y
c:
  %r = mul i64 %x, %x
  ret i64 %r
d:
  %z = call i64 @read_outside()
  ret i64 %z
e:
  ret i64 99
other:
  ret i64 -1
}
"""
EXPORTS = ("lookup", "through_pointer", "counted", "read_outside", "switched", "shared")


@cache
def object_of(text: str = TEXT) -> bytes:
    """The object file that LLVM makes of `text` on this machine."""
    tools = _toolchain()
    options = _Options(3, True, False, False, "")
    return bytes(tools.machine(options).emit_object(_optimise(tools, text, options)))
