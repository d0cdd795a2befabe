# Generated from schemas/nac.ksy (sha256 f4e2694ed63c49d1469ecb91743395274d3485deab2521279859c7fe8902b174) by `nacformats generate`. Do not edit.
"""Layout of Neural Architecture Code (NAC) v1.6: in which order numbers and tables come."""

LAYOUT: None
