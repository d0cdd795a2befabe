"""MEP: the bytecode that runs models, in the section `orch` of a NAC file (NAC v1.6, section 9)."""
