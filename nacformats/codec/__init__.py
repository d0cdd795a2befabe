"""What generated code stands on: streams, construct parts, columns, and how failures are located. Knows no format."""
