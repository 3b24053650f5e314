package swap

import (
	"math/bits"

	"etld/internal/base/money"
	"etld/internal/core/price"
)

// Pair is what is paid and what is received.
type Pair struct{ Pay, Receive money.Asset }

// pairs is all that is offered, in the order in which it is shown.
var pairs = []Pair{
	{money.USDT, money.ETH}, {money.ETH, money.USDT}, {money.USDT, money.ETLD}, {money.ETH, money.ETLD}, {money.ETLD, money.USDT},
}

// isSale says that the pair is a sale to the bids.
func (p Pair) isSale() bool { return p.Pay == money.ETLD }

// feeIn is the currency of the fee: a sale's is taken from what it brings.
func (p Pair) feeIn() money.Asset {
	if p.isSale() {
		return p.Receive
	}
	return p.Pay
}

// rateIn names the two currencies of the pair's rate: quote per base.
func (p Pair) rateIn() (base, quote money.Asset) {
	if p.Pay == money.USDT {
		return p.Receive, money.USDT
	}
	return p.Pay, p.Receive
}

// rate is how a net payment turns into what is received: quote per base, such
// as 3510.5 USDT per ETH.
type rate struct{ value money.Amount }

// rateOf is the rate of a pair that trades with the inventory. Users buy ETH at the
// highest feed and sell it at the lowest; ask is that of ETLD.
func rateOf(p Pair, eth price.Quotation, ask money.Amount, spread money.Ratio) rate {
	switch p {
	case Pair{money.USDT, money.ETH}:
		return rate{askOf(eth.Highest, spread)}
	case Pair{money.ETH, money.USDT}:
		return rate{bidOf(eth.Lowest, spread)}
	case Pair{money.USDT, money.ETLD}:
		return rate{ask}
	}
	return rate{mulDiv(bidOf(eth.Lowest, spread), money.Unit, ask)}
}

// isWorse says that a rate is worse for the house than another by more than a
// share: it receives less per coin, or gives more.
func (r rate) isWorse(p Pair, than rate, most money.Ratio) bool {
	if base, _ := p.rateIn(); p.Pay == base {
		return r.value > askOf(than.value, most)
	}
	return r.value < bidOf(than.value, most)
}

// askOf and bidOf put the spread on a price, against the user to the atom.
func askOf(at money.Amount, spread money.Ratio) money.Amount { return at + spread.Ceil(at) }
func bidOf(at money.Amount, spread money.Ratio) money.Amount { return at - spread.Ceil(at) }

// receive is what a net payment brings, rounded down.
func (r rate) receive(p Pair, net money.Amount) money.Amount {
	if base, _ := p.rateIn(); p.Pay == base {
		return mulDiv(net, r.value, money.Unit)
	}
	return mulDiv(net, money.Unit, r.value)
}

// payFor is the largest payment, fee included, that brings no more than an
// amount; it may be less by the rounding.
func (r rate) payFor(p Pair, amount money.Amount, fee money.Ratio) money.Amount {
	net := mulDiv(amount, r.value, money.Unit)
	if base, _ := p.rateIn(); p.Pay == base {
		net = mulDiv(amount, money.Unit, r.value)
	}
	return mulDiv(net, money.Amount(money.One), money.Amount(money.One-fee))
}

// inPay turns a worth in USDT into the pay currency at a price, rounded down
// or, for a minimum, up.
func inPay(worth, price money.Amount, up bool) money.Amount {
	amount := mulDiv(worth, money.Unit, price)
	if up && mulDiv(amount, price, money.Unit) < worth {
		amount++
	}
	return amount
}

// mulDiv is ⌊a·b/c⌋, or the largest amount when that is more: it serves limits
// and amounts that are compared with limits first.
func mulDiv(a, b, c money.Amount) money.Amount {
	if c <= 0 {
		return 0
	}
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	if hi >= uint64(c) {
		return money.Max
	}
	quotient, _ := bits.Div64(hi, lo, uint64(c))
	return money.Amount(min(quotient, uint64(money.Max)))
}
