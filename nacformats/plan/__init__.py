"""The program of the section `orch`: MEP bytecode that runs models (NAC v1.6, section 9)."""
