// Package picture knows which pictures there are, and in which sizes. Nothing puts
// one there yet: pages that name pictures show none.
//
// Words. A *picture* is what is shown; a *size* is the same picture in one width.
package picture
