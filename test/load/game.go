package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator/funds"
	"etld/internal/core/user"
	"etld/internal/core/worldtest"
	"etld/internal/features/game"
	"etld/internal/features/game/play"
	"etld/internal/features/notice"
	"etld/internal/infra/beacon"
	"etld/internal/infra/chain"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/jobs"
	"etld/internal/infra/receipt"
	"etld/internal/infra/sqldb"
)

const (
	// gameEntries take part in one round, from gameClients at once; each brings one
	// more, as they end one by one.
	gameEntries = 10_000
	gameClients = 128
	gamePlayers = gameEntries + gameClients
	gameStake   = 100
	// yearRounds are 365 days of rounds. One player took part in yearEntries of them.
	yearRounds  = 365 * 288
	yearEntries = 30_000
	// yearCrowd take part in each of those rounds, one of them on each box.
	yearCrowd = game.Boxes
)

// gameChain has what is published in a final block at once. There is one round at a
// time.
type gameChain struct {
	clock  clock.Clock
	anchor atomic.Pointer[game.Anchor]
}

func (c *gameChain) Publish(tx *sqldb.Tx, _, commitment string) error {
	c.anchor.Store(&game.Anchor{Address: "0x0", TxHash: "0x1", Text: commitment, Block: 1, BlockTime: tx.Now()})
	return nil
}

func (*gameChain) Sent(sqldb.Command, string) (game.Sending, error) { return game.Sending{}, nil }

func (c *gameChain) Search(context.Context, string, time.Time, time.Time) (game.Search, error) {
	if a := c.anchor.Load(); a != nil {
		return game.Search{Blocks: game.Blocks{First: 1, Last: 1}, Sent: []game.Anchor{*a}}, nil
	}
	return game.Search{}, chain.ErrNotFinalYet
}

func (*gameChain) Sender() string { return "0x0" }

func (c *gameChain) Newest() (blockTime, seenAt time.Time) { return c.clock.Now(), c.clock.Now() }

// gameWorld is the game with its players.
type gameWorld struct {
	db     *sqldb.DB
	system *clock.System
	game   *game.Service
	play   *play.Service
	users  []string
}

// measureGame fills one round and draws it, and reads a year of them.
func (database server) measureGame(ctx context.Context, db *sqldb.DB, system *clock.System) error {
	w, err := newGameWorld(ctx, db, system)
	if err != nil {
		return err
	}
	target, stop, err := serve(db, w.game.Register)
	if err != nil {
		return err
	}
	defer stop()
	if err := database.fillRound(ctx, w, target); err != nil {
		return err
	}
	began := time.Now()
	if err := w.fillYear(ctx); err != nil {
		return err
	}
	fmt.Printf("\na year of %d rounds of ten entries, and a player with %d entries, on %s (filled in %s)\n%-40s %10s %10s\n",
		yearRounds, yearEntries, db.Engine(), time.Since(began).Round(time.Second), "", "p50", "p99")
	for _, path := range []string{"/api/game/current?x=1", "/api/game/history?size=50", "/api/game/myRecord?size=50", "/api/game/myRecord?size=50&state=won",
		"/api/game/myRecord?size=50&state=refunded", "/api/miner/ztGameTj?x=1", "/api/open/gameChain?x=1"} {
		r, err := database.drive([]string{target}, 1, after(time.Second), func(int, int) (string, string) { return path, token(0) })
		if err != nil {
			return err
		}
		fmt.Printf("%-40s %10s %10s\n", path, r.p50().Round(10*time.Microsecond), r.p99().Round(10*time.Microsecond))
	}
	for range 3 {
		began := time.Now()
		if err := w.look(ctx); err != nil {
			return err
		}
		fmt.Printf("checked %d entries in %s\n", yearRounds*yearCrowd+gameEntries, time.Since(began).Round(time.Millisecond))
	}
	return nil
}

// look makes the game's check, and the players'.
func (w *gameWorld) look(ctx context.Context) error {
	return w.db.View(ctx, func(tx *sqldb.Tx) error {
		found, err := w.game.Check(tx, make(ledger.Claims))
		days, daysErr := w.play.Check(tx)
		if found = append(found, days...); len(found) > 0 {
			err = errors.Join(err, fmt.Errorf("the game is not in order after a year: %d times, as %v", len(found), found[0]))
		}
		return errors.Join(err, daysErr)
	})
}

