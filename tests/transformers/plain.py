"""`_sct` with plain Python's meaning and nothing else: what converted code must do without a graph."""

import contextlib
import operator
from builtins import slice  # noqa: F401

from sct.runtime.logical import and_once, or_once, ternary_once  # noqa: F401
from sct.runtime.objects.matching import match_class, match_mapping, match_sequence  # noqa: F401

iadd, isub, imul, itruediv = operator.iadd, operator.isub, operator.imul, operator.itruediv
ifloordiv, imod, ipow, imatmul = operator.ifloordiv, operator.imod, operator.ipow, operator.imatmul
iand, ior, ixor, ilshift, irshift = operator.iand, operator.ior, operator.ixor, operator.ilshift, operator.irshift
is_, is_not, not_ = operator.is_, operator.is_not, operator.not_
store_attr, del_attr, store_item, del_item = setattr, delattr, operator.setitem, operator.delitem


def and_(first, *others):
    for other in others:
        if not first:
            return first
        first = other()
    return first


def or_(first, *others):
    for other in others:
        if first:
            return first
        first = other()
    return first


def and_test(first, *others):
    return bool(and_(first, *others))


def or_test(first, *others):
    return bool(or_(first, *others))


def ternary(test, body, orelse):
    return body() if test else orelse()


def in_(x, container):
    return x in container


def not_in(x, container):
    return x not in container


def convert_call(f):
    return f


convert_print = convert_builtin = convert_call


def convert_assert(test, message=None):
    if not test:
        raise AssertionError(*(() if message is None else (message(),)))


def fstring(*parts):
    conversions = {"": lambda x: x, "r": repr, "s": str, "a": ascii}
    return "".join(p if isinstance(p, str) else format(conversions[p[1]](p[0]), p[2]) for p in parts)


@contextlib.contextmanager
def trying():
    yield


finishing = trying


def convert_try(body, handlers, orelse, get_state, set_state, names):
    try:
        body()
    except BaseException as error:
        for kinds, handler, _ in handlers:
            if kinds is None or isinstance(error, kinds()):
                handler(error)
                return
        raise
    if orelse is not None:
        orelse()


def convert_finally(body, final, get_state, set_state):
    try:
        body()
    finally:
        final()


def convert_with(manager, body, caught, get_state, set_state):
    with manager as entered:
        try:
            body(entered)
        except BaseException:
            if caught is not None:
                caught()
            raise


class Undefined:
    def __init__(self, name):
        self.name = name


def ld(x, free=False):
    if isinstance(x, Undefined) and free:
        text = f"cannot access free variable '{x.name}' where it is not associated with a value in enclosing scope"
        raise NameError(text, name=x.name)
    if isinstance(x, Undefined):
        raise UnboundLocalError(f"cannot access local variable '{x.name}' where it is not associated with a value")
    return x


def convert_ifelse(test, body, orelse, get_state, set_state, names):
    assert len(get_state()) == len(names)
    (body if test else orelse)()


def convert_while(test, body, get_state, set_state, names):
    assert len(get_state()) == len(names)
    while test():
        body()


def convert_for(iterable, body, extra_test, get_state, set_state, names):
    assert len(get_state()) == len(names)
    items = iter(iterable)
    while extra_test is None or extra_test():
        try:
            item = next(items)
        except StopIteration:
            return
        body(item)
