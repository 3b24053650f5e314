// Package play protects players from playing more than they decided to.
//
// Words. A *limit* bounds what a user stakes, or loses net of prizes, in a day of
// the platform's zone; all amounts are game points. It is the user's *own* or the
// default, and never above the platform's maximum or a *cap* that an operator set. A
// *raise* waits for a day and for a second confirmation. A *break* is a time that a
// user chose not to play in: a cool-off or an exclusion. The *statement* says once
// that the user is at least 18. A *sitting* is play without an hour's pause; after
// so many rounds or minutes of one a *reality check* is due, which shows its time
// and results and waits until the user has confirmed it.
//
// What holds. Allow decides within the transaction that takes the stake, so that no
// two stakes share what is left of a limit. Stakes count when they are made, prizes
// when they are paid, for the day of their stake; a refund gives its stake back.
// Lowering a limit acts at once. No break is shortened, by nobody. An operator
// lowers a user's limits and never raises them.
package play
