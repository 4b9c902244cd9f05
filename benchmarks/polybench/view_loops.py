"""Loops that write through views: rows, the interior of an array, ravel, a transpose, windows."""


def rows(out, x):
    for i in range(out.shape[0]):
        row = out[i]
        for j in range(out.shape[1]):
            row[j] = row[j] * i + x[j]
    return out


def relaxed(out):
    inner = out[1:-1, 1:-1]
    for i in range(inner.shape[0]):
        for j in range(inner.shape[1]):
            inner[i, j] = 0.25 * (out[i, j + 1] + out[i + 2, j + 1] + out[i + 1, j] + out[i + 1, j + 2])
    return out


def along_ravel(out):
    flat = out.ravel()
    for i in range(1, flat.shape[0]):
        flat[i] = flat[i] + 0.5 * flat[i - 1]
    return out


def transposed(out):
    t = out.T
    for i in range(t.shape[0]):
        for j in range(1, t.shape[1]):
            t[i, j] += t[i, j - 1]
    return out


def exchanged(out, x):
    for i in range(out.shape[0] - 1):
        a, b = out[i], out[i + 1]
        if x[i] > 1:
            for j in range(out.shape[1]):
                t = a[j]
                a[j] = b[j]
                b[j] = t
    return out


def windows(x):
    low, high = 0, x.shape[0]
    while high - low > 2:
        window = x[low:high]
        for k in range(window.shape[0] - 1):
            if window[k] > window[k + 1]:
                t = window[k]
                window[k] = window[k + 1]
                window[k + 1] = t
        low += 1
        high -= 1
    return x
