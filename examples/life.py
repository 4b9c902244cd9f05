"""Conway's game of life: integer arrays, `np.roll`, and a stop when nothing changes.

    sct run examples/life.py:life
"""

import numpy as np


def neighbours(board):
    """The number of live cells around each cell, on a torus."""
    total = np.zeros_like(board)
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            if dy != 0 or dx != 0:
                total = total + np.roll(np.roll(board, dy, axis=0), dx, axis=1)
    return total


def life(board, generations):
    """The board after at most `generations`, how many there were, and whether it stands still."""
    still = False
    born = 0
    for generation in range(generations):
        around = neighbours(board)
        after = ((around == 3) | ((board == 1) & (around == 2))).astype(board.dtype)
        if (after == board).all():
            still = True
            break
        board = after
        born = generation + 1
    return board, born, still


def example_inputs():
    """A glider and a block, some way apart."""
    board = np.zeros((32, 32), dtype=np.uint8)
    board[1:4, 1:4] = [[0, 1, 0], [0, 0, 1], [1, 1, 1]]
    board[20:22, 20:22] = 1
    return board, 50
