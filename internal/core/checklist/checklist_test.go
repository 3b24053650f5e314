package checklist

import (
	"encoding/json"
	"errors"
	"net/http/httptest"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/operator/emergency"
	"etld/internal/core/operator/operatortest"
	"etld/internal/core/payout"
	"etld/internal/core/price"
	"etld/internal/core/worldtest"
	"etld/internal/infra/chain"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
	"etld/internal/infra/sqldb/meta"
	"etld/internal/infra/sqldb/postgres"
)

// outside is what stands around the program, as a test sets it up step by step.
type outside struct {
	halt      string
	breaker   payout.Breaker
	state     chain.State
	headAt    time.Time
	servers   postgres.Report
	quotation price.Quotation
	round     uint64
	seenAt    time.Time
	gas       int64
	Sources
}

func newOutside(w *worldtest.World) *outside {
	o := &outside{state: chain.StateUnreachable, quotation: price.Quotation{Stale: true, Reason: price.ReasonTooFew}}
	o.Sources = Sources{Books: w.Ledger, Database: func() postgres.Report { return o.servers },
		Beacon:   func() (uint64, time.Time) { return o.round, o.seenAt },
		EthPrice: func(sqldb.Command) (price.Quotation, error) { return o.quotation, nil },
		Wallets:  func(*sqldb.Tx) ([]payout.Overview, error) { return nil, nil }}
	return o
}

func (o *outside) network() {
	o.Networks = []Network{{Name: "BEP-20", Status: func() chain.Status { return chain.Status{State: o.state, Reason: "no node answers", HeadAt: o.headAt} },
		Halt: func(*sqldb.Tx) (string, error) { return o.halt, nil }}}
}

func (o *outside) wallet() {
	o.Wallets = func(*sqldb.Tx) ([]payout.Overview, error) {
		return []payout.Overview{{WalletState: payout.WalletState{Network: "BEP-20", Address: "0x1", Breaker: o.breaker}, GasLasts: o.gas}}, nil
	}
}

// staff puts somebody on the operators' list.
func staff(w *worldtest.World, id, roles string, confirmed int) {
	w.Update(func(tx *sqldb.Tx) error {
		_, err := tx.Exec(`INSERT INTO operator_staff (id, address, address_key, name, roles, is_active, totp_secret, totp_confirmed, totp_step, totp_failures, locked_until, enrol_until, signed_at, approved_at, created_at)
			VALUES ($1, $1, $1, $1, $2, 1, '', $3, 0, 0, 0, 0, 0, 0, 0)`, id, roles, confirmed)
		return err
	})
}

