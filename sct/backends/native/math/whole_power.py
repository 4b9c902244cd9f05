"""Single numbers to whole powers that only the run knows: products, see `sct.loops.numbers.powers` for known ones.

What the roundings lose is multiplied along, so results are as good as correctly rounded. No square is larger than the
result, but for that of a number below 1, which is no smaller.
"""

__all__ = ["WHOLE_POWER"]

WHOLE_POWER = """define internal double @sct.whole_power.i64(double %x, i64 %n) nounwind willreturn memory(none) {
entry:
  %below = sub i64 0, %n
  %negative = icmp slt i64 %n, 0
  %digits.all = select i1 %negative, i64 %below, i64 %n
  %few = icmp ult i64 %digits.all, 128
  br i1 %few, label %start, label %many
many:
  %y = sitofp i64 %n to double
  %far = call double @llvm.pow.f64(double %x, double %y)
  ret double %far
start:
  br i1 %negative, label %invert, label %begin
invert:
  %inverse = fdiv double 1.0, %x
  %minus.inverse = fneg double %inverse
  %rest.inverse = call double @llvm.fma.f64(double %minus.inverse, double %x, double 1.0)
  %inverse.lost = fmul double %rest.inverse, %inverse
  br label %begin
begin:
  %b = phi double [ %x, %start ], [ %inverse, %invert ]
  %b.lost = phi double [ 0.0, %start ], [ %inverse.lost, %invert ]
  %bit0 = and i64 %digits.all, 1
  %odd0 = icmp ne i64 %bit0, 0
  %first = select i1 %odd0, double %b, double 1.0
  %first.lost = select i1 %odd0, double %b.lost, double 0.0
  %digits = lshr i64 %digits.all, 1
  %none = icmp eq i64 %digits, 0
  br i1 %none, label %end, label %turn
turn:
  %left = phi i64 [ %digits, %begin ], [ %rest, %turn ]
  %base = phi double [ %b, %begin ], [ %square, %turn ]
  %base.lost = phi double [ %b.lost, %begin ], [ %square.lost, %turn ]
  %found = phi double [ %first, %begin ], [ %next, %turn ]
  %found.lost = phi double [ %first.lost, %begin ], [ %next.lost, %turn ]
  %square = fmul double %base, %base
  %minus = fneg double %square
  %rounded = call double @llvm.fma.f64(double %base, double %base, double %minus)
  %twice = fadd double %base, %base
  %square.lost = call double @llvm.fma.f64(double %base.lost, double %twice, double %rounded)
  %product = fmul double %found, %square
  %minus.2 = fneg double %product
  %rounded.2 = call double @llvm.fma.f64(double %found, double %square, double %minus.2)
  %more.lost = call double @llvm.fma.f64(double %found, double %square.lost, double %rounded.2)
  %product.lost = call double @llvm.fma.f64(double %found.lost, double %square, double %more.lost)
  %bit = and i64 %left, 1
  %odd = icmp ne i64 %bit, 0
  %next = select i1 %odd, double %product, double %found
  %next.lost = select i1 %odd, double %product.lost, double %found.lost
  %rest = lshr i64 %left, 1
  %over = icmp eq i64 %rest, 0
  br i1 %over, label %end, label %turn
end:
  %high = phi double [ %first, %begin ], [ %next, %turn ]
  %low = phi double [ %first.lost, %begin ], [ %next.lost, %turn ]
  %size = call double @llvm.fabs.f64(double %high)
  %finite = fcmp olt double %size, 0x7FF0000000000000
  %nonzero = fcmp ogt double %size, 0.0
  %usual = and i1 %finite, %nonzero
  %sum = fadd double %high, %low
  %result = select i1 %usual, double %sum, double %high
  ret double %result
}
"""
