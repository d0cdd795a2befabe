"""Layouts: in which order numbers and tables of columns come.

Written by `nacformats generate`. Do not edit.
"""
