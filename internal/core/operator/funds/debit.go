package funds

import (
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/each"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/operator/audit"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/jobs"
	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
)

const (
	kindObjection = "backend_debit_objection"
	// objectionTime is how long a user can object to a debit.
	objectionTime = 14 * 24 * time.Hour
	jobDebits     = "operator_debits"
	debitsAtOnce  = 100
	// debitRetry is when a debit that could not become capital is tried again.
	debitRetry = time.Hour

	// worthTelling is by how much the end of that time has to move to be told: a suspension
	// whose time is over is ended within a minute.
	worthTelling = 10 * time.Minute

	// LastObjection is where the last objection to a debit stands, or empty. Its maker alone
	// decides nothing by taking one back.
	LastObjection = `COALESCE((SELECT p.state FROM operator_proposal p WHERE p.kind = '` + kindObjection + `'
		AND p.subject = operator_debit.user_id || ' ' || operator_debit.id
		AND NOT (p.state = 'rejected' AND p.closed_by = p.maker_id) ORDER BY p.id DESC LIMIT 1), '')`
	// isDue holds for what nobody objected to in time: an objection that waits for its
	// second person was made in time, and so was the last one if nobody decided it.
	isDue         = `state = 'disputable' AND due_at <= $1 AND ` + LastObjection + ` NOT IN ('pending', 'expired')`
	endDebit      = `UPDATE operator_debit SET state = $1 WHERE id = $2 AND state = 'disputable'`
	moveDeadlines = `UPDATE operator_debit SET due_at = CASE WHEN due_at + $1 < $2 THEN $2 ELSE due_at + $1 END
		WHERE user_id = $3 AND state = 'disputable' AND due_at > $2`
	selectObjection = `SELECT ` + LastObjection + ` FROM operator_debit WHERE id = $1`
	sumDebits       = `SELECT asset, CAST(SUM(amount) AS BIGINT) FROM operator_debit WHERE state = 'disputable' GROUP BY asset`
)

// DebitState is where a debit stands.
type DebitState string

const (
	stateDisputable DebitState = "disputable"
	stateReturned   DebitState = "returned"
	stateTaken      DebitState = "taken"
)

func (DebitState) Values() []string {
	return each.Texts(stateDisputable, stateReturned, stateTaken)
}

// debit is what was taken from a user. Its id is its proposal's.
type debit struct {
	id, userID string
	state      DebitState
	Sum
	dueAt, createdAt time.Time
}

var (
	debitTable  = sqldb.NewTable[debit]("operator_debit", "id, user_id, asset = Currency, amount, state, due_at, created_at")
	insertDebit = debitTable.Insert()
	selectDebit = debitTable.Select("WHERE id = $1")
	selectDue   = debitTable.Select("WHERE " + isDue + " AND id = $2")
	selectOpen  = debitTable.Select("WHERE user_id = $1 AND state = 'disputable' AND due_at > $2 ORDER BY due_at, id")
	selectTaken = `SELECT id FROM operator_debit WHERE ` + isDue + ` AND ` + jobs.NotParked(jobDebits, "operator_debit.id") +
		` ORDER BY due_at, id LIMIT $2`
)

// debitUser takes from a user what waits 14 days for an objection.
func (s *Service) debitUser(tx *sqldb.Tx, u ofUser, d operator.Decision) error {
	if err := s.post(tx, d, d.Reason, u.debit()); err != nil {
		return err
	}
	owner, err := user.Find(tx, string(u.UserID))
	if err != nil {
		return err
	}
	made := debit{id: d.ProposalID, userID: owner.ID, state: stateDisputable, Sum: u.Sum,
		dueAt: owner.BarredUntil(tx.Now()).Add(objectionTime), createdAt: tx.Now()}
	insertDebit.Add(tx, made)
	if !user.IsEndKnown(made.dueAt) {
		return s.notify(tx, owner.ID, noticeBarred, u.Sum, map[string]string{"reason": d.Reason})
	}
	return s.notify(tx, owner.ID, noticeDebit, u.Sum, map[string]string{"reason": d.Reason, "objectUntilAt": clock.Text(made.dueAt)})
}

// MoveDeadlines moves until when a user can object, and tells it once it is known: that
// time stands still while the user is suspended.
func (s *Service) MoveDeadlines(tx *sqldb.Tx, userID string, by time.Duration) error {
	if _, err := tx.Exec(moveDeadlines, by.Microseconds(), tx.Now(), userID); err != nil || by.Abs() < worthTelling {
		return err
	}
	moved, err := sqldb.Collect(tx, debitTable.Scan, selectOpen, userID, tx.Now())
	for _, d := range moved {
		if err == nil && user.IsEndKnown(d.dueAt) {
			err = s.notify(tx, userID, noticeUntil, d.Sum, map[string]string{"objectUntilAt": clock.Text(d.dueAt)})
		}
	}
	return err
}

// objection gives a debit back, because the user was right.
type objection struct {
	DebitID httpapi.ID `json:"debitId"`
}

