/* @name. A new one is in the tree of another record; of other values, it is in no tree. */
@name @maker(nacf_record tree)
{
    @name made;
    made.record = nacf_new_record(tree, @type);
    return made;
}

@name @asker(nacf_any value)
{
    @name made;
    made.record = nacf_record_of(value, @type);
    return made;
}

nacf_any @any(@name self)
{
    return nacf_of_record(self.record);
}
