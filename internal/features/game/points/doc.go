// Package points is the play wallet: game points that are bought with USDT and
// exchanged back, 100 for one USDT, without a fee.
//
// Words. A *point* is a whole number; ledger amounts of GP count points. To take
// points *in* is to buy them, *out* to exchange them back. Points are *backed*: the
// USDT that was paid for them lies in L.GPB until they go out again.
//
// What holds. Points go out whenever their owner asks: during a break, under a
// stop, after a cancelled withdrawal. Taking them in is refused during those, and
// by whoever else protects the player (Players). Both sides of an exchange are one entry,
// so that the points issued and the USDT behind them agree at every commit (I7).
package points
