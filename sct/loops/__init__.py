"""The loop-nest form: what stands between a Program and machine code.

`code` is the form itself, structured and in single assignment, with loops, branches, loads and stores;
`lower` turns a Program into it; `text` prints it so that it reads like C.
"""
