"""What is known before the program runs: between which numbers a value lies, where it comes from, who reads it last."""
