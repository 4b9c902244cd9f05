"""How results, effects and changed arrays leave a program."""
