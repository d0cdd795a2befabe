
// @fields are what @maker gives a record. What is nil is absent, or has its default.
type @fields struct {
	@members
}

// @maker returns a new record for a tree, with the defaults of the schema.
func @maker(tree record.Tree, fields @fields) @name {
	r := @name{tree.Tree().New(@type)}
	@lines
	return r
}
