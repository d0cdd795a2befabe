"""Files of torch.export.save, read without unpickling, importing or evaluating what they hold.

torch.export.load unpickles weights and sample inputs, evaluates sizes as Python, imports modules that containers name,
loads machine code, and compiles Python from the names of nodes. Nothing of a file reaches PyTorch here but what is on a
list:

expressions: sizes, as formulas of symbols
vetting:     the description of the program, of which a new one is made
loading:     the records of the file, weights and constants, and the ExportedProgram that all this is
"""

from __future__ import annotations

#: The advice for a caller who trusts the writer of a file.
TRUST_HINT = (
    "if you would run a program from whoever wrote it, --trust (trust=True) lets PyTorch load the file as it is"
)
