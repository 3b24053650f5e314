package vectors_test

import (
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/features/game"
	"etld/internal/infra/beacon"
	"etld/internal/infra/receipt"
)

type gameFile struct {
	Beacon     struct{ QuicknetKey, LocalKey string }
	Signatures []struct {
		Name, Key, Signature string
		Round                uint64
		IsValid              bool
	}
	Receipts []struct {
		Name, Key, Text, Signature string
		IsValid                    bool
	}
	NoPeriods []string
	Periods   []struct {
		At, OpenAt, LockAt, DrawAt time.Time
		Period                     string
		BeaconRound                uint64
	}
	Many struct {
		Rounds int64
		Digest string
	}
	Draws []struct {
		Name, Period, Signature, Root string
		BeaconRound                   uint64
		Entries                       []game.Entry
		Board, Wins                   []int64
	}
	Documents []struct {
		Name     string
		Document game.Document
	}
	Rejected []struct {
		Name     string
		Step     game.Step
		Document game.Document
	}
}

func readGame(t *testing.T) (file gameFile) {
	t.Helper()
	raw, err := os.ReadFile("game.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Signatures) == 0 || len(file.Periods) == 0 || len(file.Draws) == 0 || len(file.Documents) == 0 || len(file.Rejected) == 0 {
		t.Fatal("the file lacks a part")
	}
	return file
}

func decoded(t *testing.T, text string) []byte {
	t.Helper()
	raw, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func TestBeaconSignaturesAreTheVector(t *testing.T) {
	t.Parallel()
	file := readGame(t)
	for _, v := range file.Signatures {
		key := map[string]string{"quicknet": file.Beacon.QuicknetKey, "local": file.Beacon.LocalKey}[v.Key]
		if err := beacon.Verify(decoded(t, key), v.Round, decoded(t, v.Signature)); (err == nil) != v.IsValid {
			t.Errorf("%s: %v", v.Name, err)
		}
	}
}

// Whoever has a key can make signatures that some programs take and others do not: no
// reader of ours takes one.
func TestReceiptSignaturesAreTheVector(t *testing.T) {
	t.Parallel()
	file := readGame(t)
	for _, v := range file.Receipts {
		if receipt.Verify(v.Key, v.Text, v.Signature) != v.IsValid {
			t.Errorf("%s: %v", v.Name, !v.IsValid)
		}
	}
	for _, text := range file.NoPeriods {
		if p, err := game.ParsePeriod(text); err == nil {
			t.Errorf("%q is read as %s", text, p)
		}
	}
	if len(file.Receipts) == 0 || len(file.NoPeriods) == 0 {
		t.Error("the file lacks a part")
	}
}

func TestPeriodsAreTheVector(t *testing.T) {
	t.Parallel()
	rounds, err := beacon.NewLocal([]byte("any"), clock.NewManual(time.Now()))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range readGame(t).Periods {
		p := game.PeriodOf(v.At)
		if p.String() != v.Period || !p.OpenAt().Equal(v.OpenAt) || !p.LockAt().Equal(v.LockAt) || !p.DrawAt().Equal(v.DrawAt) {
			t.Errorf("%s lies in %s, from %s to %s and drawn at %s", v.At, p, p.OpenAt(), p.LockAt(), p.DrawAt())
		}
		if got := rounds.Round(p.BeaconFrom()); got != v.BeaconRound {
			t.Errorf("%s is decided by beacon round %d, not %d", p, got, v.BeaconRound)
		}
	}
}

func TestDrawsAreTheVector(t *testing.T) {
	t.Parallel()
	for _, v := range readGame(t).Draws {
		p, err := game.ParsePeriod(v.Period)
		if err != nil {
			t.Fatal(err)
		}
		if root := game.Root(v.Entries); root != v.Root {
			t.Errorf("%s: the root is %s", v.Name, root)
		}
		board := game.Draw(decoded(t, v.Signature), game.Commitment(p, v.Root, v.BeaconRound))
		if !slices.Equal(board[:], v.Board) {
			t.Errorf("%s: the board is %v", v.Name, board)
		}
		for i, e := range v.Entries {
			if board.Win(e) != v.Wins[i] {
				t.Errorf("%s: entry %d wins %d", v.Name, e.No, board.Win(e))
			}
		}
	}
}

// A thousand rounds come to the digest that a script of its own made of them.
func TestManyDrawsAreTheVector(t *testing.T) {
	t.Parallel()
	many := readGame(t).Many
	digest := sha256.New()
	for n := int64(1); n <= many.Rounds; n++ {
		p, err := game.ParsePeriod(fmt.Sprintf("20250601-%03d", n%288+1))
		if err != nil {
			t.Fatal(err)
		}
		var entries []game.Entry
		for i := int64(1); i <= n%50+1; i++ {
			entries = append(entries, game.Entry{No: i, Box: n*i%10 + 1, Amount: 100 + 10*(n*i%491)})
		}
		root, key := game.Root(entries), sha512.Sum512(fmt.Appendf(nil, "ETLDBOX1 vector|%d", n))
		board := game.Draw(key[:48], game.Commitment(p, root, uint64(n)))
		wins := make([]int64, len(entries))
		for i, e := range entries {
			wins[i] = board.Win(e)
		}
		fmt.Fprintf(digest, "%s|%s|%s\n", root, commas(board[:]), commas(wins))
	}
	if got := hex.EncodeToString(digest.Sum(nil)); many.Rounds < 1000 || got != many.Digest {
		t.Errorf("%d rounds come to %s", many.Rounds, got)
	}
}

func commas(list []int64) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(list), "[]"), " ", ",")
}

// witness is the beacon that the vector's documents were made with.
func witness(t *testing.T, file gameFile) game.Witness {
	rounds, err := beacon.NewLocal([]byte("any"), clock.NewManual(time.Now()))
	if err != nil {
		t.Fatal(err)
	}
	key := decoded(t, file.Beacon.LocalKey)
	return game.Witness{Key: file.Beacon.LocalKey, Round: rounds.Round, Time: rounds.Time,
		Verify: func(round uint64, signature []byte) error { return beacon.Verify(key, round, signature) }}
}

func TestDocumentsOfTheVectorVerify(t *testing.T) {
	t.Parallel()
	file := readGame(t)
	for _, v := range file.Documents {
		if wrong := v.Document.Verify(witness(t, file)).Wrong; len(wrong) > 0 {
			t.Errorf("%s: %v", v.Name, wrong)
		}
	}
}

// Each of these documents was spoilt in the one way that its name says, and the
// step that finds it is the first to be named.
func TestSpoiltDocumentsOfTheVectorAreRejected(t *testing.T) {
	t.Parallel()
	file := readGame(t)
	for _, v := range file.Rejected {
		wrong := v.Document.Verify(witness(t, file)).Wrong
		if len(wrong) == 0 {
			t.Errorf("%s: nothing is wrong", v.Name)
		} else if wrong[0].Step != v.Step {
			t.Errorf("%s: named %v, not %s", v.Name, wrong, v.Step)
		}
	}
}
