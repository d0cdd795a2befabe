/** Return a new record with these fields and its defaults, for the tree of another one. */
static create(beside⟨: $.View⟩, fields⟨?: Partial<@init>⟩)⟨: @name⟩ { return beside.$tree.create(@type, fields)⟨ as @name⟩; }
