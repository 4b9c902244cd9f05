"""All families of ops that have a native form: importing this registers them."""

from sct.loops import control, creation, elementwise, extremes, index, lists, numbers, reductions, views

__all__ = ["control", "creation", "elementwise", "extremes", "index", "lists", "numbers", "reductions", "views"]
