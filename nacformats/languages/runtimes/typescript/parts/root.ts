/** Read a file. It keeps the bytes, which must not be changed. Throws FormatError. */
static read(data⟨: $.Source⟩)⟨: @name⟩ { return schema.read(data)⟨ as @name⟩; }
/** Return a new tree with these fields and its defaults. */
static create(fields⟨?: Partial<@init>⟩)⟨: @name⟩ { return schema.create(fields)⟨ as @name⟩; }
/** Return the bytes of the tree, with counts, lengths, offsets and checksums. Throws FormatError. */
write()⟨: $.Octets⟩ { return this.$tree.write(); }
