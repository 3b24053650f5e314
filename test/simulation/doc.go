// Package simulation runs the whole platform, as internal/app wires it, in
// simulated time from a seed.
//
// Words. An *event* is one thing that somebody does: a user, an operator, the
// chain, or the machine the server runs on. A *step* is an event and the work
// that the server then finds due. The *line* is the simulated chain, the *books*
// are what the simulation reads in the database with its own eyes.
//
// After each step the cheap checks run, every so many steps and at the end all
// of them: what etld check looks at, and what the simulation knows by itself
// (audit_test.go). At the end every fault stops and everything comes to rest, so
// that each payment, machine and withdrawal must have come to its one end. Then every
// list of each user is read once more, by one row and by many: it waits for PostgreSQL
// as often (waits_test.go).
//
// A failure prints the seed, the last steps and the command that repeats it.
// What is new on the platform becomes an event in the table of events_test.go, and,
// where the simulation can know better than the books, a check in audit_test.go.
package simulation
