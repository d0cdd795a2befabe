"""What is around long lists: the same parsers, with columns for the lists.

Written by `nacformats generate`. Do not edit.
"""
