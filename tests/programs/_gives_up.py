"""Programs of which the machine code gives up at a call that raises nothing: the NumPy backend or plain Python answers.

What is not here must not give up. `python -m tests.programs --backend native --gives-up` says what is to be struck out.
"""

__all__ = ["GIVES_UP"]

_BY_THEME = {
    "NaN in containers": """
        a_chosen_named_tuple a_chosen_number a_chosen_number_of_numpys a_chosen_tuple
        a_list_that_a_branch_changes a_number_or_something_else arrays_in_a_list_that_grows attributes
        by_an_index_of_the_run copies_of_a_dict_that_grows dataclasses deques dicts_in_a_list_that_grows
        dicts_with_keys_of_the_run keys_that_are_nan left_after_something_is_printed nested
        objects_in_a_list_that_grows objects_of_a_list of_a_long_list of_other_kinds one_of_two_known
        rows_by_an_index_of_the_run sorted_by_nan the_greatest values_of_dicts what_a_loop_leaves
        what_generators_yield what_makes_no_number""",
    "arrays of lists": """
        joined_with_an_empty_one none_that_is_there of_unlike_lengths three_deep times_tables
        unlike_lengths_are_caught""",
    "arrays_of_flat": "words_about_flat",
    "attempts": "factors inverses solutions",
    "axes of the run": "swapped told_by_an_array",
    "buffers of the run": "arrays_of_numbers joined_to_itself out_of_range without_room",
    "callers' buffers": "error_that_is_handled",
    "callers_dicts": "lists_of_the_callers",
    "catching": "generator_try raise_in_consumer reraise_other",
    "chosen operands": "what_no_set_takes",
    "chosen ranges": "taken_whole",
    "chosen slices": "along_axes_of_the_run as_many_slices_as_the_run_says",
    "chosen views": """
        beside_what_only_a_branch_has moved_on_by_a_second_loop
        moved_on_by_way_of_another_name moved_on_from_nothing one_object one_that_may_be_the_other_way_round
        row_of_what_changes rows_before_an_early_return rows_that_change_places""",
    "chosen_managers": "no_manager",
    "counted and ranked": "shapes_in_part",
    "decorating_managers": "made_in_the_function",
    "dicts of lists": "sorted_into_or_new",
    "dicts of users": "user_lists",
    "dtypes": "smallest_types",
    "early_return": "from_loops_in_another_order",
    "element_access": "caught_and_made_anew",
    "ended iterators": "ends_inside_of_generators ends_of_maps",
    "enums and namespaces": "no_such_flags no_such_member",
    "error states": """
        after_a_draw after_printing asked called decorated decorated_inside in_a_loop integers
        mean_of_nothing on_a_stack raised raised_and_caught raised_by_what_is_not_used recorded
        set_and_set_back warnings_as_errors""",
    "filled in texts": "texts_before_numbers",
    "grown trees": "codes_by_recursion",
    "handlers": "names_are_deleted properties_that_raise properties_with_another_answer",
    "handling managers": "raised_by_the_manager",
    "iterators of iterators": "no_step",
    "kept iterators": "in_its_own_recursion",
    "kinds of numbers": "large_ones_as_keys large_ones_in_lists",
    "lengths that are asked for": "hints_of_the_run numbers_of_the_run",
    "letter_arrays": "with_empty_ones",
    "list_slices": "of_another_size",
    "lists written to arrays": "integers_as_short_ones",
    "little systems": "barnes_hut",
    "managers": "generators_that_swallow_in_turns left_without_source",
    "mixed_orders": "ints_and_floats",
    "moved arrays": "written_where_all_names_have_moved",
    "named rows": "by_index longer_on_the_way",
    "nested keys": "pairs_counted parts_without_a_hash values_without_a_hash",
    "odd arguments": "flats_and_membership fractions_among_places sequences_in_arrays",
    "odd kinds": "chosen_tables_in_displays numpys_number_times_a_choice odd_bounds_of_islice targets_in_targets",
    "odd operands": "attributes_of_one_of_several none_in_arrays",
    "one of many lists": "by_recursion",
    "open grids": "of_an_empty_tuple",
    "operands without an answer": "by_total_ordering errors_of_the_run lists_of_the_users sums",
    "ordering": "nan objects_of_a_grown_list",
    "other operands": "array_of_a_range",
    "other_fields": "peakdet",
    "picked_rows": "indices_of_two_lengths two_lengths",
    "read-only arrays": "written_in_a_list",
    "recursion": "deeper_in_an_arm deeper_than_a_trace_gets without_end_in_an_arm",
    "recursion by stacks": "texts_handed_on what_comes_before_a_call",
    "recursive generators": """
        between_two countdown digits_of doubled_at_each_level first_of_the_queens permuted_range
        towers_of_hanoi""",
    "run time recursion": """
        cached endless permutations_as_an_array quicksort_of_arrays
        tails_that_are_no_array two_that_call_each_other""",
    "run_time_itertools": "grouped_with_nan",
    "searches": "counting_near_the_end",
    "shapes that do not fit": "views_that_may_not_be_there",
    "split at places": "falling of_an_unknown_extent",
    "taken whole": "unpacked",
    "textbook": "code_of_a_heap_of_trees tree_of_dicts words_in_a_tree_of_objects",
    "texts of exceptions": "messages_with_addresses",
    "uniform_bins": "of_any_length of_wide_integers",
    "unpacked_lists": "zip_strict_caught",
    "walked_sets": "w1 w2",
    "word_arrays": "one_of_two",
    "written items": "in_dicts in_objects",
}
GIVES_UP = frozenset(f"{theme}.{name}" for theme, names in _BY_THEME.items() for name in names.split())
