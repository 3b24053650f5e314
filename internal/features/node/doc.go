// Package node sells nodes and pays their dividends.
//
// Words. A *node* is a right to a share of future service fees: it may bring
// nothing, and is not redeemable. Its *level* is diamond, star or king; each
// level has a *price*, a *supply*, a *gift level* of its owner and a *percentage*
// of the new part of every machine that starts. What the percentages bring lies in
// the *pools*, one a level (P.DIV.*), from the machine's start on. A month ends at
// its *cut-off*, 00:00 of the next 1st in the platform's zone. A node's *weight*
// is the whole days it was active within the 30 days before the cut-off. The
// *base* is what weights are divided by: their sum, but never less than 30 days
// of the level's *floor* of nodes, so that one lucky holder does not take a whole
// pool. A *statement* says how one pool of one month was divided.
//
// States of a node:
//
//	— → payment        a payment on chain was asked for
//	— → cooling        paid; the buyer may cancel within 24 hours
//	payment → cooling, expired or cancelled
//	cooling → active   24 hours are over, or the buyer waived them
//	cooling → cancelled
//
// How a month is paid. Machines tell of every start (MachineStarted), and the
// month of its time of effect counts it. At 12:00 of the 1st, once no machine can
// start before the cut-off any more, one transaction closes the month:
// it writes a statement and the shares for each level, and posts what the weights
// do not reach to P.INT.FREE. Then the shares are paid user by user. All of it is
// posted with 12:00 of the 1st as its time of effect, however late it is done. What
// a machine brings after its month was closed belongs to the open month.
//
// What holds. A pool holds exactly what it was left with, what the open months
// brought, and what is divided and not paid yet. A node is paid once a month.
// Anybody can recompute a statement (Statement.Verify).
package node
