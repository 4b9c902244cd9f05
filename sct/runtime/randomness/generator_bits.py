"""What a Generator draws from: its bit generator, the same object each time it is asked for."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct import ops
from sct.ops.random_table import KINDS
from sct.runtime.callers.sources import AttrSource, ConstSource
from sct.runtime.randomness.random_object import RandomObject, refuse
from sct.runtime.trace import Trace

__all__ = ["bits_of", "bits_of_made", "kind_of_bits"]

_USUAL = type(np.random.default_rng(0).bit_generator)


def bits_of_made(seed: Any) -> Any:
    """What a Generator that the program makes of `seed` draws from, or its class; None if that is not known."""
    if not isinstance(seed, RandomObject) or seed.kind is np.random.SeedSequence:
        return _USUAL
    return seed if KINDS[seed.kind] == "BitGenerator" else None


def bits_of(trace: Trace, owner: RandomObject) -> RandomObject:
    """`owner.bit_generator`."""
    from sct.runtime.randomness.randomness import lift_generator, new_object

    if isinstance(owner.bits, RandomObject):
        return owner.bits
    kind = kind_of_bits(trace, owner)
    if owner.found is not None:
        outside = trace.callers.random_sources[owner.handle]
        bits = owner.found.bit_generator
        is_fixed = isinstance(outside, ConstSource)
        source = ConstSource(bits, f"a {kind.__name__}") if is_fixed else AttrSource(outside, "bit_generator")
        return lift_generator(trace, bits, source)
    if owner.asked is not None and trace.in_scope(owner.asked[0]):
        return owner.asked[1]
    handle = trace.record(ops.get("child_generator"), (owner.handle,), {"what": "bit_generator"})
    made = new_object(trace, kind, handle)
    owner.asked = trace.builder, made
    return made


def kind_of_bits(trace: Trace, owner: RandomObject) -> type:
    """The class of what a Generator draws from."""
    if isinstance(owner.bits, RandomObject):
        return owner.bits.kind
    kind = owner.bits if owner.found is None else type(owner.found.bit_generator)
    if kind not in KINDS:
        why = "it draws from a generator that sct does not know"
        refuse(trace, "Generator.bit_generator", why, "make the Generator of a PCG64, MT19937, Philox or SFC64")
    return kind
