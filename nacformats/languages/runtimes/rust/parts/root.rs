impl @name {
    /// Read a file.
    pub fn read(data: &[u8]) -> Result<@name, Error> {
        Record::read(machine(), data, false).map(@name)
    }

    /// Read a file whose lists become columns where they can.
    pub fn read_columns(data: &[u8]) -> Result<@name, Error> {
        Record::read(machine(), data, true).map(@name)
    }

    /// Return an empty tree, to be filled in, with the defaults of the schema.
    pub fn empty() -> @name {
        @name(Record::empty(machine()))
    }

    /// Return the bytes of the tree: counts, lengths, offsets and checksums follow from it.
    pub fn write(&self) -> Result<Vec<u8>, Error> {
        self.0.write()
    }
}

