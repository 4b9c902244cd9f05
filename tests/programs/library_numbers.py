"""Functions of the standard library that compute, in arms and loops as elsewhere."""

import calendar
import colorsys

import numpy as np

from tests.harness import Theme, call

program = Theme("library numbers")
X = np.linspace(0.0, 1.0, 5)


@program(call(np.float64(0.3)), call(np.float64(1.0)))
def colour_in_an_arm(d):
    """Behind an early return."""
    if d == 1:
        return (0, 0, 0)
    return colorsys.hsv_to_rgb(d, 1, 1)


@program(call(X), call([0.1, 0.7]), call(np.array([])))
def colours_in_a_loop(x):
    """Of each number, there and back."""
    found = []
    for v in x:
        found.append(colorsys.hls_to_rgb(*colorsys.rgb_to_hls(v, 0.3, v * 0.5)))
    return found, colorsys.rgb_to_yiq(0.1, 0.2, 0.3)


@program(call(np.array([2000, 1900, 2004])), call([2000, 2001]))
def leap_years(years):
    """A test and a sum."""
    days = 0
    for y in years:
        if calendar.isleap(y):
            days += calendar.leapdays(1900, y)
    return days, calendar.isleap(2000)


@program(call(X, np.float64(2.0)), call(-X, np.float64(2.0)))
def length_in_an_arm(x, d):
    """The graph needs a number of the caller's, and needs it in an arm only."""
    if x[1] < 0:
        return [0]
    return [0] * int(d * 2)
