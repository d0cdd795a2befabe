
// @name is what @id of @view may be.
type @name interface {
	in@name(tree record.Record) record.Any
}
