"""The front end of PyTorch: torch.export, then functional operations (extra `torch`).

exporting:  Module -> ExportedProgram
stored:     file -> ExportedProgram
functional: ExportedProgram -> one without changes in place, regions, and operations that nobody has
reading:    ExportedProgram -> Graph
"""
