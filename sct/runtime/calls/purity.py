"""What a call into an ignored module may do: run while the graph is built, or be refused.

A callee that sct does not see into is run once, when the graph is built, and its answer becomes part
of the program. That is right only where the same arguments always give the same answer and nothing
else happens; so modules are named here, and what is not named is refused.
"""

from __future__ import annotations

from typing import Any, NoReturn

from sct.errors import UnsupportedCallError
from sct.runtime import ignore
from sct.runtime.callers.decimal_context import guard_context
from sct.runtime.callers.known_nans import check_hashed
from sct.runtime.hashing.entries import RUN_TIME_ONLY
from sct.runtime.trace import Trace

__all__ = ["check_callee", "full_name", "module_of", "refuse_callee", "shows_variables", "words"]


def words(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


_PURE_MODULES = words(
    """
    builtins math cmath operator _operator itertools functools _functools collections _collections
    _collections_abc copy string re re._compiler textwrap statistics fractions decimal _decimal
    numbers dataclasses enum typing types abc _abc bisect _bisect heapq _heapq json struct _struct
    warnings _warnings contextlib inspect keyword calendar colorsys graphlib copyreg reprlib pprint
    unicodedata difflib ast tokenize token linecache traceback weakref _weakref array
    typing_extensions datetime _datetime zlib binascii base64 hashlib _hashlib html pathlib
    posixpath ntpath genericpath sct gast astor cmath codecs _codecs locale __future__ _typing
    _struct importlib
    """
)
_PURE_NUMPY = ("numpy", "scipy.special", "scipy.constants", "scipy._lib._bunch")
_IMPURE = {
    "numpy.random": "it draws random numbers",
    "numpy.testing": "its checks would run once, while the graph is built",
    "numpy.ctypeslib": "it reaches foreign memory",
    "numpy.lib.npyio": "it reads or writes files",
    "numpy.lib._npyio_impl": "it reads or writes files",
    "numpy.lib.format": "it reads or writes files",
    "numpy.lib._format_impl": "it reads or writes files",
    "numpy.lib._datasource": "it reads or writes files",
    "random": "it draws random numbers",
    "secrets": "it draws random numbers",
    "uuid": "every call gives another answer",
    "time": "it asks for the time",
    "os": "it asks or changes the operating system",
    "posix": "it asks or changes the operating system",
    "nt": "it asks or changes the operating system",
    "subprocess": "it starts programs",
    "_io": "it reads or writes files",
    "_random": "it draws random numbers",
    "sys": "it asks or changes the interpreter",
    "io": "it reads or writes files",
    "threading": "it has effects outside of the function",
    "logging": "it writes to the log each time it is called",
}
_IMPURE_NAMES = {
    "builtins.open": "it opens a file",
    "io.open": "it opens a file",
    "_io.open": "it opens a file",
    "builtins.input": "it asks the user",
    "builtins.globals": "what is read through the dict could not be watched",
    "builtins.locals": "what is read through the dict could not be watched",
    "builtins.vars": "what is read through the dict could not be watched",
    "builtins.eval": "sct does not see the code it runs",
    "builtins.exec": "sct does not see the code it runs",
    "builtins.__import__": "importing is an effect",
    "builtins.exit": "it ends the interpreter",
    "builtins.quit": "it ends the interpreter",
    "datetime.datetime.now": "it asks for the time",
    "contextlib._RedirectStream.__enter__": "it changes the interpreter",
    "contextlib._RedirectStream.__exit__": "it changes the interpreter",
    "decimal.getcontext": "what is changed in the context would be changed once, while the graph is built",
    "decimal.localcontext": "a trace that is given up would leave the context changed",
    "datetime.datetime.today": "it asks for the time",
    "datetime.datetime.utcnow": "it asks for the time",
    "datetime.date.today": "it asks for the time",
    "importlib.import_module": "importing is an effect",
    "importlib.reload": "importing is an effect",
    "inspect.currentframe": "frames look different in converted code",
    "inspect.stack": "frames look different in converted code",
    "linecache.getline": "it reads files",
    "linecache.getlines": "it reads files",
    "traceback.extract_stack": "frames look different in converted code",
    "traceback.format_stack": "frames look different in converted code",
    "traceback.walk_stack": "frames look different in converted code",
}
_CHANGES = words(
    """
    calendar.setfirstweekday codecs.register codecs.register_error codecs.unregister contextlib.chdir
    copyreg.add_extension copyreg.constructor copyreg.pickle copyreg.remove_extension decimal.setcontext
    linecache.checkcache linecache.clearcache linecache.updatecache locale.setlocale weakref.finalize
    """
)
_PRINTS = words(
    """
    pprint.pprint pprint.pp pprint.PrettyPrinter.pprint calendar.TextCalendar.prweek calendar.TextCalendar.prmonth
    calendar.TextCalendar.pryear traceback.print_exc traceback.print_exception traceback.print_stack traceback.print_tb
    traceback.print_last traceback.print_list typing.reveal_type
    """
)
_FREEZING = words(  # they put a distribution and its parameters into an object
    """
    scipy.stats._distn_infrastructure.rv_generic.__call__ scipy.stats._multivariate.multivariate_normal_gen.__call__
    scipy.stats._multivariate.dirichlet_gen.__call__
    """
)
_IMPURE_NUMPY = words(
    """
    load save savez savez_compressed loadtxt savetxt genfromtxt fromfile memmap fromregex seterr
    setbufsize seterrcall errstate geterr geterrcall getbufsize
    """
)
_PATH_READERS = words(
    """
    cwd home exists is_file is_dir stat open read_text read_bytes write_text write_bytes mkdir rmdir
    unlink touch rename replace iterdir glob rglob resolve absolute samefile owner group symlink_to
    hardlink_to chmod expanduser getmtime getsize getatime getctime isfile isdir islink realpath
    abspath lexists
    """
)


def shows_variables(x: Any) -> bool:
    """Whether this is a text, or a sequence with some, of what stands for run-time values."""
    texts = x if type(x) in (list, tuple) else (x,)
    return any(type(text) is str and ("Variable(" in text or RUN_TIME_ONLY in text) for text in texts)


def full_name(f: Any) -> str:
    """`module.qualname` of a callable, as people know it: `io.open`, also where Python says `_io.open`."""
    if f is open:
        return "io.open"
    owner = getattr(f, "__self__", None)
    name = getattr(f, "__qualname__", None) or getattr(f, "__name__", None) or type(f).__qualname__
    return f"{module_of(f)}.{name}" if owner is None or module_of(f) else str(name)


def module_of(f: Any) -> str:
    """The module that a callable, or the object it is bound to, comes from."""
    module = getattr(f, "__module__", None)
    if not isinstance(module, str) or (module == "builtins" and _is_bound(f)):
        owner = getattr(f, "__self__", None)
        if owner is not None and not hasattr(owner, "__loader__"):
            kind = owner if isinstance(owner, type) else type(owner)
            return str(kind.__module__)
        objclass = getattr(f, "__objclass__", None)
        if objclass is not None:
            return str(objclass.__module__)
        return str(getattr(owner, "__name__", type(f).__module__))
    return module


def _is_bound(f: Any) -> bool:
    owner = getattr(f, "__self__", None)
    return owner is not None and getattr(owner, "__name__", "") != "builtins"


def check_callee(trace: Trace, f: Any) -> None:
    """Refuse `f`, from an ignored module, unless it may run while the graph is built."""
    module, name = module_of(f), full_name(f)
    guard_context(trace, module)
    if name.endswith("__hash__"):
        check_hashed(trace, getattr(f, "__self__", None))
    reason = _why_impure(f, module, name)
    if trace.depth and name == "abc.ABCMeta.register":
        reason = "it changes what isinstance answers, also where the program does not come to it"
    if reason is not None:
        refuse_callee(trace, name, reason)


def _why_impure(f: Any, module: str, name: str) -> str | None:
    name = name if name in _IMPURE_NAMES else name.removeprefix("_")  # the part of a module that is written in C
    if name in _IMPURE_NAMES:
        return _IMPURE_NAMES[name]
    if name in _CHANGES:
        return "it changes the interpreter"
    if name in _PRINTS:
        return "it would print once, while the graph is built; print(...) prints each time"
    last = name.rpartition(".")[2]
    if module.startswith(("pathlib", "posixpath", "ntpath", "genericpath")):
        return "it asks the file system" if last in _PATH_READERS else None
    if ignore.is_ignored_by_user(module):
        return None
    if module.startswith(("scipy", "numpy.testing")) and _is_pure(f):
        return None
    prefix = module
    while prefix:
        if prefix in _IMPURE:
            return _IMPURE[prefix]
        prefix = prefix.rpartition(".")[0]
    if module.partition(".")[0] == "numpy" and last in _IMPURE_NUMPY:
        return "it reads or writes something outside of the function"
    top = module.partition(".")[0]
    if (
        module in _PURE_MODULES
        or top in _PURE_MODULES
        or any(module == pure or module.startswith(pure + ".") for pure in _PURE_NUMPY)
    ):
        return None
    if ignore.is_ignored_module(module):
        return "its module is ignored, and sct does not know whether it has effects or outside state"
    return None


def _is_pure(f: Any) -> bool:
    from sct.ops.bindings.library import library_name
    from sct.runtime.numpy_functions.testing_calls import is_check

    return is_check(f) or library_name(f) is not None or _is_of_distribution(f)


def _is_of_distribution(f: Any) -> bool:
    """Whether it puts a distribution of SciPy and its parameters into an object, or asks such an object."""
    from sct.ops.library_table import DISTRIBUTION_METHODS

    kind, _, method = full_name(f).rpartition(".")
    asked = kind.startswith("scipy.stats._") and kind.endswith("_frozen") and method in DISTRIBUTION_METHODS.split()
    return asked or full_name(f) in _FREEZING


def refuse_callee(trace: Trace, name: str, reason: str, call: str = "()") -> NoReturn:
    """Raise UnsupportedCallError; `call` is "" for what is read and not called."""
    raise UnsupportedCallError(
        f"{name}{call} cannot be part of a static function",
        where=trace.location(),
        why=f"{reason}; run while the graph is built, it would happen once and not at every call",
        fix="call it outside and pass the result as an argument",
    )
