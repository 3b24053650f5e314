// Package sumtree makes and checks the proof of what users are owed.
//
// A snapshot is a Merkle tree in which each node also says what its leaves add up
// to, so that nobody's balance can be left out of the total without changing the
// root. Each user has two leaves among which the sums are split by a secret of the
// snapshot: a sibling shows nobody's balance. Only a snapshot's text, which carries
// root, depth and totals, has to be published.
//
// Formats stand in the product's paper, section 2.10, and as a vector in
// test/vectors/solvency.json, which the TypeScript verifier reads as well.
package sumtree
