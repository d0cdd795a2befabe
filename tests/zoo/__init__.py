"""Architectures with random weights and small sizes, compiled and compared with PyTorch.

    python -m tests.zoo [NAME...] [--dynamic] [--no-passes] [--onnx] [--speed]

`catalogue` lists them, `checking` compares, `table` prints.
"""
