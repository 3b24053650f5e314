package crash

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"etld/internal/base/money"
	"etld/test/player"
)

// sight is a balance that a buyer was told.
type sight struct {
	// taken is how many of the buyer's commands had been answered before it was asked for.
	taken int
	state funds
}

// funds are what a wallet has of USDT.
type funds struct{ available, escrow, locked money.Amount }

// look asks for the balance and keeps it.
func (b *buyer) look(ctx context.Context) (lost bool, err error) {
	a, err := b.wallet.Call(ctx, "/api/userAccount/balance", nil)
	if err != nil {
		return true, nil
	}
	if a.Code == codeMaintenance {
		return false, nil
	}
	var out struct{ List []player.Holding }
	if err := decode(a, &out); err != nil || a.Code != http.StatusOK {
		return false, fmt.Errorf("the balance: %d %s %w", a.Code, a.Message, err)
	}
	for _, h := range out.List {
		if h.Currency == money.USDT {
			b.sights = append(b.sights, sight{b.taken, funds{h.Available, h.Escrow, h.Locked}})
		}
	}
	return false, nil
}

// replay is what a wallet had of USDT after each entry of the journal that concerns it.
type replay []funds

// replays reads the journal in the order in which it was written: the engine numbers
// transactions as they write, which they do in turns. Ids begin with the time, and the
// clocks of several instances are not the same to the millisecond.
func (w *world) replays() map[string]replay {
	w.t.Helper()
	db, err := player.OpenDatabase(w.database)
	if err != nil {
		w.t.Fatal(err)
	}
	defer db.Close()
	rows, err := player.Rows(db, `SELECT entry_id, debit, credit, amount FROM ledger_transfer WHERE asset = 'USDT' ORDER BY xmin::text::bigint, id`)
	if err != nil {
		w.t.Fatal(err)
	}
	all, entries := make(map[string]replay), make(map[string]string)
	for _, row := range rows {
		var amount money.Amount
		if _, err := fmt.Sscan(row[3], (*int64)(&amount)); err != nil {
			w.t.Fatal(err)
		}
		for i, sign := range []money.Amount{-1, 1} {
			class, owner, _ := strings.Cut(row[1+i], "/USDT/")
			if owner == "" {
				continue
			}
			states := all[owner]
			if entries[owner] != row[0] || len(states) == 0 {
				states = append(states, funds{})
				if n := len(states); n > 1 {
					states[n-1] = states[n-2]
				}
				entries[owner] = row[0]
			}
			now := &states[len(states)-1]
			switch class {
			case "U.AVL":
				now.available += sign * amount
			case "U.PRN":
				now.locked += sign * amount
			case "U.COO", "U.ORD":
				now.escrow += sign * amount
			}
			all[owner] = states
		}
	}
	return all
}

// explain finds each balance that a buyer was told in the replay of the journal, none of
// them before one that he was told earlier, nor before what was answered to him.
func (r replay) explain(sights []sight) error {
	at := 0
	for n, s := range sights {
		// The first entry is the money that was paid in.
		at = max(at, s.taken)
		next := slices.Index(r[min(at, len(r)):], s.state)
		if next < 0 {
			return fmt.Errorf("balance %d, %+v, told after %d commands, is not in the journal's %d entries from entry %d on", n, s.state, s.taken, len(r), at)
		}
		at += next
	}
	return nil
}

// explainSights holds every balance that buyers were told to the journal.
func (w *world) explainSights(buyers []*buyer) {
	w.t.Helper()
	db, err := player.OpenDatabase(w.database)
	if err != nil {
		w.t.Fatal(err)
	}
	defer db.Close()
	all, told := w.replays(), 0
	for _, b := range buyers {
		rows, err := player.Rows(db, `SELECT id FROM user_person WHERE address_key = '`+strings.ToLower(b.wallet.Address().Hex())+`'`)
		if err != nil || len(rows) != 1 {
			w.t.Fatalf("the user of %s: %v, %v", b.wallet.Address(), rows, err)
		}
		if err := all[rows[0][0]].explain(b.sights); err != nil {
			w.t.Errorf("%s: %v", b.wallet.Address(), err)
		}
		told += len(b.sights)
	}
	w.t.Logf("%d balances that %d buyers were told are in the journal", told, len(buyers))
}
