package payment

import (
	"strconv"
	"time"

	"etld/internal/base/fault"
	"etld/internal/core/operator"
	"etld/internal/infra/chain"
	"etld/internal/infra/sqldb"
)

const haltChain = `UPDATE payment_chain SET halt = $1, halted_at = $2 WHERE chain_id = $3`

// halt is why a chain's watcher stands still, and since when; empty while it does not.
type halt struct {
	reason string
	since  time.Time
}

var halts = sqldb.NewLookup("halts of chains", "SELECT CAST(chain_id AS TEXT), halt, halted_at FROM payment_chain WHERE CAST(chain_id AS TEXT)",
	sqldb.Single(func(row *sqldb.Row) (key string, h halt, err error) {
		err = row.Scan(&key, &h.reason, &h.since)
		return key, h, err
	}))

func haltKey(chainID int64) string { return strconv.FormatInt(chainID, 10) }

// setHalt halts a chain, or ends its halt.
func setHalt(tx *sqldb.Tx, chainID int64, h halt) error {
	_, err := tx.Exec(haltChain, h.reason, h.since, chainID)
	halts.Set(tx, haltKey(chainID), h)
	return err
}

// HaltOf is why a network's watcher stands still and nothing is credited, and since
// when; empty while that is not so. It refuses an unknown network with fault.NotFound.
func (s *incoming) HaltOf(tx sqldb.Command, network string) (reason string, since time.Time, err error) {
	n := s.networkNamed(network)
	if n == nil {
		return "", time.Time{}, fault.NotFound
	}
	h, _, err := halts.Get(tx, haltKey(n.chainKey()))
	return h.reason, h.since, err
}

// ClearHalt lets a watcher go on that stood still because a final block was
// taken back, in a db.Update. It is for operators who have compared the books
// with the chain; where the nodes still say what they said, it halts again.
func (s *incoming) ClearHalt(tx *sqldb.Tx, network string) error {
	n := s.networkNamed(network)
	if n == nil {
		return fault.NotFound
	}
	return setHalt(tx, n.chainKey(), halt{})
}

// RefuseStopped refuses with fault.Maintenance, and its reason, while crediting is
// stopped. Nothing is stored of that refusal, so the same request may be
// repeated.
func (s *shared) RefuseStopped(tx sqldb.Command) error {
	reason, stopped, err := s.Stopped(tx)
	if err == nil && stopped {
		err = fault.Maintenance.With("reason", reason)
	}
	return err
}

// refuseCredit is RefuseStopped, and refuses in the same way while the chain is halted
// by which one of some transfers came: nothing is credited while a chain's history is in
// doubt.
func (s *shared) refuseCredit(tx sqldb.Command, list ...Transfer) error {
	if err := s.RefuseStopped(tx); err != nil {
		return err
	}
	for _, t := range list {
		h, _, err := halts.Get(tx, haltKey(t.ChainID))
		if err == nil && h.reason != "" {
			err = fault.Maintenance.With("reason", string(chain.StateHalted))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// haltedNetwork names a network whose deposits are credited again.
type haltedNetwork struct {
	Network string `json:"network"`
}

// RegisterOperator gives operators the end of a halt: a chain that took a
// final block back credits nothing until two people have looked into it.
func (s *Service) RegisterOperator(o *operator.Service) {
	hands := []operator.Role{operator.FinanceMaker, operator.FinanceChecker, operator.Risk, operator.Administrator}
	operator.Handle(o, operator.Kind[haltedNetwork]{Name: "crediting_resume", Path: "crediting/resume", Makers: hands, Checkers: hands,
		Describe: func(tx *sqldb.Tx, n haltedNetwork) (operator.Description, error) {
			why, _, err := s.Incoming.HaltOf(tx, n.Network)
			if err == nil && why == "" {
				err = operator.ErrNothing
			}
			// What is approved is the end of this halt, not of a later one.
			return operator.Description{Subject: n.Network, Approvals: 1, Basis: why,
				Diff: []operator.Change{{Field: n.Network + " credits nothing because", Before: why}}}, err
		},
		Execute: func(tx *sqldb.Tx, n haltedNetwork, _ operator.Decision) error {
			return s.Incoming.ClearHalt(tx, n.Network)
		}})
}
