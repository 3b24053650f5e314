// Package solvency counts every day what all users together are owed, and lets each of
// them check that the own part is in the sum.
//
// Words. A *snapshot* is of the midnight at which a day ended and is named by that day.
// It is *made* from the journal, so that a server which was down then makes the same one
// later; its *text* carries the totals and the root of the tree (package sumtree) and
// stands on the chain, sent by the address that anchors rounds of the game. A *proof* is
// one user's part of the tree. A snapshot *expires* after 400 days: its secret and its
// leaves are deleted and nobody can connect a leaf with an address any more, while its
// text stays.
package solvency
