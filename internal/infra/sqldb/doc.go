// Package sqldb is the one way to the database: SQLite or PostgreSQL behind
// one small interface and one SQL text.
//
// Words. A *body* is the function a caller hands in; it may run more than once
// and therefore does nothing outside the database. *Update* runs a body of
// free statements. *Command* runs a body that reads only through a Lookup and
// writes only through Rows, as the type it gets has nothing else: reads are fetched and
// writes are sent for a whole batch of bodies at once, which is what makes the hot calls
// fast on an engine behind a network. *View* reads a consistent snapshot, and *Glance*
// one that takes a single exchange, of rows that are named beforehand. *Background* runs
// a body of scheduled work, which *yields* to callers: beside them it gets a
// small share of the writer's time.
//
// One writer per process takes the waiting bodies as a batch and commits them
// together (group commit). Every body still stands alone: a refused one leaves
// nothing behind, and a batch that fails as a whole is repeated body by body.
// On PostgreSQL a *flush* makes committed batches durable while the next one already
// runs, or another process's; on SQLite the commit itself does. Nobody is answered
// before his batch is durable.
// Processes on one PostgreSQL write in *turns*: each transaction takes one lock before
// it reads, so that nothing comes between what it reads and what it writes. A process
// that stands still in its turn loses it. A flush goes to the run of the server that
// committed the batch, or says that the outcome is not known. Where commits wait for a
// standby, nothing is answered unless one confirms that the server still leads.
//
// SQL is written once: $1 placeholders, BIGINT for numbers (amounts in atoms,
// times in UTC microseconds, counts, flags as 0 and 1), TEXT for everything else,
// also for amounts in a token's own units, which do not fit 64 bits.
package sqldb
