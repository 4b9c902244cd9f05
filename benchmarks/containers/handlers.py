"""Programs that ask forgiveness: exceptions that the function itself handles."""


def counting_by_exceptions(a):
    counts = {}
    for x in a.tolist():
        try:
            counts[x] += 1
        except KeyError:
            counts[x] = 1
    return counts


def rejected(a):
    total, bad = 0.0, 0
    for x in a.tolist():
        try:
            if x < 0:
                raise ValueError("negative")
            total += x**0.5
        except ValueError:
            bad += 1
    return total, bad


def places_beyond(a, at):
    total = 0.0
    for k in at:
        try:
            total += a[k]
        except IndexError:
            total -= 1.0
    return total


def until_empty(a):
    stack, total = a.tolist(), 0
    try:
        while True:
            x = stack.pop()
            if x % 2 == 0 and x > 2:
                stack.append(x // 2)
            total += x
    except IndexError:
        pass
    return total
