"""All families of ops that have a native form: importing this registers them."""

from sct.loops import complex_views as complex_views
from sct.loops import constants as constants
from sct.loops import control, creation, elementwise, extremes, index, lists, numbers, products, reductions
from sct.loops import differences as differences
from sct.loops import draws as draws
from sct.loops import expanded as expanded
from sct.loops import float_sums as float_sums
from sct.loops import hash_tables as hash_tables
from sct.loops import into_views as into_views
from sct.loops import letters as letters
from sct.loops import list_orders as list_orders
from sct.loops import list_searches as list_searches
from sct.loops import list_sums as list_sums
from sct.loops import math_module as math_module
from sct.loops import nonzero as nonzero
from sct.loops import python_complex as python_complex  # after `numbers`, whose handlers it widens
from sct.loops import rolls as rolls
from sct.loops import running_sums as running_sums
from sct.loops import solving as solving
from sct.loops import sorted_places as sorted_places
from sct.loops import vectors as vectors
from sct.loops import views as views
from sct.loops import whole_numbers as whole_numbers

__all__ = ["control", "creation", "elementwise", "extremes", "index", "lists", "numbers", "products", "reductions"]
__all__ += ["solving", "views"]
