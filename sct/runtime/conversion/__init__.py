"""From a function of the user's to its tree, and from the changed tree back to a function."""
