package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/worldtest"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// usersMax is how many users the smallest command spreads over.
const usersMax = 1000

// benchSessions knows one token per user, stored like real sessions: a row
// that every command reads in its own transaction.
type benchSessions struct {
	lookup *sqldb.Lookup[string]
}

func newBenchSessions() benchSessions {
	return benchSessions{sqldb.NewLookup("bench sessions", `SELECT name, value FROM sqldb_meta WHERE name`,
		sqldb.Single(func(row *sqldb.Row) (name, user string, err error) {
			err = row.Scan(&name, &user)
			return name, user, err
		}))}
}

func (s benchSessions) Hints(tokenHash string) []sqldb.Hint {
	return []sqldb.Hint{s.lookup.Hint(tokenHash)}
}

func (s benchSessions) Find(tx sqldb.Command, tokenHash string) (httpapi.Session, error) {
	user, found, err := s.lookup.Get(tx, tokenHash)
	if err != nil || !found {
		return httpapi.Session{}, fault.SignInAgain
	}
	return httpapi.Session{ID: tokenHash, UserID: user}, nil
}

func (s benchSessions) Touch(sqldb.Command, string) error { return nil }

type transferIn struct {
	Amount money.Amount `query:"amount"`
}

// TransferOut is the smallest command's answer.
type TransferOut struct {
	EntryNo string `json:"entryNo"`
}

// serveSmallest serves one command that posts one transfer.
func serveSmallest(ctx context.Context, db *sqldb.DB) (address string, stop func(), err error) {
	l := ledger.New(entropy.System())
	if err := db.Update(ctx, func(tx *sqldb.Tx) error {
		for i := range usersMax {
			if _, err := tx.Exec(`INSERT INTO sqldb_meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`, httpapi.HashToken(token(i)), userID(i)); err != nil {
				return err
			}
			if _, err := l.Post(tx, ledger.Entry{RefType: ledger.RefFunding, RefID: "1", Transfers: []ledger.Transfer{worldtest.Deposited(userID(i), money.USDT, money.Units(100_000))}}); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return "", nil, err
	}
	accounts := func(user string) (from, to ledger.Account) {
		return ledger.Of(user, ledger.Available, money.USDT), ledger.Of(user, ledger.Cooling, money.USDT)
	}
	address, stop, err = serve(db, func(api *httpapi.API) {
		httpapi.View(api, httpapi.Op{Path: "/api/bench/known", Tag: "bench", Summary: "Nothing"}, func(*sqldb.Tx, httpapi.Caller, httpapi.None) (httpapi.None, error) { return httpapi.None{}, nil })
		httpapi.Command(api, httpapi.Op{Path: "/api/bench/transfer", Tag: "bench", Summary: "One transfer"}, httpapi.CommandSpec[transferIn, TransferOut]{
			Handle: func(tx sqldb.Command, c httpapi.Caller, in transferIn) (TransferOut, error) {
				from, to := accounts(c.UserID)
				id, err := l.Post(tx, ledger.Entry{RefType: ledger.RefMachine, RefID: "1", Transfers: []ledger.Transfer{{Type: ledger.PurchaseProduct, Debit: from, Credit: to, Amount: in.Amount}}})
				return TransferOut{EntryNo: id}, err
			},
			Hints: func(c httpapi.Caller, _ transferIn) []sqldb.Hint {
				from, to := accounts(c.UserID)
				return []sqldb.Hint{l.Hint(from), l.Hint(to)}
			},
		})
	})
	if err != nil {
		return "", nil, err
	}
	// A server reads a token that it does not know once, in a view of its own.
	return address, stop, warmUp(address, "/api/bench/known", usersMax)
}

// serve serves calls on a free port of this machine.
func serve(db *sqldb.DB, register func(*httpapi.API)) (address string, stop func(), err error) {
	api, err := httpapi.New(httpapi.Config{DB: db, Sessions: newBenchSessions(), Chance: entropy.System(), Log: slog.New(slog.NewTextHandler(os.Stderr, nil))})
	if err != nil {
		return "", nil, err
	}
	register(api)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{Handler: api, ReadHeaderTimeout: time.Minute}
	go func() { _ = server.Serve(listener) }()
	return listener.Addr().String(), func() { _ = server.Close() }, nil
}

func token(i int) string  { return fmt.Sprintf("bench-token-%d", i) }
func userID(i int) string { return fmt.Sprintf("BENCHUSER%015d", i) }

func smallestCall(run string) func(client, i int) (string, string) {
	return func(client, i int) (string, string) {
		return fmt.Sprintf("/api/bench/transfer?amount=0.01&requestId=%s-%06d-%010d", run, client, i), token((client*7919 + i) % usersMax)
	}
}
