"""Object files into memory: the own loader and LLVM's, side by side."""

import ctypes
import gc
import random
import struct

import pytest

from sct.backends.native import elf
from sct.backends.native.loading import LoadError, load_object, load_with_llvm, loads_without_llvm
from sct.backends.native.memory import PAGE, Region

from .objects import EXPORTS, TEXT, object_of

here_only = pytest.mark.skipif(not loads_without_llvm(), reason="objects of this machine are loaded by LLVM")
LOADERS = [pytest.param(load_object, id="own"), pytest.param(load_with_llvm, id="llvm")]
OUTSIDE = ctypes.c_int64(1234)


def address(function):
    return ctypes.cast(function, ctypes.c_void_p).value


def symbols():
    libm = ctypes.CDLL("libm.so.6") if loads_without_llvm() else ctypes.CDLL(None)
    return {"exp": address(libm.exp), "outside": ctypes.addressof(OUTSIDE)}


def function(loaded, name, result, *arguments):
    return ctypes.CFUNCTYPE(result, *arguments)(loaded.address(name))


@pytest.mark.parametrize("load", LOADERS)
def test_code_constants_data_and_what_lies_outside(load):
    loaded = load(object_of(), symbols(), EXPORTS)
    number, word = ctypes.c_double, ctypes.c_int64
    assert [function(loaded, "lookup", number, number, word)(0.0, i) for i in range(4)] == [2.0, 3.0, 4.0, 6.0]
    assert function(loaded, "through_pointer", number, number)(0.0) == 4.0
    assert [function(loaded, "counted", word)() for _ in range(3)] == [8, 9, 10]
    assert word.from_address(loaded.address("shared")).value == 10
    assert function(loaded, "read_outside", word)() == 1234
    assert [function(loaded, "switched", word, word)(i) for i in range(-1, 6)] == [-1, 17, 11, 4, 1234, 99, -1]


@pytest.mark.parametrize("load", LOADERS)
def test_two_loads_of_one_object_share_nothing(load):
    one, two = (load(object_of(), symbols(), EXPORTS) for _ in range(2))
    assert [function(m, "counted", ctypes.c_int64)() for m in (one, one, two)] == [8, 9, 8]


@pytest.mark.parametrize("load", LOADERS)
@pytest.mark.parametrize("absent", ["exp", "outside"])
def test_an_unresolved_symbol_is_an_error(load, absent):
    text = TEXT.replace("@exp(", "@sct_no_such_function(").replace("@outside", "@sct_no_such_variable")
    given = {"sct_no_such_function": symbols()["exp"], "sct_no_such_variable": symbols()["outside"]}
    given.pop({"exp": "sct_no_such_function", "outside": "sct_no_such_variable"}[absent])
    message = "unresolved: sct_no_such" if load is load_object and loads_without_llvm() else "cannot load"
    with pytest.raises(LoadError, match=message):
        load(object_of(text), given, EXPORTS)


@pytest.mark.parametrize("load", LOADERS)
def test_a_missing_export_is_an_error(load):
    with pytest.raises(LoadError, match="nothing_of_that_name"):
        load(object_of(), symbols(), (*EXPORTS, "nothing_of_that_name"))


def test_what_an_object_needs():
    assert elf.undefined(object_of()) == ("exp", "outside")


@here_only
def test_no_page_is_writable_and_executable():
    loaded = load_object(object_of(), symbols(), EXPORTS)
    region = loaded._keep._region
    rights = {}
    with open("/proc/self/maps") as maps:
        for line in maps:
            span, right, *_ = line.split()
            begin, end = (int(x, 16) for x in span.split("-"))
            for name in EXPORTS:
                if begin <= loaded.address(name) < end:
                    rights[name] = right[:3]
            if begin < region.base + region.size and end > region.base:
                assert "w" not in right or "x" not in right, line
    assert rights == {**dict.fromkeys(EXPORTS, "r-x"), "shared": "rw-"}


