"""The table of operators: one row each, and the functions that its columns name.

- `rows/`: the rows, a text file for each family. `table` reads them, `schemas` the notation of their first column.
- `meta/`: element types and shapes of results, symbolic sizes included.
- `kernels/`: the NumPy kernels. `onnx/`: the ONNX nodes that an operator becomes.
- `dtypes`, `promotion`: element types, and the type in which operands meet.

Everything above asks the table. The name of an operator is spelled in this room only; others write `ATEN.add.Tensor`
for it (`names`), which is checked against the rows.
"""
