"""The kernels of PolyBench, and a few of their kind, written with explicit loops and with NumPy's slices."""
