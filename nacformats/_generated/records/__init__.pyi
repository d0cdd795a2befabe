"""NumPy dtypes of the records of fixed size.

Written by `nacformats generate`. Do not edit.
"""
