"""The search for garbage, and when there is none."""

import gc

from sct.garbage import first_import, without_search


def test_what_imports_make_stays():
    with without_search(stays=True):
        made = [[] for _ in range(10)]
    young = {id(x) for x in gc.get_objects(generation=0)}
    assert not any(id(x) in young for x in made)


def test_it_stays_also_where_nobody_searches():
    with without_search():
        with without_search(stays=True):
            made = [[] for _ in range(10)]
        young = {id(x) for x in gc.get_objects(generation=0)}
        assert not gc.isenabled()
        assert not any(id(x) in young for x in made)
    assert gc.isenabled()


def test_what_others_have_frozen_stays_apart():
    kept = [[] for _ in range(2_000)]
    gc.freeze()
    before = gc.get_freeze_count()
    try:
        with without_search(stays=True):
            pass
        assert gc.get_freeze_count() == before >= len(kept)
    finally:
        gc.unfreeze()


def test_only_a_first_import_is_without_a_search():
    with first_import("sct.no_such_module"):
        assert not gc.isenabled()
    assert gc.isenabled()
    with first_import("sct.garbage"):
        assert gc.isenabled()
