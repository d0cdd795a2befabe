"""Generated and damaged files of every format under all readers: python -m tests.campaign (see __main__.py)."""
