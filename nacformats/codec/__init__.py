"""What generated code builds on: streams, construct parts, columns, and locating failures. Knows no format."""
