// Package swap exchanges currencies with the operator's own inventory.
//
// Words. A *pair* is what is paid and what is received. A *quote* is a rate,
// a fee and an amount that the server holds for one user for 15 seconds and
// one swap; an *exchange* is a swap that was made. The *inventory* is what lies
// in O.INV of a currency. The *ask* is the published price at which ETLD is
// sold to users; it is never below the best bid.
//
// Pairs. USDT↔ETH, USDT→ETLD and ETH→ETLD trade with the inventory. ETLD→USDT
// is a sale to the bids (package trade, through an interface), at the same
// price, fee, limits and stops as there. ETLD→ETH is not offered.
//
// Rates. ETH is bought at its price less the spread and sold at its price plus
// the spread. The fee is a share of what is paid, in that currency, rounded
// up; what is received is rounded down: 100 USDT less 0.20, at 3,510.5, are
// 0.02842899 ETH.
//
// Limits. A quote lies between a minimum and a maximum worth, a user's swaps
// of a platform day under a daily one. One quote takes at most a share of the
// inventory of what is received, and all quotes of a platform day together at
// most another share of what the inventory began with: that published share
// bounds what any price, however wrong, can cost the house in a day.
//
// Halts. A pair takes and honours no quote while the price it needs is stale
// or halted (package price), or while an operator has stopped swaps. All of
// this, with balances and limits, is checked again in the transaction that
// exchanges; the rate of a valid quote is not changed any more.
package swap
