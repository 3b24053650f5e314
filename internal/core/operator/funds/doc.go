// Package funds moves the operator's own money, and users' money against it, by
// proposals of two people.
//
// Words. *Capital* is the operator's own money. It is put into a *pool*, from which
// users are paid, or goes elsewhere by a *move*. A *top-up* gives a user capital; a
// *debit* takes from a user what waits 14 days for an *objection*, and is capital
// after that. An account's *minimum* is what others may still claim of it.
package funds
