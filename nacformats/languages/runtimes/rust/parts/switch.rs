
impl Case for @name {
    fn of(v: &Any) -> Option<Self> {
        None
            @tried
    }
    fn any(&self, tree: &Record) -> Any {
        match self {
            @made
        }
    }
}
