
// Read reads a file.
func Read(data []byte) (@name, error) {
	made, err := Schema.Read(data)
	return @name{made}, err
}

// ReadColumns reads a file whose lists become columns where they can.
func ReadColumns(data []byte) (@name, error) {
	made, err := Schema.ReadColumns(data)
	return @name{made}, err
}

// New returns an empty tree, to be filled in.
func New() @name {
	return @name{Schema.New()}
}
