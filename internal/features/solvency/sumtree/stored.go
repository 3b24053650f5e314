package sumtree

import (
	"encoding/base64"
	"encoding/binary"
	"slices"
)

const (
	leafSize = HashSize + Assets*8
	nodeSize = HashSize + Assets*sumSize
)

// EncodeLeaves writes leaves for keeping, in base 64: of each its owner, and its atoms
// as 8 bytes per asset, big-endian.
func EncodeLeaves(leaves []Leaf) string {
	raw := make([]byte, 0, len(leaves)*leafSize)
	for _, leaf := range leaves {
		raw = append(raw, leaf.Owner[:]...)
		for _, atoms := range leaf.Atoms {
			raw = binary.BigEndian.AppendUint64(raw, atoms)
		}
	}
	return base64.StdEncoding.EncodeToString(raw)
}

// DecodeLeaves reads what EncodeLeaves wrote.
func DecodeLeaves(text string) ([]Leaf, error) {
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(raw)%leafSize != 0 {
		return nil, ErrMalformed
	}
	leaves := make([]Leaf, len(raw)/leafSize)
	for i := range leaves {
		one := raw[i*leafSize:]
		copy(leaves[i].Owner[:], one)
		for a := range leaves[i].Atoms {
			leaves[i].Atoms[a] = binary.BigEndian.Uint64(one[HashSize+8*a:])
		}
	}
	return leaves, nil
}

// EncodeNodes writes nodes for keeping, in base 64: of each its hash and its sums.
func EncodeNodes(nodes []Node) string {
	raw := make([]byte, 0, len(nodes)*nodeSize)
	for _, node := range nodes {
		raw = node.Sums.append(append(raw, node.Hash[:]...))
	}
	return base64.StdEncoding.EncodeToString(raw)
}

// DecodeNodes reads what EncodeNodes wrote.
func DecodeNodes(text string) ([]Node, error) {
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(raw)%nodeSize != 0 {
		return nil, ErrMalformed
	}
	nodes := make([]Node, len(raw)/nodeSize)
	for i := range nodes {
		one := raw[i*nodeSize:]
		copy(nodes[i].Hash[:], one)
		for a := range nodes[i].Sums {
			nodes[i].Sums[a] = sumFrom(one[HashSize+a*sumSize:])
		}
	}
	return nodes, nil
}

// Above is the node that joins a whole row of them.
func Above(row []Node) (Node, error) { return fold(slices.Clone(row)) }

// AboveLeaves is the node that joins a whole row of leaves.
func AboveLeaves(leaves []Leaf) (Node, error) { return fold(nodesOf(leaves)) }
