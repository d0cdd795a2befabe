"""TISA: manifests of tokenizers, in the section `proc` of a NAC file (NAC v1.6, section 6.2)."""
