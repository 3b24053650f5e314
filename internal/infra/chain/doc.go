// Package chain reads and writes the outside chain.
//
// Words:
//
//   - A provider is one RPC endpoint; the pool is all of them, and what may be
//     believed of their answers.
//   - The head is the newest block a provider knows; the tip is the newest one
//     this program has read; a final block can no longer be taken back.
//   - A transfer is one Transfer event of a configured token, above zero and in a
//     transaction that succeeded, whose recipient is the treasury. Its key is
//     chain, transaction hash and ordinal.
//   - The ordinal counts a transaction's well-formed Transfer events to the
//     treasury from 0, whatever contract wrote them. A block's log index changes
//     when a reorganisation moves the transaction, and counting configured
//     tokens only would renumber old transfers when a token is added.
//   - A transfer is seen when it stands in a block that is not final, gone when
//     that block was taken back, and final when it may be credited.
//   - A step is what the watcher learned in one go. The store applies it whole
//     or not at all, and only if its cursor has not moved meanwhile.
//   - Agreement: with one provider its word; with several, the same answer
//     from two. An empty answer alone is never a fact. Who says otherwise than
//     two others is demoted; where no two agree, nothing is known.
//
// Every read is an agreed one, of blocks, receipts, code, calls, nonces and
// balances alike: all providers are asked at once, state at one agreed block.
// Once enough agree, the others are waited for a moment longer. What a
// transaction would cost is no fact, so there the middle answer counts.
//
// How a transfer becomes final. The watcher reads new blocks, keeps each one's
// hash, and reports what it finds as seen. When the chain finalizes, it reads the
// now final range once more, adds everything that was seen, and asks for the
// receipt of every transaction that any provider lists. Only what two receipts
// and two block hashes agree on is final. A listed transaction that two others
// do not know is its lister's invention and holds up nothing. Canonicity is
// judged by asking for the block at a number, never by a hash: nodes serve
// orphaned blocks by hash.
//
// States of a transfer in the store:
//
//	—     → seen   in a block above the final one
//	seen  → gone   its block was walked back, or finality came without it
//	gone  → seen   its transaction was included again
//	seen, gone, — → final   reported in Step.Final; nothing leaves this state
//
// States of the watcher (Status.State): starting, catching_up, following,
// lagging, finality_stalled, providers_disagree, throttled, unreachable,
// wrong_chain, chain_restarted, store_failing, halted. All but halted,
// chain_restarted and wrong_chain end by themselves. A watcher halts when a final
// block was taken back: nothing is reversed automatically, a person decides.
//
// Outgoing: a Pool quotes, broadcasts and judges what became of a nonce
// (Outcome) for the payouts, whose keys, stored nonces and attempts live in
// signer and in the payout package. The package sending signs simple transfers
// with a local key for the demo and for tests; payouts must not use it.
package chain
