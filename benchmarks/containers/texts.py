"""Programs that build and take apart texts which only the run knows."""


def number_texts(a):
    parts = []
    for x in a.tolist():
        parts.append(str(x))
    return ",".join(parts)


def float_texts(a):
    parts = []
    for x in a.tolist():
        parts.append(str(x))
    return " ".join(parts)


def fixed_texts(a):
    out = ""
    for x in a.tolist():
        out += f"{x:.3f};"
    return out


def padded_lines(a):
    lines = []
    for i, x in enumerate(a.tolist()):
        lines.append(f"{i:4d}: {x:>8}")
    return "\n".join(lines)


def binary_digits(a):
    out = []
    for x in a.tolist():
        digits = ""
        while x > 0:
            digits = ("1" if x % 2 else "0") + digits
            x //= 2
        out.append(digits)
    return " ".join(out)


def caesar(a):
    out = ""
    for x in a.tolist():
        out += chr(97 + (x * 7 + 3) % 26)
    return out


def run_lengths(a):
    out = ""
    text = "".join(["a" if x % 3 else "b" for x in a.tolist()])
    i = 0
    while i < len(text):
        j = i
        while j < len(text) and text[j] == text[i]:
            j += 1
        out += str(j - i) + text[i]
        i = j
    return out


def tokenizer(a):
    text = " ".join([str(x) for x in a.tolist()])
    total = 0
    number = 0
    for c in text:
        if c == " ":
            total += number
            number = 0
        else:
            number = number * 10 + ord(c) - 48
    return total + number


def split_words(a):
    text = "".join([" " if x % 5 == 0 else "x" for x in a.tolist()])
    words = text.split()
    return len(words), max([len(word) for word in words])


def fizzbuzz(n):
    lines = []
    for i in range(1, n + 1):
        if i % 15 == 0:
            lines.append("FizzBuzz")
        elif i % 5 == 0:
            lines.append("Buzz")
        elif i % 3 == 0:
            lines.append("Fizz")
        else:
            lines.append(str(i))
    return " ".join(lines)


def letter_counts(a):
    text = "".join([chr(97 + x % 26) for x in a.tolist()])
    counts = {}
    for c in text:
        counts[c] = counts.get(c, 0) + 1
    return counts


def palindromes(a):
    count = 0
    for x in a.tolist():
        s = str(x)
        if s == s[::-1]:
            count += 1
    return count


def digit_sums(a):
    total = 0
    for x in a.tolist():
        total += sum([int(c) for c in str(x)])
    return total
