"""What can be stepped through: sequences by index, iterators, generators and the builtins that make them."""
