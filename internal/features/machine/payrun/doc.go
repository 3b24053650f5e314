// Package payrun pays machines' owners in time: interest for each clock hour,
// output for each platform day. It knows of a machine what it earns and when
// something happens to it next; whose machine it is in what state is for the
// package above, which keeps the machines (Keeper).
//
// Words. A *payee* is a user who owns machines: how far he has been paid. A
// *portfolio* is a user's machines within one transaction; it *catches up* by
// applying everything that fell due since, in the order of its time: coolings
// that end, the interest of each finished clock hour, each day's output, notices,
// maturity. Interest and output are income, the others *changes* of machines. A *pay
// run* pays everybody for an hour or a day, in batches that yield to callers.
//
// How events happen. Nothing is driven by a timer's memory. Jobs let everybody
// catch up to whom something is due, changes before income, as they must come in the
// order of time across all users. Every action on one's machines begins with it, and
// no balance is said to be too small for an action before it (httpapi.Overdue).
// The same code runs in a job's chunk and inside a command. How far a payee has been paid is
// stored with the money, so a repetition or another instance finds nothing due.
//
// How a day passes. The output of a day depends on every machine, so a day is
// *open*, then *closed*: when everybody has caught up to its end, its weight,
// budget and rate are stored, once. Then a pay run pays it. No job takes anybody
// beyond the end of the first day that is not closed, so the books come out the
// same however late a day is closed. A user's own action goes up to an hour ahead
// of the closing, as long as the day cannot dig out one of the user's machines:
// then the order of what it brings and what comes after changes nothing.
//
// Who cannot catch up is *parked* (internal/infra/jobs): the jobs leave this user
// out so that the others are paid, tell operators, and try again once an hour, at
// start, and when an operator asks. What passes by itself, as a conflict, parks
// nobody.
//
// What holds. Everybody is paid what his machines' lives come to, each hour and
// day once; a day's output is at most the day's budget. Check tells.
package payrun
