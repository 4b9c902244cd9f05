"""What each module of the standard library is given to do: generators of everything that can be seen."""

import contextlib
import io

import pytest


def use_heapq(m):
    heap = []
    for k in [5, 2, 8, 1, 9, 3, 3]:
        m.heappush(heap, k)
    yield [m.heappop(heap) for _ in range(3)], list(heap), m.heappushpop(heap, 0), m.heapreplace(heap, 4)
    v = [9, 7, 5, 3, 1, 2]
    m.heapify(v)
    yield v
    yield m.nlargest(3, v), m.nsmallest(2, v, key=lambda k: -k), m.nlargest(1, v), m.nsmallest(9, v)
    yield list(m.merge([1, 4, 7], [2, 5], [0, 9], reverse=False)), list(m.merge("ba", "dc", reverse=True))


def use_bisect(m):
    v = [1, 2, 2, 3, 5]
    for x in (0, 2, 4, 9):
        yield m.bisect_left(v, x), m.bisect_right(v, x), m.bisect_left(v, x, 1, 3), m.bisect_right(v, -x, key=lambda k: -k)
    m.insort_left(v, 2)
    m.insort_right(v, 4)
    yield v
    with pytest.raises(ValueError, match="non-negative"):
        m.bisect_left(v, 1, -1)


def use_statistics(m):
    v = [3, 1.5, 4, 1, 5, 9, 2, 6]
    w = [2, 7, 1, 8, 2, 8, 1, 8]
    yield m.mean(v), m.fmean(v), m.median(v), m.median_low(v), m.median_high(v), m.variance(v), m.pstdev(v), m.stdev(w)
    yield m.mode(w), m.multimode(w), m.quantiles(v, n=4), m.geometric_mean(v), m.harmonic_mean([40, 60], weights=[1, 3])
    yield m.covariance(v, w), m.correlation(v, w), m.linear_regression(v, w), m.median_grouped([1, 3, 3, 5, 7], 2)
    n = m.NormalDist(3, 2)
    yield n.cdf(4), n.pdf(4), n.inv_cdf(0.3), n + 1, n.overlap(m.NormalDist(1, 1)), n.zscore(5), str(m.NormalDist.from_samples(v))
    for bad in ([], [1]):
        with contextlib.suppress(m.StatisticsError):
            yield m.variance(bad)


def use_textwrap(m):
    text = "The quick brown fox, hyphen-ated and un-believably-long-word jumped.  Over the lazy dog.\n\n  New one."
    for width in (10, 25, 70):
        yield m.wrap(text, width), m.fill(text, width, initial_indent="* ", subsequent_indent="  ", break_long_words=False)
    yield m.shorten(text, 30), m.dedent("   a\n     b\n   c"), m.indent("a\n\nb", "> "), m.wrap(text, 20, max_lines=2, fix_sentence_endings=True)


def use_fractions(m):
    a, b = m.Fraction(3, 4), m.Fraction("-7/6")
    yield a + b, a - b, a * b, a / b, a // b, a % b, a**3, a ** -2, abs(b), -a, +b, round(b), round(b, 1), int(b), float(a), hash(a)
    yield m.Fraction("1.25e-1"), m.Fraction(0.5), m.Fraction.from_float(0.3).limit_denominator(10), a < b, a == 0.75, a >= 1, bool(a), divmod(a, b)
    yield str(a), repr(b), 1 + a, 2.0 * b, 3 - a, 1 / b, 2**a, a.as_integer_ratio(), a.numerator
    for bad in ("x", "1/0"):
        with contextlib.suppress(ValueError, ZeroDivisionError):
            yield m.Fraction(bad)


