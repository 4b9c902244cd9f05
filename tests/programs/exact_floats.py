"""Floats as hexadecimal texts and as fractions, and read from such texts."""

import numpy as np

from tests.harness import Theme, call

program = Theme("exact floats")
X = np.array([1.5, -2.0, 3.25, 4.0, -1.0])


@program(call(X), call(-X))
def there_and_back(x):
    """What a sum and its parts are, exactly."""
    s, texts = 0.0, []
    for v in x:
        if v > 0:
            s += float(v)
            texts.append(float(v).hex())
    again = 0.0
    for text in texts:
        again += float.fromhex(text)
    return s.hex(), float.hex(s), texts, again, float.fromhex(s.hex()), s.as_integer_ratio()


@program(call(X), call(-X), call(X.astype(np.float32)))
def of_numpys_numbers(x):
    """float64 is a float; float32 is none."""
    try:
        text = x[0].hex() + "!"
    except AttributeError as error:
        text = str(error)
    return text, x[0].as_integer_ratio(), x[2].as_integer_ratio()


@program(call(X, np.array([1, 2])), call(-X, np.array([3, 4])))
def no_such_numbers(x, k):
    """What Python says of texts that are no numbers, and of ints."""
    said = []
    text = "0x1." + str(int(abs(x[2]))) + "p" + str(int(x[3]))
    for one in (text, "zz" + text):
        try:
            said.append(float.fromhex(one))
        except ValueError as error:
            said.append(str(error))
    try:
        float.hex(k[0])
    except TypeError as error:
        said.append(str(error))
    return said


@program(call(np.array([np.inf, np.nan, -0.0])), call(np.array([1.0, 2.0, 3.0])))
def not_finite(x):
    """Infinities have a text, and no ratio."""
    try:
        return [v.hex() for v in x], x[0].as_integer_ratio()
    except OverflowError as error:
        return str(error)
