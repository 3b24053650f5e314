package checkout

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// VersionLength is the length of a version of terms.
const VersionLength = 16

// VersionOf is the digest that stands for the terms of a sale: an order names it, so
// that nobody buys under others than were shown. Equal terms have equal versions, so a
// change that is taken back needs no new review.
func VersionOf(terms any) string {
	text, err := json.Marshal(terms)
	if err != nil {
		// Terms are structs of texts and integers, which always encode.
		panic(err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])[:VersionLength]
}
