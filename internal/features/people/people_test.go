package people

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/user"
	"etld/internal/core/worldtest"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// world is a platform with people and what one part knows of them.
type world struct {
	*worldtest.World
	people *Service
}

func newWorld(t testing.TB, db *sqldb.DB, c dbtest.Clock) *world {
	t.Helper()
	w := &world{World: worldtest.New(t, db, c)}
	w.people = New(w.Ledger, entropy.Seeded(3))
	return w
}

func (w *world) person(id string) (p user.Person) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) (err error) {
		p, err = user.Find(tx, id)
		return err
	})
	return p
}

func (w *world) write(userID, text string) error {
	return w.DB.Update(context.Background(), func(tx *sqldb.Tx) error {
		in := NoteIn{UserID: httpapi.ID(userID), Text: text}
		if err := in.Check(); err != nil {
			return err
		}
		call := &operator.Call{}
		call.ID = "staff"
		_, err := w.people.write(tx, call, in)
		return err
	})
}

func (w *world) overview(userID string) (out Overview, err error) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) error {
		out, err = w.people.overview(tx, operator.Caller{}, OfUser{UserID: httpapi.ID(userID)})
		return nil
	})
	return out, err
}

// Whatever somebody knows of a user finds the user, and no part of an address does.
func TestPeopleAreFound(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		ann, ben := w.User(1), w.User(2)
		w.Update(func(tx *sqldb.Tx) error {
			_, err := user.SetProfile(tx, ann, "Anna Nym", "")
			return err
		})
		p := w.person(ann)
		for what, query := range map[string]string{
			"id": ann, "address": strings.ToLower(p.Address), "masked": user.Mask(p.Address), "code": strings.ToLower(p.ReferralCode), "name": "Anna Nym",
		} {
			w.View(func(tx *sqldb.Tx) error {
				rows, err := find(tx, operator.Caller{}, FindIn{Query: query})
				if err == nil && (len(rows.List) != 1 && what != "masked" || rows.List[0].UserID != ann && what != "masked") {
					t.Errorf("by %s: %+v", what, rows.List)
				}
				for _, row := range rows.List {
					if strings.Contains(fmt.Sprintf("%+v", row), p.Address) {
						t.Errorf("by %s the whole address is shown", what)
					}
				}
				return err
			})
		}
		for _, query := range []string{p.Address[:20], "Anna", "%", "0x******" + p.Address[36:], ben + "x"} {
			w.View(func(tx *sqldb.Tx) error {
				rows, err := find(tx, operator.Caller{}, FindIn{Query: query})
				if len(rows.List) != 0 {
					t.Errorf("%q finds %+v", query, rows.List)
				}
				return err
			})
		}
	})
}

// What a user reads to support out of the app finds the user.
func TestPeopleAreFoundByTheirNumbers(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		ann := w.User(1)
		w.Update(func(tx *sqldb.Tx) error {
			for _, statement := range []string{
				`INSERT INTO node_node (id, user_id, product_id, level, order_id, terms, price, gift, state, created_at, cooling_end_at, active_at, ended_at)
					VALUES ('N1', $1, 'nodeKing', 'king', 'O1', '', 1, 3, 'active', 1, 1, 1, 0)`,
				`INSERT INTO machine_machine (id, user_id, order_id, product_id, terms, power, state, before_pause, open, new_part, repurchase_part, fee, referral, credit_use,
					created_at, cooling_end_at, start_at, end_at, ended_at, mining_until, paused_at, paused_us, pauses, steps, ending_noticed)
					VALUES ('M1', $1, 'O2', 'machineSmall', '', 1, 'running', '', 1, 1, 0, 0, 0, '', 1, 1, 1, 1, 0, 0, 0, 0, 0, 1, 0)`,
			} {
				if _, err := tx.Exec(statement, ann); err != nil {
					return err
				}
			}
			return nil
		})
		for query, want := range map[string]int{"N1": 1, " M1 ": 1, "M2": 0} {
			w.View(func(tx *sqldb.Tx) error {
				rows, err := find(tx, operator.Caller{}, FindIn{Query: query})
				if len(rows.List) != want || want > 0 && rows.List[0].UserID != ann {
					t.Errorf("%q finds %+v", query, rows.List)
				}
				return err
			})
		}
		for _, statement := range numbered {
			w.View(func(tx *sqldb.Tx) error {
				_, _, err := sqldb.Find(tx, sqldb.One[string], statement, "nothing")
				return err
			})
		}
	})
}

// One call has what concerns a user: who it is, what the user holds, and what each part
// knows.
func TestTheOverviewOfAUser(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		parent := w.User(1)
		ann := w.Invited(parent, 2, "12 USDT")
		w.Post(ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.GamePointsIn, Debit: ledger.AvailableOf(ann, money.USDT), Credit: ledger.House(ledger.PointsBacking, money.USDT), Amount: 5 * money.Unit},
			ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.GamePointsIn, Debit: ledger.House(ledger.PointsOut, money.GP), Credit: ledger.Of(ann, ledger.Points, money.GP), Amount: 500})
		got, err := w.overview(ann)
		held := make(map[money.Asset]string)
		for _, h := range got.Balances {
			held[h.Currency] = h.Balance
		}
		if err != nil || got.UserID != ann || got.InvitedBy != parent || !maps.Equal(held, map[money.Asset]string{money.USDT: "7", money.GP: "500"}) {
			t.Errorf("%+v, %v", got, err)
		}
		if len(got.Parts) != 0 {
			t.Errorf("who did nothing has %+v", got.Parts)
		}
		if _, err := w.overview("nobody00"); !errors.Is(err, fault.NotFound) {
			t.Errorf("of nobody: %v", err)
		}
	})
}

// A note names somebody and is seen as it is written; it goes with the user's data.
func TestNotesAreForgotten(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		ann, ben := w.User(1), w.User(2)
		w.Must(w.write(ann, " called about a lost parcel "))
		if list := w.notes(ann); len(list) != 1 || list[0].text != "called about a lost parcel" || list[0].staffID != "staff" {
			t.Errorf("the notes: %+v", list)
		}
		w.Must(w.write(ben, "wants to know more"))
		for name, one := range map[string][2]string{"nobody": {"nobody00", "x"}, "nothing": {ann, "  "}, "too much": {ann, strings.Repeat("x", noteMax+1)}, "hidden": {ann, "a\u202eb"}} {
			if err := w.write(one[0], one[1]); err == nil {
				t.Errorf("a note of %s was kept", name)
			}
		}
		w.Update(func(tx *sqldb.Tx) error { return w.people.Erase(tx, ann) })
		for userID, want := range map[string]int{ann: 0, ben: 1} {
			if got := w.notes(userID); len(got) != want {
				t.Errorf("%s has %d notes, want %d", userID, len(got), want)
			}
		}
	})
}

// notes are a user's.
func (w *world) notes(userID string) (list []note) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) error {
		page, err := noteList.Read(tx, []byte(`{"userId":"`+userID+`"}`))
		list = page.List.List
		return err
	})
	return list
}
