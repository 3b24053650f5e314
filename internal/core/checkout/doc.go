// Package checkout is the one way to buy.
//
// Words. A *seller* offers products: machines, nodes, goods. An *order* is one
// purchase of a quantity of one product. A product's *stock* is what can be
// sold; what unpaid orders have *reserved* of it is not for sale meanwhile.
// *Escrow* is where the buyer's money lies until the seller has earned it:
// U.COO while the buyer may change his mind, U.ORD until goods are shipped. The
// *cooling-off* is the buyer's time to cancel what was paid.
//
// States of an order:
//
//	— → paid           the balance pays at once; such orders are not stored
//	— → open           a payment on chain was asked for: the stock is reserved
//	open → paid        the payment is final: the money goes into escrow
//	open → expired     time is over without a full payment
//	open → cancelled   the buyer left the payment
//
// What is paid late, in part, twice or too much is in the buyer's balance before
// the seller hears of it; internal/core/payment sees to that.
//
// A purchase, as a seller of nodes would write it. The refusals and their order
// are the seller's own:
//
//	func (s *Service) Purchase(tx *sqldb.Tx, o checkout.Order) (checkout.Receipt, error) {
//		// … what is sold, and whether this user may have it …
//		o.ID, o.CreatedAt, o.Amount = entropy.ID(s.chance, tx.Now()), tx.Now(), node.Price*money.Amount(o.Quantity)
//		inStock, err := s.checkout.Reserve(tx, o)
//		if err != nil {
//			return checkout.Receipt{}, err
//		}
//		if !inStock {
//			return checkout.Receipt{}, ErrSoldOut
//		}
//		receipt, err := s.checkout.Pay(tx, o)
//		if err != nil {
//			return checkout.Receipt{}, err
//		}
//		// … write the nodes: cooling off, or waiting for receipt.Intent …
//		return receipt, nil
//	}
//
// Later, once for each order, Paid or Lapsed tells the seller how its payment on
// chain ended. Refund takes a paid part of an order back within the cooling-off.
// When the cooling-off is over, or waived, the seller itself posts the escrow
// to where it belongs: a machine's price to U.PRN, a node's to O.REV.node. Goods
// have no cooling-off: their seller names U.ORD as its escrow and posts it to
// O.REV.goods when they are shipped.
//
// How it runs. Everything happens in the caller's transaction, through lookups
// and writes, so that a purchase may be a command; calls are idempotent by their
// request id (internal/infra/httpapi). Hints names what will be read.
//
// What holds. A stock is never negative, and what is reserved of it is what the
// open orders ask for. Unpaid orders reserve at most a fifth of a stock, or one. An order
// ends once. Check tells; it reads the open orders and no others.
package checkout
