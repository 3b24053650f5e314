// Package user keeps the people: a person is known by the wallet address that
// signed in, and by a referral code to invite with.
//
// Words. The *user name* is the wallet address in its EIP-55 form. The
// *parent* is who invited a person; it is set when the row is made and never
// changes, and it must exist by then, so that parents form a forest. The
// *level* is the higher of the earned level and the gift level of nodes. A *wallet*
// is how an address proved itself: plainly, by a signature that recovers to it, or
// as a contract on one chain. Whoever proved itself plainly is never judged as a
// contract.
package user
