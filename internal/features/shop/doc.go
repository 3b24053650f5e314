// Package shop sells goods and sends them.
//
// Words. *Goods* are things that are sent to whoever buys them; each has a *price*
// in USDT or ETLD, a *stock*, a *limit* per user and the *regions* it is delivered
// to. An *order* is one purchase of a quantity of one of them, for one address. It
// keeps goods, price and address as they were, whatever becomes of them later; the
// address until the order ends, and for 60 days once it was sent.
//
// States of an order:
//
//	— → payment                      a payment on chain was asked for; no order yet
//	payment → lapsed                 it expired, or its buyer left it
//	— or payment → waiting           paid: the money lies in U.ORD
//	waiting → shipped                company and number are known: O.REV.goods
//	waiting → invalid                by its buyer, or by an operator with a reason
//	shipped → invalid                lost or returned: two operators
//
// Whatever becomes invalid is refunded in full: out of U.ORD, or, once shipped, out
// of O.REV.goods and then O.CAP. Its quantity is for sale again, except what was
// lost. Fourteen days after the payment the buyer of what was not shipped is told
// that it is late; to cancel it was possible all the time.
//
// To an address that was written less than a day ago nothing is sent, and its user was
// told of it: a session alone turns nobody's balance into goods. Whoever wrote the
// address cancels for nothing until then, as always before it is shipped.
//
// What holds. U.ORD is what the waiting orders were paid. What a user has bought is
// what his orders say that are not invalid or lapsed. Addresses are sealed for
// their order; only Fulfilment reads them, and every sight is in the audit log.
package shop
