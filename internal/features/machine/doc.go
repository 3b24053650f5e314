// Package machine sells mining machines, runs them, and pays what they earn.
//
// Words. An *order* is one purchase of one to ten *machines*, made through
// internal/core/checkout; what they cost, and the *terms* they keep, the package
// offer says. The price of a machine is its *principal* while it lasts; once it has
// come back it is a *credit*. *Interest* is paid in USDT for each full 24 hours of
// running; *output* is paid in ETLD for each platform day. A machine *runs* while
// its clock does; a *pause* stops the clock.
//
// States of a machine and what leads from one to the next (machine.go holds
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
// How time passes. A machine says what happens to it next by itself (portfolio.go);
// the package payrun lets users *catch up* with that and with what their machines
// earned, in the order of time, and pays everybody. Every action of a user begins
// with it. A user's machines are read into a *portfolio*, changed there, and saved.
// The same code runs in a job's chunk and inside a command. What a machine earns is worked out in
// the package earning.
//
// What holds. Interest is reserved in P.INT.RSV before a sale; a principal
// lies in U.PRN and leaves it only to its owner; the shares of a fee are at
// most the fee; the rest is in the packages below. Check tells.
package machine