// Each step says what it lacks, and turns green by exactly what it asks for.
func TestEachStepTurnsGreenByWhatItAsksFor(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := worldtest.New(t, db, c)
		o := newOutside(w)
		read := func() (list List) {
			w.View(func(tx *sqldb.Tx) (err error) {
				list, err = o.Read(tx)
				return err
			})
			return list
		}
		expect := func(step string, want Step) {
			t.Helper()
			want.Step = step
			for _, s := range read().Steps {
				if s.Step == step && s != want {
					t.Errorf("%s is %+v, want %+v", step, s, want)
				}
			}
		}
		lacks := func(step string, lack Lack, of, cause string) {
			t.Helper()
			expect(step, Step{State: Missing, Lack: lack, Of: of, Cause: cause})
		}
		done := func(step string) { t.Helper(); expect(step, Step{State: Done}) }
		lacks("keys", OperatorKey, "", "")
		o.HasOperatorKey = true
		lacks("keys", PersonalKey, "", "")
		o.HasPersonalKey = true
		done("keys")
		done("database")
		o.servers.MayForget = true
		lacks("database", Standby, "", "")
		o.servers.MayForget = false
		done("clock")
		for _, off := range []time.Duration{-databaseOff - time.Second, databaseOff + time.Second} {
			o.servers.ClockAhead = off
			lacks("clock", DatabaseClock, "3s", "")
		}
		o.servers.ClockAhead = databaseOff
		lacks("treasury", NoNetwork, "", "")
		lacks("chain", NoNetwork, "", "")
		o.network()
		o.headAt = c.Now().Add(headAhead + time.Second)
		lacks("clock", ChainClock, "BEP-20", "")
		o.headAt = c.Now()
		done("clock")
		lacks("treasury", Signature, "BEP-20", "")
		o.Networks[0].Signature = "0x1"
		done("treasury")
		lacks("chain", Reading, "BEP-20", "unreachable: no node answers")
		o.state = chain.StateFollowing
		done("chain")
		o.halt = "a deposit was taken back"
		lacks("chain", Reading, "BEP-20", o.halt)
		o.halt = ""
		lacks("feeds", EthPrice, "", string(price.ReasonTooFew))
		o.quotation = price.Quotation{}
		done("feeds")
		lacks("beacon", NoBeacon, "", "")
		o.round, o.seenAt = 7, c.Now().Add(-2*beaconAge)
		lacks("beacon", NoBeacon, "", "")
		o.seenAt = c.Now()
		done("beacon")
		lacks("hot_wallet", NoWallet, "", "")
		o.wallet()
		lacks("hot_wallet", Gas, "0x1", "")
		o.gas, o.breaker = 3, "two nonces"
		lacks("hot_wallet", PayoutsStopped, "BEP-20", "two nonces")
		o.breaker = ""
		done("hot_wallet")
		staff(w, "a", "administrator", 1)
		staff(w, "b", "administrator", 0)
		lacks("administrators", Administrators, "", "")
		staff(w, "c", "administrator", 1)
		done("administrators")
		staff(w, "d", "finance_maker", 1)
		lacks("finance", Finance, "", "")
		staff(w, "e", "finance_checker", 1)
		done("finance")
		lacks("pools", Pool, "USDT", "")
		w.Fund(ledger.InterestFree, "1 USDT")
		lacks("pools", Pool, "ETLD", "")
		w.Fund(ledger.Emission, "1 ETLD")
		done("pools")
		for _, one := range []struct {
			step      string
			lack      Lack
			statement string
		}{
			{"catalogue", Stock, `INSERT INTO checkout_stock (id, rest, reserved) SELECT 'machine|' || id, 5, 0 FROM machine_product`},
			{"deposit", Deposit, `INSERT INTO payment_transfer (id, chain_id, tx_hash, ordinal, token, sender, recipient, wei, asset, amount, remainder, block_number, block_hash,
				block_parent, block_time, state, user_id, intent_no, reason, entry_id, seen_at, final_at, settled_at)
				VALUES ('t', 56, '0x1', 0, '', '', '', '1', 'USDT', 1, '0', 1, '', '', 0, 'credited', '', '', '', 'e', 1, 1, 1)`},
		} {
			lacks(one.step, one.lack, "", "")
			w.Update(func(tx *sqldb.Tx) error {
				if one.step == "catalogue" {
					if _, err := tx.Exec(`INSERT INTO machine_product (id, size, image, price, power, term_days, daily_rate, etld_cap, user_limit, position, on_sale, names, details)
						VALUES ('small', 'small', '', 1, 1, 1, 0, 0, 1, 0, 1, '', '')`); err != nil {
						return err
					}
				}
				_, err := tx.Exec(one.statement)
				return err
			})
			done(one.step)
		}
		done("stops")
		w.Update(func(tx *sqldb.Tx) error {
			_, err := emergency.Brake(tx, emergency.Finding{Names: []string{"I1"}, At: tx.Now()}, emergency.Sales, emergency.Swap)
			return err
		})
		lacks("stops", Stopped, "sales, swap", "Automatic check: I1")
		lacks("sale", Sale, "", "")
		expect("backup", Step{State: Look, Lack: Backup})
		w.Update(func(tx *sqldb.Tx) error {
			at := c.Now().Format(time.RFC3339)
			return errors.Join(meta.KeepNote(tx, "backup_proved", at), meta.KeepNote(tx, "backup_reaches", at))
		})
		done("backup")
		proved := c.Now().In(clock.Zone).Format(time.DateOnly)
		c.Advance(8 * 24 * time.Hour)
		expect("backup", Step{State: Look, Lack: OldBackup, Of: proved})
		if list := read(); list.IsReady || len(list.Steps) != 16 {
			t.Errorf("without a sale: %+v", list)
		}
	})
}

// Who may sees the list by the call, and the command reads the same without a session.
func TestPeopleAndTheCommandReadTheSame(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		world := worldtest.New(t, db, c)
		o := newOutside(world)
		office := operatortest.Open(world, o.RegisterOperator)
		seen := operatortest.Data[List](office, office.Person(1, operator.Risk).Call("boards/checklist", nil))
		recorder := httptest.NewRecorder()
		o.Handler(db).ServeHTTP(recorder, httptest.NewRequest("GET", "/doctor", nil))
		var asked List
		if err := json.Unmarshal(recorder.Body.Bytes(), &asked); err != nil {
			t.Fatal(err)
		}
		if len(seen.Steps) != len(asked.Steps) || seen.Steps[5] != asked.Steps[5] || asked.Steps[5].Lack != EthPrice {
			t.Errorf("the call says %+v, the command %+v", seen.Steps, asked.Steps)
		}
		office.WantCode("support", office.Person(2, operator.Support).Call("boards/checklist", nil), operator.ErrForbidden.Code)
	})
}
