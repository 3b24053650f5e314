package board

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"etld/internal/core/operator"
	"etld/internal/core/user"
	"etld/internal/core/worldtest"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// somebody is a caller with roles.
func somebody(roles ...operator.Role) operator.Caller {
	return operator.Caller{Staff: operator.Staff{ID: "staff", Address: "0x00000000000000000000000000000000000000Ff", Active: true, Roles: roles}}
}

// flag opens risk flags of the program's, as their own part would.
func flag(w *worldtest.World, from, to int) { flagBy(w, "system", from, to) }

func flagBy(w *worldtest.World, by string, from, to int) {
	w.T.Helper()
	w.Update(func(tx *sqldb.Tx) error {
		for i := from; i < to; i++ {
			_, err := tx.Exec(`INSERT INTO team_flag (id, scope, user_id, reason, opened_by, opened_at, lifted_by, lifted, lifted_at) VALUES ($1, 'open', $1, '', $3, $2, '', '', 0)`,
				fmt.Sprintf("f%05d", i), tx.Now(), by)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// Each role sees the queues of its work with what is late, an auditor all; the version is
// another one when something is, and stays when only time went by.
func TestTodayIsWhatWaitsForTheCaller(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := worldtest.New(t, db, c)
		ask := func(who operator.Caller) (out Today) {
			w.View(func(tx *sqldb.Tx) (err error) {
				out, err = today(tx, who, []Stop{{What: "part", Name: "game"}}, nil)
				return err
			})
			return out
		}
		flag(w, 0, 3)
		// Somebody has decided about these.
		flagBy(w, "an operator", 9_000, 9_002)
		c.Advance(6*24*time.Hour + time.Minute)
		flag(w, 3, 5)
		w.Update(func(tx *sqldb.Tx) error {
			return jobs.Park(tx, jobs.Item{Job: "a", Subject: "b"}, errors.New("no"), tx.Now())
		})
		risk := ask(somebody(operator.Risk))
		names := ""
		for _, q := range risk.Queues {
			names += fmt.Sprintf("%s %d/%d ", q.Queue, q.Waiting.Waiting, q.Late)
		}
		if names != "rewards 0/0 paused 0/0 flags 5/3 rounds 0/0 parked 1/0 " || risk.Mine != 6 || risk.Late != 3 || len(risk.Stops) != 1 {
			t.Errorf("for risk: %s, %d, %d, %+v", names, risk.Mine, risk.Late, risk.Stops)
		}
		if got := ask(somebody(operator.Editor)); len(got.Queues) != 0 || got.Mine != 0 || len(got.Stops) != 1 {
			t.Errorf("for an editor: %+v", got)
		}
		if got := ask(somebody(operator.Auditor)); len(got.Queues) != len(queues()) || got.Mine != 0 {
			t.Errorf("for an auditor: %+v", got)
		}
		c.Advance(time.Minute)
		if got := ask(somebody(operator.Risk)); got.Version != risk.Version {
			t.Error("time alone makes another version")
		}
		flag(w, 5, countMax+9)
		got := ask(somebody(operator.Risk))
		if q := got.Queues[2]; q.Waiting.Waiting != countMax || !q.More || got.Version == risk.Version {
			t.Errorf("of many: %+v", q)
		}
	})
}

// Every queue has a statement that is answered by an index of what waits.
func TestQueuesAreReadFromIndexes(t *testing.T) {
	t.Parallel()
	db, _ := dbtest.SQLite(t)
	for _, q := range queues() {
		// What is parked is always few: a thousand of them stop the work.
		if q.name == "parked" {
			continue
		}
		dbtest.ReadFromIndexes(t, db, map[string]dbtest.Read{q.name: {Query: statements[q.name], Args: []any{0, countMax}, Index: " INDEX "}})
	}
}

// propose stores a pending proposal, and who approved it.
func propose(w *worldtest.World, id, kind, maker string, approvers ...string) {
	w.T.Helper()
	w.Update(func(tx *sqldb.Tx) error {
		_, err := tx.Exec(`INSERT INTO operator_proposal (id, kind, subject, payload, payload_hash, diff, basis, reason, maker_id, approvals, state, created_at, expires_at, closed_at,
			closed_by, close_reason) VALUES ($1, $2, $1, '{}', '', '[]', '', '', $3, 2, 'pending', $4, $5, 0, '', '')`, id, kind, maker, tx.Now(), tx.Now().Add(24*time.Hour))
		for _, one := range approvers {
			if err != nil {
				return err
			}
			_, err = tx.Exec(`INSERT INTO operator_approval (proposal_id, staff_id, address, phrase, signed_ms, signature, created_at) VALUES ($1, $2, '', '', 0, '', $3)`, id, one, tx.Now())
		}
		return err
	})
}

// A payout waits for people since one has to look at it: not while it waited for a refill,
// and not anew with each attempt.
func TestAPayoutIsLateByItsState(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := worldtest.New(t, db, c)
		w.Update(func(tx *sqldb.Tx) error {
			_, err := tx.Exec(`INSERT INTO payout_payout (withdrawal_id, network, asset, recipient, amount, units, statement, statement_signature, approvals, automatic, issue, state,
				proof, reason, expected_at, retry_at, tx_hash, block_number, block_hash, created_at, updated_at, steps)
				VALUES ('w1', 'BEP-20', 'USDT', '', 1, '1', '', '', '[]', 0, 1, 'queued', '', '', 0, 0, '', 0, '', $1, $1, 0)`, tx.Now())
			return err
		})
		steps := 0
		step := func(state, reason string) {
			w.Update(func(tx *sqldb.Tx) error {
				steps++
				_, err := tx.Exec(`INSERT INTO payout_event (id, withdrawal_id, state, reason, tx_hash, at) VALUES ($1, 'w1', $2, $3, '', $4)`,
					fmt.Sprintf("w1|%06d", steps), state, reason, tx.Now())
				if err != nil {
					return err
				}
				_, err = tx.Exec(`UPDATE payout_payout SET state = $1, updated_at = $2`, state, tx.Now())
				return err
			})
		}
		expect := func(when string, waiting, late int64) {
			t.Helper()
			w.View(func(tx *sqldb.Tx) error {
				got, err := waitingOf(tx, "payouts", tx.Now().Add(-time.Hour))
				if got.Waiting != waiting || got.Late != late {
					t.Errorf("%s: %+v, want %d of which %d late", when, got, waiting, late)
				}
				return err
			})
		}
		step("queued", "short")
		c.Advance(3 * time.Hour)
		expect("in the queue", 0, 0)
		step("broadcast", "")
		step("unknown", "")
		expect("nobody knows of it", 1, 0)
		c.Advance(50 * time.Minute)
		step("unknown", "bumped")
		c.Advance(9 * time.Minute)
		expect("before an hour", 1, 0)
		c.Advance(2 * time.Minute)
		expect("an hour later, attempts or not", 1, 1)
		step("queued", "")
		step("needs_attention", "refused")
		expect("begun anew", 1, 0)
	})
}

