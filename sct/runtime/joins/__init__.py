"""Where branches meet: what they left, the form it has in common, and values that may be one thing or another."""
