"""A loader of relocatable x86-64 ELF objects, as LLVM emits them: no LLVM, no linker, no file.

Sections go to three runs of pages: code and call stubs (executable), constants and the table of
addresses (read-only), data (writable). Every offset and size is checked against the bytes that are
there, so a damaged object is a `LoadError` and not a crash; that it *is* the object which was
stored is for its checksum to say (`entry.py`). Whatever is not understood is refused, and llvmlite's
loader may try (`loading.py`).
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping

from sct.backends.native.memory import LoadError, Region, paged
from sct.records import record

__all__ = ["Image", "load", "undefined"]

_HEADER = struct.Struct("<4s5B7xHHIQQQIHHHHHH")
_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_RELA = struct.Struct("<QQq")
_STUB = 16  # bytes of one call stub: jmp *0(%rip), then the address

# section types and flags
_SYMTAB, _STRTAB, _RELOCATIONS, _NOBITS, _REL, _UNWIND = 2, 3, 4, 8, 9, 0x70000001
_INIT = {14, 15, 16}  # constructors and destructors, which nobody would call; they also come by name
_INIT_NAMES = (b".ctors", b".dtors", b".init_array", b".fini_array")
_WRITE, _ALLOC, _EXECUTE, _TLS = 1, 2, 4, 0x400
# symbols
_UNDEFINED, _RESERVED, _ABSOLUTE, _COMMON = 0, 0xFF00, 0xFFF1, 0xFFF2
_TLS_SYMBOL, _INDIRECT = 6, 10
# relocations
_ABS64, _PC32, _PLT32, _PC64 = 1, 2, 4, 24
_GOT = {9, 41, 42}  # GOTPCREL, GOTPCRELX, REX_GOTPCRELX


@record
class _Section:
    name: int
    kind: int
    flags: int
    offset: int
    size: int
    link: int
    info: int
    align: int


@record
class _Symbol:
    name: str
    kind: int
    exported: bool
    section: int
    value: int
    size: int


class Image:
    """A loaded object: where its exported symbols are. Its memory lives as long as this does."""

    __slots__ = ("_region", "addresses")

    def __init__(self, region: Region, addresses: Mapping[str, int]) -> None:
        self._region = region
        self.addresses = addresses


def load(data: bytes, symbols: Mapping[str, int]) -> Image:
    """Load the object `data`, with the addresses of the external `symbols` it needs."""
    try:
        return _Loading(_Object(data), symbols).run()
    except (struct.error, OverflowError):
        raise LoadError("the object is cut short") from None


def undefined(data: bytes) -> tuple[str, ...]:
    """The external symbols that the object `data` needs, sorted."""
    try:
        made = _Object(data)
    except (struct.error, OverflowError):
        raise LoadError("the object is cut short") from None
    return tuple(sorted({s.name for s in made.symbols if s.section == _UNDEFINED and s.name}))


class _Object:
    """What an object file says of itself, checked."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        magic, bits, order, _, _, _, kind, machine, *rest = _HEADER.unpack_from(data)
        _, _, _, table, _, _, _, _, size, count, named = rest
        if magic != b"\x7fELF" or (bits, order, kind, machine) != (2, 1, 1, 62):
            raise LoadError("it is no relocatable x86-64 object")
        if size != _SECTION.size or count >= _RESERVED:
            raise LoadError("its table of sections has another form")
        self.sections = [self._section(table + i * size) for i in range(count)]
        names = self.body(self.section(named, _STRTAB))
        if any(names.startswith(_INIT_NAMES, s.name) for s in self.sections if s.flags & _ALLOC):
            raise LoadError("it has code that is to run when it is loaded")
        self.symbols = self._symbols()

    def _section(self, offset: int) -> _Section:
        name, kind, flags, _, where, size, link, info, align, _ = _SECTION.unpack_from(self.data, offset)
        if kind != _NOBITS and where + size > len(self.data):
            raise LoadError("a section is cut short")
        if align & (align - 1) or align > 4096 or (kind == _NOBITS and size > 1 << 28):
            raise LoadError("a section wants what no section needs")
        return _Section(name, kind, flags, where, size, link, info, max(align, 1))

    def body(self, section: _Section) -> bytes:
        return self.data[section.offset : section.offset + section.size]

    def section(self, index: int, kind: int) -> _Section:
        if not index < len(self.sections) or self.sections[index].kind != kind:
            raise LoadError("a section points to one that is not there")
        return self.sections[index]

    def _symbols(self) -> list[_Symbol]:
        tables = [s for s in self.sections if s.kind == _SYMTAB]
        if len(tables) != 1:
            raise LoadError(f"it has {len(tables)} tables of symbols")
        names = self.body(self.section(tables[0].link, _STRTAB))
        body = self.body(tables[0])
        if len(body) % _SYMBOL.size:
            raise LoadError("its table of symbols is cut short")
        return [self._symbol(names, *fields) for fields in _SYMBOL.iter_unpack(body)]

    def _symbol(self, names: bytes, at: int, info: int, _: int, section: int, value: int, size: int) -> _Symbol:
        end = names.find(b"\0", at)
        if at and end < 0:
            raise LoadError("the name of a symbol has no end")
        kind = info & 15
        if kind in (_TLS_SYMBOL, _INDIRECT):
            raise LoadError("it has symbols of threads or chosen at run time")
        if section >= len(self.sections) and section not in (_ABSOLUTE, _COMMON):
            raise LoadError("a symbol is in no section")
        name = names[at:end].decode("utf-8", "backslashreplace") if at else ""
        return _Symbol(name, kind, info >> 4 != 0, section, value, size)


