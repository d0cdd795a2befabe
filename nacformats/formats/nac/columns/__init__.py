"""The tables of a NAC file as columns: one array for each field of the schema's records."""
