// Package machine sells mining machines, runs them, and pays what they earn.
//
// Words. A *product* is what the catalogue offers; its *terms* are everything
// a purchase promises, kept under a *terms version* that is a digest of them.
// An *order* is one purchase of one to ten *machines*, made through
// internal/core/checkout. The price of a machine is its *principal*; its *new
// part* and *repurchase part* add up to the price and decide the *service fee*. A
// *credit* is a returned principal that makes a later purchase a repurchase.
// *Interest* is paid in USDT for each full 24 hours of running; *output* is paid
// in ETLD for each platform day. A machine *runs* while its clock does; a *pause*
// stops the clock.
//
// States of a machine and what leads from one to the next (status.go holds
// the table; nothing else can happen):
//
//	payment → cooling    the payment is final, or came from the balance
//	payment → expired    no full payment in time
//	payment → cancelled  the buyer left the payment
//	cooling → cancelled  the buyer's right within 24 hours: all is refunded
//	cooling → running    24 hours are over, or the buyer waived the rest
//	running, dug_out → paused, and back   by an operator
//	paused → exited      the buyer, after 15 days of pause
//	running → dug_out    the lifetime output cap is reached
//	running, dug_out → matured   the term is over: last interest, principal
//
// Users see a status (to be confirmed, running, dug out, not running,
// completed) and a phase that says which of several it is.
//
// How events happen. Nothing is driven by a timer's memory. Who *catches up* has
// everything applied that fell due since, in the order of its time: coolings that
// end, the interest of each finished clock hour, each day's output, maturity. Jobs
// let everybody catch up to whom something is due, and every action of a user
// begins with it. A user's machines are read into a *portfolio*, changed there,
// and saved. All of it reads through lookups and writes through writes, so that
// the same code runs in a job's chunk and inside a command. What a machine earns
// is worked out in the package earning.
//
// How everybody is paid. A *schedule* says what a user's coming days pay as long
// as nothing happens to the machines, and a *pay run* pays everybody for an hour
// or a day by it, in batches that yield to callers.
//
// Somebody who cannot catch up is *set aside*: the jobs leave this user out so
// that the others are paid, tell operators, and try again once an hour and at
// start. What passes by itself, as a conflict, sets nobody aside.
//
// The output of a day depends on every machine, so a day is *closed* first: when
// everybody has caught up to its end, its weight, budget and rate are stored,
// once. No job takes anybody beyond the end of the first day that is not closed,
// so the books come out the same however late a day is closed. A user's own
// action goes up to an hour ahead of the closing, as long as the day cannot dig
// out one of the user's machines: then the order of what it brings and what comes
// after changes nothing.
//
// What holds. Interest is reserved in P.INT.RSV before a sale; a principal
// lies in U.PRN and leaves it only to its owner; the shares of a fee are at
// most the fee; a day's output is at most the day's budget. Check tells.
package machine
