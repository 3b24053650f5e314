// Package migrations brings a database's schema up to date, and says beforehand what
// that takes.
//
// Words. A *migration* is one file of statements with a number; the schema's number is
// that of its newest. A migration is *pending* while the database does not have it. What
// a schema *needs* is the schema that a program must know at least to use it: a release
// needs the schema of the release before it, which therefore goes on beside it, and no
// older one does. A *plan* is what is pending, with the locks that it takes.
//
// What holds. One program at a time migrates a database; others wait and find it done.
// Each migration is one transaction, so an interrupted run resumes. Reading a plan
// changes nothing.
package migrations
