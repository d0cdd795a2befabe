"""Mind IR graphs, in whichever form they are written: the model, its opcodes, its rules, and the text form mic@2."""
