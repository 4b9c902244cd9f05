"""Random generators: their draws are effects of the program, in order."""
