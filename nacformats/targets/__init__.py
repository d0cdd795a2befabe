"""Makes things of a schema: Python, columns, construct structs, the input of other compilers, documents."""
