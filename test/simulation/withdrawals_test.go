package simulation

import (
	"encoding/json"
	"math/big"

	"etld/internal/base/money"
	"etld/internal/core/operator"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/sqldb"
)

// withdrawalEvents are what happens to money on its way out.
var withdrawalEvents = []event{
	{"withdraw", 14, (*world).withdraw},
	{"cancel a withdrawal", 4, (*world).cancelWithdrawal},
	{"review", 8, func(w *world) { w.review(2) }},
	{"reject", 1, (*world).reject},
	{"recall", 1, (*world).recall},
	{"attention", 4, func(w *world) { w.attend(3) }},
	{"stop payouts", 1, (*world).stopPayouts},
	{"resume payouts", 5, (*world).resumePayouts},
	{"gas", 3, (*world).changeGas},
	{"hot wallet", 3, (*world).changeHotWallet},
	{"recipients", 2, (*world).changeRecipients},
}

// fees are what a withdrawal costs.
var fees = map[money.Asset]money.Amount{money.USDT: money.Units(1), money.ETLD: money.Units(2), money.ETH: money.MustParse("0.0005")}

// withdraw asks for a withdrawal; small ones need nobody, large ones two.
func (w *world) withdraw() {
	if len(w.people()) == 0 {
		return
	}
	asset := pick(w, []money.Asset{money.USDT, money.USDT, money.USDT, money.ETLD, money.ETH})
	most := map[money.Asset]int64{money.USDT: 1_500, money.ETLD: 900, money.ETH: 1}[asset]
	if w.oneIn(2) {
		most = max(1, most/10)
	}
	p, quantity := w.holder(asset, most)
	w.ask(p, asset, quantity)
}

// ask requests a withdrawal as the app does.
func (w *world) ask(p *person, asset money.Asset, quantity money.Amount) {
	w.requests++
	id := w.requestID()
	asked := signer.Withdrawal{Quantity: quantity, Currency: asset, Network: network, Fee: fees[asset], Arrival: quantity - fees[asset], Address: p.address, RequestID: id,
		At: w.clock.Now()}
	text := signer.StatementText(host, asked)
	p.do("/api/userAccount/withdraw", nil, "requestId", id, "currency", string(asset), "network", network, "quantity", quantity.String(), "message", text, "signature", p.sign(text))
}

// withdrawal is a request as it stands in the database.
type withdrawal struct {
	id, user, status, txHash string
	asset                    money.Asset
	arrival                  money.Amount
	// ends is how often it came to an end.
	ends int
}

func (w *world) withdrawals() (list []withdrawal) {
	w.read(func(row *sqldb.Row) error {
		var one withdrawal
		err := row.Scan(&one.id, &one.user, &one.status, &one.txHash, &one.asset, &one.arrival, &one.ends)
		list = append(list, one)
		return err
	}, `SELECT r.id, r.user_id, r.status, r.tx_hash, r.asset, r.arrival,
			(SELECT COUNT(*) FROM withdrawal_event e WHERE e.withdrawal_id = r.id AND e.code IN ('cancelled', 'rejected', 'confirmed'))
		FROM withdrawal_request r ORDER BY r.id`)
	return list
}

// anyWithdrawal is one in a status.
func (w *world) anyWithdrawal(status string) (withdrawal, bool) {
	var list []withdrawal
	for _, one := range w.withdrawals() {
		if one.status == status {
			list = append(list, one)
		}
	}
	if len(list) == 0 {
		return withdrawal{}, false
	}
	return pick(w, list), true
}

func (w *world) byID(id string) *person {
	for _, p := range w.users {
		if p.id == id {
			return p
		}
	}
	w.fail("nobody is %s", id)
	return nil
}

// cancelWithdrawal is tried at any status, at times by somebody else.
func (w *world) cancelWithdrawal() {
	one, found := w.anyWithdrawal(pick(w, []string{"pending_review", "pending_review", "approved", "confirmed", "cancelled"}))
	if !found {
		return
	}
	by := w.byID(one.user)
	if w.oneIn(10) {
		by = pick(w, w.people())
	}
	if a := by.do("/api/userAccount/cancelWithdraw", nil, "withdrawNo", one.id); a.ok() && (one.status != "pending_review" || by.id != one.user) {
		w.fail("%s cancelled %s, which was %s", by.name, one.id, one.status)
	}
}

// review is operators who approve what waits, each by a chance.
func (w *world) review(oneIn int) {
	for number := range 2 {
		checker := w.checker(number)
		checker.approveAll("withdrawal_review", oneIn)
		checker.approveAll("withdrawal_reissue", oneIn)
	}
}

// attend is operators who try everything on payouts that went wrong or wait.
func (w *world) attend(oneIn int) {
	maker := w.colleague(operator.FinanceMaker, "maker")
	var list struct {
		List []struct{ WithdrawNo, State, Proof string }
	}
	if !maker.call("payouts/attention", map[string]any{}, &list).ok() {
		return
	}
	for _, one := range list.List {
		switch {
		case !w.oneIn(oneIn):
		case w.oneIn(4):
			maker.call("withdrawals/giveUp", proposalOf(map[string]any{"withdrawNo": one.WithdrawNo, "code": "payout_impossible", "note": ""}), nil)
		default:
			maker.call("withdrawals/reissue", map[string]any{"withdrawNo": one.WithdrawNo, "reason": "once more"}, nil)
		}
	}
	for _, number := range []int{0, 1} {
		w.checker(number).approveAll("withdrawal_give_up", 1)
	}
}

