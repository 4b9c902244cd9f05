"""The memory of arrays while it is traced: storages, views, indices and what depends on the layout."""
