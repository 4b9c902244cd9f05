"""The native backend: a Program as machine code, through LLVM."""
