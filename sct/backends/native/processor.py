"""Which processor this is, found without LLVM: what machine code in the disk cache depends on."""

from __future__ import annotations

import ctypes
import struct
from functools import cache

from sct.backends.native.loading import loads_without_llvm
from sct.backends.native.memory import LoadError, Region
from sct.digest import blake2b

__all__ = ["processor"]

# void f(uint32_t leaf, uint32_t subleaf, uint32_t *out): cpuid into out[0..3], xgetbv(0) into out[0..1] for leaf ~0
_CPUID = bytes.fromhex(
    "53"  # push rbx
    "4989d0"  # mov r8, rdx
    "89f8"  # mov eax, edi
    "89f1"  # mov ecx, esi
    "83f8ff"  # cmp eax, -1
    "7413"  # je xgetbv
    "0fa2"  # cpuid
    "418900"  # mov [r8], eax
    "41895804"  # mov [r8 + 4], ebx
    "41894808"  # mov [r8 + 8], ecx
    "4189500c"  # mov [r8 + 12], edx
    "5bc3"  # pop rbx; ret
    "31c9"  # xgetbv: xor ecx, ecx
    "0f01d0"  # xgetbv
    "418900"  # mov [r8], eax
    "41895004"  # mov [r8 + 4], edx
    "5bc3"  # pop rbx; ret
)
# (leaf, subleaf) that name the model and its features; what tells one core from another is masked
_LEAVES = ((0, 0), (1, 0), (7, 0), (7, 1), (0xD, 1), (0x14, 0), (0x19, 0), (0x24, 0))
_EXTENDED = ((0x80000000, 0), (0x80000001, 0), (0x80000008, 0))
_OSXSAVE = 1 << 27


@cache
def processor() -> str:
    """A short text that two processors share only if code made for one runs on the other.

    >>> processor() == processor()
    True
    """
    if loads_without_llvm():
        try:
            return _identity()
        except LoadError:
            pass  # no code may be made here; nor can cached code run, and LLVM will say so
    from sct.backends.native.llvm import host

    machine = host()
    return f"{machine.triple} {machine.cpu} {machine.features}"


def _identity() -> str:
    region = Region(len(_CPUID))
    region.write(_CPUID)
    region.protect(0, region.size, execute=True)
    ask = ctypes.CFUNCTYPE(None, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_void_p)(region.base)
    out = (ctypes.c_uint32 * 4)()

    def registers(leaf: int, subleaf: int) -> tuple[int, ...]:
        ask(leaf, subleaf, ctypes.addressof(out))
        return tuple(out)

    found = []
    for leaves in (_LEAVES, _EXTENDED):
        highest = registers(leaves[0][0], 0)[0]
        for leaf, subleaf in leaves:
            eax, ebx, ecx, edx = registers(leaf, subleaf) if leaf <= highest else (0, 0, 0, 0)
            if leaf == 1:
                ebx = 0  # the number of this core
                if ecx & _OSXSAVE:
                    found.append(registers(0xFFFFFFFF, 0)[:2])  # which registers the system keeps
            elif leaf == 0xD:
                ebx = 0  # the room that this thread's registers take
            elif leaf == 0x80000008:
                ecx = 0  # how many cores there are
            found.append((eax, ebx, ecx, edx))
    numbers = [number for group in found for number in group]
    return "x86_64 " + blake2b(struct.pack(f"<{len(numbers)}I", *numbers), digest_size=16).hexdigest()