def use_difflib(m):
    a, b = "one\ntwo\nthree\nfour\n".splitlines(True), "zero\none\ntree\nfour\nfive\n".splitlines(True)
    s = m.SequenceMatcher(None, "qabxcd", "abycdf")
    yield s.ratio(), s.quick_ratio(), s.real_quick_ratio(), s.get_opcodes(), s.get_matching_blocks(), s.find_longest_match()
    yield "".join(m.unified_diff(a, b)), "".join(m.ndiff(a, b)), "".join(m.context_diff(a, b)), m.get_close_matches("appel", ["ape", "apple", "peach"])
    yield "".join(m.restore(m.ndiff(a, b), 1)), m.HtmlDiff().make_table(a, b)[:400], m.IS_LINE_JUNK("#\n")


def use_shlex(m):
    for text in ("a 'b c' \"d\\\"e\" f\\ g", "x=1;y # comment", "", "é ~/f*.txt"):
        yield m.split(text), m.split(text, comments=True), m.quote(text), m.join(text.split()), m.split(text, posix=False)
    s = m.shlex("a&&b || c; d>e", punctuation_chars=True)
    yield list(s), s.lineno
    with contextlib.suppress(ValueError):
        yield m.split("'open")


def use_calendar(m):
    yield m.month(2024, 2), m.isleap(1900), m.leapdays(1900, 2024), m.monthrange(2023, 2), m.weekday(2024, 2, 29), m.monthcalendar(2021, 8)
    yield m.calendar(2023, w=2, l=1, c=4, m=4), m.TextCalendar(6).formatmonth(2022, 10), m.HTMLCalendar().formatmonth(2022, 5), m.timegm((2020, 1, 2, 3, 4, 5))
    yield list(m.Calendar(2).itermonthdays2(2024, 5))[:9], m.Calendar().yeardayscalendar(2024, 6)[0][0]


TEXTS = ['{"a": [1, 2.5, -3e4, true, false, null], "b": {"c": "x\\ny\\u00e9\\ud83d\\ude00"}}', "[]", " [1 , 2 ]", '"s"', "-0.0", "NaN", "[Infinity]"]
BROKEN = ["", "[1,]", "{1: 2}", '{"a" 1}', '"open', "[1 2]", '"\\x"', "tru", '{"a": 1,}', "[1] 2"]


def use_json_decoder(m):
    d = m.JSONDecoder()
    d.parse_string = m.py_scanstring
    d.scan_once = m.scanner.py_make_scanner(d)
    for text in TEXTS:
        yield d.decode(text), d.raw_decode(text.strip())
    for text in BROKEN:
        try:
            yield d.decode(text)
        except ValueError as error:
            yield str(error)


def use_json_scanner(m):
    import json.decoder

    d = json.decoder.JSONDecoder(parse_float=str, object_pairs_hook=list)
    d.parse_string = json.decoder.py_scanstring
    scan = m.py_make_scanner(d)
    for text in TEXTS:
        yield scan(text.strip(), 0)
    for text in BROKEN:
        try:
            yield scan(text, 0)
        except (ValueError, StopIteration) as error:
            yield repr(error)


def use_json_encoder(m):
    value = {"b": [1, 2.5, None, True, "é\n\"x\"", {"k": ()}], "a": {1: 2, None: 3, 2.5: 4, False: 5}, "n": float("nan")}
    for options in ({}, {"indent": 2, "sort_keys": False}, {"ensure_ascii": False, "separators": (",", ":")}, {"skipkeys": True}, {"indent": "\t"}):
        yield m.JSONEncoder(**options).encode(value), m.py_encode_basestring_ascii("é\U0001f600\x01"), m.py_encode_basestring('"')
    for bad in ({1j: 2}, [object], float("nan")):
        try:
            yield m.JSONEncoder(allow_nan=False).encode(bad)
        except (TypeError, ValueError) as error:
            yield str(error)
    loop = []
    loop.append(loop)
    with pytest.raises(ValueError, match="Circular"):
        m.JSONEncoder().encode(loop)


