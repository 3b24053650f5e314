// Package transparency shows everybody what is owed and what is there.
//
// Words. A *line* is what one check of the books added up: what each of our
// addresses holds by the chain, and what each class of accounts holds by the books.
// The *public line* is the log of all lines, one in five minutes, each of which holds
// the hash of the one before. A *flow* is what the journal moved under one name since
// it began. The *page* is /transparency/, which says all of that to people.
//
// Nothing here moves money. The line is written by the check of the books alone and
// never changed: Check finds a row that was.
package transparency
