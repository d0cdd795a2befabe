"""The generated C: C99 that needs nothing but the library's headers; `columns/` has the loops over repeated records."""
