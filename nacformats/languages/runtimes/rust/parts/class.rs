#[derive(Clone, Debug)]
pub struct @name(pub Record);

impl Case for @name {
    fn of(v: &Any) -> Option<Self> {
        v.record_of(@type).map(Self)
    }
    fn any(&self, _: &Record) -> Any {
        self.0.any()
    }
}

impl core::convert::AsRef<Record> for @name {
    fn as_ref(&self) -> &Record {
        &self.0
    }
}

impl @name {
    /// Return a new record for the tree of another one, with the defaults of the schema.
    pub fn new_in(tree: &impl core::convert::AsRef<Record>) -> @name {
        @name(tree.as_ref().new_record(@type))
    }
}