// recall takes a payout that waits out of the queue.
func (w *world) recall() {
	if one, found := w.anyWithdrawal("approved"); found {
		w.colleague(operator.FinanceMaker, "maker").call("withdrawals/recall", map[string]any{"withdrawNo": one.id, "reason": "looked into"}, nil)
	}
}

// reject returns the money of a withdrawal that waits for a review.
func (w *world) reject() {
	if one, found := w.anyWithdrawal("pending_review"); found {
		var shown struct{ ProposalID string }
		w.checker(0).call("withdrawals/detail", map[string]any{"withdrawNo": one.id}, &shown)
		w.checker(0).call("withdrawals/reject", map[string]any{"withdrawNo": one.id, "code": "origin_unclear", "note": "", "proposalId": shown.ProposalID}, nil)
	}
}

func (w *world) stopPayouts() {
	w.colleague(operator.Risk, "risk").call("payouts/stop", proposalOf(map[string]any{"network": network}), nil)
}

func (w *world) resumePayouts() {
	w.colleague(operator.FinanceMaker, "maker").call("payouts/resume", proposalOf(map[string]any{"network": network}), nil)
	w.checker(0).approveAll("payout_resume", 1)
}

// changeGas sets what a block takes, at times more than what waits has offered.
func (w *world) changeGas() {
	w.line.base = uint64(1+w.chance.IntN(8)) * gwei
	if w.oneIn(3) {
		w.line.base *= 10
	}
	w.note("gas costs %d", w.line.base)
}

// changeHotWallet takes a currency out of the hot wallet, or fills it again.
func (w *world) changeHotWallet() {
	asset := pick(w, assets)
	if w.oneIn(2) {
		w.refill(asset)
		w.note("the hot wallet gets %s", asset)
		return
	}
	held := w.line.after[len(w.line.after)-1].of(tokens[asset], w.line.hot)
	if held.Sign() > 0 {
		w.line.send(tokens[asset], w.line.hot, treasury, new(big.Int).Set(held))
		w.note("the hot wallet loses its %s", asset)
	}
}

// changeRecipients lets transfers to somebody revert, or to nobody any more.
func (w *world) changeRecipients() {
	clear(w.line.reverts)
	if people := w.people(); len(people) > 0 && w.oneIn(2) {
		p := pick(w, people)
		w.line.reverts[p.address] = true
		w.note("transfers to %s are reverted", p.name)
	}
}

// decode reads a successful answer.
func (w *world) decode(a answer, into any) bool {
	if a.ok() {
		w.must(json.Unmarshal(a.Data, into))
	}
	return a.ok()
}

// anyDebit is one that users may still object to.
func (w *world) anyDebit() (id string) {
	w.read(func(row *sqldb.Row) error { return row.Scan(&id) }, `SELECT id FROM operator_debit WHERE state = 'disputable' ORDER BY id`)
	return id
}

// checkWithdrawals: each comes to one end and keeps it; what was confirmed was
// paid by a transfer of its own, and nobody was paid more than was approved.
func (w *world) checkWithdrawals(atRest bool) {
	type promise struct {
		user  string
		asset money.Asset
	}
	approved := make(map[promise]money.Amount)
	used := make(map[string]string)
	for _, one := range w.withdrawals() {
		isEnded := one.status != "pending_review" && one.status != "approved"
		if before := w.ended[one.id]; before != "" && before != one.status {
			w.fail("withdrawal %s was %s and is %s", one.id, before, one.status)
		}
		if isEnded {
			w.ended[one.id] = one.status
		}
		if isEnded != (one.ends == 1) || one.ends > 1 || atRest && !isEnded {
			w.fail("withdrawal %s is %s and ended %d times", one.id, one.status, one.ends)
		}
		if one.status == "confirmed" {
			if used[one.txHash] != "" {
				w.fail("withdrawals %s and %s were both paid by %s", used[one.txHash], one.id, one.txHash)
			}
			used[one.txHash] = one.id
			w.checkPaid(one)
		}
		if one.status == "confirmed" || one.status == "approved" {
			approved[promise{one.user, one.asset}] += one.arrival
		}
	}
	list := w.line.standing()
	for _, p := range w.people() {
		for _, asset := range assets {
			got := sumLine(list, asset, func(m *movement) bool { return m.from == w.line.hot && m.to == p.address })
			if most := approved[promise{p.id, asset}]; got > most || atRest && got != most {
				w.fail("%s got %s %s out of %s approved", p.name, got, asset, most)
			}
		}
	}
}

// checkPaid finds a withdrawal's transfer in a final block.
func (w *world) checkPaid(one withdrawal) {
	p := w.byID(one.user)
	for _, m := range w.line.final() {
		if m.hash.Hex() == one.txHash {
			if m.to != p.address || m.token != tokens[one.asset] || m.wei.Cmp(units(one.arrival)) != 0 {
				w.fail("withdrawal %s of %s %s was paid by %+v", one.id, one.arrival, one.asset, m)
			}
			return
		}
	}
	w.fail("withdrawal %s is confirmed, and no final block has %s", one.id, one.txHash)
}

// checkGas: at rest the books know what the hot wallet's transactions cost.
func (w *world) checkGas(list []transfer) {
	spent := new(big.Int)
	for _, t := range w.line.FinalTransactions() {
		if m := w.line.all[t.Hash]; m.signed != nil {
			spent.Add(spent, new(big.Int).Mul(new(big.Int).SetUint64(w.line.prices[m.hash]), big.NewInt(transferGas)))
		}
	}
	if booked := sumJournal(list, "BNB", func(t transfer) bool { return t.sub == "gas" }); units(booked).Cmp(spent) != 0 {
		w.fail("gas cost %s units, the books have %s", spent, booked)
	}
}
