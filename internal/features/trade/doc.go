// Package trade keeps the buy-back book: bids of the operator for ETLD, and
// the market sales of users against them.
//
// Words. A *bid* buys a quantity of ETLD at a price; its *rest* is what it
// still buys and its *escrow* the USDT that lies in P.BID for it. The *book*
// is all open bids, the best price first, the oldest first at one price. A
// *sale* is a market order, immediate or cancelled: what the book does not
// take at once is not sold. A *fill* is what one bid takes of a sale. A
// *quote* is the server's preview of a sale.
//
// States of a bid: open → closed (cancelled by the operator, or its rest is
// 0). Of a quote: open → used, or expired.
//
// What holds. A bid exists only with its escrow: it is placed out of the
// operator's capital in the transaction that stores it, and what is left goes
// back when it closes. P.BID is the sum of the escrows. A fill pays its
// quantity times its price, rounded down; the fee is rounded up. A sale is
// decided in the transaction that commits it, by the book as it is then: if it
// would bring less than the seller's minimum, nothing is sold.
//
// An *alert* waits until the bids would really bring an amount for a quantity: open →
// reached (told once, with what they would have brought), ended by its user, or expired.
//
// A quote is bound to its user, good for one sale, and short-lived. It fixes
// the quantity and the default minimum, not the price: only the book does.
package trade
