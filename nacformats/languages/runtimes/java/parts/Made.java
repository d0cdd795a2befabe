/** Begin a record of the same tree: what is not given has its default, or follows from the rest. */
public static Builder builder(Record tree) {
    return new Builder(new @name(tree.create(@type)));
}
