"""From LLVM text to machine code that can be called, through llvmlite.

llvmlite is imported when the first module is compiled, not before: importing it takes longer than
most compilations. Versions 0.45 (LLVM 20) to 0.50 (LLVM 22) are known to work.
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any
from weakref import finalize

from sct.errors import SctError

__all__ = ["CompileError", "Host", "Module", "UnresolvedSymbolError", "compile_module", "host", "load_object"]

# One compilation at a time: LLVM contexts, target machines and the linker are not made for more.
_lock = threading.RLock()
# AMD's processors load and store scattered elements one by one faster than with their instructions for that
SLOW_GATHERS = ",+prefer-no-gather,+prefer-no-scatter"
_library_numbers = count()
if hasattr(os, "register_at_fork"):  # a child never inherits a compilation half done, with its locks
    os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release)


class CompileError(SctError):
    """LLVM does not take the text it was given: a defect of the compiler, never of the user's code."""


class UnresolvedSymbolError(CompileError):
    """Machine code asks for functions or variables that nobody provides."""


@dataclass(frozen=True, slots=True)
class Host:
    """The machine that code is made for.

    Attributes
    ----------
    triple, cpu, features
        As LLVM names them; objects made for one host are valid only on an equal one.
    """

    triple: str
    cpu: str
    features: str

    @property
    def fma(self) -> bool:
        """Whether `llvm.fma` is one instruction; elsewhere it is a call of the C library's `fma`."""
        return "+fma" in self.features.split(",") or not self.triple.startswith(("x86_64", "i686"))


class _Toolchain:
    """llvmlite made ready: target machines by level of optimisation, and the linker."""

    def __init__(self) -> None:
        import llvmlite.binding as binding

        binding.initialize_native_target()
        binding.initialize_native_asmprinter()
        binding.initialize_native_asmparser()
        self.binding: Any = binding
        self.host = Host(
            binding.get_process_triple(), binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()
        )
        self._machines: dict[tuple[int, str, bool], Any] = {}
        self.linker: Any = binding.create_lljit_compiler(self._new_machine(2, "", False), suppress_errors=True)

    def _new_machine(self, opt: int, cpu: str, gathers: bool) -> Any:
        target = self.binding.Target.from_triple(self.host.triple)
        slow = self.host.cpu.startswith("znver") and not gathers
        features = self.host.features + (SLOW_GATHERS if slow else "")
        return target.create_target_machine(
            cpu=cpu or self.host.cpu,
            features="" if cpu else features,
            opt=opt,
            reloc="pic",
            codemodel="default",
            jit=True,
        )

    def machine(self, options: _Options) -> Any:
        wanted = options.opt, options.cpu, options.gathers
        if wanted not in self._machines:
            self._machines[wanted] = self._new_machine(*wanted)
        return self._machines[wanted]


_toolchain_made: list[_Toolchain] = []


def _toolchain() -> _Toolchain:
    """The process's toolchain; to be called under the lock."""
    if not _toolchain_made:
        _toolchain_made.append(_Toolchain())
    return _toolchain_made[0]


def host() -> Host:
    """The machine that `compile_module` makes code for."""
    with _lock:
        return _toolchain().host


@dataclass(frozen=True, slots=True)
class _Options:
    opt: int
    vectorise: bool
    unroll: bool
    straight: bool
    cpu: str
    gathers: bool = False
    in_memory: bool = False


class Module:
    """Compiled code. Its addresses are valid as long as the Module lives.

    Attributes
    ----------
    object_bytes
        The object file, as `load_object` takes it back.
    key
        What it is kept under on disk; "" if it is not.
    """

    def __init__(self, object_bytes: bytes, tracker: Any, exports: tuple[str, ...], again: tuple[str, _Options] | None):
        self.object_bytes = object_bytes
        self._tracker = tracker
        finalize(self, _unload, tracker).atexit = False
        self._exports = exports
        self._again = again
        self.key = ""

    def address(self, name: str) -> int:
        """Where the exported function or variable `name` starts."""
        if name not in self._exports:
            raise KeyError(name)
        return int(self._tracker[name])

    @property
    def exports(self) -> tuple[str, ...]:
        """What `address` knows: what the text defines, neither internal nor hidden, in its order."""
        return self._exports

    def llvm(self) -> str:
        """The optimised LLVM text."""
        return self._optimised[0]

    def asm(self) -> str:
        """The machine code as text."""
        return self._optimised[1]

    @cached_property
    def _optimised(self) -> tuple[str, str]:
        # made again when somebody looks: keeping LLVM's form of every module would cost memory on every run
        if self._again is None:
            raise CompileError("a module loaded from an object file has no text")
        text, options = self._again
        with _lock:
            return _texts(text, options)


def _unload(tracker: Any) -> None:
    with _lock:
        tracker.close()


def _texts(text: str, options: _Options) -> tuple[str, str]:
    tools = _toolchain()
    module = _optimise(tools, text, options)
    return str(module), tools.machine(options).emit_assembly(module)


