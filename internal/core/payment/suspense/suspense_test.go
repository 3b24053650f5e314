package suspense

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/fault"
	"etld/internal/core/operator"
	"etld/internal/core/payment"
	"etld/internal/core/user"
	"etld/internal/core/worldtest"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

const (
	sender = "0x00000000000000000000000000000000000000Ff"
	// known is a wallet as somebody may type it.
	known = "0xabcdef00000000000000000000000000000000ff"

	insertTransfer = `INSERT INTO payment_transfer (id, chain_id, tx_hash, ordinal, token, sender, recipient, wei, asset, amount, remainder, block_number, block_hash,
		block_parent, block_time, state, user_id, intent_no, reason, entry_id, seen_at, final_at, settled_at)
		VALUES ($1, 56, '0xabc', 0, '0x1', $2, '0x2', '7', 'USDT', 700000000, '0', 1, '0x3', '0x4', 1, 'suspense', '', '', 'suspense_in', $1, 1, 1, 1)`
	changeSender = `UPDATE payment_transfer SET sender = $1`
	settle       = `UPDATE payment_transfer SET state = 'claimed', user_id = $1 WHERE id = $2`
)

// world has a deposit in suspense, and people whose it may be.
type world struct {
	*worldtest.World
	service  *Service
	sent     []string
	links    []string
	ann, ben string
}

func (w *world) Send(_ sqldb.Command, userID, kind string, _ map[string]string, link string) error {
	w.sent, w.links = append(w.sent, userID+" "+kind), append(w.links, link)
	return nil
}

func (w *world) Assign(tx *sqldb.Tx, t payment.Transfer, userID string) error {
	_, err := tx.Exec(settle, userID, t.ID)
	return err
}

func newWorld(t *testing.T, db *sqldb.DB, c dbtest.Clock) *world {
	t.Helper()
	w := &world{World: worldtest.New(t, db, c)}
	w.service = New(w, w)
	w.ann, w.ben = w.User(1), w.Person(user.New{Address: sender})
	w.Update(func(tx *sqldb.Tx) error {
		_, err := tx.Exec(insertTransfer, "56|0xabc|0", sender)
		return err
	})
	return w
}

func (w *world) in(userID string) Owner {
	return Owner{TransferID: "56|0xabc|0", UserID: httpapi.ID(userID)}
}

// announce announces the deposit for a user, as somebody who saw the announcement of now.
func (w *world) announce(userID string, who operator.Staff) error {
	shown := ""
	if list := w.rows(); len(list) > 0 {
		shown = list[0].UserID
	}
	return w.announceOver(shown, userID, who)
}

func (w *world) announceOver(shown, userID string, who operator.Staff) error {
	return w.DB.Update(context.Background(), func(tx *sqldb.Tx) error {
		call := &operator.Call{}
		call.Staff = who
		_, err := w.service.announce(tx, call, AnnounceIn{w.in(userID), shown})
		return err
	})
}

// assign does what a proposal and its approval do.
func (w *world) assign(userID string) error {
	return w.DB.Update(context.Background(), func(tx *sqldb.Tx) error {
		a := assigning{Owner: w.in(userID), Evidence: " the exchange's record "}
		if err := a.Check(); err != nil {
			return err
		}
		if _, err := describe(tx, a); err != nil {
			return err
		}
		t, _, err := due(tx, a.Owner)
		if err != nil {
			return err
		}
		return w.service.assign(tx, t, userID)
	})
}

func (w *world) rows() (list []Row) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) error {
		page, err := suspended.Read(tx, []byte(`{"size":20}`))
		for _, t := range page.List.List {
			row, err := rowOf(tx, operator.Caller{}, t)
			if err != nil {
				return err
			}
			list = append(list, row)
		}
		return err
	})
	return list
}

// What somebody asks support about is found by its transaction and by the sending wallet,
// however that is written.
func TestDepositsInSuspenseAreFound(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.Update(func(tx *sqldb.Tx) error {
			_, err := tx.Exec(insertTransfer, "56|0xdef|0", common.HexToAddress(known).Hex())
			if err == nil {
				_, err = tx.Exec(`UPDATE payment_transfer SET tx_hash = '0xdef', asset = 'ETLD' WHERE id = '56|0xdef|0'`)
			}
			return err
		})
		for body, want := range map[string]string{
			`{"txHash":"0xabc"}`:         "56|0xabc|0",
			`{"txHash":"0xdef"}`:         "56|0xdef|0",
			`{"txHash":"0x1"}`:           "",
			`{"sender":"` + known + `"}`: "56|0xdef|0",
			`{"sender":"` + common.HexToAddress(known).Hex() + `"}`: "56|0xdef|0",
			`{"sender":"0x1"}`:    "",
			`{"currency":"ETLD"}`: "56|0xdef|0",
		} {
			w.View(func(tx *sqldb.Tx) error {
				page, err := suspended.Read(tx, []byte(body))
				got := ""
				for _, t := range page.List.List {
					got += t.ID
				}
				if got != want {
					t.Errorf("%s finds %q, want %q", body, got, want)
				}
				return err
			})
		}
	})
}

