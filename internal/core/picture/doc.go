// Package picture keeps what operators upload to be looked at.
//
// Words. A *picture* is what is shown; a *size* is the same picture in one width.
package picture
