// Package price knows what a coin is worth in USDT, where that figure came
// from and how old it is.
//
// Words. A *feed* is an outside source read again and again; a *reading* is
// what it said and when it said so. A *consensus* is what all feeds together
// amount to: a price, or the reason why there is none. A *quotation* is what
// the product shows and settles by. It is *stale* when it is too old and
// *halted* for a while after a jump; by neither may anything be settled.
//
// ETH is the median of at least two feeds. A reading counts until 60 seconds
// after it was made, and no longer than 60 seconds beyond its feed's heartbeat
// counted from the feed's own time: a feed that answers and no longer moves
// is as useless as one that is silent. A feed that says zero, less, or
// something outside its own bounds is left out at once; one that gives no
// answer keeps its last reading until that is too old. Feeds that disagree by
// more than 2 percent give no price. A move of more than 10 percent within 60
// seconds halts swaps of the coin for 5 minutes; they resume by themselves. After
// two halts within an hour they stay halted until operators resume them. Users buy
// at the highest feed and sell at the lowest.
//
// ETLD has no feed. Its price is what a seller of min(100, all bids) ETLD
// would get on average from the funded bids, before the fee, and 0 as long as
// there are none. It cannot be stale; a jump of it halts swaps that sell ETLD
// out of the inventory, never sales to the bids, which carry their own price.
//
// The newest prices are rows shared by all instances; what one of them heard before
// another is not written over what that one heard. Commands read them in
// their own transaction through Find. What needs no exactness (the value of a
// balance, the front page) is answered from a copy at most a second old.
package price
