package beacon

import (
	"encoding/hex"
	"errors"
	"testing"
	"time"

	bls "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fp"

	"etld/internal/base/clock"
)

// The product's test vector: a real round of quicknet.
const (
	vectorRound     = 1000
	vectorSignature = "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"
)

func bytesOf(t testing.TB, text string) []byte {
	t.Helper()
	data, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestVerify(t *testing.T) {
	t.Parallel()
	key, genuine := bytesOf(t, quicknetKey), bytesOf(t, vectorSignature)
	if err := Verify(key, vectorRound, genuine); err != nil {
		t.Fatalf("a real round: %v", err)
	}
	var point bls.G1Affine
	if _, err := point.SetBytes(genuine); err != nil {
		t.Fatal(err)
	}
	var negated, shifted bls.G1Affine
	negated.Neg(&point)
	outside := outsideSubgroup(t)
	shifted.Add(&point, &outside)
	uncompressed := point.RawBytes()
	flipped := append([]byte(nil), genuine...)
	flipped[20] ^= 1
	infinity := make([]byte, signatureLength)
	infinity[0] = 0xc0
	for name, one := range map[string]struct {
		round     uint64
		signature []byte
	}{
		"another round":                         {vectorRound + 1, genuine},
		"round 0":                               {0, genuine},
		"a flipped bit":                         {vectorRound, flipped},
		"cut short":                             {vectorRound, genuine[:signatureLength-1]},
		"a byte too many":                       {vectorRound, append(append([]byte(nil), genuine...), 0)},
		"nothing":                               {vectorRound, nil},
		"the identity":                          {vectorRound, infinity},
		"zeros":                                 {vectorRound, make([]byte, signatureLength)},
		"the same point in its long spelling":   {vectorRound, uncompressed[:]},
		"the negated point":                     {vectorRound, compressed(negated)},
		"a point outside the subgroup":          {vectorRound, compressed(outside)},
		"shifted by a point of the wrong order": {vectorRound, compressed(shifted)},
		"an x beyond the field":                 {vectorRound, beyondField()},
	} {
		if err := Verify(key, one.round, one.signature); !errors.Is(err, ErrForged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestVerifyRefusesKeys(t *testing.T) {
	t.Parallel()
	genuine := bytesOf(t, vectorSignature)
	infinity := make([]byte, keyLength)
	infinity[0] = 0xc0
	for name, key := range map[string][]byte{"nothing": nil, "cut short": bytesOf(t, quicknetKey)[:keyLength-1], "the identity": infinity, "zeros": make([]byte, keyLength)} {
		if err := Verify(key, vectorRound, genuine); err == nil {
			t.Errorf("%s is taken for a key", name)
		}
	}
	other, err := NewLocal([]byte("another network"), clock.NewManual(time.Now()))
	if err != nil {
		t.Fatal(err)
	}
	if err := Verify(other.PublicKey(), vectorRound, genuine); !errors.Is(err, ErrForged) {
		t.Errorf("another network's key: %v", err)
	}
}

func compressed(p bls.G1Affine) []byte {
	form := p.Bytes()
	return form[:]
}

// outsideSubgroup is a point of the curve whose order is not the group's.
func outsideSubgroup(t *testing.T) bls.G1Affine {
	t.Helper()
	four := fp.NewElement(4)
	for x := uint64(1); x < 1000; x++ {
		var p bls.G1Affine
		p.X.SetUint64(x)
		p.Y.Square(&p.X).Mul(&p.Y, &p.X).Add(&p.Y, &four)
		if p.Y.Sqrt(&p.Y) != nil && p.IsOnCurve() && !p.IsInSubGroup() {
			return p
		}
	}
	t.Fatal("no such point among the first thousand")
	return bls.G1Affine{}
}

// beyondField is x = p + 4 with the flag of a compressed point; p + 4 fits its bits.
func beyondField() []byte {
	x := fp.Modulus()
	data := x.Bytes()
	data[len(data)-1] += 4
	data[0] |= 0x80
	return data
}

func FuzzVerify(f *testing.F) {
	f.Add(uint64(vectorRound), bytesOf(f, vectorSignature))
	f.Add(uint64(0), []byte{0xc0})
	genuine, key := vectorSignature, bytesOf(f, quicknetKey)
	f.Fuzz(func(t *testing.T, round uint64, signature []byte) {
		if Verify(key, round, signature) == nil && (round != vectorRound || hex.EncodeToString(signature) != genuine) {
			// Only the network can make another one.
			t.Errorf("round %d with %x is accepted", round, signature)
		}
	})
}

func BenchmarkVerify(b *testing.B) {
	k, err := readKey(bytesOf(b, quicknetKey))
	if err != nil {
		b.Fatal(err)
	}
	genuine := bytesOf(b, vectorSignature)
	for b.Loop() {
		if err := k.verify(vectorRound, genuine); err != nil {
			b.Fatal(err)
		}
	}
}