@here_only
def test_the_memory_is_given_back():
    def mapped(address):
        with open("/proc/self/maps") as maps:
            spans = [line.split()[0].split("-") for line in maps]
        return any(int(a, 16) <= address < int(b, 16) for a, b in spans)

    loaded = load_object(object_of(), symbols(), EXPORTS)
    at = loaded.address("counted")
    assert mapped(at)
    del loaded
    gc.collect()
    # somebody else may have been given the same pages meanwhile, but hardly as code
    assert not mapped(at) or not _executable(at)


def _executable(address):
    with open("/proc/self/maps") as maps:
        for line in maps:
            span, right, *_ = line.split()
            begin, end = (int(x, 16) for x in span.split("-"))
            if begin <= address < end:
                return "x" in right
    return False


@here_only
def test_far_functions_are_reached_through_stubs_and_far_data_through_the_table():
    # the C library is farther than 2 GiB from anonymous pages only sometimes; these addresses always are
    near = elf.load(object_of(), symbols())
    far = elf.load(object_of(), {"exp": 1 << 46, "outside": 1 << 46})
    assert near.addresses.keys() == far.addresses.keys() >= set(EXPORTS)


@here_only
def test_a_constructor_is_refused():
    text = """
    @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @f, ptr null }]
    declare void @g()
    define void @f() {
      call void @g()
      ret void
    }
    """
    with pytest.raises(LoadError, match="run when it is loaded"):
        elf.load(object_of(text), {"g": 1})


@here_only
def test_thread_local_symbols_are_refused():
    with pytest.raises(LoadError):
        elf.load(object_of("@t = thread_local global i64 1\ndefine i64 @f() { %v = load i64, ptr @t ret i64 %v }"), {})


@here_only
@pytest.mark.parametrize("magic", [b"", b"\x7fELF", b"MZ" + bytes(100), b"\x7fELF\x01\x01" + bytes(100)])
def test_what_is_no_object(magic):
    with pytest.raises(LoadError):
        elf.load(magic, {})


@here_only
def test_an_object_cut_short_anywhere_is_an_error_or_still_whole():
    data = object_of()
    given = {"exp": 1 << 40, "outside": 1 << 40}
    for length in range(len(data)):
        with pytest.raises(LoadError):
            elf.load(data[:length], given)


@here_only
def test_flipped_bits_never_crash_the_loader():
    """Nothing is run: a damaged object is refused or loaded, and no other exception comes out."""
    data, rng = object_of(), random.Random(5)
    given = {"exp": 1 << 40, "outside": 1 << 40}
    outcomes = set()
    for _ in range(3000):
        broken = bytearray(data)
        for _ in range(rng.choice((1, 1, 2, 8))):
            at = rng.randrange(len(data))
            broken[at] = rng.choice((broken[at] ^ 1 << rng.randrange(8), 0, 255, rng.randrange(256)))
        try:
            elf.load(bytes(broken), given)
            outcomes.add("loaded")
        except LoadError:
            outcomes.add("refused")
    assert outcomes == {"loaded", "refused"}


@here_only
def test_every_field_of_header_and_section_table_survives_extreme_values():
    data = object_of()
    given = {"exp": 1 << 40, "outside": 1 << 40}
    table, count = struct.unpack_from("<Q", data, 0x28)[0], struct.unpack_from("<H", data, 0x3C)[0]
    words = [*range(0, 64, 4), *range(table, table + 64 * count, 4)]
    for at in words:
        for value in (0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF):
            broken = bytearray(data)
            struct.pack_into("<I", broken, at, value)
            try:
                elf.load(bytes(broken), given)
            except LoadError:
                pass


@here_only
def test_a_region_checks_what_it_is_told():
    region = Region(10)
    assert region.size == PAGE
    with pytest.raises(ValueError):
        region.write(bytes(PAGE + 1))
    for begin, end in ((1, PAGE), (0, 2 * PAGE), (PAGE, 0)):
        with pytest.raises(ValueError):
            region.protect(begin, end, execute=True)