def use_string(m):
    yield m.capwords("ab cd  ef"), m.capwords("a-b", "-")
    t = m.Template("$a ${b} $$ $c!")
    yield t.substitute(a=1, b=2, c=3), t.safe_substitute(a=1), t.is_valid(), t.get_identifiers()
    f = m.Formatter()
    yield f.format("{0!r:>5} {k[1]} {x.imag:.1f}", "q", k=[1, 2], x=2j)
    yield f.format("{} {:{w}}", 1, 2, w=5), f.vformat("{a}", (), {"a": 3})
    for bad in ("{", "{0} {}", "{!z}"):
        with contextlib.suppress(ValueError, IndexError):
            yield f.format(bad, 1)


def use_graphlib(m):
    s = m.TopologicalSorter({"d": {"b", "c"}, "b": {"a"}, "c": {"a"}})
    order = list(s.static_order())
    yield order[0], order[-1]
    s = m.TopologicalSorter()
    for k in range(5):
        s.add(k, *range(k))
    s.prepare()
    seen = []
    while s.is_active():
        ready = s.get_ready()
        seen.append(ready)
        s.done(*ready)
    yield seen
    with pytest.raises(m.CycleError):
        m.TopologicalSorter({1: [2], 2: [1]}).prepare()


def use_colorsys(m):
    for r, g, b in [(0.1, 0.5, 0.9), (0.0, 0.0, 0.0), (1.0, 1.0, 1.0), (0.7, 0.2, 0.2), (0.2, 0.7, 0.3)]:
        yield m.rgb_to_hls(r, g, b), m.rgb_to_hsv(r, g, b), m.rgb_to_yiq(r, g, b), m.hls_to_rgb(r, g, b), m.hsv_to_rgb(r, g, b), m.yiq_to_rgb(r, g, b)


def use_copy(m):
    shared = [1, 2]
    value = {"a": shared, "b": [shared, (shared, {3})], "c": "x"}
    value["self"] = value
    again = m.deepcopy(value)
    yield again["a"] is again["b"][0], again["b"][1][0] is again["a"], again["self"] is again, list(again), again["a"] is shared
    yield m.copy([1, [2]]), m.deepcopy((1, 2)), m.copy({1: 2}), m.deepcopy(bytearray(b"x"))


def use_posixpath(m):
    for path in ("/a/b/../c.txt", "a//b/./c", "~/x", "", "/", "../..", "x.tar.gz"):
        yield m.normpath(path), m.split(path), m.splitext(path), m.join("/r", path, "z"), m.basename(path), m.dirname(path), m.isabs(path)
    yield m.relpath("/a/b/c", "/a/d"), m.commonpath(["/a/b/c", "/a/b/d"]), m.commonprefix(["abc", "abd"]), m.expandvars("$NOT_THERE/x")
    with contextlib.suppress(ValueError):
        yield m.commonpath(["/a", "b"])


def use_fnmatch(m):
    for pattern in ("*.py", "[!a]?.txt", "a[b-d]*", "**x", "[]", "a[^]b"):
        yield m.translate(pattern), m.fnmatch("ab.txt", pattern), m.filter(["a.py", "b.txt", "acx"], pattern), m.fnmatchcase("A.PY", pattern)


def use_urllib_parse(m):
    for url in ("http://u:p@h.org:80/a/b;p?q=1&r=2#f", "//x/y", "mailto:a@b", "a/b?c", "http://[::1]:9/"):
        p = m.urlparse(url)
        yield tuple(p), p.hostname, p.port, p.username, m.urlsplit(url).geturl(), m.urljoin("http://a/b/c/d", url), m.urldefrag(url).url
    yield m.parse_qs("a=1&b=2&a=3&c="), m.parse_qsl("a=1;b", keep_blank_values=True), m.urlencode({"a": [1, "x y"], "b": "é"}, doseq=True)
    yield m.quote("a b/é"), m.unquote("%C3%A9+%2"), m.quote_plus("a b"), m.unquote_plus("a+b"), m.unquote_to_bytes("%ff")
    with pytest.raises(ValueError):
        m.urlsplit("http://[::1/")


