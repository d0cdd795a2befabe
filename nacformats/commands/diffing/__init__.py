"""Comparison of two models by structure: files of different layout, and of different formats, can be compared.

Differences are found one by one and nothing is kept of them: time is linear in the sizes of the files, whatever the
number of differences, and memory is what the models need.
"""