// Whoever made a proposal sees that it waits, and for seven days that it expired or that
// somebody else rejected it.
func TestAMakerHearsWhatCameOfIt(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := worldtest.New(t, db, c)
		end := func(id, state, by string) {
			w.Update(func(tx *sqldb.Tx) error {
				_, err := tx.Exec(`UPDATE operator_proposal SET state = $1, closed_by = $2, closed_at = $3 WHERE id = $4`, state, by, tx.Now(), id)
				return err
			})
		}
		for _, id := range []string{"waits", "refused", "expired", "taken back", "done"} {
			propose(w, id, "top_up", "staff")
		}
		propose(w, "another's", "top_up", "other")
		c.Advance(time.Hour)
		end("refused", "rejected", "other")
		end("expired", "expired", "")
		end("taken back", "rejected", "staff")
		end("done", "executed", "other")
		end("another's", "rejected", "staff")
		own := func() string {
			said := ""
			w.View(func(tx *sqldb.Tx) error {
				out, err := today(tx, somebody(operator.Editor), nil, nil)
				for _, o := range out.Own {
					said += fmt.Sprintf("%s %d, %s ago; ", o.State, o.Count, tx.Now().Sub(o.NewestAt).Truncate(time.Minute))
				}
				return err
			})
			return said
		}
		if got := own(); got != "expired 1, 0s ago; pending 1, 1h0m0s ago; rejected 1, 0s ago; " {
			t.Errorf("the maker sees %q", got)
		}
		c.Advance(ownFor)
		if got := own(); got != "pending 1, 169h0m0s ago; " {
			t.Errorf("a week later the maker sees %q", got)
		}
	})
}