// A deposit is assigned once, to the user for whom it was announced three days before;
// whoever signed up with the sending wallet is told too.
func TestADepositIsAssignedAfterItWasAnnounced(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		if got := w.rows(); len(got) != 1 || got[0].SenderUser != w.ben || got[0].UserID != "" || got[0].AssignFrom != nil || got[0].Amount.String() != "7" && got[0].Amount.String() != "7.00000000" {
			t.Fatalf("in suspense: %+v", got)
		}
		if err := w.assign(w.ann); !errors.Is(err, ErrNotYet) {
			t.Errorf("without an announcement: %v", err)
		}
		w.Must(w.announce(w.ann, operator.Staff{ID: "maker"}))
		if want := []string{w.ann + " suspense_announced", w.ben + " suspense_elsewhere"}; !slices.Equal(w.sent, want) {
			t.Errorf("told %q, want %q", w.sent, want)
		}
		if want := []string{"/transaction", "/wallet?sheet=topup"}; !slices.Equal(w.links, want) {
			t.Errorf("led to %q, want %q", w.links, want)
		}
		c.Advance(announcedFor - time.Second)
		if err := w.assign(w.ann); !errors.Is(err, ErrNotYet) {
			t.Errorf("a second too early: %v", err)
		}
		c.Advance(time.Second)
		if err := w.assign(w.ben); !errors.Is(err, ErrNotYet) {
			t.Errorf("to somebody else: %v", err)
		}
		w.Must(w.assign(w.ann))
		if want := w.ann + " suspense_claimed"; w.sent[len(w.sent)-1] != want {
			t.Errorf("told %q, want %q", w.sent, want)
		}
		if err := w.assign(w.ann); !errors.Is(err, fault.NotFound) {
			t.Errorf("once more: %v", err)
		}
		if err := w.announce(w.ben, operator.Staff{}); !errors.Is(err, fault.NotFound) || len(w.rows()) != 0 {
			t.Errorf("announced afterwards: %v, %+v", err, w.rows())
		}
	})
}

// Whoever signed up with the sending wallet has 72 hours to claim a deposit: since it was
// announced once more where that was later, and not while suspended.
func TestTheSendersUserHasTheTime(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		const later = "0x00000000000000000000000000000000000000Fe"
		w.Update(func(tx *sqldb.Tx) error {
			_, err := tx.Exec(changeSender, later)
			return err
		})
		w.Must(w.announce(w.ann, operator.Staff{ID: "maker"}))
		c.Advance(time.Hour)
		eve := w.Person(user.New{Address: later})
		c.Advance(announcedFor)
		if got := w.rows()[0]; !errors.Is(w.assign(w.ann), ErrNotYet) || got.AssignFrom != nil || got.SenderUser != eve {
			t.Errorf("nobody told whoever signed up since: %+v", got)
		}
		w.Must(w.announce(w.ann, operator.Staff{ID: "maker"}))
		if want := eve + " suspense_elsewhere"; w.sent[len(w.sent)-1] != want {
			t.Errorf("told %q, want %q", w.sent, want)
		}
		c.Advance(time.Hour)
		w.Update(func(tx *sqldb.Tx) error {
			_, err := user.Suspend(tx, eve, "a stolen key", time.Time{})
			return err
		})
		c.Advance(announcedFor)
		if err := w.assign(w.ann); !errors.Is(err, ErrNotYet) || w.rows()[0].AssignFrom != nil {
			t.Errorf("while nobody can sign in and claim it: %v, %+v", err, w.rows())
		}
		w.Update(func(tx *sqldb.Tx) error {
			_, err := user.Restore(tx, eve)
			return err
		})
		c.Advance(announcedFor - time.Second)
		if err := w.assign(w.ann); !errors.Is(err, ErrNotYet) {
			t.Errorf("a second too early: %v", err)
		}
		c.Advance(time.Second)
		w.Update(func(tx *sqldb.Tx) error {
			_, err := user.Suspend(tx, eve, "another doubt", time.Time{})
			return err
		})
		w.Must(w.assign(w.ann))
	})
}

// Another announcement begins the time anew, one for the same user does not, and nobody
// announces for the own account.
func TestAnAnnouncementTakesTheOthersPlace(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.Must(w.announce(w.ann, operator.Staff{ID: "maker"}))
		c.Advance(announcedFor)
		if err := w.announceOver("", w.ben, operator.Staff{ID: "maker"}); !errors.Is(err, operator.ErrBasisChanged) || w.rows()[0].UserID != w.ann {
			t.Errorf("over an announcement that was not shown: %v, %+v", err, w.rows())
		}
		w.Must(w.announce(w.ben, operator.Staff{ID: "maker"}))
		for _, userID := range []string{w.ann, w.ben} {
			if err := w.assign(userID); !errors.Is(err, ErrNotYet) {
				t.Errorf("assigned to %s: %v", userID, err)
			}
		}
		if got := w.rows()[0]; got.UserID != w.ben || got.AssignFrom == nil || !got.AssignFrom.Equal(c.Now().Add(announcedFor)) {
			t.Errorf("announced: %+v", got)
		}
		before, told := w.rows()[0], len(w.sent)
		c.Advance(time.Hour)
		w.Must(w.announce(w.ben, operator.Staff{ID: "maker"}))
		if got := w.rows()[0]; !got.AssignFrom.Equal(*before.AssignFrom) || len(w.sent) != told {
			t.Errorf("announced again: %+v, told %q", got, w.sent[told:])
		}
		if err := w.announce(w.ben, operator.Staff{Address: sender}); !errors.Is(err, operator.ErrOwnAccount) {
			t.Errorf("for the own account: %v", err)
		}
		for field, a := range map[string]assigning{
			"evidence": {Owner: w.in(w.ann)}, "transferId": {Owner: Owner{UserID: httpapi.ID(w.ann)}, Evidence: "x"},
		} {
			var refused fault.Fault
			if err := a.Check(); !errors.As(err, &refused) || refused.Params["field"] != field {
				t.Errorf("%s: %v", field, fmt.Sprint(err))
			}
		}
	})
}
