package solvency

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"etld/internal/features/solvency/sumtree"
	"etld/internal/infra/receipt"
)

// Witness is what the reader of a proof knows from elsewhere. What is missing is not
// looked up.
type Witness struct {
	// Address is the wallet and Snapshot the day, YYYYMMDD, that were asked about.
	Address, Snapshot string
	// Anchor is the address that sends texts.
	Anchor string
	// Keys are the published receipt keys.
	Keys []string
	// Text is the snapshot's as others were shown it: the chain has it among all that
	// the address sent, so it alone does not say that there is no second one.
	Text string
	// Sent reads a transaction of an address: what it carries, and whether its block
	// is final.
	Sent func(sender, txHash string) (text string, isFinal bool, err error)
}

// Verdict is what came of a proof. A proof shows something only where nothing is wrong,
// and nothing was believed only where nothing is unread.
type Verdict struct {
	Wrong, Unread []string
	// Owed is what the proof shows that its address was owed, in atoms.
	Owed sumtree.Sums
	Text sumtree.Text
}

func (v *Verdict) say(step, format string, args ...any) {
	v.Wrong = append(v.Wrong, step+": "+fmt.Sprintf(format, args...))
}

func (v *Verdict) leave(step, format string, args ...any) {
	v.Unread = append(v.Unread, step+": "+fmt.Sprintf(format, args...))
}

// ReadProof reads what /api/open/myProof answers.
func ReadProof(content []byte) (p ProofOut, err error) {
	// The names of a map's fields count letter by letter, those of a struct's do not.
	var shown map[string]json.RawMessage
	if err := json.Unmarshal(content, &shown); err != nil {
		return p, fmt.Errorf("it holds no proof: %w", err)
	}
	if p.Proof, err = sumtree.ReadProof(shown["proof"]); err != nil {
		return p, fmt.Errorf("it holds no proof: %w", err)
	}
	for name, to := range map[string]*string{"anchorAddress": &p.Sender, "txHash": &p.TxHash, "signature": &p.Signature, "key": &p.Key} {
		if text, isShown := shown[name]; isShown && json.Unmarshal(text, to) != nil {
			return p, fmt.Errorf("it holds no proof: %s is no text", name)
		}
	}
	return p, nil
}

// Verify holds a proof to the text that stands on the chain.
func (p ProofOut) Verify(w Witness) (v Verdict) {
	p.checkSignature(w, &v)
	text := p.textOf(w, &v)
	if text == "" {
		return v
	}
	var err error
	if v.Text, err = sumtree.ParseText(text); err != nil {
		v.say("text", "%q is no snapshot's text: %v", text, err)
		return v
	}
	if v.Owed, err = sumtree.Verify(p.Proof, v.Text, cmp.Or(strings.ToLower(w.Address), p.Proof.Address)); err != nil {
		v.say("proof", "%v", err)
	}
	p.checkAsked(w, &v)
	return v
}

// checkAsked holds the proof to what was asked about: a true one of somebody else, or of
// a richer day, shows nothing.
func (p ProofOut) checkAsked(w Witness, v *Verdict) {
	if w.Address == "" || w.Snapshot == "" {
		v.leave("proof", "whether it was asked about %s on %s; name wallet and day", p.Proof.Address, v.Text.Snapshot)
	}
	if w.Snapshot != "" && w.Snapshot != v.Text.Snapshot {
		v.say("proof", "it is of %s and not of %s", v.Text.Snapshot, w.Snapshot)
	}
	if w.Text == "" {
		v.leave("text", "whether others were shown this one; name the one that they have")
	}
}

// checkSignature holds that the platform said this, so that a wrong proof is evidence.
func (p ProofOut) checkSignature(w Witness, v *Verdict) {
	switch {
	case !receipt.Verify(p.Key, p.Proof.SignedText(), p.Signature):
		v.say("signature", "it is not that of the key %s over this proof", p.Key)
	case len(w.Keys) == 0:
		v.leave("signature", "whether %s is a key of the platform; name what /api/open/gameChain answered", p.Key)
	case !slices.Contains(w.Keys, p.Key):
		v.say("signature", "%s is no published key", p.Key)
	}
}

// textOf is the snapshot's text: what the chain has where that can be read.
func (p ProofOut) textOf(w Witness, v *Verdict) string {
	switch {
	case w.Anchor == "":
		v.leave("text", "it was not said which address sends texts")
		return w.Text
	case p.Sender != "" && !strings.EqualFold(p.Sender, w.Anchor):
		v.say("text", "it is said to be sent by %s and not by %s", p.Sender, w.Anchor)
		return w.Text
	case w.Sent == nil:
		v.leave("text", "no node was asked what %s sent", w.Anchor)
		return w.Text
	case p.TxHash == "":
		v.leave("text", "it was not sent yet")
		return w.Text
	}
	text, isFinal, err := w.Sent(w.Anchor, p.TxHash)
	switch {
	case err != nil:
		v.leave("text", "the transaction %s: %v", p.TxHash, err)
		return w.Text
	case text == "":
		v.say("text", "%s sent no text by a transaction %s", w.Anchor, p.TxHash)
	case w.Text != "" && w.Text != text:
		v.say("text", "the chain has %q, and others were shown %q", text, w.Text)
	case !isFinal:
		v.leave("text", "the block of %s is not final yet", p.TxHash)
	}
	return text
}
