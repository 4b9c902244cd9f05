"""Native forms of folds: sums to NumPy's last bit, running sums, extremes."""
