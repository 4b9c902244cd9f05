"""All families, by name."""

from __future__ import annotations

from tests.fuzzing import (
    array_items,
    begun_anew,
    callers_state,
    chosen,
    containers,
    cut_views,
    dict_rows,
    flows,
    identity,
    keyed,
    masked,
    matrices,
    named_rows,
    number_kinds,
    object_rows,
    objects_anew,
    odd_kinds,
    outer_names,
    rows,
    scripts,
    shared,
    small_numbers,
    stepped,
    sums,
    tables_anew,
    view_writes,
    whole,
    written_items,
)
from tests.fuzzing.check import Family

__all__ = ["FAMILIES"]

SIZES = (4, 6, 8, 4)
FAMILIES = {
    family.name: family
    for family in [
        Family("arrays", lambda s: identity.Writer(s, "arrays").text(), identity.calls, once_wrong=(90, 92, 1048, 1109, 7100008, 8050006, 8050153)),
        Family("held arrays", lambda s: identity.Writer(s, "all").text(), identity.calls, once_wrong=(29, 2217, 3000904)),
        Family("wide", lambda s: identity.Wide(s, "all").text(), identity.calls),
        Family("one branch", lambda s: identity.OneBranch(s, "all").text(), identity.calls),
        Family(
            "any size",
            lambda s: identity.any_size(identity.Writer(s, "all").text()),
            lambda s: identity.calls(s, SIZES),
            once_wrong=(8100008,),
        ),
        Family(
            "wide, any size",
            lambda s: identity.any_size(identity.OneBranch(s, "all").text()),
            lambda s: identity.calls(s, SIZES),
            once_wrong=(700015, 700035),
        ),
        Family(
            "callers state",
            lambda s: callers_state.Writer(s).text(),
            callers_state.calls,
            once_wrong=(474, 487, 496, 523, 525),
        ),
        Family("chosen", lambda s: chosen.Writer(s).text(), chosen.calls, once_wrong=(3200490,)),
        Family("containers", lambda s: containers.Writer(s).text(), containers.calls, once_wrong=(3000553,)),
        Family("cut views", lambda s: cut_views.Writer(s).text(), cut_views.calls, once_wrong=(9600113, 9700047)),
        Family("dict rows", lambda s: dict_rows.Writer(s).text(), dict_rows.calls, once_wrong=(9500087, 9500209)),
        Family("flows", lambda s: flows.Writer(s).text(), flows.calls),
        Family("keyed", lambda s: keyed.Writer(s).text(), keyed.calls),
        Family("masked", lambda s: masked.Writer(s).text(), masked.calls),
        Family("matrices", lambda s: matrices.Writer(s).text(), matrices.calls, machine_code=True, tolerance=1e-10),
        Family("named rows", lambda s: named_rows.Writer(s).text(), named_rows.calls, once_wrong=(9100019,)),
        Family("number kinds", lambda s: number_kinds.Writer(s).text(), number_kinds.calls, tolerance=1e-9),
        Family("object rows", lambda s: object_rows.Writer(s).text(), object_rows.calls, once_wrong=(9500221,)),
        Family("odd kinds", lambda s: odd_kinds.Writer(s).text(), odd_kinds.calls, tolerance=1e-9),
        Family("outer names", lambda s: outer_names.Writer(s).text(), outer_names.calls, once_wrong=(3000454,)),
        Family("rows", rows.text, rows.calls, once_wrong=rows.ONCE_WRONG),
        Family("scripts", lambda s: scripts.Writer(s).text(), scripts.calls),
        Family("shared", lambda s: shared.Writer(s).text(), shared.calls, once_wrong=shared.ONCE_WRONG),
        Family("small numbers", lambda s: small_numbers.Writer(s).text(), small_numbers.calls, once_wrong=(8020401,)),
        Family("stepped", lambda s: stepped.Writer(s).text(), stepped.calls),
        Family("sums", lambda s: sums.Writer(s).text(), sums.calls, tolerance=1e-9, once_wrong=(5160, 15099)),
        Family("whole", lambda s: whole.Writer(s).text(), whole.calls, tolerance=1e-9),
        Family("whole, written", lambda s: whole.Writer(s, writes=True).text(), whole.calls, tolerance=1e-9),
        Family("whole, loops", lambda s: whole.Writer(s, writes=True, loops=True).text(), whole.calls, tolerance=1e-9),
        Family("begun anew", lambda s: begun_anew.Writer(s).text(), begun_anew.calls),
        Family("objects anew", lambda s: objects_anew.Writer(s).text(), objects_anew.calls, once_wrong=(3000261, 7200121)),
        Family(
            "tables anew",
            lambda s: tables_anew.Writer(s).text(),
            tables_anew.calls,
            once_wrong=(700021, 700035, 700053, 700061),
        ),
        Family("array items", lambda s: array_items.Writer(s).text(), array_items.calls, once_wrong=(3000041, 7000051, 7000179, 7000223, 7100163, 7200016, 8001471)),
        Family("written items", lambda s: written_items.Writer(s).text(), written_items.calls, once_wrong=(422, 8500181, 8600014, 8600160, 9600164)),
        Family("view writes", lambda s: view_writes.Writer(s).text(), view_writes.calls),
    ]
}
