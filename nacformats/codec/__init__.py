"""The runtime that generated code builds on: streams, construct parts, columns, error location. Knows no format."""
