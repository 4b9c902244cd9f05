"""The same workloads as others would write them by hand: explicit loops for numba, JAX's own control flow, C.

Each module has one function for each workload that it takes part in, with the name and the arguments of the
workload; what it answers is compared with plain Python before anything is timed.
"""
