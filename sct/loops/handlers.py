"""Which function writes the native form of an op. Families that few programs need are imported for their first op."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sct.ir.core import Op
    from sct.loops.lower import Lowering

__all__ = ["HANDLERS", "LATER", "Handler", "handler"]

Handler = Callable[["Lowering", "Op"], None]

LATER: dict[str, str] = {
    "products.covariances": "covariance_scale",
    "numbers.complex_views": "real imag imag_of_real with_real with_imag",
    "sums.differences": "diff gradient",
    "draws": "drawn",
    "elements.expanded": "trace ufunc_reduce ptp norm",
    "sums.extremes": "argmax argmin",
    "sums.float_sums": "sum_loss sum_total",
    "lists.hash_tables": "hash_find hash_note hash_drop",
    "memory.into_views": "update_view",
    "lists.letters": "text_letters",
    "lists.list_orders": "list_order",
    "lists.list_searches": "list_find list_count list_equal list_best",
    "sums.list_sums": "list_sum",
    "lists.list_rows": "list_flat list_refold",
    "lists.lists": "list_append list_extend list_insert list_item list_set list_put list_delete list_repeat list_pack",
    "numbers.math_module": "math_sin math_cos math_tan math_atan math_tanh math_asin math_acos math_exp math_sinh "
    "math_cosh math_log math_log2 math_log10 math_log1p math_expm1 math_atan2 math_pow math_cbrt math_exp2 math_asinh "
    "math_acosh math_atanh math_erf math_erfc math_sqrt math_fabs math_copysign math_floor math_ceil math_trunc "
    "math_isnan math_isinf math_isfinite math_isclose math_degrees math_radians math_hypot math_fmod math_modf "
    "py_round",
    "numbers.networks": "sort median",
    "elements.nonzero": "argwhere",
    "products.products": "matmul matvec vecmat vecdot dot inner vdot tensordot einsum",
    "sums.reductions": "sum count_nonzero mean var std prod max min any all",
    "elements.reshapes": "reshape ravel flatten reshape_like",
    "elements.rolls": "roll",
    "known.sized": "sized_as",
    "sums.running_sums": "cumsum cumprod ufunc_accumulate",
    "products.solving": "solve inv det cholesky cholesky_or_not inv_or_not solve_or_not",
    "elements.sorted_places": "searchsorted",
    "elements.uniform_bins": "uniform_histogram",
    "numbers.vectors": "cross",
}
"""The ops of the modules that are imported when they are needed; `families` imports all others."""


class _Handlers(dict[str, Handler]):
    """The handlers by the names of ops, of which some come when they are asked for."""

    def __init__(self) -> None:
        super().__init__()
        self._later = {name: family for family, names in LATER.items() for name in names.split()}

    def __missing__(self, name: str) -> Handler:
        import_module(f"sct.loops.{self._later[name]}")
        return dict.__getitem__(self, name)

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or name in self._later

    def get(self, name: str, default: Any = None) -> Any:
        return self[name] if name in self else default  # noqa: SIM401  this is what it stands for


HANDLERS = _Handlers()


def handler(*names: str) -> Callable[[Handler], Handler]:
    """Register the native form of ops; it raises `Unsupported`, before it writes anything, where it has none."""

    def register(function: Handler) -> Handler:
        for name in names:
            HANDLERS[name] = function
        return function

    return register
