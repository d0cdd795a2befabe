"""What to do about a program that does not fit the format, for errors."""

from __future__ import annotations

SPLIT = "split the model into several files"
NEARER = f"compute or load it again near the place where it is taken, or {SPLIT}"
FEWER_PARAMETERS = f"stack parameters that are used alike into one, or {SPLIT}"
FEWER_INPUTS = "stack inputs that are used alike into one"
FEWER_OUTPUTS = "stack outputs that are alike into one"
FEWER_OPERATIONS = f"spell rare operations out in others that are used anyway, or {SPLIT}"
FEWER_CONSTANTS = f"keep tables of numbers in tensors instead of constants, or {SPLIT}"
FEWER_ARGUMENTS = "apply it to fewer values at a time, such as concatenating in steps"
SHORTER_NAME = "give it a shorter name"
