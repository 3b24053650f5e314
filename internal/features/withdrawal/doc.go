// Package withdrawal takes users' money out: it holds it, lets it be reviewed,
// has it paid on chain, and says at every moment where it stands and what comes
// next.
//
// Words. A *withdrawal* is one request of a user. Its *quantity* leaves the
// balance; the *fee* is fixed when it is made; the *arrival* is the rest, and
// goes to the signed-in wallet, always. An *offer* is a currency on a network
// with its terms. The *statement* is the text that the wallet signs for one
// withdrawal, once. A *review* is a proposal to operators (package operator);
// what nobody needs to look at is approved *automatically*. The *payout*
// (package payout) settles an approved withdrawal. To *re-issue* is to have a
// payout that provably did not happen approved and begun again; to *give up* is
// to return its money instead.
//
// Statuses, each a row of an append-only history with actor and cause:
//
//	— → pending_review             the user; U.AVL → U.WDH
//	pending_review → cancelled     the user; U.WDH → U.AVL, and game points cannot be bought for 24 h
//	pending_review → review_rejected   a reviewer, with a reason; U.WDH → U.AVL
//	pending_review → approved      automatically, or one or two reviewers; the payout is ordered
//	approved → confirmed           the transfer is final; U.WDH → A.CHAIN and O.REV.wd
//	approved → review_rejected     two persons, and only where the payout is proven impossible
//
// A user requests at most 60 withdrawals in 24 hours, whatever becomes of them: each
// leaves lines that stay.
//
// Every other change is refused. Cancelling and approving race in the database:
// whoever commits first wins, and the other one is told so.
//
// How many must approve. Nobody, while the user's withdrawals of 24 hours are
// worth at most 200 USDT, the account is older than 24 hours, no risk flag is
// open and all automatic withdrawals of the day are worth at most 5,000 USDT.
// Two, from 1,000 USDT of the user's 24 hours. One otherwise. The payout signer
// knows no prices and weighs quantities; the same weights are taken here as
// well, and the stricter of both decides, so that nothing is approved with fewer
// signatures than the signer wants. For the same reason the 24 hours are counted by
// statements and by when payouts may have been signed: what is pending or not paid yet
// counts, however old. Without a fresh price only the quantities decide between one
// and two.
//
// A contract wallet's signature can be judged only by asking its chain, which no
// transaction of the database does: such a withdrawal stays pending, with its
// money held, until a job has asked, and a bad signature rejects it.
package withdrawal
