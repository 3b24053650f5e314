package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/param"
	"etld/internal/core/payout"
	"etld/internal/core/user"
	"etld/internal/features/solvency"
	"etld/internal/infra/receipt"
	"etld/internal/infra/seal"
	"etld/internal/infra/sqldb"
)

// snapshotClients call while a snapshot is made.
const snapshotClients = 8

// account is a row of the books.
type account struct {
	id, class, asset, owner string
	balance                 money.Amount
}

var insertAccount = sqldb.NewTable[account]("ledger_account", "id, class, asset, owner, balance").Insert()

// noAnchors send nothing.
type noAnchors struct{}

func (noAnchors) Publish(*sqldb.Tx, string, []byte) error { return nil }

func (noAnchors) Find(sqldb.Command, string) (payout.Payout, bool, error) {
	return payout.Payout{}, false, nil
}

func (noAnchors) Hint(string) sqldb.Hint { return param.Hint() }

// measureSnapshot counts what many users are owed, while others call.
func (database server) measureSnapshot(ctx context.Context, db *sqldb.DB, system *clock.System, size int) error {
	target, stop, err := serveSmallest(ctx, db)
	if err != nil {
		return err
	}
	defer stop()
	if err := fillBalances(ctx, db, size); err != nil {
		return err
	}
	sealer, err := seal.New(make([]byte, seal.KeyBytes), entropy.System())
	if err != nil {
		return err
	}
	s := solvency.New(solvency.Config{DB: db, Chance: entropy.System(), Sealer: sealer, Receipts: receipt.New(entropy.System()), Anchors: noAnchors{},
		Delayed: func(*sqldb.Tx, time.Time) (map[string]money.Amount, error) { return nil, nil }, Log: slog.New(slog.NewTextHandler(os.Stdout, nil))})
	debug.FreeOSMemory()
	fmt.Printf("\nsnapshot of %d users and 3 assets on %s, %d MiB before it\n", size, db.Engine(), residentMemory())
	for _, clients := range []int{0, snapshotClients} {
		system.Advance(clock.DayOf(system.Now()).End().Sub(system.Now()) + time.Minute)
		if err := extend(ctx, db); err != nil {
			return err
		}
		if err := database.snapshotBeside(ctx, s, target, clients); err != nil {
			return err
		}
	}
	return database.measureProofs(ctx, db, s)
}

// proofsAsked are enough for a percentile.
const proofsAsked = 400

// measureProofs asks for proofs of the newest snapshot, one after the other.
func (database server) measureProofs(ctx context.Context, db *sqldb.DB, s *solvency.Service) error {
	address, stop, err := serve(db, s.Register)
	if err != nil {
		return err
	}
	defer stop()
	var newest []solvency.SnapshotRow
	if err := db.View(ctx, func(tx *sqldb.Tx) (err error) {
		newest, err = s.Snapshots(tx, "", 1)
		return err
	}); err != nil {
		return err
	}
	var took []time.Duration
	largest := 0
	for i := range proofsAsked {
		began := time.Now()
		size, err := askProof(ctx, address, newest[0].Snapshot, token(i*7919%usersMax))
		if err != nil {
			return err
		}
		took, largest = append(took, time.Since(began)), max(largest, size)
	}
	slices.Sort(took)
	fmt.Printf("a proof by a call of one client: %s in the middle, 95 in 100 within %s, at most %s; up to %d bytes of answer\n",
		took[len(took)/2].Round(10*time.Microsecond), took[len(took)*95/100].Round(10*time.Microsecond), took[len(took)-1].Round(10*time.Microsecond), largest)
	return nil
}

// askProof tells how large an answer is.
func askProof(ctx context.Context, address, snapshot, session string) (size int, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+address+"/api/open/myProof?snapshotId="+snapshot, nil)
	if err != nil {
		return 0, err
	}
	request.Header.Set("token", session)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && !bytes.Contains(body, []byte(`"code":200`)) {
		err = fmt.Errorf("a proof is refused: %s", body)
	}
	return len(body), err
}

// snapshotBeside makes a snapshot, and compares calls during it with calls before it.
func (database server) snapshotBeside(ctx context.Context, s *solvency.Service, target string, clients int) error {
	var usual result
	if clients > 0 {
		var err error
		if usual, err = database.drive([]string{target}, clients, after(5*time.Second), smallestCall("usual")); err != nil {
			return err
		}
	}
	var isMade atomic.Bool
	made := make(chan error, 1)
	began := time.Now()
	go func() {
		err := work(ctx, s.Jobs())
		isMade.Store(true)
		made <- err
	}()
	// The database's file is mapped, so the process's own memory is what counts.
	largest := make(chan int, 1)
	go func() {
		most := 0
		for !isMade.Load() {
			most = max(most, residentMemory())
			time.Sleep(20 * time.Millisecond)
		}
		largest <- most
	}()
	var during result
	var err error
	if clients > 0 {
		during, err = database.drive([]string{target}, clients, isMade.Load, smallestCall("during"))
	}
	err = errors.Join(err, <-made)
	took := time.Since(began)
	if err != nil {
		return err
	}
	fmt.Printf("made in %s beside %d clients   own memory up to %d MiB\n", took.Round(10*time.Millisecond), clients, <-largest)
	if clients > 0 {
		printInteractive(usual, []result{during})
	}
	return nil
}

// fillBalances gives each user three balances, and everybody who calls a name.
func fillBalances(ctx context.Context, db *sqldb.DB, size int) error {
	for first := -usersMax; first < size; first += fillChunk {
		err := db.Update(ctx, func(tx *sqldb.Tx) error {
			for i := first; i < min(first+fillChunk, size); i++ {
				id := fmt.Sprintf("BENCHHOLDER%013d", i)
				if i < 0 {
					id = userID(i + usersMax)
				}
				insertPerson.Add(tx, person{id: id, address: fmt.Sprintf("0x%040x", 1<<40+i), image: user.Images[0], code: fmt.Sprintf("S%08d", i+usersMax), createdAt: tx.Now()})
				for n, asset := range []money.Asset{money.USDT, money.ETLD, money.ETH} {
					if i < 0 {
						break
					}
					a := ledger.Of(id, ledger.Available, asset)
					insertAccount.Add(tx, account{a.ID(), string(a.Class), string(asset), id, money.Amount(1_000_003*(i+1) + n)})
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// extend links all that was posted.
func extend(ctx context.Context, db *sqldb.DB) error {
	for linked := 1; linked > 0; {
		err := db.Update(ctx, func(tx *sqldb.Tx) (err error) {
			linked, err = ledger.Extend(tx)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
