// Package signer is the only holder of the keys of the hot wallet and of the address
// of anchors. It signs payouts with the one, anchors with the other and nothing else,
// and believes the application nothing that it can check by itself.
//
// Words:
//
//   - A payout is one transfer that settles one withdrawal. Its issue counts the
//     times it was begun: 1, and one more each time the one before has provably
//     failed on chain.
//   - A statement is the text in which the user asked for the withdrawal, signed
//     by the user's wallet. The payout goes to that wallet.
//   - An approval is an operator's wallet signature over a text that says in
//     words what is paid to whom, with the payout's hash. The signer writes that
//     text itself from what it is asked to pay. A payout without any approval is
//     automatic.
//   - A request is a payout with a nonce and a fee. A second request of the same
//     payout and nonce with a higher fee is a bump.
//   - The journal is the signer's own file, a SQLite database of one table: every
//     decision, one row each, linked by SHA-256, only ever added to. Unique indexes
//     hold that no nonce and no statement is signed for twice. Decisions look up by
//     indexes, and each row carries the sums of its day, so that neither a start nor
//     a signature nor the memory grows with what was signed. A start reads the last
//     row, a decision believes a row only where it follows from the one before, and
//     all rows are read beside the work. That holds against accidents and single
//     hands: whoever may write the folder and works everything out anew is not found
//     by it, but by the chain.
//
// What is checked, in this order; the first that fails is the answer:
//
//	form → network and token → withdrawal and nonce unused (or repetition, or bump)
//	→ fee → nonce not far ahead of the chain → statement: form, what it says, age,
//	wallet → statement unused → least payout, caps → gas of the day
//	→ approvals, or the caps of automatic payouts
//
// Where a chain does not answer what one payout depends on, that payout is
// undecided: nothing is signed or remembered, and others are judged meanwhile.
//
// A repetition of a request answers the same bytes again, whatever else has
// changed: the decision was made. So a caller that lost the answer may ask
// again, and must, with the same nonce and fee.
//
// Sums. Caps per day are per currency and platform day by the signer's own
// clock. Whether one, two or no operators are needed depends on what the wallet
// withdrew in 24 hours, in any currency: before its statement's own time, and
// before now by the signer's clock, as the application may offer old statements
// all at once. Each payout weighs quantity/limit of its currency, and the weights
// add up. What one operator approves alone also adds up over all wallets of the
// day: fresh wallets cost nothing, and one key must not empty the day's cap.
// Limits per currency are the signer's own; it knows no prices and asks for none.
//
// The chain is asked for the hot wallet's final nonce at the start and whenever a
// nonce is far above the last answer. A journal that does not reach it at the
// start is an older copy, and nothing is signed on it.
//
// A user's wallet that is a contract is asked through EIP-1271 on the network
// of the payout. Operators are plain wallets.
package signer
