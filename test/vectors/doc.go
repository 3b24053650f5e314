// Package vectors holds worked examples that Go and TypeScript both read, so
// that the two sides of a text or a formula cannot drift apart.
package vectors
