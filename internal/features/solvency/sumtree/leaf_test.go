package sumtree

import (
	"encoding/json"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"etld/internal/base/money"
)

func TestDepthIsTheLeastThatHoldsTwoLeavesEach(t *testing.T) {
	for people, want := range map[int]int{0: 1, 1: 1, 2: 2, 3: 3, 4: 3, 5: 4, 512: 10, 513: 11, 1_000_000: 21, 1_048_576: 21, 1_048_577: 22} {
		if got := DepthFor(people); got != want {
			t.Errorf("%d people stand at depth %d instead of %d", people, got, want)
		}
	}
}

// The draw is the whole hash modulo one more than the sum, as big numbers have it.
func TestASumIsSplitByTheWholeDraw(t *testing.T) {
	draw := rand.New(rand.NewPCG(11, 12))
	for range 2000 {
		var drawn Hash
		for i := range drawn {
			drawn[i] = byte(draw.Uint32())
		}
		most := draw.Uint64() >> draw.UintN(64)
		if draw.IntN(50) == 0 {
			most = 1<<64 - 1
		}
		modulus := new(big.Int).Add(new(big.Int).SetUint64(most), big.NewInt(1))
		want := new(big.Int).Mod(new(big.Int).SetBytes(drawn[:]), modulus)
		if got := below(drawn, most); want.Cmp(new(big.Int).SetUint64(got)) != 0 {
			t.Fatalf("%s below %d is %d instead of %s", drawn, most, got, want)
		}
	}
}

func TestAnAddressHasOneSpelling(t *testing.T) {
	s := newSecret(Key{1})
	upper := s.leaves(day, Account{Address: "0xABCDEF", Atoms: [Assets]uint64{10, 20, 30}})
	lower := s.leaves(day, Account{Address: "0xabcdef", Atoms: [Assets]uint64{10, 20, 30}})
	if upper != lower {
		t.Error("the case of an address's letters makes other leaves")
	}
	other := s.leaves("20261201", Account{Address: "0xabcdef", Atoms: [Assets]uint64{10, 20, 30}})
	if other[0].Owner == lower[0].Owner {
		t.Error("a leaf of one day stands in another's tree")
	}
}

func TestAProofOfAMillionIsSmall(t *testing.T) {
	most := SumOf(uint64(money.Max))
	node := Node{Hash: Hash{0xff}, Sums: Sums{most, most, most}}
	leaf := LeafPath{Index: 1<<21 - 1, Nonce: strings.Repeat("f", 64), Sums: node.Sums}
	for range DepthFor(1_000_000) {
		leaf.Siblings = append(leaf.Siblings, node)
	}
	text, err := json.Marshal(Proof{Snapshot: day, Address: "0x" + strings.Repeat("a", 40), Leaves: []LeafPath{leaf, leaf}})
	if err != nil || len(text) > 8<<10 {
		t.Errorf("a proof of a million people has %d bytes: %v", len(text), err)
	}
	var read Proof
	if err := json.Unmarshal(text, &read); err != nil || read.Leaves[1].Siblings[20] != node {
		t.Errorf("a proof is not read as it was written: %v", err)
	}
}

func TestMalformedProofsAreNotRead(t *testing.T) {
	for _, text := range []string{
		`{"leaves":[{"sums":["-1","0","0"]}]}`,
		`{"leaves":[{"sums":["1e3","0","0"]}]}`,
		`{"leaves":[{"sums":[1,0,0]}]}`,
		`{"leaves":[{"sums":["1","0"]}]}`,
		`{"leaves":[{"sums":["1","0","0","0"]}]}`,
		`{"leaves":[{"siblings":[{"hash":"AB"}]}]}`,
		`{"leaves":[{"siblings":[{"hash":"` + strings.Repeat("AB", 32) + `"}]}]}`,
		`{"leaves":[{"siblings":[{"hash":"` + strings.Repeat("zz", 32) + `"}]}]}`,
	} {
		var p Proof
		if err := json.Unmarshal([]byte(text), &p); err == nil {
			t.Errorf("%s is read as a proof", text)
		}
	}
}
