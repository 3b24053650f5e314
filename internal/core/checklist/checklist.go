// Package checklist says what is missing between an empty installation and its first sale.
//
// Words. A *step* is one thing that a person sets up; what it *lacks* is why it is not
// done. What the program cannot see for itself is for people to look at.
//
// What holds. Nothing here changes anything, and nothing in an answer is secret or of a
// user. Every count ends as soon as it is enough.
package checklist

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/each"
	"etld/internal/core/backup"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/payout"
	"etld/internal/core/price"
	"etld/internal/infra/chain"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/postgres"
)

// State is how far a step is.
type State string

const (
	Done    State = "done"
	Missing State = "missing"
	Look    State = "look"
)

// Values are all of them.
func (State) Values() []string { return each.Texts(Done, Missing, Look) }

// Lack is why a step is not done.
type Lack string

// What may lack.
const (
	OperatorKey    Lack = "operator_key"
	PersonalKey    Lack = "personal_key"
	NoNetwork      Lack = "network"
	Signature      Lack = "treasury_signature"
	Reading        Lack = "reading"
	EthPrice       Lack = "eth_price"
	NoBeacon       Lack = "beacon"
	NoWallet       Lack = "wallet"
	PayoutsStopped Lack = "payouts_stopped"
	Gas            Lack = "gas"
	Administrators Lack = "administrators"
	Finance        Lack = "finance"
	Stock          Lack = "stock"
	Pool           Lack = "pool"
	Deposit        Lack = "deposit"
	Sale           Lack = "sale"
	Standby        Lack = "standby"
	DatabaseClock  Lack = "database_clock"
	ChainClock     Lack = "chain_clock"
	Stopped        Lack = "stopped"
	Backup         Lack = "backup"
	OldBackup      Lack = "backup_old"
)

// Values are all of them.
func (Lack) Values() []string {
	return each.Texts(OperatorKey, PersonalKey, NoNetwork, Signature, Reading, EthPrice, NoBeacon, NoWallet, PayoutsStopped, Gas, Administrators, Finance,
		Stock, Pool, Deposit, Sale, Standby, DatabaseClock, ChainClock, Stopped, Backup, OldBackup)
}

// Step is a step from an empty installation to the first sale.
type Step struct {
	Step  string `json:"step" enum:"keys,database,clock,treasury,chain,feeds,beacon,hot_wallet,administrators,finance,catalogue,pools,stops,deposit,sale,backup"`
	State State  `json:"state"`
	Lack  Lack   `json:"lack" optional:"true" doc:"What is missing first; empty where nothing is"`
	Of    string `json:"of" doc:"The network, the address, the currency or the parts that it is missing at, the day of the last time, or how far a clock is off"`
	Cause string `json:"cause" doc:"What the part itself says, in English, or empty"`
}

// List is every step, in the order in which they are taken.
type List struct {
	At      time.Time `json:"at"`
	IsReady bool      `json:"isReady" doc:"No step is missing"`
	Steps   []Step    `json:"steps" nullable:"false"`
}

// Network is a chain on which deposits arrive.
type Network struct {
	Name string
	// Signature is the treasury's under its published address.
	Signature string
	// Status is what this instance's watcher says; nil where it has none.
	Status func() chain.Status
	// Halt says why nothing is credited until two people end it.
	Halt func(tx *sqldb.Tx) (string, error)
}

// Sources are what the steps are read from.
type Sources struct {
	// Database is what was seen last of its servers.
	Database func() postgres.Report
	// HasOperatorKey and HasPersonalKey say which keys the program was given.
	HasOperatorKey, HasPersonalKey bool
	Networks                       []Network
	// Beacon is its newest round and when that was seen.
	Beacon   func() (uint64, time.Time)
	EthPrice func(tx sqldb.Command) (price.Quotation, error)
	Wallets  func(tx *sqldb.Tx) ([]payout.Overview, error)
	Books    *ledger.Ledger
}

// lacking is what a check found missing; its zero value is nothing.
type lacking struct {
	lack      Lack
	of, cause string
}

// check looks at one step.
type check struct {
	step string
	look func(tx *sqldb.Tx) (lacking, error)
}

func (s Sources) checks() []check {
	return []check{
		{"keys", s.keys}, {"database", s.database}, {"clock", s.clock},
		{"treasury", s.treasury}, {"chain", s.chain}, {"feeds", s.feeds}, {"beacon", s.beacon}, {"hot_wallet", s.wallets},
		{"administrators", enough(Administrators, countAdministrators, 2)}, {"finance", enough(Finance, countFinance, 2)},
		{"catalogue", enough(Stock, countOnSale, 1)}, {"pools", s.pools}, {"stops", stopped},
		{"deposit", enough(Deposit, countCredited, 1)}, {"sale", enough(Sale, countMachines, 1)},
	}
}

// Read looks at every step.
func (s Sources) Read(tx *sqldb.Tx) (List, error) {
	out := List{At: tx.Now(), IsReady: true, Steps: []Step{}}
	for _, one := range s.checks() {
		l, err := one.look(tx)
		if err != nil {
			return out, fmt.Errorf("step %s: %w", one.step, err)
		}
		step := Step{Step: one.step, State: Done, Lack: l.lack, Of: l.of, Cause: l.cause}
		if l.lack != "" {
			step.State, out.IsReady = Missing, false
		}
		out.Steps = append(out.Steps, step)
	}
	last, err := backupStep(tx)
	if err != nil {
		return out, fmt.Errorf("step %s: %w", last.Step, err)
	}
	out.Steps = append(out.Steps, last)
	return out, nil
}

// backupStep says whether a copy was proved lately. It keeps nobody from selling.
func backupStep(tx *sqldb.Tx) (Step, error) {
	step := Step{Step: "backup", State: Look, Lack: Backup}
	proof, isThere, err := backup.Newest(tx)
	switch {
	case err != nil || !isThere:
	case tx.Now().Sub(proof.At) > backup.ProvedWithin:
		step.Lack, step.Of = OldBackup, proof.At.In(clock.Zone).Format(time.DateOnly)
	default:
		step.State, step.Lack = Done, ""
	}
	return step, err
}

// RegisterOperator adds the operators' call.
func (s Sources) RegisterOperator(o *operator.Service) {
	roles := []operator.Role{operator.Administrator, operator.FinanceMaker, operator.FinanceChecker, operator.Catalogue, operator.Risk}
	operator.View(o, operator.Route{Path: "boards/checklist", Roles: roles},
		func(tx *sqldb.Tx, _ operator.Caller, _ httpapi.None) (List, error) { return s.Read(tx) })
}

// Handler answers with the list to who reaches the operators' listener, as metrics are
// answered there: etld doctor has no session.
func (s Sources) Handler(db *sqldb.DB) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out, err := sqldb.Value(r.Context(), db.View, s.Read)
		if err != nil {
			http.Error(w, "the steps could not be read", http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(out)
	})
}
