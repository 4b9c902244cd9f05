"""Loops in pieces: the body becomes a function of its own, that the thread pool calls for each of them.

`void @sct_task…(ptr %env, i64 %begin, i64 %end)`: `env` is words of the caller's frame, first a status that
any piece may raise, then the values that the body uses, then the addresses of flags.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sct.backends.native.machine_types import llvm_type
from sct.loops.code import Const, For, Parallel

if TYPE_CHECKING:
    from sct.backends.native.emit import Emitter

__all__ = ["call_pieces", "raise_status", "task_text"]

MOST_STACK = 16 << 10  # bytes of one piece of private memory; more comes from malloc


def call_pieces(emitter: Emitter, statement: Parallel, name: str) -> None:
    """Fill the frame, have all pieces done, and fail if one of them has."""
    words = 1 + len(statement.captured) + len(statement.reads) + len(statement.flags)
    env, status, bad = emitter.temp(), emitter.temp(), emitter.temp()
    emitter.allocas.append(f"  {env} = alloca [{words} x i64], align 16")
    emitter.put(f"  store i64 0, ptr {env}")
    values = [emitter.typed(ref) for ref in statement.captured]
    for var in statement.reads:
        value = emitter.temp()
        emitter.put(f"  {value} = load {llvm_type(var.type)}, ptr %v{var.number}")
        values.append(f"{llvm_type(var.type)} {value}")
    values += [f"ptr %v{var.number}" for var in statement.flags]
    for k, value in enumerate(values, 1):
        place = emitter.temp()
        emitter.put(f"  {place} = getelementptr inbounds i64, ptr {env}, i64 {k}")
        emitter.put(f"  store {value}, ptr {place}")
    emitter.externals["sct_parallel"] = "declare void @sct_parallel(ptr, ptr, i64, i64)"
    stop, grain = emitter.typed(statement.loop.stop), emitter.typed(statement.grain)
    emitter.put(f"  call void @sct_parallel(ptr @{name}, ptr {env}, {stop}, {grain})")
    emitter.put(f"  {status} = load i64, ptr {env}")
    emitter.put(f"  {bad} = icmp ne i64 {status}, 0")
    failed, well = emitter.label("failed"), emitter.label("well")
    emitter.put(f"  br i1 {bad}, label %{failed}, label %{well}, !prof !0")
    emitter.put(f"{failed}:")
    emitter.put(f"  ret i64 {status}")
    emitter.put(f"{well}:")


def task_text(emitter: Emitter, statement: Parallel, name: str) -> list[str]:
    """The function; `emitter` is one for this text alone."""
    put = emitter.put
    put(f"define internal void @{name}(ptr %env, i64 %begin, i64 %end) noinline #0 {{")
    put("entry:")
    sizes = dict(emitter.code.buffers)
    for var in (*statement.own, *statement.reads, *statement.flags):
        put(f"  %v{var.number} = alloca {emitter.room(var)}")
    for ref in statement.buffers:
        put(f"  {emitter.use(ref)} = alloca i8, i64 {max(sizes[ref], 8)}, align 16")
    values = [(emitter.use(ref), llvm_type(ref.type)) for ref in statement.captured]
    values += [(f"%read{var.number}", llvm_type(var.type)) for var in statement.reads]
    values += [(f"%flag{var.number}", "ptr") for var in statement.flags]
    for k, (value, type_) in enumerate(values, 1):
        place = emitter.temp()
        put(f"  {place} = getelementptr inbounds i64, ptr %env, i64 {k}")
        put(f"  {value} = load {type_}, ptr {place}")
    for var in statement.reads:
        put(f"  store {llvm_type(var.type)} %read{var.number}, ptr %v{var.number}")
    for var in statement.flags:
        put(f"  store i1 false, ptr %v{var.number}")
    owned = _private(emitter, statement)
    loop = statement.loop
    begin, end = emitter.code.ref("i64"), emitter.code.ref("i64")
    put(f"  {emitter.use(begin)} = add i64 %begin, 0")
    put(f"  {emitter.use(end)} = add i64 %end, 0")
    emitter.for_(For(loop.index, begin, end, loop.step, loop.body))
    put("  br label %out")
    put("out:")
    for pointer in owned:
        put(f"  call void @free(ptr {pointer})")
    for var in statement.flags:
        flag, byte = emitter.temp(), emitter.temp()
        put(f"  {flag} = load i1, ptr %v{var.number}")
        put(f"  {byte} = zext i1 {flag} to i8")
        put(f"  atomicrmw or ptr %flag{var.number}, i8 {byte} monotonic")
    put("  ret void")
    put("}")
    return emitter.lines


def _private(emitter: Emitter, statement: Parallel) -> list[str]:
    """Memory of this piece alone; answers what must be freed."""
    owned: list[str] = []
    for ref, size in statement.loop.private:
        if isinstance(size, Const) and size.value <= MOST_STACK:
            emitter.put(f"  {emitter.use(ref)} = alloca i8, i64 {max(int(size.value), 8)}, align 64")
            continue
        emitter.externals["malloc"] = "declare noalias ptr @malloc(i64)"
        emitter.externals["free"] = "declare void @free(ptr)"
        emitter.put(f"  {emitter.use(ref)} = call ptr @malloc({emitter.typed(size)})")
        owned.append(emitter.use(ref))
    for pointer in owned:
        none = emitter.temp()
        emitter.put(f"  {none} = icmp eq ptr {pointer}, null")
        lacking, there = emitter.label("lacking"), emitter.label("there")
        emitter.put(f"  br i1 {none}, label %{lacking}, label %{there}, !prof !0")
        emitter.put(f"{lacking}:")
        raise_status(emitter, statement.lacking)
        emitter.put(f"{there}:")
    return owned


def raise_status(emitter: Emitter, status: int) -> None:
    """Leave the piece. Of several statuses the highest counts, whichever piece was first."""
    emitter.put(f"  atomicrmw umax ptr %env, i64 {status} monotonic")
    emitter.put("  br label %out")
