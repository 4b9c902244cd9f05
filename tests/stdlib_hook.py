"""Import modules with every function transformed where it is defined, under whatever decorators it has.

`sct.transform` becomes the innermost decorator of each function of the module and of its classes, and wraps
each lambda there. Lines and columns stay, so each function's code is that of the file.
"""

import ast
import builtins
import collections
import importlib
import importlib.machinery
import sys

import sct

HOOK = "__sct_transform_here__"


class Decorate(ast.NodeTransformer):
    """Decorates the functions that module and class bodies define; what is inside them is theirs."""

    def visit_FunctionDef(self, node):
        first = min((d.lineno for d in node.decorator_list), default=node.lineno)
        hook = ast.Name(HOOK, ast.Load(), lineno=first, end_lineno=first, col_offset=0, end_col_offset=1)
        node.decorator_list = [*map(self.visit, node.decorator_list), hook]
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node):
        return ast.copy_location(ast.Call(ast.copy_location(ast.Name(HOOK, ast.Load()), node), [node], []), node)


class Loader(importlib.machinery.SourceFileLoader):
    """Compiles the decorated tree; nothing is cached."""

    def get_code(self, fullname):
        path = self.get_filename(fullname)
        tree = Decorate().visit(ast.parse(self.get_data(path), path))
        return compile(tree, path, "exec", dont_inherit=True)


class Finder:
    """Finds the chosen modules, and sees to it that our loader loads them."""

    def __init__(self, names):
        self.names = set(names)

    def find_spec(self, name, path=None, target=None):
        if name not in self.names:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None and type(spec.loader) is importlib.machinery.SourceFileLoader:
            spec.loader = Loader(spec.loader.name, spec.loader.path)
        return spec


def install(names, convert):
    """Import `names` afresh, now and whenever they are asked for; count what `convert` does with each function."""
    counts = collections.Counter()
    reasons = collections.Counter()
    before = {name: sys.modules[name] for name in names if name in sys.modules}

    def hook(fn):
        half_made = {name: sys.modules[name] for name in before if name in sys.modules}
        sys.modules.update(before)  # sct may import them itself
        try:
            new = convert(fn)
        except sct.errors.SctError as error:
            counts["left"] += 1
            reasons[f"{type(error).__name__}: {error.what}"] += 1
            return fn
        finally:
            for name in before:
                sys.modules.pop(name, None)
            sys.modules.update(half_made)
        counts["as_is" if new is fn else "transformed"] += 1
        return new

    if convert is not None:
        setattr(builtins, HOOK, hook)
        sys.meta_path.insert(0, Finder(names))
    forget(names)
    for name in names:
        importlib.import_module(name)
    for name, module in list(sys.modules.items()):  # parts of packages that were not imported again
        package, _, last = name.rpartition(".")
        if package in names and not hasattr(sys.modules[package], last):
            setattr(sys.modules[package], last, module)
    return counts, reasons


def forget(names):
    """Drop modules, also from the packages that they are in."""
    for name in names:
        gone = sys.modules.pop(name, None)
        package, _, last = name.rpartition(".")
        if gone is not None and getattr(sys.modules.get(package), last, None) is gone:
            delattr(sys.modules[package], last)
