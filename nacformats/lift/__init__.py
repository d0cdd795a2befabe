"""Long, uniform regions of the files as NumPy arrays over the bytes: the only hand-written code that knows a layout."""
