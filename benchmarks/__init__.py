"""Benchmarks of sct against plain Python, side by side in one run: `python -m benchmarks`."""
