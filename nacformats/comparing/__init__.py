"""Comparison of two models by structure: files of different layout, and of different formats, can be compared.

`comparison.compare_models` aligns the programs, pairs the parameters and finds what else differs; its result is data
(`document`). `models.model_differences` gives the same places one by one and keeps nothing of them: time is linear in
the sizes of the files, whatever the number of differences, and memory is what the models need.
"""
