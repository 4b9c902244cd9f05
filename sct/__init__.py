"""sct: NumPy functions, with the control flow they are written in, as compiled static programs.

>>> import numpy as np, sct
>>> @sct.to_static
... def clip_sum(x, top):
...     total = 0.0
...     for value in x:
...         if value < top:
...             total += value
...     return total
>>> clip_sum(np.array([1.0, 5.0, 2.0]), 3.0)
np.float64(3.0)
"""

from sct.garbage import without_search

with without_search(stays=True):
    from sct import errors
    from sct.config import enable_to_static
    from sct.input_spec import InputSpec
    from sct.jit import StaticFunction, not_to_static, to_static, transform
    from sct.logs import set_code_level, set_verbosity
    from sct.runtime.ignore import ignore_module

__version__ = "0.1.0.dev0"

__all__ = [
    "InputSpec",
    "StaticFunction",
    "__version__",
    "enable_to_static",
    "errors",
    "ignore_module",
    "not_to_static",
    "set_code_level",
    "set_verbosity",
    "to_static",
    "transform",
]
