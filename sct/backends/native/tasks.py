"""Loops in pieces: the body becomes a function of its own, that the thread pool calls for each of them.

`void @sct_task…(ptr %env, i64 %begin, i64 %end)`: `env` is words of the caller's frame, first a status that
any piece may raise, then which thread calls, then the values that the body uses, then the addresses of flags.

Only the thread that calls looks for signals, also while it waits for the others. All look whether a piece has failed
when they would look for signals: what they do then is of no use any more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sct.backends.native.abi.layout import CTX_BYTES
from sct.backends.native.machine_types import llvm_type
from sct.loops.code import Const, For, Instr, Parallel, Ref
from sct.loops.turns.polls import LAST_WORD

if TYPE_CHECKING:
    from sct.backends.native.emit import Emitter

__all__ = ["LOCAL_EFFECTS", "allocate", "ask", "call_pieces", "raise_status", "task_text"]

# what has been read of arrays is still so when others have run: a loop need not read it again
LOCAL_EFFECTS = " nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)"

_THREAD = "declare i64 @sct_thread() nounwind willreturn memory(none)"
_ASK = f"""define internal i64 @sct_ask(ptr %env, ptr %ctx) noinline cold{LOCAL_EFFECTS} {{
  %status = load atomic i64, ptr %env monotonic, align 8
  %failed = icmp ne i64 %status, 0
  br i1 %failed, label %over, label %whose
over:
  ret i64 %status
whose:
  %place = getelementptr inbounds i64, ptr %env, i64 1
  %caller = load i64, ptr %place
  %me = call i64 @sct_thread()
  %mine = icmp eq i64 %me, %caller
  br i1 %mine, label %look, label %on
look:
  %raised = call i64 @sct_poll(ptr %ctx)
  %none = icmp eq i64 %raised, 0
  br i1 %none, label %on, label %tell
tell:
  %before = atomicrmw umax ptr %env, i64 {LAST_WORD} monotonic
  ret i64 %raised
on:
  ret i64 0
}}"""
MOST_STACK = 16 << 10  # bytes of one piece of private memory; more comes from malloc


def call_pieces(emitter: Emitter, statement: Parallel, name: str) -> None:
    """Fill the frame, have all pieces done, and fail if one of them has."""
    words = 2 + len(statement.captured) + len(statement.reads) + len(statement.flags)
    env, status, bad = emitter.temp(), emitter.temp(), emitter.temp()
    emitter.allocas.append(f"  {env} = alloca [{words} x i64], align 16")
    emitter.put(f"  store i64 0, ptr {env}")
    values = ["i64 0"]
    if statement.asks is not None:
        emitter.externals["sct_thread"] = _THREAD
        me = emitter.temp()
        emitter.put(f"  {me} = call i64 @sct_thread()")
        values = [f"i64 {me}"]
    values += [emitter.typed(ref) for ref in statement.captured]
    for var in statement.reads:
        value = emitter.temp()
        emitter.put(f"  {value} = load {llvm_type(var.type)}, ptr %v{var.number}")
        values.append(f"{llvm_type(var.type)} {value}")
    values += [f"ptr %v{var.number}" for var in statement.flags]
    for k, value in enumerate(values, 1):
        place = emitter.temp()
        emitter.put(f"  {place} = getelementptr inbounds i64, ptr {env}, i64 {k}")
        emitter.put(f"  store {value}, ptr {place}")
    _call(emitter, statement, name, env)
    emitter.put(f"  {status} = load i64, ptr {env}")
    emitter.put(f"  {bad} = icmp ne i64 {status}, 0")
    failed, well = emitter.label("failed"), emitter.label("well")
    emitter.put(f"  br i1 {bad}, label %{failed}, label %{well}, !prof !0")
    emitter.put(f"{failed}:")
    emitter.put(f"  ret i64 {status}")
    emitter.put(f"{well}:")


def _call(emitter: Emitter, statement: Parallel, name: str, env: str) -> None:
    """By the pool; what is one piece, without it."""
    pool = "sct_parallel" if statement.asks is None else "sct_parallel_asking"
    emitter.externals[pool] = f"declare void @{pool}(ptr, ptr, i64, i64)"
    stop, grain = emitter.typed(statement.loop.stop), emitter.typed(statement.grain)
    if statement.written_out:
        emitter.put(f"  call void @{pool}(ptr @{name}, ptr {env}, {stop}, {grain})")
        return
    many, one, over = (emitter.label(hint) for hint in ("pool", "piece", "over"))
    alone = emitter.temp()
    emitter.put(f"  {alone} = icmp sge {grain}, {stop.split()[1]}")
    emitter.put(f"  br i1 {alone}, label %{one}, label %{many}")
    emitter.put(f"{one}:")
    emitter.put(f"  call void @{name}(ptr {env}, i64 0, {stop})")
    emitter.put(f"  br label %{over}")
    emitter.put(f"{many}:")
    emitter.put(f"  call void @{pool}(ptr @{name}, ptr {env}, {stop}, {grain})")
    emitter.put(f"  br label %{over}")
    emitter.put(f"{over}:")


def task_text(emitter: Emitter, statement: Parallel, name: str) -> list[str]:
    """The function; `emitter` is one for this text alone."""
    put = emitter.put
    put(f"define internal void @{name}(ptr %env, i64 %begin, i64 %end) noinline #0 {{")
    put("entry:")
    sizes = dict(emitter.code.buffers)
    for var in (*statement.own, *statement.reads, *statement.flags, *[var for var, _ in statement.polls]):
        put(f"  %v{var.number} = alloca {emitter.room(var)}")
    for ref in statement.buffers:
        put(f"  {emitter.use(ref)} = alloca i8, i64 {max(sizes[ref], 8)}, align 16")
    values = [(emitter.use(ref), llvm_type(ref.type)) for ref in statement.captured]
    values += [(f"%read{var.number}", llvm_type(var.type)) for var in statement.reads]
    values += [(f"%flag{var.number}", "ptr") for var in statement.flags]
    for k, (value, type_) in enumerate(values, 2):
        place = emitter.temp()
        put(f"  {place} = getelementptr inbounds i64, ptr %env, i64 {k}")
        put(f"  {value} = load {type_}, ptr {place}")
    for var in statement.reads:
        put(f"  store {llvm_type(var.type)} %read{var.number}, ptr %v{var.number}")
    for var in statement.flags:
        put(f"  store i1 false, ptr %v{var.number}")
    for var, turns in statement.polls:
        put(f"  store {emitter.typed(turns)}, ptr %v{var.number}")
    if statement.allocates:
        for symbol in ("sct_turns_begin", "sct_turns_end"):
            emitter.externals[symbol] = f"declare void @{symbol}(ptr)"
        put(f"  %memory = alloca i8, i64 {CTX_BYTES}, align 16")
        put("  call void @sct_turns_begin(ptr %memory)")
    if statement.asks is not None:
        _ask_first(emitter, statement.asks)
    owned = _private(emitter, statement)
    loop = statement.loop
    begin, end = emitter.code.ref("i64"), emitter.code.ref("i64")
    put(f"  {emitter.use(begin)} = add i64 %begin, 0")
    put(f"  {emitter.use(end)} = add i64 %end, 0")
    emitter.for_(For(loop.index, begin, end, loop.step, loop.body, unroll=loop.unroll))
    put("  br label %out")
    put("out:")
    if statement.allocates:
        put("  call void @sct_turns_end(ptr %memory)")
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


def _ask_first(emitter: Emitter, ctx: Ref) -> None:
    """Nothing is begun when a piece has failed. The pool asks for no turns at all while it waits."""
    made = emitter.code.ref("i64")
    ask(emitter, Instr(made, "call", (ctx,), "sct_poll"))
    failed, on = emitter.temp(), emitter.label("begin")
    emitter.put(f"  {failed} = icmp ne {emitter.typed(made)}, 0")
    emitter.put(f"  br i1 {failed}, label %out, label %{on}")
    emitter.put(f"{on}:")


def ask(emitter: Emitter, instr: Instr) -> None:
    """A poll in a piece: not 0 if the loop is over."""
    assert instr.dest is not None
    emitter.externals["sct_poll"] = f"declare i64 @sct_poll(ptr){LOCAL_EFFECTS}"
    emitter.externals["sct_thread"] = _THREAD
    emitter.helpers["sct_ask"] = _ASK
    emitter.put(f"  {emitter.use(instr.dest)} = call i64 @sct_ask(ptr %env, {emitter.typed(instr.args[0])})")


def allocate(emitter: Emitter, instr: Instr) -> None:
    """Memory that a piece makes is its own."""
    assert instr.dest is not None
    emitter.externals["sct_alloc"] = "declare ptr @sct_alloc(ptr, i64)"
    emitter.put(f"  {emitter.use(instr.dest)} = call ptr @sct_alloc(ptr %memory, {emitter.typed(instr.args[1])})")


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
