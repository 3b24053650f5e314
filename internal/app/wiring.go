package app

import (
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/param"
	"etld/internal/core/payment"
	"etld/internal/core/user"
	"etld/internal/features/machine"
	"etld/internal/features/machine/rules"
	"etld/internal/features/node"
	"etld/internal/features/team"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/sqldb"
)

// pointsHeld tells sign-in how many game points a user has.
type pointsHeld struct{ ledger *ledger.Ledger }

func (p pointsHeld) GamePoints(tx sqldb.Command, userID string) (int64, error) {
	balance, err := p.ledger.Balance(tx, ledger.Of(userID, ledger.Points, money.GP))
	return int64(balance), err
}

// payers tells payment whose wallet is whose.
type payers struct{}

func (payers) ByAddress(tx sqldb.Command, address string) (o payment.Owner, found bool, err error) {
	p, found, err := user.FindByAddress(tx, address)
	if err != nil || !found {
		return o, found, err
	}
	w, _, err := user.WalletOf(tx, address)
	return payment.Owner{UserID: p.ID, OnlyOn: w.ChainID}, true, err
}

func (payers) IsPlain(tx sqldb.Command, address string) (bool, error) {
	w, _, err := user.WalletOf(tx, address)
	return w.Kind == walletsig.KindPlain, err
}

func (payers) ProvePlain(tx sqldb.Command, address, message, signature string) error {
	return user.Prove(tx, user.Wallet{Address: address, Kind: walletsig.KindPlain, Message: message, Signature: signature})
}

func (payers) AddressOf(tx sqldb.Command, userID string) (string, error) {
	p, err := user.Find(tx, userID)
	return p.Address, err
}

// nodeListener tells nodes of machines that start.
type nodeListener struct{ *Program }

func (n nodeListener) Hints(string) []sqldb.Hint { return n.node.SaleHints(n.settings.Clock.Now()) }

func (n nodeListener) MachineStarted(tx sqldb.Command, e machine.Started) error {
	return n.node.MachineStarted(tx, node.Sale{NewPart: e.NewPart, RepurchasePart: e.Price - e.NewPart,
		Diamond: e.Split.Diamond, Star: e.Split.Star, King: e.Split.King, At: e.At})
}

func (nodeListener) MachineEnded(sqldb.Command, machine.Ended) error { return nil }

// teamListener tells the team of machines that start and end.
type teamListener struct{ *Program }

func (teamListener) Hints(string) []sqldb.Hint { return nil }

func (t teamListener) MachineStarted(tx sqldb.Command, e machine.Started) error {
	t.team.MachineStarted(tx, team.Machine{ID: e.MachineID, UserID: e.UserID, NewPart: e.NewPart, Principal: e.Price, At: e.At})
	return nil
}

func (t teamListener) MachineEnded(tx sqldb.Command, e machine.Ended) error {
	t.team.MachineEnded(tx, team.Machine{ID: e.MachineID, UserID: e.UserID, NewPart: e.NewPart, Principal: e.Price, At: e.At})
	return nil
}

// teamRewards asks the team what becomes of referral shares.
type teamRewards struct{ *Program }

func (t teamRewards) Hints(buyerID string) []sqldb.Hint { return t.team.Hints(buyerID) }

func (t teamRewards) Referral(tx sqldb.Command, s machine.ReferralShare) (machine.Referral, error) {
	r, err := t.team.Referral(tx, team.Share{MachineID: s.MachineID, BuyerID: s.BuyerID, Amount: s.Amount, At: s.At})
	return machine.Referral{ReferrerID: r.ReferrerID, Amount: r.Amount, IsDelayed: r.IsDelayed}, err
}

// joiner tells the team of new users; sign-in is built before it.
type joiner struct{ *Program }

func (j joiner) Joined(tx sqldb.Command, p user.Person) error { return j.team.Joined(tx, p) }

// teamMachines and teamNodes tell the team of parts that are built after it.
type (
	teamMachines struct{ *Program }
	teamNodes    struct{ *Program }
)

func (t teamMachines) StartedUntil(tx sqldb.Command) (time.Time, error) {
	return t.machine.StartedUntil(tx)
}

func (t teamMachines) DayPaid(tx *sqldb.Tx, d clock.Day) (money.Amount, bool, error) {
	return t.machine.DayPaid(tx, d)
}

func (t teamMachines) OutputOwed(tx *sqldb.Tx, userID string, d clock.Day) (money.Amount, error) {
	return t.machine.OutputOwed(tx, userID, d)
}

func (t teamNodes) GiftsAt(tx *sqldb.Tx, at time.Time) (map[string]int64, error) {
	return t.node.GiftsAt(tx, at)
}

// guardPromises keeps what owners of nodes were promised, and what the pool of level
// rewards was brought.
func (p *Program) guardPromises() {
	p.params.Guard(team.MayOnlyFall())
	diamond, star, king := rules.DividendParameters()
	for level, share := range map[node.Level]param.Defined{node.Diamond: diamond, node.Star: star, node.King: king} {
		p.params.Guard(share, p.node.KeepsPercentage(level))
	}
}
