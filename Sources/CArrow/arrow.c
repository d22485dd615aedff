// The header is all.
