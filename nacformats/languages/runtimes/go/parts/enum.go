
// @name is one of the constants @name..., or another number.
type @name @number

@constants
// String returns the name that the schema has for it, or the number.
func (v @name) String() string {
	switch v {
	@cases
	}
	return record.Number(v)
}
