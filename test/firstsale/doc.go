// Package firstsale walks from an empty installation to the first sale with the program as
// production runs it: etld operator, etld signer and etld serve with an empty database, on
// a development chain that a demo beside it keeps.
package firstsale
