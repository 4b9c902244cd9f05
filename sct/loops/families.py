"""The families of ops with a native form that most programs need: importing this registers them; see `handlers`."""

from sct.loops import constants as constants
from sct.loops import control, creation, elementwise, index, numbers, views
from sct.loops import python_complex as python_complex  # after `numbers`, whose handlers it widens
from sct.loops import scatter as scatter
from sct.loops import whole_numbers as whole_numbers

__all__ = ["control", "creation", "elementwise", "index", "numbers", "views"]
