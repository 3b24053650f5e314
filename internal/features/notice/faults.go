package notice

import "errors"

// Mistakes of the program that sends, not of a user.
var (
	ErrUnknownKind  = errors.New("there is no text for this kind of notice")
	ErrMissingParam = errors.New("the notice lacks a parameter of its text")
)