func newGameWorld(ctx context.Context, db *sqldb.DB, system *clock.System) (*gameWorld, error) {
	notices, err := notice.New(db, entropy.System())
	if err != nil {
		return nil, err
	}
	local, err := beacon.NewLocal([]byte("bench"), system)
	if err != nil {
		return nil, err
	}
	w := &gameWorld{db: db, system: system}
	w.play = play.New(play.Config{DB: db, Clock: system, Notices: notices})
	books := ledger.New(entropy.System())
	w.game, err = game.New(game.Config{DB: db, Ledger: books, Notices: notices, Beacon: local, Chain: &gameChain{clock: system},
		Play: w.play, Receipts: receipt.New(entropy.System()), Log: slog.Default()})
	if err != nil {
		return nil, err
	}
	bankroll := append([]ledger.Transfer{{Type: ledger.InternalTransfer, SubType: ledger.CapitalIn, Debit: ledger.House(ledger.ChainBEP20, money.USDT),
		Credit: ledger.House(ledger.Capital, money.USDT), Amount: money.Units(1_000_000)}}, funds.Funding("game", money.USDT, money.Units(1_000_000))...)
	err = db.Update(ctx, func(tx *sqldb.Tx) error {
		_, err := books.Post(tx, ledger.Entry{RefType: ledger.RefFunding, RefID: "game", Transfers: bankroll})
		return errors.Join(err, w.game.Seed(tx))
	})
	if err != nil {
		return nil, err
	}
	return w, w.addPlayers(ctx, books)
}

