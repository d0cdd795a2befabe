"""Construct structs that parse and build.

Written by `nacformats generate`. Do not edit.
"""
