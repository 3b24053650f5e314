package sumtree

import (
	"encoding/json"
	"math"
	"regexp"
	"slices"
)

// indexMax is the largest whole number that every reader of JSON takes.
const indexMax = 1<<53 - 1

var (
	snapshotForm = regexp.MustCompile(`^[0-9]{8}$`)
	addressForm  = regexp.MustCompile(`^0x[0-9a-f]{40}$`)
)

// ReadProof reads a proof. One that says more than a proof does is refused whole, so
// that nobody believes a root that came with it. So is one that writes a value in another
// form: the signed text tells by their forms where one ends and the next begins.
func ReadProof(content []byte) (p Proof, err error) {
	shown, err := fieldsOf(content, "snapshot", "address", "leaves")
	if err != nil {
		return p, err
	}
	if p.Leaves, err = listOf(shown["leaves"], readLeaf); err != nil {
		return Proof{}, err
	}
	p.Snapshot, p.Address = textOf(shown["snapshot"]), textOf(shown["address"])
	if !snapshotForm.MatchString(p.Snapshot) || !addressForm.MatchString(p.Address) {
		return Proof{}, ErrMalformed
	}
	return p, nil
}

func readLeaf(content json.RawMessage) (l LeafPath, err error) {
	shown, err := fieldsOf(content, "index", "nonce", "sums", "siblings")
	if err != nil {
		return l, err
	}
	if l.Index, err = indexOf(shown["index"]); err != nil {
		return l, err
	}
	if l.Nonce = textOf(shown["nonce"]); new(Hash).UnmarshalText([]byte(l.Nonce)) != nil {
		return l, ErrMalformed
	}
	if l.Sums, err = readSums(shown["sums"]); err != nil {
		return l, err
	}
	l.Siblings, err = listOf(shown["siblings"], readNode)
	return l, err
}

func readNode(content json.RawMessage) (n Node, err error) {
	shown, err := fieldsOf(content, "hash", "sums")
	if err != nil {
		return n, err
	}
	if err := n.Hash.UnmarshalText([]byte(textOf(shown["hash"]))); err != nil {
		return n, err
	}
	n.Sums, err = readSums(shown["sums"])
	return n, err
}

// fieldsOf are the fields of an object that has no others. Their names count letter by
// letter, which encoding/json does not hold for the fields of a struct.
func fieldsOf(content json.RawMessage, names ...string) (shown map[string]json.RawMessage, err error) {
	if json.Unmarshal(content, &shown) != nil || shown == nil {
		return nil, ErrMalformed
	}
	for name := range shown {
		if !slices.Contains(names, name) {
			return nil, ErrSurplus
		}
	}
	return shown, nil
}

func listOf[Item any](content json.RawMessage, read func(json.RawMessage) (Item, error)) (list []Item, err error) {
	var shown []json.RawMessage
	if json.Unmarshal(content, &shown) != nil || shown == nil {
		return nil, ErrMalformed
	}
	for _, one := range shown {
		item, err := read(one)
		if err != nil {
			return nil, err
		}
		list = append(list, item)
	}
	return list, nil
}

// textOf is a text, and the empty one where there is none.
func textOf(content json.RawMessage) (text string) {
	if json.Unmarshal(content, &text) != nil {
		return ""
	}
	return text
}

func indexOf(content json.RawMessage) (int, error) {
	var index *float64
	if json.Unmarshal(content, &index) != nil || index == nil || *index != math.Trunc(*index) || *index < 0 || *index > indexMax {
		return 0, ErrMalformed
	}
	return int(*index), nil
}

// readSums are as many sums as there are assets.
func readSums(content json.RawMessage) (sums Sums, err error) {
	written, err := listOf(content, func(one json.RawMessage) (Sum, error) { return ParseSum(textOf(one)) })
	if err == nil && len(written) != Assets {
		err = ErrMalformed
	}
	copy(sums[:], written)
	return sums, err
}