class _Loading:
    """One object on its way into memory."""

    def __init__(self, source: _Object, symbols: Mapping[str, int]) -> None:
        self.source = source
        self.places: dict[int, int] = {}  # of sections, in the image
        self.commons: dict[int, int] = {}  # of symbols that are given room here
        self.end = 0
        self.image = bytearray()
        self.external = symbols

    def run(self) -> Image:
        missing = sorted({s.name for s in self.source.symbols if self._external(s) and not self.external.get(s.name)})
        if missing:
            raise LoadError(f"unresolved: {', '.join(missing)}")
        count = len(self.source.symbols)
        self._place(lambda flags: bool(flags & _EXECUTE))
        self.stubs = self._room(_STUB * count, 16)
        code = self.end = paged(self.end)
        self._place(lambda flags: not flags & (_EXECUTE | _WRITE))
        self.table = self._room(8 * count, 8)
        constants = self.end = paged(self.end)
        self._place(lambda flags: bool(flags & _WRITE))
        self._give_room()

        region = Region(self.end)
        self.base = region.base
        self.image = bytearray(self.end)
        self.addresses = [self._address(i, s) for i, s in enumerate(self.source.symbols)]
        self._fill()
        self._relocate()
        region.write(self.image)
        region.protect(0, code, execute=True)
        region.protect(code, constants, execute=False)
        named = zip(self.source.symbols, self.addresses, strict=True)
        return Image(region, {s.name: a for s, a in named if s.exported and s.section != _UNDEFINED and s.name})

    @staticmethod
    def _external(symbol: _Symbol) -> bool:
        return symbol.section == _UNDEFINED and bool(symbol.name)

    def _room(self, size: int, align: int) -> int:
        at = -(-self.end // align) * align
        self.end = at + size
        if self.end > 1 << 28:
            raise LoadError("it is larger than a call can reach")
        return at

    def _place(self, wanted: Callable[[int], bool]) -> None:
        for index, section in enumerate(self.source.sections):
            flags = section.flags
            if not flags & _ALLOC or section.kind == _UNWIND or not wanted(flags):
                continue
            if flags & _TLS or section.kind in _INIT or (flags & _WRITE and flags & _EXECUTE):
                raise LoadError("it has a section of a kind that is not loaded here")
            self.places[index] = self._room(section.size, section.align)

    def _give_room(self) -> None:
        for index, symbol in enumerate(self.source.symbols):
            if symbol.section == _COMMON:
                align = symbol.value or 1
                if align & (align - 1) or align > 4096 or symbol.size > 1 << 28:
                    raise LoadError("a symbol wants what no symbol needs")
                self.commons[index] = self._room(symbol.size, align)

    def _address(self, index: int, symbol: _Symbol) -> int:
        """Where a symbol is; 0 for one that nothing loaded can be meant by."""
        if symbol.section == _UNDEFINED:
            return self.external[symbol.name] if symbol.name else 0
        if symbol.section == _ABSOLUTE:
            return symbol.value
        if index in self.commons:
            return self.base + self.commons[index]
        if symbol.section not in self.places:
            return 0
        if symbol.value > self.source.sections[symbol.section].size:
            raise LoadError(f"symbol {symbol.name!r} is outside of its section")
        return self.base + self.places[symbol.section] + symbol.value

    def _fill(self) -> None:
        for index, place in self.places.items():
            section = self.source.sections[index]
            if section.kind != _NOBITS:
                self.image[place : place + section.size] = self.source.body(section)
        for index, address in enumerate(self.addresses):
            struct.pack_into("<Q", self.image, self.table + 8 * index, address)
            struct.pack_into("<HIQ", self.image, self.stubs + _STUB * index, 0x25FF, 0, address)

    def _relocate(self) -> None:
        for section in self.source.sections:
            if section.kind == _REL and section.info in self.places:
                raise LoadError("its relocations have another form")
            if section.kind != _RELOCATIONS or section.info not in self.places:
                continue
            target = self.source.sections[section.info]
            body = self.source.body(section)
            if len(body) % _RELA.size or target.kind == _NOBITS:
                raise LoadError("its relocations are cut short")
            for offset, info, addend in _RELA.iter_unpack(body):
                kind, symbol = info & 0xFFFFFFFF, info >> 32
                width = 8 if kind in (_ABS64, _PC64) else 4
                if offset + width > target.size or symbol >= len(self.addresses):
                    raise LoadError("a relocation is outside of its section")
                if kind:
                    self._apply(kind, self.places[section.info] + offset, symbol, addend)

    def _apply(self, kind: int, at: int, symbol: int, addend: int) -> None:
        address, here = self.addresses[symbol], self.base + at
        if not address:
            raise LoadError(f"symbol {self.source.symbols[symbol].name!r} has no address")
        if kind == _ABS64:
            struct.pack_into("<Q", self.image, at, (address + addend) & 0xFFFFFFFFFFFFFFFF)
        elif kind == _PC64:
            struct.pack_into("<Q", self.image, at, (address + addend - here) & 0xFFFFFFFFFFFFFFFF)
        elif kind in _GOT:
            self._near(at, self.table + 8 * symbol + addend - at)
        elif kind == _PC32:
            self._near(at, address + addend - here)
        elif kind == _PLT32:
            distance = address + addend - here
            near = -(1 << 31) <= distance < 1 << 31
            self._near(at, distance if near else self.stubs + _STUB * symbol + addend - at)
        else:
            raise LoadError(f"relocation {kind} is not known here")

    def _near(self, at: int, distance: int) -> None:
        if not -(1 << 31) <= distance < 1 << 31:
            raise LoadError("a relocation does not reach its symbol")
        struct.pack_into("<i", self.image, at, distance)