def compile_module(
    text: str,
    *,
    symbols: Mapping[str, int] | None = None,
    opt: int = 3,
    vectorise: bool = True,
    unroll: bool = False,
    straight: bool = False,
    cpu: str = "",
    gathers: bool = False,
    in_memory: bool = False,
) -> Module:
    """Compile LLVM text for this machine.

    Parameters
    ----------
    text
        A module in LLVM's text form. What it defines, neither internal nor hidden, can be asked for by name.
    symbols
        Addresses of what the text declares only. The C library is known already.
    opt
        0 to 3, as compilers number it.
    vectorise
        Whether loops and straight code may become vector instructions.
    unroll
        Whether loops are unrolled; it doubles compile time, and rarely pays on top of vectorisation.
    straight
        Whether the code has no loops worth a thought, or is too long for that, and says itself what is inlined: a tenth
        of the passes do.
    cpu
        The processor to make code for, as LLVM names it; this machine's own if empty.
    gathers
        Whether to load scattered elements with one instruction also where that is slower than one by one.
    in_memory
        Whether the variables of straight code stay where they are: to find registers for all of them takes time that
        grows with the square of their number.

    Raises
    ------
    CompileError
        The text is not valid.
    UnresolvedSymbolError
        The text calls what neither `symbols` nor the C library has.

    Examples
    --------
    >>> import ctypes
    >>> module = compile_module("define i64 @twice(i64 %x) { %y = shl i64 %x, 1 ret i64 %y }")
    >>> ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(module.address("twice"))(21)
    42
    """
    with _lock:
        return _compile(text, symbols or {}, _Options(opt, vectorise, unroll, straight, cpu, gathers, in_memory))


def load_object(code: bytes, exports: Iterable[str], *, symbols: Mapping[str, int] | None = None) -> Module:
    """`Module.object_bytes`, callable again; `exports` names what is asked for, `symbols` as in `compile_module`."""
    names = tuple(exports)
    with _lock:
        return Module(code, _link(_toolchain(), code, names, (), symbols or {}), names, None)


# What follows is called under the lock, in functions of their own, so that what LLVM made dies under the lock, too.


def _compile(text: str, symbols: Mapping[str, int], options: _Options) -> Module:
    tools = _toolchain()
    module = _optimise(tools, text, options)
    values = (*module.functions, *module.global_variables)
    exports = tuple(
        value.name
        for value in values
        if not value.is_declaration
        and value.linkage.name not in ("internal", "private")
        and value.visibility.name != "hidden"
    )
    wanted = [value.name for value in values if value.is_declaration and not value.name.startswith("llvm.")]
    code = tools.machine(options).emit_object(module)
    return Module(code, _link(tools, code, exports, wanted, symbols), exports, (text, options))


def _optimise(tools: _Toolchain, text: str, options: _Options) -> Any:
    """The text as LLVM's module, in a context of its own that goes when the module goes.

    What the passes made is looked at once more: LLVM 22 sometimes puts the vectors that it made of straight code before
    what they are made of, and then ends the process while it writes machine code. Such code stays scalar.
    """
    machine = tools.machine(options)
    for straight_vectors in dict.fromkeys((options.vectorise, False)):
        module = _parsed(tools, text, machine)
        _run_passes(tools.binding, module, machine, options, straight_vectors)
        try:
            module.verify()
        except RuntimeError as error:
            broken = _VARIANT_GONE.sub("", str(error)).strip()
            if not broken:
                return module
        else:
            return module
    raise CompileError(f"LLVM's passes broke the code: {broken}")


# Said of calls that stayed scalar, where the function for vectors, which nothing calls then, has been dropped.
_VARIANT_GONE = re.compile(r"invalid name for a VFABI variant: [^\n]*\n(?:ptr @[^\n]*\n?)?")


def _parsed(tools: _Toolchain, text: str, machine: Any) -> Any:
    try:
        module = tools.binding.parse_assembly(text, tools.binding.create_context())
        module.triple = tools.host.triple
        module.data_layout = str(machine.target_data)
        module.verify()
    except RuntimeError as error:
        raise CompileError(f"LLVM refuses the text: {error}") from None
    return module


def _run_passes(binding: Any, module: Any, machine: Any, options: _Options, straight_vectors: bool) -> None:
    tuning = binding.create_pipeline_tuning_options(speed_level=options.opt)
    tuning.loop_vectorization = tuning.loop_interleaving = options.vectorise
    tuning.slp_vectorization = straight_vectors
    tuning.loop_unrolling = options.unroll
    builder = binding.create_pass_builder(machine, tuning)
    passes = _straight_passes(binding, options.in_memory) if options.straight else builder.getModulePassManager()
    passes.run(module, builder)
    _dispose(binding, passes)


def _dispose(binding: Any, passes: Any) -> None:
    """Give back the passes, 200 kB: llvmlite means to, but inherits the method that does nothing."""
    if type(passes)._dispose is binding.ffi.ObjectRef._dispose:
        binding.newpassmanagers.NewPassManager._dispose(passes)


def _straight_passes(binding: Any, in_memory: bool) -> Any:
    """Variables into registers, then what is left over away."""
    passes = binding.create_new_module_pass_manager()
    passes.add_always_inliner_pass()
    if not in_memory:
        passes.add_sroa_pass()
        passes.add_simplify_cfg_pass()
        passes.add_instruction_combine_pass()
    passes.add_simplify_cfg_pass()
    passes.add_global_dead_code_eliminate_pass()
    return passes


def _link(
    tools: _Toolchain, code: bytes, exports: Iterable[str], wanted: Iterable[str], symbols: Mapping[str, int]
) -> Any:
    binding = tools.binding
    missing = [name for name in wanted if not symbols.get(name) and not binding.address_of_symbol(name)]
    if missing:
        raise UnresolvedSymbolError(f"nobody provides {', '.join(missing)}")
    builder = binding.JITLibraryBuilder().add_object_img(code).add_current_process()
    for name, address in symbols.items():
        builder.import_symbol(name, address)
    for name in exports:
        builder.export_symbol(name)
    try:
        return builder.link(tools.linker, f"sct{next(_library_numbers)}")
    except RuntimeError as error:
        # what code generation itself asks for (memcpy, fma) is not in the text: the linker alone knows of it
        raise UnresolvedSymbolError(f"the machine code cannot be linked: {error}") from None