def use_ipaddress(m):
    for text in ("192.168.0.1", "::1", "2001:db8::ff", "10.0.0.0"):
        a = m.ip_address(text)
        yield str(a), int(a), a.is_private, a.exploded, a.reverse_pointer, str(a + 1), a.version
    n = m.ip_network("10.0.0.0/29")
    yield [str(h) for h in n.hosts()], n.num_addresses, str(n.netmask), [str(s) for s in n.subnets()], str(n.supernet()), n.overlaps(m.ip_network("10.0.0.4/30"))
    yield [str(x) for x in m.summarize_address_range(m.ip_address("10.0.0.1"), m.ip_address("10.0.0.9"))], str(m.ip_interface("1.2.3.4/8").network)
    for bad in ("1.2.3", "1.2.3.400", ":::", "1.2.3.4/33", "01.2.3.4"):
        for make in (m.ip_address, m.ip_network):
            try:
                yield make(bad)
            except ValueError as error:
                yield str(error)


def use_random(m):
    r = m.Random(7)
    v = list(range(10))
    r.shuffle(v)
    yield v, r.sample(v, 4), r.choices("abc", weights=[1, 2, 3], k=5), r.randrange(3, 30, 4), r.uniform(1, 2), r.triangular(0, 3, 1), r.randint(1, 6), r.randbytes(3)
    yield r.gauss(0, 1), r.normalvariate(1, 2), r.lognormvariate(0, 1), r.expovariate(2), r.vonmisesvariate(1, 2), r.gammavariate(2, 1), r.gammavariate(0.5, 1), r.betavariate(1, 2), r.paretovariate(3), r.weibullvariate(1, 2), r.choice(v)
    with pytest.raises(ValueError):
        r.randrange(3, 3)


def use_pprint(m):
    value = {"key": list(range(30)), "nested": {"a": ("x" * 50, {"b": {1, 2}}), "c": "word " * 30}, 3: None}
    for options in ({}, {"width": 30}, {"compact": True, "indent": 2}, {"depth": 2}, {"sort_dicts": False}):
        yield m.pformat(value, **options)
    yield m.saferepr(value), m.isreadable(value), m.isrecursive([]), m.pformat(b"x" * 99, width=30)


def use_reprlib(m):
    r = m.Repr()
    r.maxlist = 3
    yield r.repr(list(range(9))), r.repr({k: "y" * 99 for k in range(9)}), r.repr("x" * 99), m.repr(10**99), r.repr({3, 1}), r.repr((1,)), r.repr([[[[[[[1]]]]]]])


def use_base64(m):
    data = bytes(range(60))
    for name in ("b64", "b32", "b16", "a85", "b85", "urlsafe_b64", "b32hex"):
        code = getattr(m, f"{name}encode")(data)
        yield code, getattr(m, f"{name}decode")(code) == data
    yield m.a85encode(b"\0\0\0\0 x", foldspaces=True, wrapcol=4, adobe=True), m.b32decode(b"mzxw6===", casefold=True), m.encodebytes(data)
    for bad in (b"!!", b"a"):
        for name in ("b32", "b85", "a85", "b64"):
            with contextlib.suppress(ValueError):
                yield getattr(m, f"{name}decode")(bad)


def use_csv(m):
    out = io.StringIO()
    w = m.DictWriter(out, ["a", "b"], restval="-", extrasaction="ignore")
    w.writeheader()
    w.writerows([{"a": 1, "b": 'q"x'}, {"a": "y,z", "c": 3}])
    yield out.getvalue(), list(m.DictReader(io.StringIO(out.getvalue()))), m.Sniffer().sniff("a;b;c\n1;2;3\n4;5;6\n").delimiter, m.Sniffer().has_header("a,b\n1,2\n3,4\n")


