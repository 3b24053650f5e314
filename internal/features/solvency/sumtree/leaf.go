package sumtree

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"math/bits"
	"strconv"
	"strings"
)

// HashSize is the length of owners and of hashes, in bytes.
const HashSize = sha256.Size

// Hash is an owner, or the hash of a leaf or node.
type Hash [HashSize]byte

// String is the hash in hexadecimal.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// MarshalText writes the hash in hexadecimal.
func (h Hash) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText reads 64 digits of lower-case hexadecimal.
func (h *Hash) UnmarshalText(text []byte) error {
	raw, err := hex.DecodeString(string(text))
	if err != nil || len(raw) != HashSize || hex.EncodeToString(raw) != string(text) {
		return ErrMalformed
	}
	copy(h[:], raw)
	return nil
}

// Key is a snapshot's secret: it says how sums are split and where leaves stand.
type Key [32]byte

// Account is what one person is owed.
type Account struct {
	// Address is the wallet's, with 0x; its letters' case does not matter.
	Address string
	// Atoms are what is owed of each asset.
	Atoms [Assets]uint64
}

// Leaf is one of the two parts of what a person is owed, or padding.
type Leaf struct {
	Owner Hash
	Atoms [Assets]uint64
}

func (l Leaf) node() Node {
	var sums Sums
	for i, atoms := range l.Atoms {
		sums[i] = SumOf(atoms)
	}
	return leafNode(l.Owner, sums)
}

// Node is a place in the tree: its hash, and what its leaves add up to.
type Node struct {
	Hash Hash `json:"hash"`
	Sums Sums `json:"sums" nullable:"false"`
}

func leafNode(owner Hash, sums Sums) Node {
	text := make([]byte, 0, 1+HashSize+Assets*sumSize)
	text = append(text, 0x00)
	text = append(text, owner[:]...)
	return Node{Hash: sha256.Sum256(sums.append(text)), Sums: sums}
}

// join is the node above two others.
func join(left, right Node) (Node, error) {
	sums, err := left.Sums.plus(right.Sums)
	text := make([]byte, 0, 1+2*(HashSize+Assets*sumSize))
	text = append(text, 0x01)
	text = append(left.Sums.append(text), left.Hash[:]...)
	text = append(right.Sums.append(text), right.Hash[:]...)
	return Node{Hash: sha256.Sum256(text), Sums: sums}, err
}

// ownerOf binds a leaf to a wallet address, so that no two people can be shown one.
func ownerOf(snapshot, address, nonce string) Hash {
	return sha256.Sum256(appendOwner(nil, snapshot, address, nonce))
}

func appendOwner(to []byte, snapshot, address, nonce string) []byte {
	to = append(append(append(to, textHead...), '|'), snapshot...)
	to = append(append(append(to, '|'), address...), '|')
	return append(to, nonce...)
}

// secret draws what a snapshot's key says of a text. It is not safe for two at once: it
// writes every text into the same bytes, as a snapshot has millions.
type secret struct {
	mac  hash.Hash
	out  Hash
	text []byte
	hex  [2 * HashSize]byte
}

func newSecret(key Key) *secret { return &secret{mac: hmac.New(sha256.New, key[:])} }

// of draws of a text, which comes in three parts.
func (s *secret) of(what, whose, which string) Hash {
	s.text = append(append(append(s.text[:0], what...), whose...), which...)
	s.mac.Reset()
	s.mac.Write(s.text)
	s.mac.Sum(s.out[:0])
	return s.out
}

// splits and places end the texts by which the key splits each sum, and by which it
// draws the nonces of the two leaves.
var (
	splits = [Assets]string{"|USDT", "|ETLD", "|ETH"}
	places = [2]string{"|0", "|1"}
)

// leaves are the two leaves of an account.
func (s *secret) leaves(snapshot string, a Account) (pair [2]Leaf) {
	address := strings.ToLower(a.Address)
	for i, atoms := range a.Atoms {
		part := below(s.of("split|", address, splits[i]), atoms)
		pair[0].Atoms[i], pair[1].Atoms[i] = part, atoms-part
	}
	for p := range pair {
		pair[p].Owner, _ = s.owner(snapshot, address, p)
	}
	return pair
}

// owner is whose one of the two leaves of an address in lower case is, with the nonce
// that opens it.
func (s *secret) owner(snapshot, address string, p int) (owner, nonce Hash) {
	nonce = s.of("nonce|", address, places[p])
	hex.Encode(s.hex[:], nonce[:])
	s.text = append(appendOwner(s.text[:0], snapshot, address, ""), s.hex[:]...)
	return sha256.Sum256(s.text), nonce
}

// padding is the leaf of nobody that stands for what number i lacks.
func (s *secret) padding(i int) Leaf { return Leaf{Owner: s.of("pad|", strconv.Itoa(i), "")} }

// below is a drawn number modulo most + 1.
func below(drawn Hash, most uint64) uint64 {
	if most == 1<<64-1 {
		return binary.BigEndian.Uint64(drawn[24:])
	}
	var rest uint64
	for i := 0; i < HashSize; i += 8 {
		rest = bits.Rem64(rest, binary.BigEndian.Uint64(drawn[i:]), most+1)
	}
	return rest
}
