
impl core::convert::From<@number> for @name {
    fn from(v: @number) -> Self {
        match v {
            @made
            _ => Self::@other(v),
        }
    }
}

impl core::convert::From<@name> for @number {
    fn from(v: @name) -> Self {
        match v {
            @numbers
            @name::@other(v) => v,
        }
    }
}

impl core::fmt::Display for @name {
    fn fmt(&self, f: &mut core::fmt::Formatter) -> core::fmt::Result {
        match self {
            @shown
            Self::@other(v) => v.fmt(f),
        }
    }
}
