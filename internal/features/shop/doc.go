// Package shop sells goods and sends them.
//
// Words. *Goods* are things that are sent to whoever buys them; each has a *price*
// in USDT or ETLD, a *stock*, a *limit* per user and the *regions* it is delivered
// to.
package shop
