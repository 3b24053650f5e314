package vectors_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"

	"etld/internal/core/operator"
	"etld/internal/features/withdrawal"
)

// What an approver's wallet shows of each kind is the vector's text, which the page of the
// second look makes as well.
func TestWalletTextsAreTheVectors(t *testing.T) {
	raw, err := os.ReadFile("sentences.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Host, Operator, ID string
		Proposals          []struct{ Kind, Subject, Payload, Wallet string }
	}
	if err := json.Unmarshal(raw, &file); err != nil || len(file.Proposals) == 0 {
		t.Fatalf("%d proposals: %v", len(file.Proposals), err)
	}
	for _, v := range file.Proposals {
		sum := sha256.Sum256([]byte(v.Payload))
		text := operator.Phrase(file.Host, file.Operator,
			operator.Proposal{ID: file.ID, Kind: v.Kind, Subject: v.Subject, Payload: []byte(v.Payload), PayloadHash: hex.EncodeToString(sum[:])})
		words, isReview, err := withdrawal.ReviewWords(file.Host, v.Kind, []byte(v.Payload))
		if err != nil {
			t.Fatal(err)
		}
		if isReview {
			text = "Approve a payout at " + file.Host + " as operator " + file.Operator + ". " + words + " Time: "
		}
		if text != v.Wallet {
			t.Errorf("%s:\n%s\n%s", v.Kind, text, v.Wallet)
		}
	}
}
