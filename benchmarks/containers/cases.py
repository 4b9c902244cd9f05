"""The programs and what they are given."""

import numpy as np

from benchmarks.containers import handlers, mappings, sequences, texts

N = 4000


def cases():
    """Pairs of a program and its arguments."""
    rng = np.random.default_rng(5)
    wide = rng.integers(0, 1 << 16, N)
    narrow = rng.integers(0, 300, N)
    small = rng.integers(1, 1000, N)
    few = rng.integers(0, 1 << 16, 1000)
    us, vs = rng.integers(0, 800, N), rng.integers(0, 800, N)
    us[0] = 0
    reals = rng.standard_normal(N)
    found = [
        (sequences, "append_filter", (wide,)),
        (sequences, "stack_machine", (wide,)),
        (sequences, "pop_front", (wide,)),
        (sequences, "insert_front", (wide,)),
        (sequences, "membership", (narrow,)),
        (sequences, "remove_by_value", (few,)),
        (sequences, "deque_both_ends", (wide,)),
        (sequences, "sliding_maximum", (wide, 20)),
        (sequences, "heap_sort", (wide,)),
        (sequences, "priority_tuples", (wide,)),
        (sequences, "heapified", (wide,)),
        (sequences, "insertion_bisect", (wide,)),
        (sequences, "sorted_pairs", (narrow, wide)),
        (sequences, "merged_intervals", (wide, narrow)),
        (sequences, "radix_sort", (wide,)),
        (sequences, "bucket_sort", (wide,)),
        (sequences, "adjacency_bfs", (us, vs, 800)),
        (sequences, "adjacency_dfs", (us, vs, 800)),
        (sequences, "dijkstra_lists", (us, vs, small, 800)),
        (sequences, "topological", (us, vs, 800)),
        (sequences, "pascal_rows", (100,)),
        (sequences, "queue_of_tuples", (np.array([64]),)),
        (sequences, "quicksort_lists", (few,)),
        (handlers, "counting_by_exceptions", (narrow,)),
        (handlers, "rejected", (reals,)),
        (handlers, "places_beyond", (reals, small * 5)),
        (handlers, "until_empty", (wide,)),
        (mappings, "counting", (narrow,)),
        (mappings, "counter_common", (narrow,)),
        (mappings, "two_sum", (2 * wide, 77777)),
        (mappings, "sliding_distinct", (narrow, 100)),
        (mappings, "dict_churn", (narrow,)),
        (mappings, "lru_ordered", (narrow, 100)),
        (mappings, "lru_dict", (narrow, 100)),
        (mappings, "set_discards", (small,)),
        (mappings, "longest_run", (wide,)),
        (mappings, "grouped", (wide,)),
        (mappings, "grouped_default", (wide,)),
        (mappings, "neighbours", (us, vs, 800)),
        (mappings, "tuple_keys", (narrow, wide)),
        (mappings, "graph_dict_bfs", (us, vs)),
        (mappings, "dijkstra_dict", (us, vs, small)),
        (mappings, "memo_collatz", (np.array([3000]),)),
        (mappings, "union_find", (us, vs)),
        (mappings, "linked_list", (wide,)),
        (mappings, "trie", (wide,)),
        (mappings, "dp_dict", (rng.integers(1, 50, 40), 500)),
        (mappings, "sorted_dict", (narrow,)),
        (mappings, "life_set", (rng.integers(0, 20, 150), rng.integers(0, 20, 150), 10)),
        (texts, "number_texts", (wide,)),
        (texts, "float_texts", (reals,)),
        (texts, "fixed_texts", (reals,)),
        (texts, "padded_lines", (wide,)),
        (texts, "binary_digits", (few,)),
        (texts, "caesar", (wide,)),
        (texts, "run_lengths", (narrow,)),
        (texts, "tokenizer", (wide,)),
        (texts, "split_words", (wide,)),
        (texts, "fizzbuzz", (N,)),
        (texts, "letter_counts", (wide,)),
        (texts, "palindromes", (wide,)),
        (texts, "digit_sums", (wide,)),
    ]
    return [(getattr(module, name), given) for module, name, given in found]
