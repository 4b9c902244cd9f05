"""Lists, dicts and objects that several names may stand for, as the run says: which one it is, is a number."""
