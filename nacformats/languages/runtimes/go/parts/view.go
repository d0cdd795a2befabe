type @name struct{ record.Record }

// @asker returns the record that a value is, and whether it is one of these.
func @asker(v record.Any) (@name, bool) {
	r, ok := v.RecordOf(@type)
	return @name{r}, ok
}