func (s *Service) registerObjections(o *operator.Service) {
	operator.Handle(o, operator.Kind[objection]{Name: kindObjection, Path: "users/debitBack", Makers: financeMakers, Checkers: financeCheckers,
		Lifetime: objectionTime,
		Barred: func(tx *sqldb.Tx, b objection, who operator.Staff) error {
			d, err := disputable(tx, string(b.DebitID))
			if err != nil {
				return err
			}
			return refuseOwnAccount(tx, ofUser{UserID: httpapi.ID(d.userID)}, who)
		},
		Describe: func(tx *sqldb.Tx, b objection) (operator.Description, error) {
			d, err := disputable(tx, string(b.DebitID))
			if err != nil {
				return operator.Description{}, err
			}
			return operator.Description{Subject: d.userID + " " + d.id, Approvals: 1,
				Diff: []operator.Change{{Field: d.userID + " " + string(d.Currency), Before: "-" + d.Amount.String(), After: "0"}}}, nil
		},
		Execute: func(tx *sqldb.Tx, b objection, by operator.Decision) error {
			d, err := disputable(tx, string(b.DebitID))
			if err != nil {
				return err
			}
			if err := s.endDebit(tx, d, stateReturned, by.Reason, ledger.DebitReturned, ledger.AvailableOf(d.userID, d.Currency)); err != nil {
				return err
			}
			return s.notify(tx, d.userID, noticeReturned, d.Sum, map[string]string{"reason": by.Reason})
		},
		// The checker's words are for operators: support says why.
		Rejected: func(tx *sqldb.Tx, b objection, by operator.Decision) error {
			if by.By.ID == by.MakerID {
				return nil
			}
			d, err := disputable(tx, string(b.DebitID))
			if err != nil {
				return err
			}
			return s.notify(tx, d.userID, noticeRefused, d.Sum, nil)
		}})
	operator.Rows(o, operator.Route{Path: "users/debits", Roles: []operator.Role{operator.FinanceMaker, operator.FinanceChecker, operator.Risk, operator.Support}},
		debitList, debitRow)
}

// DebitRow is what was taken from a user.
type DebitRow struct {
	DebitID string `json:"debitId"`
	user.Who
	Sum
	State     DebitState     `json:"state"`
	DueAt     *time.Time     `json:"dueAt" doc:"Until when the user can object; null while the user is suspended without an end"`
	Objection operator.State `json:"objection" optional:"true" doc:"Where the last objection stands that its maker did not take back; empty for none"`
	CreatedAt time.Time      `json:"createdAt"`
}

var debitList = lists.List[debit]{Table: debitTable, Key: "debitId", Orders: []lists.Order{lists.First("dueAt", "due_at", "id")},
	Filters: []lists.Filter{lists.OneOf("state", "state", stateDisputable, stateReturned, stateTaken), lists.Is("userId", "user_id")}}

func debitRow(tx *sqldb.Tx, _ operator.Caller, d debit) (DebitRow, error) {
	row := DebitRow{DebitID: d.id, Who: user.Who{UserID: d.userID}, Sum: d.Sum, State: d.state, CreatedAt: d.createdAt}
	if user.IsEndKnown(d.dueAt) {
		row.DueAt = &d.dueAt
	}
	_, err := tx.QueryOne(sqldb.Dest(&row.Objection), selectObjection, d.id)
	return row, err
}

func disputable(tx *sqldb.Tx, id string) (debit, error) {
	d, err := fault.Known(sqldb.Find(tx, debitTable.Scan, selectDebit, id))
	switch {
	case err != nil:
		return d, err
	case d.state != stateDisputable:
		return d, ErrNotDisputed
	}
	return d, nil
}

func (s *Service) endDebit(tx *sqldb.Tx, d debit, state DebitState, note string, sub ledger.SubType, to ledger.Account) error {
	n, err := tx.Exec(endDebit, state, d.id)
	if err != nil {
		return err
	}
	if n == 0 {
		return ErrNotDisputed
	}
	_, err = s.Ledger.Post(tx, ledger.Entry{RefType: ledger.RefProposal, RefID: d.id, Note: note,
		Transfers: []ledger.Transfer{{Type: ledger.InternalTransfer, SubType: sub,
			Debit: ledger.House(ledger.Disputed, d.Currency), Credit: to, Amount: d.Amount}}})
	return err
}

// take hands the operator a debit, unless it was given back meanwhile, or is objected to.
func (s *Service) take(tx *sqldb.Tx, id string) error {
	d, found, err := sqldb.Find(tx, debitTable.Scan, selectDue, tx.Now(), id)
	if err != nil || !found {
		return err
	}
	if err := s.endDebit(tx, d, stateTaken, "", ledger.DebitTaken, ledger.House(ledger.Capital, d.Currency)); err != nil {
		return err
	}
	after := map[string]any{"userId": d.userID, "amount": d.Amount, "currency": d.Currency, "due": clock.Micros(d.dueAt)}
	return audit.Write(tx, audit.By{}, "users/debitTaken", audit.Note{Subject: d.userID + " " + d.id, After: after})
}

// disputedTotals is what the disputed accounts must hold.
func disputedTotals(tx *sqldb.Tx) (map[money.Asset]money.Amount, error) {
	return sqldb.Map[money.Asset, money.Amount](tx, sumDebits)
}
