"""Files of torch.export.save, read without unpickling, importing or evaluating what they hold.

torch.export.load unpickles weights and sample inputs, evaluates sizes as Python, imports modules that containers name,
loads machine code, and compiles Python from the names of nodes. Nothing of a file reaches PyTorch here but what is on a
list:

archive:     the records of the file
expressions: sizes, as formulas of symbols
vetting:     the description of the program, of which a new one is made
tensors:     weights and constants
loading:     the ExportedProgram that all this is
"""
