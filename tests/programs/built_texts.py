"""Texts that a program puts together at run time: letters, codes and runs."""

import numpy as np

from tests.harness import Theme, call

program = Theme("built_texts")
V = np.tile([3.0, -1.0, 2.0, 5.0, -4.0], 6)
K = np.tile([3, 0, 1, 1, 2, 2, 2], 5)
N = np.int64


@program(call(N(10)), call(N(0)), call(N(255)))
def to_binary(n):
    """The binary digits of a number."""
    n = int(n)
    if n == 0:
        return "0"
    digits = ""
    while n > 0:
        digits = ("1" if n % 2 else "0") + digits
        n //= 2
    return digits


@program(call(N(10)), call(N(0)), call(N(255)))
def binary_of_a_scalar(n):
    """The same, of a NumPy number."""
    digits = ""
    while n > 0:
        digits = ("1" if n % 2 else "0") + digits
        n //= 2
    return digits, len(digits), digits.count("1")


@program(call(N(255), N(16)), call(N(0), N(2)), call(N(35), N(36)))
def to_base(n, base):
    """The digits of a number in a base up to 36."""
    letters = "0123456789abcdefghijklmnopqrstuvwxyz"
    n, base = int(n), int(base)
    out = ""
    while True:
        out = letters[n % base] + out
        n //= base
        if n == 0:
            return out


@program(call(N(1994)), call(N(3)), call(N(2048)))
def roman(n):
    """A number in Roman numerals."""
    n = int(n)
    out = ""
    for value, text in [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
                        (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]:
        while n >= value:
            out += text
            n -= value
    return out


@program(call(K), call(K * 0), call(K[:1]))
def run_lengths(x):
    """Runs of equal items as a text."""
    out = ""
    i = 0
    while i < len(x):
        j = i
        while j < len(x) and x[j] == x[i]:
            j += 1
        out += f"{x[i]}x{j - i};"
        i = j
    return out


@program(call(K), call(np.zeros(0, int)))
def letters_of_codes(x):
    """Letters by their codes."""
    return "".join(chr(ord("a") + int(k)) for k in x)


@program(call("Hello, World", N(3)), call("abc xyz", N(-3)), call("", N(1)))
def caesar(text, shift):
    """A Caesar cipher."""
    out = ""
    for c in text:
        if "a" <= c <= "z":
            out += chr((ord(c) - 97 + int(shift)) % 26 + 97)
        elif "A" <= c <= "Z":
            out += chr((ord(c) - 65 + int(shift)) % 26 + 65)
        else:
            out += c
    return out


@program(call(K % 4), call((K * 3) % 4))
def complement(x):
    """The other strand of DNA."""
    bases = "ACGT"
    pairs = {"A": "T", "T": "A", "C": "G", "G": "C"}
    strand = "".join(bases[k] for k in x)
    other = "".join(pairs[c] for c in reversed(strand))
    return strand, other, strand.count("G")


@program(call(N(16)), call(N(1)))
def fizzbuzz(n):
    """FizzBuzz, collected and joined."""
    out = []
    for i in range(1, n + 1):
        if i % 15 == 0:
            out.append("FizzBuzz")
        elif i % 3 == 0:
            out.append("Fizz")
        elif i % 5 == 0:
            out.append("Buzz")
        else:
            out.append(str(i))
    return " ".join(out)


@program(call(np.eye(4)), call(np.zeros((2, 3))), call(np.ones((1, 7))))
def drawn(board):
    """A board of cells as lines of text."""
    lines = []
    for row in board:
        line = ""
        for cell in row:
            line += "#" if cell > 0 else "."
        lines.append(line)
    return "\n".join(lines)


@program(call(np.eye(5)), call(np.ones((3, 3))))
def drawn_by_joins(board):
    """The same with nested joins."""
    return "\n".join("".join("#" if cell else "." for cell in row) for row in board)


@program(call(V), call(V[:1]), call(V[:0]))
def csv_line(x):
    """A line of comma-separated values."""
    return ",".join(str(v) for v in x)


@program(call(np.arange(6.0).reshape(3, 2)), call(np.ones((1, 4))))
def csv_table(x):
    """Rows of an array as lines."""
    out = ""
    for row in x:
        out += ",".join([f"{v:.3f}" for v in row]) + "\n"
    return out


@program(call(V), call(-V))
def signs(x):
    """One sign for each number."""
    s = ""
    for v in x:
        s += "+" if v > 0 else "-"
    return s


@program(call(V), call(-V), call(V * 0))
def spark(x):
    """A line of bars."""
    bars = " .:-=+*#"
    low, high = x.min(), x.max()
    out = ""
    for v in x:
        k = int((v - low) / (high - low + 1e-9) * (len(bars) - 1))
        out += bars[k]
    return out


@program(call(K), call(K[:0]))
def histogram_lines(x):
    """Stars for each count."""
    lines = []
    for k in range(4):
        count = int(np.sum(x == k))
        lines.append(f"{k}: " + "*" * count)
    return "\n".join(lines)


@program(call(N(12321)), call(N(123)), call(N(7)))
def is_palindrome(n):
    """A number read backwards."""
    s = str(n)
    return s == s[::-1], len(s), s[0], s[-1]


@program(call(N(9045)), call(N(0)), call(N(77)))
def digit_sum(n):
    """The sum of the digits, by way of the text."""
    return sum(int(c) for c in str(int(n)))


@program(call(K), call(K + 50))
def base64_like(x):
    """Three bytes as four letters."""
    table = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    out = ""
    for i in range(0, len(x) - 2, 3):
        bits = (int(x[i]) << 16) | (int(x[i + 1]) << 8) | int(x[i + 2])
        out += table[(bits >> 18) & 63] + table[(bits >> 12) & 63] + table[(bits >> 6) & 63] + table[bits & 63]
    return out + "=" * (len(x) % 3)


@program(call(V), call(V[:2]))
def report(x):
    """A report with a header and a footer."""
    lines = ["value   square", "-" * 14]
    for v in x:
        lines.append(f"{v:6.2f} {v * v:7.3f}")
    lines.append(f"total {x.sum():.2f}")
    return "\n".join(lines)


@program(call(V), call(-V))
def printed_marks(x):
    """A text that is built and printed in each turn."""
    done = ""
    for v in x:
        done += "=" if v > 0 else "?"
        print(f"[{done:<6}] {len(done)}")
    return done


@program(call(V, 0.5), call(V, -10.0))
def raised_text(x, limit):
    """The message of an exception is a text that was built."""
    bad = ""
    for i in range(len(x)):
        if x[i] < limit:
            bad += f" {i}"
    if bad:
        raise ValueError("too small:" + bad)
    return x.sum()


@program(call(V), call(V * 0))
def held_texts(x):
    """Built texts in a list, a tuple and a dict."""
    up = down = ""
    for i, v in enumerate(x):
        if v > 0:
            up += str(i)
        else:
            down += str(i)
    return [up, down], (up + "|" + down, len(up)), {"up": up, "down": down}


@program(call(N(5)), call(N(0)), call(N(-2)))
def repeated(n):
    """A text as often as a number says."""
    return "ab" * n, "-" * int(n) + ">"


@program(call(N(6), N(4)), call(N(1), N(0)))
def pattern(rows, cols):
    """A chess board."""
    out = ""
    for i in range(rows):
        for j in range(cols):
            out += "X" if (i + j) % 2 == 0 else "_"
        out += "\n"
    return out


@program(call(N(27)), call(N(1)))
def path(n):
    """The path of the Collatz map in one text."""
    n = int(n)
    s = str(n)
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        s = s + "->" + str(n)
    return s
