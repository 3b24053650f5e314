// Package payout pays withdrawals on chain: once each, whatever crashes.
//
// Words. A *payout* settles one withdrawal from a network's *hot wallet*. A
// *slot* is a nonce of the hot wallet, given to one issue of a payout. An
// *attempt* is one transaction of a slot; later ones are *bumps*: the same
// transfer at a higher fee. To *re-issue* is to give a payout a new slot after
// its last one provably failed. The *breaker* of a wallet stops every new slot
// until a person clears it. The *lease* of a wallet belongs to the instance that
// works it; its *epoch* fences that instance off once another took over. A *parked*
// payout cannot be begun for a cause of its own, or its slot cannot be followed; it is
// tried later, and operators find it among the parked items of all jobs.
//
// States of a payout:
//
//	queued → broadcast         signed bytes are stored, and from then on may be anywhere
//	broadcast → unknown        no node says that it has them
//	broadcast, unknown → mined in a block that is not final
//	mined → broadcast          its block was taken back: the same bytes again
//	… → final                  an attempt of its slot is final with status 1: paid
//	… → needs_attention        reverted, nonce used by something else, or refused
//	                           by the signer; a person decides
//	needs_attention → queued   re-issued; only with a proof
//	queued, needs_attention → failed   given up; only with a proof
//
// Proofs that a payout did not happen and cannot any more: unsigned (nothing was
// ever signed for it), reverted (an attempt is final with status 0), superseded
// (its nonce is used up in a final block by a transaction that is none of its
// attempts). Without a proof nothing is refunded and nothing re-issued: in
// particular unknown is no proof, however old.
//
// How it pays, each line one transaction of the database or one call:
//
//	reserve   next nonce, slot, attempt with every byte of the payload fixed
//	          sign (outside; the same question always has the same answer)
//	store     the signed bytes; state broadcast
//	          send (outside)
//	record    who accepted it
//	          ask what became of the nonce (outside)
//	end       slot paid, payout final, gas posted, Settlement.Paid
//
// A crash between any two is continued from what is stored: at most one slot of
// a wallet is unsigned, it is the newest, and its payload never changes. An
// error of a broadcast is no outcome; only the chain's receipts and nonces are.
//
// Waiting has a reason and, where somebody can say, an expected time: short,
// low_gas, day_cap, would_fail, fee_too_high, signer_unavailable, chain_unavailable,
// finality_stalled, chain_halted, stopped; or the code of a signer's refusal that ends by
// itself. Coins wait separately, and in order within one coin. Parked payouts come last: what
// would fail or is above a day's cap alone, and what the signer cannot decide about now.
package payout
