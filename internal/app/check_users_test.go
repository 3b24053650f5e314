package app

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"etld/internal/core/user"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// TestAChangedAddressIsNamed: whoever can write the database gives a user's account
// to another wallet, which could then sign in as the user.
func TestAChangedAddressIsNamed(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		w := newBrakeWorld(t, engine)
		const thief, contract = "0x00000000000000000000000000000000000bADa1", "0x00000000000000000000000000000000000bADC1"
		ann := strings.ToLower(w.user.Address().Hex())
		w.p.world(t).Person(user.New{Address: contract, Proof: user.Proof{Kind: walletsig.KindContract, Message: "m", Signature: "0x01"}})
		check := func() (string, error) {
			var text strings.Builder
			err := Run(t.Context(), []string{"check", "--database", w.p.settings.Config.Database, "--log-level", "error"}, &text, io.Discard)
			return text.String(), err
		}
		if text, _ := check(); strings.Contains(text, "users: ") {
			t.Errorf("untouched: %s", text)
		}
		move := func(from, to string) []string {
			return []string{fmt.Sprintf("UPDATE user_person SET address = '%s', address_key = '%s' WHERE address_key = '%s'", to, strings.ToLower(to), strings.ToLower(from))}
		}
		for name, test := range map[string]struct {
			change, back []string
			want         string
		}{
			"another address": {move(ann, thief), move(thief, w.user.Address().Hex()), "has the address " + strings.ToLower(thief) + " and signed up with " + ann},
			"another address to find them by": {[]string{"UPDATE user_person SET address_key = '0x1' WHERE address_key = '" + ann + "'"}, []string{"UPDATE user_person SET address_key = '" + ann + "' WHERE address_key = '0x1'"},
				"is found by 0x1 and shown as " + w.user.Address().Hex()},
			"the address in the record as well": {append(move(ann, thief), "UPDATE user_proof SET address_key = '"+strings.ToLower(thief)+"' WHERE address_key = '"+ann+"'"),
				append(move(thief, w.user.Address().Hex()), "UPDATE user_proof SET address_key = '"+ann+"' WHERE address_key = '"+strings.ToLower(thief)+"'"),
				"has the address " + strings.ToLower(thief) + ", which did not sign what they signed up with"},
			"a contract wallet's address": {move(contract, thief), move(thief, contract), "has the address " + strings.ToLower(thief) + " and signed up with " + strings.ToLower(contract)},
		} {
			for _, statement := range test.change {
				w.exec(statement)
			}
			if text, err := check(); !errors.Is(err, ErrViolated) || strings.Count(text, "users: ") != 1 || !strings.Contains(text, test.want) {
				t.Errorf("%s: %v, %s", name, err, text)
			}
			for _, statement := range test.back {
				w.exec(statement)
			}
		}
		for _, gone := range []string{
			"UPDATE user_proof SET kind = '', address_key = '', message = '', signature = '' WHERE address_key = '" + ann + "'",
			"DELETE FROM user_proof WHERE address_key = ''",
		} {
			w.exec(gone)
			if text, err := check(); !errors.Is(err, ErrViolated) || !strings.Contains(text, "has lost the record of what they signed up with") {
				t.Errorf("%s: %v, %s", gone, err, text)
			}
		}
	})
}
