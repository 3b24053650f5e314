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
	"etld/internal/infra/sqldb/meta"
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

// isRecalled says that a service's wallet may begin something.
func isRecalled(t *testing.T, s *recall.Service) (is bool) {
	t.Helper()
	if err := s.DB.View(t.Context(), func(tx *sqldb.Tx) (err error) {
		is, err = s.Wallets[0].IsRecalled(tx)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return is
}

// What the books know is read over; what they do not know is kept and stops the wallet,
// once, whichever key signed it. Another chain is none of its business.
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
		journal := memory{spent(0, "known", hot), spent(1, "forgotten by a key before", former), spent(2, "forgotten", hot), other, spent(3, "forgotten too", hot)}
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
		if more, err := s.Read(t.Context(), wallet, away{}); more || err != nil || isRecalled(t, s) {
			t.Errorf("a signer that is away: %v %v", more, err)
		}
		if more, err := s.Read(t.Context(), wallet, journal); !more || err != nil || isRecalled(t, s) {
			t.Errorf("two rows of five: %v %v", more, err)
		}
		if found := read(); found != 3 || !isRecalled(t, s) || len(stops) != 3 || !strings.HasPrefix(stops[0], "BEP-20 "+string(payout.BreakerForgot)+" the signer signed 1 transactions") {
			t.Errorf("found %d, stopped by %q", found, stops)
		}
		journal = append(journal, spent(4, "forgotten last", hot))
		if found := read(); found != 4 || len(stops) != 4 {
			t.Errorf("then found %d, stopped by %q", found, stops)
		}
		if found := read(); found != 4 || len(stops) != 4 {
			t.Errorf("read again: found %d, stopped by %q", found, stops)
		}
		// A bump goes the way of what it raised.
		bump := spent(5, "forgotten and dearer", hot)
		bump.IsBump = true
		journal = append(journal, bump)
		if found := read(); found != 4 || len(stops) != 4 {
			t.Errorf("a bump: found %d, stopped by %q", found, stops)
		}
		// Another journal, shorter or longer, is read from its beginning.
		journal = memory{spent(6, "known", hot), spent(7, "forgotten in another journal", hot)}
		if found := read(); found != 5 || len(stops) != 5 {
			t.Errorf("a shorter journal: found %d, stopped by %q", found, stops)
		}
		journal = memory{spent(8, "forgotten in a third", hot), spent(9, "known", hot), spent(2, "forgotten", hot), spent(10, "forgotten at its end", hot)}
		if found := read(); found != 7 || len(stops) != 7 {
			t.Errorf("a longer journal: found %d, stopped by %q", found, stops)
		}
	})
}

// After an election nothing is begun or signed before the journal was read again: a journal
// of anchors is read often enough that one of them has time left.
func TestAJournalOfAnchorsIsReadWithinTheirTime(t *testing.T) {
	t.Parallel()
	anchors := payout.Wallet{Network: "anchor", Purpose: payout.PurposeAnchors, Signer: memory{}}
	s := &recall.Service{Wallets: []payout.Wallet{{Network: "BEP-20", Signer: memory{}}, anchors, {Network: "of a signer without a journal"}}}
	list := s.Jobs()
	if len(list) != 2 || list[0].Name != "payout_recall_BEP-20" || list[1].Name != "payout_recall_anchor" || list[1].Every > payout.AnchorTiming.ResendEvery {
		t.Errorf("%+v", list)
	}
}

// addWallet is the wallet's row, which its first lease makes.
func addWallet(t *testing.T, db *sqldb.DB) {
	t.Helper()
	if err := db.Update(t.Context(), func(tx *sqldb.Tx) error {
		_, err := tx.Exec(`INSERT INTO payout_wallet (network, chain_id, address, next_nonce, breaker, detail, broken_at, strikes, wait, wait_since,
			holder, held_until, term) VALUES ($1, 1, '', -1, '', '', 0, 0, '', 0, '', 0, 0)`, wallet.Network)
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// An instance that does not pay goes by what another read since it started itself; what was
// read before the books were copied is nothing.
func TestWhatAnotherInstanceRead(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		start := func() *recall.Service {
			with := wallet
			with.Signer = memory{}
			s := &recall.Service{DB: db, Wallets: []payout.Wallet{with}}
			s.Require()
			return s
		}
		addWallet(t, db)
		pays, shows := start(), start()
		read := func() {
			t.Helper()
			if _, err := pays.Read(t.Context(), wallet, memory{}); err != nil {
				t.Fatal(err)
			}
		}
		if isRecalled(t, pays) || isRecalled(t, shows) {
			t.Error("nobody has read it yet")
		}
		read()
		if !isRecalled(t, pays) || !isRecalled(t, shows) {
			t.Error("it was read")
		}
		c.Advance(time.Minute)
		later := start()
		if isRecalled(t, later) || !isRecalled(t, pays) {
			t.Error("it was read before the later one started, and not since")
		}
		read()
		if !isRecalled(t, later) {
			t.Error("it was read since")
		}
	})
}

// forgetful is a journal whose answer an election overtakes.
type forgetful struct {
	memory
	elect func()
}

func (f forgetful) Past(ctx context.Context, s signer.Since) (signer.Past, error) {
	past, err := f.memory.Past(ctx, s)
	f.elect()
	return past, err
}

// A database that is elected in another's place may have taken back what was read: the
// journal is read to its end again, on every instance, before anything goes out or back.
func TestAnElectionHasTheJournalReadAgain(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		timeline := "00000001"
		start := func() *recall.Service {
			with := wallet
			with.Signer = memory{}
			s := &recall.Service{DB: db, Wallets: []payout.Wallet{with}, Timeline: func() string { return timeline }}
			s.Require()
			return s
		}
		addWallet(t, db)
		pays, shows := start(), start()
		read := func(from recall.Journal) {
			t.Helper()
			if _, err := pays.Read(t.Context(), wallet, from); err != nil {
				t.Fatal(err)
			}
			c.Advance(time.Second)
		}
		expect := func(when string, want bool) {
			t.Helper()
			if isRecalled(t, pays) != want || isRecalled(t, shows) != want {
				t.Errorf("%s it counts as read: %t, %t", when, isRecalled(t, pays), isRecalled(t, shows))
			}
		}
		read(memory{})
		expect("before the election", true)
		timeline = "00000002"
		expect("after the election", false)
		read(forgetful{memory{}, func() { timeline = "00000003" }})
		expect("read while another one was elected", false)
		read(memory{})
		expect("read since", true)
	})
}

