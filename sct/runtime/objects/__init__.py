"""Objects of users' classes: made, asked by their special methods, matched."""