def use_configparser(m):
    p = m.ConfigParser()
    p.read_string("[a]\nx = 1\ny: %(x)s/z\nlong = 1\n  2\n[b]\nflag = yes\n# comment\n")
    out = io.StringIO()
    p.write(out)
    yield p.sections(), dict(p["a"]), p.getint("a", "x"), p.getboolean("b", "flag"), p.get("a", "no", fallback=3), out.getvalue(), p.has_option("a", "y")
    for bad in ("x=1", "[a]\n[a]", "[a]\nx\n", "[a]\nx=%(no)s"):
        q = m.ConfigParser()
        try:
            q.read_string(bad)
            yield q["a"]["x"]
        except m.Error as error:
            yield type(error).__name__, str(error)


def use_argparse(m):
    p = m.ArgumentParser(prog="p", description="d" * 90)
    p.add_argument("n", type=int, nargs="+", help="numbers")
    p.add_argument("-v", "--verbose", action="count", default=0)
    p.add_argument("--mode", choices=["a", "b"], default="a")
    group = p.add_mutually_exclusive_group()
    group.add_argument("--yes", action="store_true")
    group.add_argument("--no", action="store_false")
    yield p.format_help(), vars(p.parse_args(["1", "2", "-vv", "--mode=b"])), p.parse_known_args(["3", "--x"])[1], p.format_usage()
    for bad in (["x"], [], ["1", "--mode", "c"], ["1", "--yes", "--no"]):
        with pytest.raises(SystemExit), contextlib.redirect_stderr(io.StringIO()) as err:
            p.parse_args(bad)
        yield err.getvalue()


def use_html_parser(m):
    seen = []

    class P(m.HTMLParser):
        def handle_starttag(self, tag, attrs):
            seen.append((tag, attrs, self.getpos()))

        def handle_endtag(self, tag):
            seen.append(tag)

        def handle_data(self, data):
            seen.append(data)

        def handle_comment(self, data):
            seen.append(("c", data))

    p = P()
    p.feed("<a href='x&amp;y' b=1 c>t &lt; <br/><!-- c --><script>1<2</script></a><!doctype x><p")
    p.close()
    yield seen


def use_operator(m):
    yield m.itemgetter(1, 2)("abc"), m.attrgetter("real", "imag")(3j), m.methodcaller("split", "b")("abc"), m.countOf([1, 2, 1], 1), m.indexOf("abc", "c"), m.length_hint([1], 3)
    yield m.concat([1], [2]), m.iadd([1], [2]), m.not_([]), m.contains("ab", "b"), m.truth(0), m.xor(5, 3), m.index(True), repr(m.itemgetter(1))


def use_optparse(m):
    p = m.OptionParser(prog="p", usage="%prog x")
    p.add_option("-n", type="int", default=3, help="number [default: %default]")
    p.add_option("--flag", action="store_true", dest="flag")
    o, rest = p.parse_args(["-n5", "--flag", "a", "b"])
    yield vars(o), rest, p.format_help()


def use_pydecimal(m):
    a, b = m.Decimal("3.14159265358979"), m.Decimal("-2.5E+3")
    with m.localcontext() as c:
        c.prec = 12
        yield str(a + b), str(a * b), str(a / b), str(a // 2), str(a % 2), str(a**5), str(b.sqrt() if b > 0 else a.sqrt()), str(a.ln()), str(a.exp()), str(a.log10())
    yield str(a.quantize(m.Decimal("0.01"), rounding=m.ROUND_UP)), a.as_tuple()[1][:3], str(b.normalize()), b.to_eng_string(), str(a.compare(b)), a > b, hash(m.Decimal(3)), int(b), float(a), f"{b:,.2f}", round(a, 2)
    yield str(a.fma(2, 3)), str(m.Decimal("Infinity") + 1), str(m.Decimal("NaN")), str(m.Decimal(0.1)), str(m.Decimal("0E-5").canonical()), str(max(a, b)), str(a.next_plus()), str(a.copy_sign(b))
    for bad in (lambda: a / 0, lambda: m.Decimal("x"), lambda: m.Decimal("inf") * 0, lambda: m.Decimal("sNaN") + 1):
        try:
            yield str(bad())
        except ArithmeticError as error:
            yield type(error).__name__
