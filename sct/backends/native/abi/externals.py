"""The functions of Python, NumPy and the C library that the runtime calls."""

from __future__ import annotations

from sct.backends.native.abi.words import External

Py_IncRef = External("Py_IncRef", "w", "v")
Py_DecRef = External("Py_DecRef", "w", "v")
PyObject_Vectorcall = External("PyObject_Vectorcall", "wwww", "w")
PyTuple_New = External("PyTuple_New", "w", "w")
PyLong_AsLongLongAndOverflow = External("PyLong_AsLongLongAndOverflow", "ww", "w")
PyLong_FromLongLong = External("PyLong_FromLongLong", "w", "w")
PyLong_FromUnsignedLongLong = External("PyLong_FromUnsignedLongLong", "w", "w")
PyFloat_FromDouble = External("PyFloat_FromDouble", "d", "w")
PyComplex_FromDoubles = External("PyComplex_FromDoubles", "dd", "w")
PyErr_NoMemory = External("PyErr_NoMemory", "", "w")
PyErr_Occurred = External("PyErr_Occurred", "", "w")
PyErr_CheckSignals = External("PyErr_CheckSignals", "", "i")
PyEval_SaveThread = External("PyEval_SaveThread", "", "w")
PyEval_RestoreThread = External("PyEval_RestoreThread", "w", "v")
PyContextVar_Get = External("PyContextVar_Get", "www", "i")
PyCapsule_GetPointer = External("PyCapsule_GetPointer", "ww", "w")
PyTraceMalloc_Track = External("PyTraceMalloc_Track", "iww", "i")

PyArray_NewFromDescr = External("PyArray_NewFromDescr", "wwiwwwiw", "w", numpy=94)
PyArray_SetBaseObject = External("PyArray_SetBaseObject", "ww", "i", numpy=282)
PyArray_Scalar = External("PyArray_Scalar", "www", "w", numpy=60)
PyArray_NewCopy = External("PyArray_NewCopy", "wi", "w", numpy=85)
PyArray_FromArray = External("PyArray_FromArray", "wwi", "w", numpy=109)

malloc = External("malloc", "w", "w")
realloc = External("realloc", "ww", "w")
free = External("free", "w", "v")
madvise = External("madvise", "wwi", "i")
clock_gettime = External("clock_gettime", "iw", "i")

EXTERNALS = tuple(value for value in dict(globals()).values() if isinstance(value, External))
"""All of them; each one's slot in the table is its place here."""
