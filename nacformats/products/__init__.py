"""Products of the schemas, by the names that users find them by."""
