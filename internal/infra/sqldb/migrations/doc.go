// Package migrations brings a database's schema up to date, and says beforehand what
// that takes.
//
// Words. A *migration* is one file of statements with a number; the schema's number is
// that of its newest. A migration is *pending* while the database does not have it. What
// a schema *needs* is the schema that a program must know at least to use it: that of
// the release before, which therefore goes on beside it, and no older one does; of the
// first release its own. A *plan* is what is pending, with the locks that it takes.
//
// What holds. One program at a time migrates a database; others wait, for ten minutes at
// most, and find it done. Each migration is one transaction, but for an index that is
// made while others write (decision 29), so an interrupted run resumes. Reading a plan
// changes nothing.
package migrations
