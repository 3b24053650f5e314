package solvency

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/features/solvency/sumtree"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/receipt"
	"etld/internal/infra/seal"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// sender is the address that the world's texts come from.
const sender = "0xA"

// asked is a world with a snapshot of three people, and what one of them is answered.
func asked(t *testing.T, db *sqldb.DB, c dbtest.Clock) (w *world, p ProofOut, text string) {
	w = newWorld(t, db, c)
	client := apitest.New(t, db)
	w.service.Register(client.API)
	day := clock.DayOf(c.Now())
	ann := w.User(0, "100 USDT", "7 ETLD")
	w.User(1, "3 ETH")
	poor := w.User(2)
	w.at(midnight(day).Add(time.Minute))
	w.work(w.service)
	name := nameOf(midnight(day))
	for _, wrong := range [][]string{{poor, name}, {ann, "20200101"}} {
		if got := client.Call("/api/open/myProof", wrong[0], "snapshotId", wrong[1]); got.Code != 1005 {
			t.Errorf("the proof of %s in %s: %d", wrong[0], wrong[1], got.Code)
		}
	}
	if got := client.Call("/api/open/myProof", ann, "snapshotId", "2020-01-1"); got.Code != 1002 {
		t.Errorf("a snapshot of another form: %d", got.Code)
	}
	if got := client.Call("/api/open/snapshots", "", "date", "yesterday"); got.Code != 1002 {
		t.Errorf("a day that is none: %d", got.Code)
	}
	list := apitest.Data[SnapshotsOut](t, client.Call("/api/open/snapshots", "", "date", day.String()))
	if len(list.List) != 1 || list.List[0].TxHash != "0x"+name {
		t.Fatalf("%+v", list)
	}
	answer := client.Call("/api/open/myProof", ann, "snapshotId", name)
	if strings.Contains(string(answer.Data), list.List[0].Root) {
		t.Error("the proof brings the root itself")
	}
	p, err := ReadProof(answer.Data)
	w.Must(err)
	return w, p, list.List[0].Text
}

// A proof shows what was owed, and says all that was only believed.
func TestAProofIsHeldToTheChain(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		_, proof, text := asked(t, db, c)
		chain := func(text string, isFinal bool, err error) func(string, string) (string, bool, error) {
			return func(from, hash string) (string, bool, error) {
				if from != sender || hash != proof.TxHash {
					return "", false, nil
				}
				return text, isFinal, err
			}
		}
		whole := Witness{Address: proof.Proof.Address, Snapshot: proof.Proof.Snapshot, Text: text, Anchor: sender, Keys: []string{proof.Key}, Sent: chain(text, true, nil)}
		other := strings.Replace(text, "|2|", "|3|", 1)
		for name, test := range map[string]struct {
			witness       func(*Witness)
			spoil         func(*ProofOut)
			wrong, unread []string
		}{
			"looked up":           {},
			"without keys":        {witness: func(w *Witness) { w.Keys = nil }, unread: []string{"signature"}},
			"without a sender":    {witness: func(w *Witness) { w.Anchor = "" }, unread: []string{"text"}},
			"without a node":      {witness: func(w *Witness) { w.Sent = nil }, unread: []string{"text"}},
			"without anything":    {witness: func(w *Witness) { *w = Witness{} }, unread: []string{"signature", "text"}},
			"a node that is away": {witness: func(w *Witness) { w.Sent = chain("", false, errors.New("away")) }, unread: []string{"text"}},
			"not final":           {witness: func(w *Witness) { w.Sent = chain(text, false, nil) }, unread: []string{"text"}},
			"without a text":      {witness: func(w *Witness) { w.Text = "" }, unread: []string{"text"}},
			"without a wallet":    {witness: func(w *Witness) { w.Address = "" }, unread: []string{"proof"}},
			"without a day":       {witness: func(w *Witness) { w.Snapshot = "" }, unread: []string{"proof"}},
			"in other letters":    {witness: func(w *Witness) { w.Address = "0x" + strings.ToUpper(w.Address[2:]) }},
			"of another wallet":   {witness: func(w *Witness) { w.Address = address(2) }, wrong: []string{"proof"}},
			"of another day":      {witness: func(w *Witness) { w.Snapshot = "20200101" }, wrong: []string{"proof"}},
			"not sent":            {spoil: func(p *ProofOut) { p.TxHash = "" }, unread: []string{"text"}},
			"sent by another":     {witness: func(w *Witness) { w.Anchor = "0xB" }, wrong: []string{"text"}},
			"no such transaction": {spoil: func(p *ProofOut) { p.TxHash = "0x1" }, wrong: []string{"text"}},
			"others saw another":  {witness: func(w *Witness) { w.Text = other }, wrong: []string{"text"}},
			"another text":        {witness: func(w *Witness) { w.Text, w.Sent = other, chain(other, true, nil) }, wrong: []string{"proof"}},
			"a text of a round":   {witness: func(w *Witness) { w.Text, w.Sent = "", chain("ETLDBOX1|x", true, nil) }, wrong: []string{"text"}},
			"another key":         {witness: func(w *Witness) { w.Keys = []string{"00"} }, wrong: []string{"signature"}},
			"another signature":   {spoil: func(p *ProofOut) { p.Signature = strings.Repeat("0", 128) }, wrong: []string{"signature"}},
			"a changed sum":       {spoil: func(p *ProofOut) { p.Proof.Leaves[0].Sums[0] = sumtree.SumOf(1) }, wrong: []string{"signature", "proof"}},
			"signed by somebody": {spoil: func(p *ProofOut) {
				k := receipt.New(entropy.Seeded(9))
				p.Key, p.Signature = k.Public(), k.Sign(p.Proof.SignedText())
			}, wrong: []string{"signature"}},
			"another's name":         {spoil: func(p *ProofOut) { p.Proof.Address = address(2) }, wrong: []string{"signature", "proof"}},
			"one leaf twice":         {spoil: func(p *ProofOut) { p.Proof.Leaves[1] = p.Proof.Leaves[0] }, wrong: []string{"signature", "proof"}},
			"a sender that is named": {spoil: func(p *ProofOut) { p.Sender = "0xC" }, wrong: []string{"text"}},
		} {
			w, p := whole, proof
			p.Proof.Leaves = slices.Clone(proof.Proof.Leaves)
			if test.witness != nil {
				test.witness(&w)
			}
			if test.spoil != nil {
				test.spoil(&p)
			}
			v := p.Verify(w)
			if got := steps(v.Wrong); !slices.Equal(got, test.wrong) {
				t.Errorf("%s: wrong %q", name, v.Wrong)
			}
			if got := steps(v.Unread); !slices.Equal(got, test.unread) {
				t.Errorf("%s: not looked up %q", name, v.Unread)
			}
			if name == "looked up" && (v.Owed[0].String() != "10000000000" || v.Owed[1].String() != "700000000" || v.Owed[2].String() != "0") {
				t.Errorf("owed %v", v.Owed)
			}
		}
	})
}

