package machine

import (
	"time"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/features/machine/earning"
	"etld/internal/features/machine/offer"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const (
	machinesList = "machines"
	beyondAll    = "~"
)

// Actions a machine's owner may take.
const (
	actStartNow = "start_now"
	actCancel   = "cancel"
	actExit     = "exit"
)

// Snapshot is the product as it was bought.
type Snapshot struct {
	ID            string       `json:"id"`
	Size          string       `json:"size" enum:"small,medium,large"`
	Name          string       `json:"name" doc:"What the product is called now; all else is as it was bought"`
	Price         money.Amount `json:"price"`
	Power         int64        `json:"power"`
	TermDays      int64        `json:"termDays"`
	DailyRate     string       `json:"dailyRate"`
	InterestTotal money.Amount `json:"interestTotal"`
	ETLDCap       money.Amount `json:"etldCap"`
	TermsVersion  string       `json:"termsVersion"`
	ExitAfterDays int64        `json:"exitAfterDays" doc:"Days of pause after which it can be left"`
	CreditDays    int64        `json:"creditDays" doc:"Days in which its returned principal makes a purchase a repurchase"`
}

// MachineRow is one machine of the caller.
type MachineRow struct {
	ID             string       `json:"id"`
	MinerNo        string       `json:"minerNo"`
	OrderNo        string       `json:"orderNo"`
	Product        Snapshot     `json:"product"`
	Status         Status       `json:"status"`
	Phase          Phase        `json:"phase" optional:"true" doc:"Tells the states of one status apart; empty for running and dug_out"`
	Cause          Cause        `json:"cause" doc:"What led to the present state"`
	Power          int64        `json:"power"`
	CreatedAt      time.Time    `json:"createdAt"`
	CoolingEndAt   *time.Time   `json:"coolingEndAt"`
	StartAt        *time.Time   `json:"startAt"`
	EndAt          *time.Time   `json:"endAt" doc:"End of the term; null while it is unknown because the machine is paused"`
	EndedAt        *time.Time   `json:"endedAt"`
	PausedSeconds  int64        `json:"pausedSeconds"`
	ExitFrom       *time.Time   `json:"exitFrom" doc:"When a paused machine can be left"`
	InterestPaid   money.Amount `json:"interestPaid"`
	InterestRest   money.Amount `json:"interestRest"`
	ETLDPaid       money.Amount `json:"etldPaid"`
	ETLDCap        money.Amount `json:"etldCap"`
	Principal      money.Amount `json:"principal"`
	NewPart        money.Amount `json:"newPart"`
	RepurchasePart money.Amount `json:"repurchasePart"`
	ServiceFee     money.Amount `json:"serviceFee"`
	IntentNo       string       `json:"intentNo" doc:"The open payment; empty otherwise"`
	Actions        []string     `json:"actions" nullable:"false" enum:"start_now,cancel,exit"`
}

// MachineList is a page of the caller's machines; some count down.
type MachineList struct {
	httpapi.List[MachineRow]
	ServerTime time.Time `json:"serverTime"`
}

// HistoryRow is one change of a machine's state.
type HistoryRow struct {
	Status Status    `json:"status"`
	Phase  Phase     `json:"phase" optional:"true"`
	Cause  Cause     `json:"cause"`
	Actor  string    `json:"actor" enum:"user,system,operator"`
	Note   string    `json:"note"`
	At     time.Time `json:"at"`
}

// MachineDetail is a machine with its history, oldest first.
type MachineDetail struct {
	MachineRow
	History []HistoryRow `json:"history" nullable:"false"`
	// Unallocated is what the journal has as an unallocated reward of the machine.
	Unallocated money.Amount `json:"unallocatedReward" doc:"The part of the referral share that nobody got: it went to the income pool when the machine started"`
	ServerTime  time.Time    `json:"serverTime"`
}

// machineRow is a machine as its owner sees it.
func (s views) machineRow(tx sqldb.Command, m *Machine, language httpapi.Language) (MachineRow, error) {
	t, err := s.owners.termsOf(tx, m.TermsVersion)
	if err != nil {
		return MachineRow{}, err
	}
	earner, err := s.earner(tx, m)
	if err != nil {
		return MachineRow{}, err
	}
	paid, err := s.PayRun.Earned(tx, earner)
	if err != nil {
		return MachineRow{}, err
	}
	p, _, err := s.catalogue.Find(tx, m.ProductID)
	if err != nil {
		return MachineRow{}, err
	}
	row := MachineRow{ID: m.ID, MinerNo: m.ID, OrderNo: m.OrderID, Status: m.State.Status(), Phase: m.State.Phase(), Power: m.Power,
		Product: Snapshot{ID: m.ProductID, Size: t.Size, Name: p.Names[string(language)], Price: t.Price, Power: t.Power, TermDays: t.TermDays,
			DailyRate: t.DailyRate.Text(), InterestTotal: t.InterestTotal, ETLDCap: t.ETLDCap, TermsVersion: m.TermsVersion,
			ExitAfterDays: t.ExitAfterDays, CreditDays: t.CreditDays},
		CreatedAt: m.CreatedAt, CoolingEndAt: httpapi.OrNull(m.CoolingEndAt), StartAt: httpapi.OrNull(m.StartAt), EndAt: httpapi.OrNull(m.EndAt),
		EndedAt: httpapi.OrNull(m.EndedAt), PausedSeconds: m.pausedSeconds(tx.Now()),
		InterestPaid: paid.Interest, ETLDPaid: paid.Output, ETLDCap: t.ETLDCap, Principal: m.Price(),
		NewPart: m.NewPart, RepurchasePart: m.RepurchasePart, ServiceFee: m.Fee, Actions: m.actions(t, tx.Now())}
	if !m.State.final() {
		row.InterestRest = t.InterestTotal - paid.Interest
	}
	if m.State == Paused {
		row.ExitFrom, row.EndAt = new(t.ExitFrom(m.PausedAt)), nil
	}
	if m.State == Payment {
		o, err := s.checkout.Order(tx, m.OrderID)
		if err != nil {
			return MachineRow{}, err
		}
		row.IntentNo = o.IntentNo
	}
	row.Cause, _, err = s.store.causes.Get(tx, stepKey(m))
	return row, err
}

// pausedSeconds is how long the machine has been paused, the pause that lasts
// included.
func (m *Machine) pausedSeconds(now time.Time) int64 {
	paused := m.Paused
	if m.State == Paused {
		paused += now.Sub(m.PausedAt)
	}
	return int64(paused / time.Second)
}

// actions is what the owner may do now.
func (m *Machine) actions(t offer.Terms, now time.Time) []string {
	switch {
	case m.State == Payment:
		return []string{actCancel}
	case m.cools(now):
		return []string{actStartNow, actCancel}
	case m.canExit(t, now):
		return []string{actExit}
	}
	return []string{}
}

// machinesOf reads a user's machines of a status, newest first; empty for all.
func machinesOf(tx *sqldb.Tx, userID string, status Status) func(before string, limit int) ([]Machine, error) {
	states := stateFilter(status)
	return func(before string, limit int) ([]Machine, error) {
		return sqldb.Collect(tx, scanMachine, selectMine, userID, before, states[0], states[1], states[2], limit)
	}
}

// mine lists the caller's machines, newest first.
func (s views) mine(tx *sqldb.Tx, c httpapi.Caller, in MineIn) (MachineList, error) {
	list, err := httpapi.Ordered[Machine, MachineRow]{Name: machinesList, First: beyondAll, ID: func(m Machine) string { return m.ID },
		Read: func(before string, limit int) ([]Machine, error) {
			machines, err := machinesOf(tx, c.UserID, in.Status)(before, limit)
			if err != nil {
				return nil, err
			}
			return machines, s.loadRows(tx, c.UserID, machines)
		},
		Row: func(m Machine) (MachineRow, error) { return s.machineRow(tx, &m, c.Language) }}.Page(in.Page)
	return MachineList{List: list, ServerTime: tx.Now()}, err
}

// loadRows fetches together what the rows of a user's machines need.
func (s views) loadRows(tx *sqldb.Tx, userID string, machines []Machine) error {
	var hints []sqldb.Hint
	for i := range machines {
		m := &machines[i]
		hints = append(hints, s.store.terms.Hint(m.TermsVersion), s.store.causes.Hint(stepKey(m)), s.catalogue.Hint(m.ProductID))
		if m.Pauses > 0 {
			hints = append(hints, s.store.pauses.Hint(m.ID))
		}
		if m.State == Payment {
			hints = append(hints, s.checkout.OrderHint(m.OrderID))
		}
	}
	if err := sqldb.Fetch(tx, hints...); err != nil {
		return err
	}
	lives := make([]earning.Life, len(machines))
	for i := range machines {
		e, err := s.earner(tx, &machines[i])
		if err != nil {
			return err
		}
		lives[i] = e.Life
	}
	return s.PayRun.Load(tx, userID, lives...)
}

// stateFilter is a status as the three states it has at most; empty for all.
func stateFilter(status Status) (states [3]State) {
	if status == "" {
		return states
	}
	list := statesOf(status)
	for i := range states {
		states[i] = list[min(i, len(list)-1)]
	}
	return states
}

// one is a machine of the caller, or fault.NotFound.
func (s owners) one(tx *sqldb.Tx, userID, machineID string) (Machine, error) {
	return fault.Known(sqldb.Find(tx, scanMachine, selectOne, machineID, userID))
}

func (s views) machineDetail(tx *sqldb.Tx, userID, machineID string, language httpapi.Language) (MachineDetail, error) {
	m, err := s.owners.one(tx, userID, machineID)
	if err != nil {
		return MachineDetail{}, err
	}
	row, err := s.machineRow(tx, &m, language)
	if err != nil {
		return MachineDetail{}, err
	}
	history, err := sqldb.Collect(tx, stepTable.Scan, selectHistory, m.ID, m.ID+beyondAll)
	if err != nil {
		return MachineDetail{}, err
	}
	d := MachineDetail{MachineRow: row, ServerTime: tx.Now(), History: make([]HistoryRow, len(history))}
	if !m.StartAt.IsZero() {
		t, err := s.owners.termsOf(tx, m.TermsVersion)
		if err != nil {
			return MachineDetail{}, err
		}
		d.Unallocated = t.Split(m.Cost).Referral - m.Referral
	}
	for i, step := range history {
		d.History[i] = historyRow(step.Step)
	}
	return d, nil
}

// historyRow is a step as users see it. Which operator it was is for the audit
// log.
func historyRow(step Step) HistoryRow {
	actor := step.Actor
	if actor != actorUser && actor != actorSystem {
		actor = "operator"
	}
	return HistoryRow{Status: step.To.Status(), Phase: step.To.Phase(), Cause: step.Cause, Actor: actor, Note: step.Note, At: step.At}
}
