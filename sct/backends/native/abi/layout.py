"""Where things lie in memory: in Python's and NumPy's objects, and in the blocks of the runtime.

All offsets are in bytes. The first part holds for 64-bit builds with a global interpreter lock;
`machine_facts.agrees` compares it with what Python and NumPy say themselves before anything relies on it.
"""

from __future__ import annotations

from sct.loops.numbers import number_forms

__all__: list[str] = []

# -- Python and NumPy objects --------------------------------------------------------------------

TYPE = 8
VALUE = 16  # of a float, a complex, a NumPy scalar; the pointer of a capsule
TUPLE_ITEMS = tuple.__basicsize__
TUPLE_COUNT = 16
LIST_ITEMS = 24  # the pointer to them
BYTES_DATA = bytes.__basicsize__ - 1

ARRAY_DATA = 16
ARRAY_NDIM = 24  # 32 bits
ARRAY_EXTENTS = 32
ARRAY_STRIDES = 40
ARRAY_DESCR = 56
ARRAY_FLAGS = 64  # 32 bits
ARRAY_HANDLER = 88
ARRAY_SIZE = 96

DESCR_BYTEORDER = 26  # a character
DESCR_NUMBER = 28  # 32 bits
DESCR_METADATA = 56

C_CONTIGUOUS = 0x1
OWNS_DATA = 0x4
ALIGNED = 0x100
CONTIGUOUS = 0x3  # in C order or in Fortran order
WRITEABLE = 0x400
KEEP_ORDER = 2  # NPY_KEEPORDER

TRACE_DOMAIN = 389047  # of NumPy, for tracemalloc

# -- an owner of memory --------------------------------------------------------------------------

H_COUNT = 0
H_DATA = 8
H_BYTES = 16
H_KIND = 24
H_OBJECT = 32
H_PREVIOUS = 40
H_NEXT = 48
H_CTX = 56
HEADER_BYTES = 64

OWN = 0  # malloc'ed data
HELD = 1  # memory that a Python object owns, a reference to which is held
BORROWED = 2  # memory of an input or a constant

# -- a running call ------------------------------------------------------------------------------

C_RECORD = 0
C_THREAD = 8  # the saved thread state while the GIL is released, else 0
C_POLLS = 16  # polls until the next look at the clock
C_PERIOD = 24
C_CLOCK = 32  # nanoseconds at the last look for signals, 0 before the first
C_PREVIOUS = H_PREVIOUS  # the list of living headers goes through the ctx as if it were one
C_NEXT = H_NEXT
C_POOL_USED = 56
C_SPARE_HEADERS = 64
C_CACHED = 72  # number of buffers kept for reuse
C_CACHED_BYTES = 80
C_CACHE = 88
CACHE_ENTRIES = 8
CACHE_BYTES = 64 << 20
POOL_HEADERS = 8
C_POOL = C_CACHE + 8 * CACHE_ENTRIES + 40
CTX_BYTES = C_POOL + HEADER_BYTES * POOL_HEADERS

# -- a compiled program --------------------------------------------------------------------------

R_FUNCTION = 0
R_INPUTS = 8
R_OUTPUTS = 16
R_INPUT_TABLE = 24  # tables are given by their distance from the record
R_OUTPUT_TABLE = 32
R_CONSTANTS = 40  # number of constants, their table follows that of the inputs
R_IN_WORDS = 48
R_FRAME = 56  # bytes of stack for ctx, headers and words
R_CHECKS = 64
R_CHECK_COUNT = 72
R_SITES = 80
R_SLOW = 88
R_MISMATCH = 96  # called where a callback answers what was not declared
R_SITE_COUNT = 104
R_BROKEN = 112  # called with the status where checked code has found a defect
RECORD_BYTES = 120

# an entry of the table of inputs or outputs: the code and the type or descr that goes with it
E_CODE = 0
E_EXPECTED = 8
ENTRY_BYTES = 16

