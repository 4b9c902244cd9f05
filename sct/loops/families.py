"""The families of ops with a native form that most programs need: importing this registers them; see `handlers`."""

from sct.loops import constants as constants
from sct.loops import control
from sct.loops.elements import creation, index, views
from sct.loops.elements import scatter as scatter
from sct.loops.numbers import elementwise, numbers
from sct.loops.numbers import python_complex as python_complex  # after `numbers`, whose handlers it widens
from sct.loops.numbers import whole_numbers as whole_numbers

__all__ = ["control", "creation", "elementwise", "index", "numbers", "views"]
