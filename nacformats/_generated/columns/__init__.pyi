"""Columns: readers, checkers and writers of repeated records as arrays.

Written by `nacformats generate`. Do not edit.
"""
