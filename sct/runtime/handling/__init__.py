"""Exceptions that the function itself handles: jumps of the program, with a conditional rest behind them."""
