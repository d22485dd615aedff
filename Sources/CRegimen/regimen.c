// The header is all: the functions are written in Swift.
