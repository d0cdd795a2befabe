"""The gradients of operations, as training programs name them: for each result's gradient those of the operands.

A training program (NAC v1.7) holds what PyTorch's autograd leaves when nothing is decomposed. The kernels read the
forward operation's operands or results from their arguments and raise for indices and shapes that do not fit; nothing
wraps around. Gradients that `output_mask` does not ask for are None.
"""

from __future__ import annotations