// What is to decide is what others made, of a kind that one decides, not decided by oneself
// before, and whose time is not over.
func TestWhatIsToDecide(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := worldtest.New(t, db, c)
		w.Update(func(tx *sqldb.Tx) error {
			_, err := tx.Exec(`INSERT INTO operator_staff (id, address, address_key, name, roles, is_active, totp_secret, totp_confirmed, totp_step, totp_failures, locked_until, enrol_until,
				signed_at, approved_at, created_at) VALUES ('staff', '', 'a', '', 'risk', 1, '', 1, 0, 0, 0, 0, 0, 0, 0)`)
			return err
		})
		propose(w, "p1", "top_up", "other")
		propose(w, "p2", "top_up", "staff")
		propose(w, "p3", "top_up", "other", "staff")
		propose(w, "p4", "role_change", "other")
		// Nobody decides on the own account.
		propose(w, "p5", "top_up", "other")
		own := w.Person(user.New{Address: "0x00000000000000000000000000000000000000Ff"})
		w.Update(func(tx *sqldb.Tx) error {
			_, err := tx.Exec(`UPDATE operator_proposal SET about = $1 WHERE id = 'p5'`, own)
			return err
		})
		decide := func() (list []Decision) {
			w.View(func(tx *sqldb.Tx) error {
				out, err := today(tx, somebody(operator.Risk), nil, func(kind string) bool { return kind == "top_up" })
				list = out.Decide
				return err
			})
			return list
		}
		if list := decide(); len(list) != 1 || list[0].Kind != "top_up" || list[0].Waiting != 1 {
			t.Errorf("to decide: %+v", list)
		}
		c.Advance(25 * time.Hour)
		if list := decide(); len(list) != 0 {
			t.Errorf("to decide a day later: %+v", list)
		}
	})
}

// Every queue can be counted on both engines.
func TestEveryQueueIsCounted(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		for _, q := range queues() {
			err := db.View(t.Context(), func(tx *sqldb.Tx) error {
				w, err := waitingOf(tx, q.name, tx.Now())
				if w.Waiting != 0 || w.OldestAt != nil {
					t.Errorf("%s of an empty database: %+v", q.name, w)
				}
				return err
			})
			if err != nil {
				t.Errorf("%s: %v", q.name, err)
			}
		}
	})
}

// A debit whose time is over while an objection to it is not decided waits for people, and
// is late from then on. What nobody objected to waits for its job alone.
func TestUndecidedDebitsAreAQueue(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := worldtest.New(t, db, c)
		due := c.Now().Add(time.Hour)
		for id, objection := range map[string]operator.State{"d1": "", "d2": operator.Pending, "d3": operator.Expired, "d4": operator.Rejected} {
			w.Update(func(tx *sqldb.Tx) error {
				_, err := tx.Exec(`INSERT INTO operator_debit (id, user_id, asset, amount, state, due_at, created_at) VALUES ($1, 'u', 'USDT', 1, 'disputable', $2, 1)`, id, due)
				return err
			})
			if objection == "" {
				continue
			}
			propose(w, "p"+id, "backend_debit_objection", "other")
			w.Update(func(tx *sqldb.Tx) error {
				_, err := tx.Exec(`UPDATE operator_proposal SET subject = 'u ' || $1, state = $2 WHERE id = 'p' || $1`, id, objection)
				return err
			})
		}
		count := func() (got Waiting) {
			w.View(func(tx *sqldb.Tx) (err error) {
				got, err = waitingOf(tx, "debits", tx.Now())
				return err
			})
			return got
		}
		if got := count(); got.Waiting != 0 {
			t.Errorf("before their time is over: %+v", got)
		}
		c.Advance(time.Hour)
		if got := count(); got.Waiting != 2 || got.Late != 2 || !got.OldestAt.Equal(due) {
			t.Errorf("afterwards: %+v", got)
		}
	})
}