// addPlayers makes users with a session and points, who stated their age.
func (w *gameWorld) addPlayers(ctx context.Context, books *ledger.Ledger) error {
	behind := money.Units(gameStake / 100)
	for first := 0; first < gamePlayers; first += buyerChunk {
		err := w.db.Update(ctx, func(tx *sqldb.Tx) error {
			for i := first; i < min(first+buyerChunk, gamePlayers); i++ {
				p, err := user.Create(tx, entropy.System(), user.New{Address: fmt.Sprintf("0x9a%038x", i)})
				if err != nil {
					return err
				}
				w.users = append(w.users, p.ID)
				_, sessionErr := tx.Exec(`INSERT INTO sqldb_meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
					httpapi.HashToken(token(i)), p.ID)
				balance := ledger.Of(p.ID, ledger.Available, money.USDT)
				_, err = books.Post(tx, ledger.Entry{RefType: ledger.RefFunding, RefID: "game", Transfers: []ledger.Transfer{
					worldtest.Deposited(p.ID, money.USDT, behind),
					{Type: ledger.InternalTransfer, SubType: ledger.GamePointsIn, Debit: balance, Credit: ledger.House(ledger.PointsBacking, money.USDT), Amount: behind},
					{Type: ledger.InternalTransfer, SubType: ledger.GamePointsIn, Debit: ledger.House(ledger.PointsOut, money.GP),
						Credit: ledger.Of(p.ID, ledger.Points, money.GP), Amount: gameStake}}})
				if err := errors.Join(sessionErr, err, w.play.StateAge(tx, p.ID)); err != nil {
					return err
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

// fillRound has everybody join one round, which is then drawn and paid.
func (database server) fillRound(ctx context.Context, w *gameWorld, target string) error {
	period := game.PeriodOf(w.system.Now()) + 1
	w.system.Advance(period.OpenAt().Sub(w.system.Now()))
	var next atomic.Int64
	r, err := database.drive([]string{target}, gameClients, func() bool { return next.Load() >= gameEntries }, func(int, int) (string, string) {
		i := int(next.Add(1)) - 1
		return fmt.Sprintf("/api/game/join?period=%s&box=%d&amount=%d&requestId=game-entry-%010d", period, i%game.Boxes+1, gameStake, i), token(i)
	})
	if err != nil {
		return err
	}
	fmt.Printf("\none round of %d entries on %s, %d clients\n", r.calls, w.db.Engine(), gameClients)
	fmt.Printf("accepted: %.0f a second, p50 %s, p99 %s, processor a call %s, server's %s\n", r.rate(),
		r.p50().Round(10*time.Microsecond), r.p99().Round(10*time.Microsecond), r.a(r.processor), r.a(r.server))
	for _, step := range []struct {
		what string
		at   time.Time
	}{{"locked", period.LockAt()}, {"drawn and paid", period.DrawAt()}} {
		w.system.Advance(step.at.Sub(w.system.Now()))
		began := time.Now()
		if err := work(ctx, w.game.Jobs()); err != nil {
			return err
		}
		fmt.Printf("%s in %s\n", step.what, time.Since(began).Round(time.Millisecond))
	}
	return w.verify(ctx)
}

// work lets jobs do all that is due.
func work(ctx context.Context, list []jobs.Job) error {
	for busy := true; busy; {
		busy = false
		for _, job := range list {
			more, err := job.Work(ctx)
			if err != nil {
				return err
			}
			busy = busy || more
		}
	}
	return nil
}

// verify holds round, days and books to their checks.
func (w *gameWorld) verify(ctx context.Context) error {
	return w.db.View(ctx, func(tx *sqldb.Tx) error {
		claims := make(ledger.Claims)
		found, err := w.game.Check(tx, claims)
		days, daysErr := w.play.Check(tx)
		unequal, claimsErr := claims.Compare(tx, ledger.New(entropy.System()))
		if found = append(append(found, days...), unequal...); len(found) > 0 {
			err = errors.Join(err, fmt.Errorf("the game is not in order after the load: %v", found))
		}
		return errors.Join(err, daysErr, claimsErr)
	})
}

// pastRound and pastEntry are rows as they are long after a draw.
type (
	pastRound struct {
		id, state, hash, totals, board, none string
		entries, stakes, paid, at, no        int64
	}
	pastEntry struct {
		id, round, user, signature, state string
		no, box, amount, win, at          int64
	}
)

var (
	pastRounds = sqldb.NewTable[pastRound]("game_round", `id, state, reason = none, anchor_address = none, anchor_text = none,
		root = hash, root_signature = hash, receipt_key = hash, anchor_tx = hash, beacon_key = hash, beacon_signature = hash,
		entries, paid_to = entries, anchor_block = entries, beacon_round = entries, totals, board, stakes, reserved = no, paid,
		anchor_at = at, opened_at = at, locked_at = at, decided_at = at, settled_at = at`)
	pastEntries = sqldb.NewTable[pastEntry]("game_entry", `id, round_id = round, user_id = user, no, box, amount, receipt = signature,
		receipt_key = signature, state, win, at`)
	insertRound, insertEntry = pastRounds.Insert(), pastEntries.Insert()
)

// pastBoard is the board of every past round, in tenths.
var pastBoard = [game.Boxes]int64{0, 0, 0, 40, 25, 18, 14, 0, 0, 0}

// fillYear puts a year of drawn rounds before the newest days, whose rounds and sums
// are recomputed. Each has an entry on every box; the first player's are spread over
// them.
func (w *gameWorld) fillYear(ctx context.Context) error {
	last := game.PeriodOf(w.system.Now()) - 9*288
	for first := 0; first < yearRounds; first += fillChunk {
		err := w.db.Update(ctx, func(tx *sqldb.Tx) error {
			for i := first; i < min(first+fillChunk, yearRounds); i++ {
				isFirst := i*yearEntries/yearRounds != (i+1)*yearEntries/yearRounds
				w.fillPast(tx, last-game.Period(i), i, isFirst)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return w.db.Update(ctx, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(`UPDATE game_total SET rounds = rounds + $1, stakes = stakes + $2, prizes = prizes + $3`,
			yearRounds, yearRounds*yearCrowd*gameStake, yearRounds*pastPrizes)
		return err
	})
}

// pastPrizes is what a past round paid.
const pastPrizes = gameStake * (40 + 25 + 18 + 14) / 10

func (w *gameWorld) fillPast(tx sqldb.Command, p game.Period, i int, hasFirst bool) {
	at, hash := p.DrawAt().UnixMicro(), fmt.Sprintf("%064x", 1)
	insertRound.Add(tx, pastRound{id: p.String(), state: "drawn", hash: hash, totals: "[100,100,100,100,100,100,100,100,100,100]",
		board: "[0,0,0,40,25,18,14,0,0,0]", entries: yearCrowd, stakes: yearCrowd * gameStake, paid: pastPrizes, at: at, none: "", no: 0})
	for box := range yearCrowd {
		user := w.users[1+(i*yearCrowd+box)%(gamePlayers-1)]
		if hasFirst && box == i%yearCrowd {
			user = w.users[0]
		}
		state, win := "no_prize", gameStake*pastBoard[box]/10
		if win > 0 {
			state = "won"
		}
		insertEntry.Add(tx, pastEntry{id: p.String() + "-" + user, round: p.String(), user: user, signature: hash + hash, state: state,
			no: int64(box) + 1, box: int64(box) + 1, amount: gameStake, win: win, at: at})
	}
}
