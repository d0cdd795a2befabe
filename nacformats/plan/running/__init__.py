"""Runs plans: state, one small function for each opcode, and the loop over them."""
