// Package ledger is the one journal of all money.
//
// Words. An *account* belongs to a class (U.AVL: what a user can spend;
// P.INT.FREE: interest that no machine has reserved; A.CHAIN.BEP-20: what lies
// on the chain …), an asset and, for U classes, a user. A *transfer* moves an
// amount from its debit to its credit account; several make an *entry*, which
// is posted whole or not at all. A *line* is the one side of a transfer that
// changes what a user can spend: it is what users see in their history.
//
// What holds. Every transfer names a debit and a credit of the same amount, so
// the books balance by construction. A balance never falls below zero. Only
// the movements listed in policy.go exist: in particular nothing leaves U.PRN
// but a principal that is returned, and two pools alone lead back to the operator:
// what a bid in P.BID has left when it closes returns to O.CAP, where it came from,
// and two people can take out of the game's bankroll, P.GAME.BANK, what no open round
// needs. Balances are a projection: replaying the journal gives them again (see
// Check). A chainer numbers the entries and links them by SHA-256.
package ledger
