// Package payment is money that arrives on chain: payment intents, incoming
// token transfers, and how the one becomes the other.
//
// Words. An *intent* is what one user is to pay until a time, for a purpose
// such as a machine. A *transfer* is one token transfer to the treasury, as the
// watcher of internal/infra/chain reports it. To *credit* a final transfer is to
// decide, once, whose it is and to post it. A transfer is *held* while it counts
// towards an open intent, and *credited* once it lies in a user's balance. A
// transfer of an unknown sender lies in *suspense* until its sender *claims* it. A
// *parked* transfer could not be credited, a parked intent could not be closed; each is
// tried again later.
//
// States of an intent:
//
//	open → paid       the held transfers reach the amount
//	open → expired    time is over and every block up to then is final, or its
//	                  network is not configured any more
//	open → cancelled  the user left the payment
//
// States of a transfer (those up to final are the watcher's):
//
//	seen → gone → seen   included, taken back, included again
//	→ final              can no longer be taken back; waits to be credited
//	final → internal     sent by one of our own addresses: no account changes
//	final → capital      sent by a listed operator's address: O.CAP
//	final → dust         below the least deposit, and no end of an open intent: added
//	                     to its sender's others, whose sum is credited, as a transfer
//	                     of its own, when it reaches the least or ends the intent
//	final → rejected     above what the product handles: recorded, alarm
//	final → suspense     sent by nobody we know: L.SUS
//	suspense → claimed   its sender signed for it: U.AVL
//	final → held         counts towards the sender's open intent
//	final, held → credited   U.AVL, for the intent or as a top-up
//
// What holds. Every final transfer is credited once, whatever crashes or repeats:
// the state moves in the transaction that posts. Money is never lost: late,
// short, over-, double and wrong payments end in the sender's balance, and a
// notice says so. An intent that was opened is closed by exactly one of its
// three ends, and its handler is told in the same transaction.
//
// How it runs. The watcher's Step is recorded whole by Watch.Apply; it makes
// transfers final, which is durable. The job payment_settle credits them in
// blocks' order, each on its own, so that one which cannot be credited holds up
// neither the watcher nor anybody else. The job payment_expire closes intents,
// each on its own as well. While people have stopped crediting, or a chain is halted
// for its part, final transfers stay final, held ones stay held and nothing is
// claimed; afterwards all of it goes on where it was.
// What floors left over is added up as transfers are settled, so that package reconciliation,
// which compares the chain with the books, reads only those that are not.
package payment
