"""Functions and classes of libraries as Python that is converted as users' code is: the program does what they do."""
