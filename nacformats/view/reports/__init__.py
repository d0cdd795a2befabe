"""Parts of a report that the model of a format has."""