// steps are what findings are about.
func steps(findings []string) (list []string) {
	for _, one := range findings {
		step, _, _ := strings.Cut(one, ":")
		list = append(list, step)
	}
	return list
}

// A file holds what was answered, and nothing else.
func TestProofsAreReadFromFiles(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		_, proof, _ := asked(t, db, c)
		data, err := json.Marshal(proof)
		if err != nil {
			t.Fatal(err)
		}
		if read, err := ReadProof(data); err != nil || read.Proof.SignedText() != proof.Proof.SignedText() {
			t.Errorf("%v", err)
		}
		other := `{"proof":{"root":"00","leaves":[]}}`
		if read, err := ReadProof([]byte(strings.Replace(string(data), `{`, `{"Proof":7,"Key":"00",`, 1))); err != nil || read.Key != proof.Key {
			t.Errorf("beside fields of other names: %v", err)
		}
		for content, want := range map[string]error{
			strings.Replace(string(data), `"sums":["`, `"sums":["-`, 1): sumtree.ErrSumRange,
			other: sumtree.ErrSurplus,
			strings.Replace(other, `"proof"`, `"Proof"`, 1): sumtree.ErrMalformed,
			`{"proof":7}`: sumtree.ErrMalformed,
			`{}`:          sumtree.ErrMalformed,
		} {
			if _, err := ReadProof([]byte(content)); !errors.Is(err, want) {
				t.Errorf("%s: %v", content, err)
			}
		}
	})
}

// Without a key that seals, nothing is counted.
func TestWithoutASealerNothingIsCounted(t *testing.T) {
	t.Parallel()
	db, c := dbtest.SQLite(t)
	w := newWorld(t, db, c)
	w.service.Sealer = nil
	w.User(0, "1 USDT")
	w.at(midnight(clock.DayOf(c.Now())).Add(time.Minute))
	w.work(w.service)
	if list := w.snapshots(); len(list) != 0 {
		t.Errorf("%+v", list)
	}
	if n, err := w.service.Rotate(t.Context()); n != 0 || !errors.Is(err, seal.ErrNoKey) {
		t.Errorf("sealed anew: %d, %v", n, err)
	}
}