# a callback site
S_CALLABLE = 0
S_OPERANDS = 8
S_RESULTS = 16
S_OPERAND_TABLE = 24
S_RESULT_TABLE = 32
S_FRAME = 40  # bytes of stack for the arguments
SITE_BYTES = 48

# -- status --------------------------------------------------------------------------------------

OK = 0
FAILED = 1
RAISED = 2
NO_MEMORY = 3
LAST_WORD = 4  # an exception is set, or there was no memory; inputs may be changed: nothing is to be run again
BROKEN = 16  # checked code has found a defect: this and all above

# -- a guarded function --------------------------------------------------------------------------

G_PARAMETERS = 0
G_POSITIONAL = 8  # how many of them may be given by position
G_ONLY = 16  # how many by position only
G_NAMES = 24  # the distance of the table of interned names
G_INSTANCE = 32  # what comes before the arguments, or 0
G_STARS = 104  # the distance of the slot of *args from 8 before the slots, 0 if there is none; of **kwargs
G_KEYWORDS = 112
G_SWITCHES = 40  # context variables and what they must hold
G_SWITCH_COUNT = 48
G_LAYERS = 56
G_LAYER_COUNT = 64
G_FRAME = 72  # bytes of stack for the slots
G_SLOW = 80
G_FAILED = 88
G_HITS = 96  # where to count
GUARDED_BYTES = 120

L_SLOTS = 0  # bytes of slots
L_STEPS = 8
L_OBJECT = 16
L_DEFAULTS = 24  # a word for each parameter
STEP_BYTES = 32

# -- buffers kept between calls: data and bytes of each, then which of them goes next -----------------

KEPT_ENTRIES = 4  # a power of two
KEPT_ENTRY_BYTES = 16
KEPT_NEXT = KEPT_ENTRIES * KEPT_ENTRY_BYTES
KEPT_LOCK = KEPT_NEXT + 8  # 1 while a thread looks at them
KEPT_WORDS = KEPT_LOCK // 8 + 1
KEPT_LEAST = 128 << 10  # bytes; the C library gives smaller ones back to nobody
KEPT_MOST = 16 << 20
KEPT_IN_ALL = 24 << 20  # while another size is wanted

# -- the table, beyond the externals ---------------------------------------------------------------

FIRST = 64
T_NDARRAY = FIRST
T_TRUE = FIRST + 1
T_FALSE = FIRST + 2
T_TUPLE = FIRST + 3
T_EXTOBJ = FIRST + 4  # the context variable of np.errstate
T_EXTOBJ_DEFAULT = FIRST + 5
T_EXTOBJ_NAME = FIRST + 6
T_HANDLER = FIRST + 7  # NumPy's default memory handler
T_HUGE_PAGES = FIRST + 8  # whether to ask for huge pages
T_CLOCK = FIRST + 9
T_BYTE_DESCR = FIRST + 10
T_EXCEPTION = FIRST + 11
T_KEPT = FIRST + 12  # buffers that calls have left for later ones
T_LAST_WORD = FIRST + 13  # the name of an attribute
T_POWERS = FIRST + 14  # of ten, as `powers` makes them
T_FLOAT = FIRST + 15  # the type
T_ALIAS = FIRST + 16  # by type number: the canonical number of the same width
T_ITEMSIZE = T_ALIAS + 32
SLOTS = T_ITEMSIZE + 32

# -- forms of numbers as texts: four bits of kind, four of alignment, eight of a sign for what is not negative, twelve
# of precision and of width each, and the letter to fill with --------------------------------------------------------

TEXT_DECIMAL, TEXT_OCTAL = number_forms.DECIMAL, number_forms.OCTAL
TEXT_HEX, TEXT_LARGE_HEX = number_forms.HEX, number_forms.LARGE_HEX
TEXT_SHORTEST = number_forms.SHORTEST
TEXT_LEFT, TEXT_MIDDLE, TEXT_INSIDE = number_forms.LEFT, number_forms.MIDDLE, number_forms.INSIDE
