package recall_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/core/payout"
	"etld/internal/core/payout/recall"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

var (
	hot    = common.Address{1}
	former = common.Address{2}
	wallet = payout.Wallet{Network: "BEP-20", ChainID: 56, Address: hot}
)

// memory is a journal that answers two rows at a time.
type memory []signer.Spent

func (m memory) SignPayout(context.Context, signer.Request) (signer.Signed, error) {
	return signer.Signed{}, signer.ErrUnavailable
}

func (m memory) Past(_ context.Context, s signer.Since) (signer.Past, error) {
	row := int64(0)
	if s.Row <= int64(len(m)) && s.Mark == m.mark(s.Row) {
		row = s.Row
	}
	end := min(row+2, int64(len(m)))
	return signer.Past{List: m[row:end], Mark: m.mark(end)}, nil
}

func (m memory) mark(row int64) signer.Mark {
	if row == 0 {
		return signer.Mark{}
	}
	return signer.Mark{Row: row, Seal: m[row-1].Reference}
}

// away is the journal of a signer that cannot be reached.
type away struct{}

func (away) Past(context.Context, signer.Since) (signer.Past, error) {
	return signer.Past{}, signer.ErrUnavailable
}

func spent(nonce uint64, reference string, from common.Address) signer.Spent {
	return signer.Spent{At: time.UnixMilli(1_700_000_000_000).UTC(), ChainID: 56, From: from, Nonce: nonce, Hash: common.Hash{byte(nonce + 1)}, Reference: reference,
		Recipient: common.Address{9}, Asset: money.USDT, Quantity: money.Units(90)}
}

// knows has the books know what one withdrawal was signed for.
func knows(reference string) func(*sqldb.Tx, string, signer.Spent) (bool, error) {
	return func(_ *sqldb.Tx, network string, spent signer.Spent) (bool, error) {
		return network == "BEP-20" && spent.Reference == reference, nil
	}
}

// What the books know is read over; what they do not know is kept and stops the wallet,
// once. Another address or chain is none of its business.
func TestWhatTheBooksForgotIsFound(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		var stops []string
		s := &recall.Service{DB: db, Wallets: []payout.Wallet{wallet}, Remember: knows("known"), Stop: func(_ *sqldb.Tx, network string, breaker payout.Breaker, reason string) error {
			stops = append(stops, network+" "+string(breaker)+" "+reason)
			return nil
		}}
		other := spent(7, "on another chain", hot)
		other.ChainID = 1
		s.Wallets[0].Signer = memory{}
		s.Require()
		journal := memory{spent(0, "known", hot), spent(1, "by a key before", former), spent(2, "forgotten", hot), other, spent(3, "forgotten too", hot)}
		read := func() (found int64) {
			for more := true; more; {
				var err error
				if more, err = s.Read(t.Context(), wallet, journal); err != nil {
					t.Fatal(err)
				}
			}
			if err := db.View(t.Context(), func(tx *sqldb.Tx) error {
				_, err := tx.QueryOne(sqldb.Dest(&found), `SELECT COUNT(*) FROM payout_recall_forgotten WHERE reference LIKE 'forgotten%' AND quantity = 9000000000`)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			return found
		}
		if more, err := s.Read(t.Context(), wallet, away{}); more || err != nil || s.Wallets[0].IsRecalled() {
			t.Errorf("a signer that is away: %v %v", more, err)
		}
		if more, err := s.Read(t.Context(), wallet, journal); !more || err != nil || s.Wallets[0].IsRecalled() {
			t.Errorf("two rows of five: %v %v", more, err)
		}
		if found := read(); found != 2 || !s.Wallets[0].IsRecalled() || len(stops) != 2 || !strings.HasPrefix(stops[0], "BEP-20 "+string(payout.BreakerForgot)+" the signer signed 1 transactions") {
			t.Errorf("found %d, stopped by %q", found, stops)
		}
		journal = append(journal, spent(4, "forgotten last", hot))
		if found := read(); found != 3 || len(stops) != 3 {
			t.Errorf("then found %d, stopped by %q", found, stops)
		}
		if found := read(); found != 3 || len(stops) != 3 {
			t.Errorf("read again: found %d, stopped by %q", found, stops)
		}
		// A bump goes the way of what it raised.
		bump := spent(5, "forgotten and dearer", hot)
		bump.IsBump = true
		journal = append(journal, bump)
		if found := read(); found != 3 || len(stops) != 3 {
			t.Errorf("a bump: found %d, stopped by %q", found, stops)
		}
		// Another journal, shorter or longer, is read from its beginning.
		journal = memory{spent(6, "known", hot), spent(7, "forgotten in another journal", hot)}
		if found := read(); found != 4 || len(stops) != 4 {
			t.Errorf("a shorter journal: found %d, stopped by %q", found, stops)
		}
		journal = memory{spent(8, "forgotten in a third", hot), spent(9, "known", hot), spent(2, "forgotten", hot), spent(10, "forgotten at its end", hot)}
		if found := read(); found != 6 || len(stops) != 6 {
			t.Errorf("a longer journal: found %d, stopped by %q", found, stops)
		}
	})
}

// A wallet whose signer has no journal is not read, and none is where nothing is paid.
func TestJournalsAreReadWhereTheyAre(t *testing.T) {
	t.Parallel()
	with := wallet
	with.Signer = memory{}
	s := &recall.Service{Wallets: []payout.Wallet{wallet, with}}
	if got := s.Jobs(); len(got) != 1 || got[0].Name != "payout_recall_BEP-20" {
		t.Errorf("jobs: %v", got)
	}
	if s.Require(); s.Wallets[0].IsRecalled != nil || s.Wallets[1].IsRecalled == nil {
		t.Errorf("held are %v", s.Wallets)
	}
}
