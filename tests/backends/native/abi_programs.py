"""Small compiled programs, as LLVM text, for the tests of the calling convention."""

from functools import cache

import numpy as np

from sct.backends.native import abi
from sct.backends.native.llvm import compile_module
from sct.ir.types import ARRAY, PYTHON, SCALAR, Dim, Spec

DECLARATIONS = """
declare ptr @sct_alloc(ptr, i64)
declare void @sct_release(ptr)
declare i64 @sct_callback(ptr, i64, ptr, ptr)
declare i64 @sct_poll(ptr)
declare void @sct_gil_release(ptr)
declare void @sct_gil_acquire(ptr)
declare ptr @memcpy(ptr, ptr, i64)
declare ptr @memset(ptr, i32, i64)
"""


@cache
def _module(text):
    return compile_module(DECLARATIONS + text, symbols=abi.symbols())


def program(body, inputs, outputs, *, sites=(), slow=None, name="prog", **more):
    """A builtin around `body`, the text of the function `prog` (and others)."""
    module = _module(body)

    def refuse(*args):
        raise AssertionError("the slow path was taken")

    return abi.make_callable(
        module.address("prog"), inputs, outputs, sites, slow or refuse, name, keep=(module,), **more
    )


def array(dtype, ndim=1, **flags):
    return abi.value_code(Spec(np.dtype(dtype), tuple(Dim(f"n{k}") for k in range(ndim)), ARRAY), **flags)


def scalar(dtype):
    return abi.value_code(Spec(np.dtype(dtype), (), SCALAR))


def number(dtype):
    return abi.value_code(Spec(np.dtype(dtype), (), PYTHON))


HEAD = "define i64 @prog(ptr %ctx, ptr %in, ptr %out) {\n"


def copy_words(count, first=0):
    """Outputs are the words of the inputs, from word `first` on."""
    return (
        HEAD
        + f"  %from = getelementptr i64, ptr %in, i64 {first}\n"
        + f"  call ptr @memcpy(ptr %out, ptr %from, i64 {8 * count})\n  ret i64 0\n}}\n"
    )


def status(code):
    return HEAD + f"  ret i64 {code}\n}}\n"


def fresh_copy(extent_words, itemsize):
    """A new C-contiguous array with the bytes of the first input, which must be contiguous, of rank 1."""
    assert extent_words == 1
    return HEAD + f"""  %np = getelementptr i64, ptr %in, i64 2
  %n = load i64, ptr %np
  %bytes = mul i64 %n, {itemsize}
  %header = call ptr @sct_alloc(ptr %ctx, i64 %bytes)
  %bad = icmp eq ptr %header, null
  br i1 %bad, label %none, label %some
none:
  ret i64 3
some:
  %dp = getelementptr i64, ptr %header, i64 1
  %to = load ptr, ptr %dp
  %from = load ptr, ptr %in
  call ptr @memcpy(ptr %to, ptr %from, i64 %bytes)
  store ptr %to, ptr %out
  %o1 = getelementptr i64, ptr %out, i64 1
  store ptr %header, ptr %o1
  %o2 = getelementptr i64, ptr %out, i64 2
  store i64 %n, ptr %o2
  %o3 = getelementptr i64, ptr %out, i64 3
  store i64 {itemsize}, ptr %o3
  ret i64 0
}}
"""


def callback(site=0):
    """Outputs are what the callback makes of the inputs."""
    return HEAD + f"""  %s = call i64 @sct_callback(ptr %ctx, i64 {site}, ptr %in, ptr %out)
  ret i64 %s
}}
"""


def loop_over(body, count):
    """A program that runs `body`, which answers a status as %status, `count` times."""
    return HEAD + f"""  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %on ]
{body}
  %bad = icmp ne i64 %status, 0
  br i1 %bad, label %stop, label %on
on:
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, {count}
  br i1 %more, label %loop, label %end
stop:
  ret i64 %status
end:
  ret i64 0
}}
"""


def two_views(header_bytes, extents, offsets):
    """Two float64 arrays of rank 1 over one new buffer, at these offsets in bytes."""
    out = []
    for k, (n, offset) in enumerate(zip(extents, offsets)):
        for j, word in enumerate((None, None, n, 8)):
            at = f"  %p{k}{j} = getelementptr i64, ptr %out, i64 {4 * k + j}\n"
            if j == 0:
                out.append(f"  %d{k} = getelementptr i8, ptr %data, i64 {offset}\n{at}  store ptr %d{k}, ptr %p{k}{j}")
            elif j == 1:
                out.append(f"{at}  store ptr %header, ptr %p{k}{j}")
            else:
                out.append(f"{at}  store i64 {word}, ptr %p{k}{j}")
    body = "\n".join(out)
    return HEAD + f"""  %header = call ptr @sct_alloc(ptr %ctx, i64 {header_bytes})
  store i64 2, ptr %header
  %dp = getelementptr i64, ptr %header, i64 1
  %data = load ptr, ptr %dp
  call ptr @memset(ptr %data, i32 0, i64 {header_bytes})
{body}
  ret i64 0
}}
"""
