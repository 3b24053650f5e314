// Package price knows what a coin is worth in USDT, where that figure came
// from and how old it is.
//
// Words. A *feed* is an outside source read again and again; a *reading* is
// what it said and when it said so; a *quotation* is what the product shows.
// A quotation that is too old is *stale*: it is shown as such and nothing may
// be settled by it.
//
// ETLD has no feed. Its price is what a seller would really get from funded
// bids, and 0 as long as there are none.
package price