// asking is a journal that is asked to be read from its beginning while it answers.
type asking struct {
	memory
	db *sqldb.DB
}

func (a asking) Past(ctx context.Context, s signer.Since) (signer.Past, error) {
	if s.Row > 0 {
		if err := a.db.Update(ctx, func(tx *sqldb.Tx) error { return meta.KeepNote(tx, payout.RecallNote+wallet.Network, "") }); err != nil {
			return signer.Past{}, err
		}
	}
	return a.memory.Past(ctx, s)
}

// Who asks for a journal to be read again is heard while it is being read, and what has a
// place in the books by then is on the list no more.
func TestAJournalIsReadAgain(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		stops := 0
		s := &recall.Service{DB: db, Remember: knows("known"), Stop: func(*sqldb.Tx, string, payout.Breaker, string) error {
			stops++
			return nil
		}}
		journal := memory{spent(0, "known", hot), spent(1, "first", hot), spent(2, "second", hot)}
		read := func(from recall.Journal, want string) {
			t.Helper()
			if more, err := s.Read(t.Context(), wallet, from); !more || err != nil {
				t.Fatalf("more: %t, %v", more, err)
			}
			var got string
			if err := db.View(t.Context(), func(tx *sqldb.Tx) error {
				return tx.Query(func(row *sqldb.Row) error {
					var reference string
					err := row.Scan(&reference)
					got += reference + " "
					return err
				}, `SELECT reference FROM payout_recall_forgotten ORDER BY id`)
			}); err != nil {
				t.Fatal(err)
			}
			if got != want {
				t.Errorf("forgotten are %q, want %q", got, want)
			}
		}
		read(journal, "first ")
		read(asking{journal, db}, "first ")
		s.Remember = knows("first")
		read(journal, "known ")
		read(journal, "known second ")
		if stops != 3 {
			t.Errorf("stopped %d times", stops)
		}
	})
}

// A wallet whose signer has no journal is not read, and none is where nothing is paid.
func TestJournalsAreReadWhereTheyAre(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		with := wallet
		with.Signer = memory{}
		s := &recall.Service{DB: db, Wallets: []payout.Wallet{wallet, with}}
		if got := s.Jobs(); len(got) != 1 || got[0].Name != "payout_recall_BEP-20" {
			t.Errorf("jobs: %v", got)
		}
		if s.Require(); s.Wallets[0].IsRecalled != nil || s.Wallets[1].IsRecalled == nil {
			t.Errorf("held are %v", s.Wallets)
		}
	})
}

// Reading a journal rests with all background work while callers have the writer.
func TestReadingGivesWayToCallers(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		const work, rest = 100 * time.Millisecond, 900 * time.Millisecond
		var ended time.Time
		called := make(chan error, 1)
		if err := db.Background(t.Context(), func(tx *sqldb.Tx) error {
			go func() { called <- db.Update(t.Context(), func(*sqldb.Tx) error { return nil }) }()
			for !tx.ShouldYield() {
				time.Sleep(time.Millisecond)
			}
			time.Sleep(work)
			ended = time.Now()
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if err := <-called; err != nil {
			t.Fatal(err)
		}
		s := &recall.Service{DB: db, Remember: knows("known")}
		if _, err := s.Read(t.Context(), wallet, memory{spent(0, "known", hot)}); err != nil {
			t.Fatal(err)
		}
		if got := time.Since(ended); got < rest {
			t.Errorf("it was read %s after other work, whose rest is %s", got, rest)
		}
	})
}
