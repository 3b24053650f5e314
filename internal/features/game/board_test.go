package game

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// signatureOf stands in for a beacon's signature where any bytes will do.
func signatureOf(n uint64) []byte {
	digest := sha256.Sum256(binary.BigEndian.AppendUint64(nil, n))
	return append(digest[:], digest[:16]...)
}

func TestTheRootOfNobody(t *testing.T) {
	t.Parallel()
	if got := Root(nil); got != "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" {
		t.Error(got)
	}
}

// The chance of an entry lies in its prizes alone: 40 % win, and 97 % of stakes
// come back.
func TestPrizesReturn97Percent(t *testing.T) {
	t.Parallel()
	sum, winning := int64(0), 0
	for _, p := range prizes {
		sum += p
		if p > 0 {
			winning++
			if p <= tenths {
				t.Errorf("a prize of %d tenths is no more than the stake", p)
			}
		}
	}
	if sum != 97 || winning != 4 {
		t.Errorf("%d tenths of ten stakes in %d boxes", sum, winning)
	}
}

// A million entries on boxes of their players' choice: each prize lies in each box
// in 10 % ± 0.2 of the rounds, and 97 % ± 0.5 of the stakes return.
func TestAMillionEntries(t *testing.T) {
	t.Parallel()
	const rounds, perRound = 250_000, 4
	random := rand.New(rand.NewPCG(1, 2))
	var in [Boxes]map[int64]int
	for i := range in {
		in[i] = make(map[int64]int)
	}
	staked, won := int64(0), int64(0)
	for round := range uint64(rounds) {
		board := Draw(signatureOf(round), Commitment(Period(round), "00", round))
		for box, prize := range board {
			in[box][prize]++
		}
		for range perRound {
			e := Entry{Box: 1 + random.Int64N(Boxes), Amount: StakeMin + StakeStep*random.Int64N((StakeMax-StakeMin)/StakeStep+1)}
			staked += e.Amount
			won += board.Win(e)
		}
	}
	if share := float64(won) / float64(staked); share < 0.965 || share > 0.975 {
		t.Errorf("%.4f of the stakes return", share)
	}
	for box := range in {
		for _, prize := range prizes[:4] {
			if share := float64(in[box][prize]) / rounds; share < 0.098 || share > 0.102 {
				t.Errorf("prize %d lies in box %d in %.4f of the rounds", prize, box+1, share)
			}
		}
	}
}

// Somebody who knows all boards and roots so far, and everything of the next round
// but the beacon's signature, guesses where the highest prize will be. What he does
// best is no better than chance.
func TestAPredictorDoesNoBetterThanChance(t *testing.T) {
	t.Parallel()
	const rounds = 10_000
	var seen [Boxes]int
	last := 0
	hits := make(map[string]int)
	for round := range uint64(rounds) {
		commitment := Commitment(Period(round), Root([]Entry{{1, int64(round%Boxes) + 1, 100}}), round)
		guesses := map[string]int{
			"the same box again": last,
			"the rarest so far":  slices.Index(seen[:], slices.Min(seen[:])),
			"the commonest":      slices.Index(seen[:], slices.Max(seen[:])),
			// The signature of the round before is the newest that is known.
			"the last signature": highest(Draw(signatureOf(round-1), commitment)),
			"no signature":       highest(Draw(nil, commitment)),
		}
		last = highest(Draw(signatureOf(round), commitment))
		seen[last]++
		for name, guess := range guesses {
			if guess == last {
				hits[name]++
			}
		}
	}
	for name, n := range hits {
		// 10 % of 10,000 has a standard deviation of 30; four of them either way.
		if n < 880 || n > 1120 {
			t.Errorf("%s is right %d times in %d", name, n, rounds)
		}
	}
}

func highest(b Board) int { return slices.Index(b[:], slices.Max(b[:])) }

func TestTheWorstCaseOfTheWorkedExample(t *testing.T) {
	t.Parallel()
	totals := Totals{2: 1100, 6: 500, 9: 200}
	if totals.Stakes() != 1800 || totals.WorstCase() != 6010 || totals.Exposure() != 4210 {
		t.Error(totals.Stakes(), totals.WorstCase(), totals.Exposure())
	}
}

// No board pays more than the worst case, and one pays all of it.
func TestNoBoardPaysMoreThanTheWorstCase(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var totals Totals
		for i := range totals {
			totals[i] = 10 * rapid.Int64Range(0, 10_000).Draw(t, "stake")
		}
		shuffled := slices.Clone(prizes[:])
		order := rapid.Permutation(shuffled).Draw(t, "board")
		paid := int64(0)
		for i, stake := range totals {
			paid += Board(order).Win(Entry{Box: int64(i) + 1, Amount: stake})
		}
		if paid > totals.WorstCase() {
			t.Fatalf("%v on %v pays %d, the worst case is %d", order, totals, paid, totals.WorstCase())
		}
		if totals.Exposure() < 0 || totals.WorstCase() > totals.Stakes()+totals.Exposure() {
			t.Fatal("stakes and exposure do not cover the worst case")
		}
	})
}
