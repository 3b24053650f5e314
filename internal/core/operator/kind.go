package operator

import (
	"encoding/json"
	"fmt"
	"reflect"
	"time"

	"etld/internal/base/wording"
	"etld/internal/core/operator/sentence"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// proposalTime is how long a proposal waits unless its kind says otherwise.
const proposalTime = 24 * time.Hour

// Kind is an act that needs approval. P is its payload, a struct for JSON,
// whose optional Check() error, also on its pointer, refuses and normalises.
type Kind[P any] struct {
	// Name is stable: "pool_funding".
	Name string
	// Path, "pools/fund", is a call that proposes this kind, besides
	// proposals/create. Optional.
	Path string
	// Makers may propose and Checkers may approve and reject. No makers means
	// that only the program proposes, with Open.
	Makers, Checkers []Role
	// Lifetime replaces the 24 hours.
	Lifetime time.Duration
	// HasQueue says that the proposals are decided in a list of what they are about.
	HasQueue bool
	// Describe judges a payload, when it is proposed and again when it is done.
	Describe func(tx *sqldb.Tx, p P) (Description, error)
	// Execute does it, within the last approval's transaction, an Update.
	Execute func(tx *sqldb.Tx, p P, d Decision) error
	// Rejected hears of a rejection, in its transaction. Optional.
	Rejected func(tx *sqldb.Tx, p P, d Decision) error
	// Phrase replaces the text that checkers sign, up to the time in
	// milliseconds that follows it, where somebody else checks it too. Optional.
	Phrase func(p P, address string) string
	// Barred refuses a person who has a stake in the matter: they neither propose
	// nor approve nor reject it. Optional.
	Barred func(tx *sqldb.Tx, p P, who Staff) error
}

// Description is what a payload means now.
type Description struct {
	// Subject is whom or what it is about; one proposal per kind and subject
	// may be pending.
	Subject string
	// Approvals is how many checkers are needed: 0, 1 or 2.
	Approvals int
	// Diff is what checkers see.
	Diff []Change
	// Called is what the subject is called, of what is sold: it comes into the payload.
	Called wording.Texts
	// Basis names a state that must still be the same when it is done. Optional.
	Basis string
}

// Change is a line of before and after.
type Change = sentence.Line

// Approval is one checker's yes.
type Approval struct {
	StaffID string
	Address string
	// Phrase followed by Millis is the text of the signature.
	Phrase    string
	Millis    int64
	Signature string
	At        time.Time
}

// Text is what the wallet signed.
func (a Approval) Text() string { return fmt.Sprintf("%s%d", a.Phrase, a.Millis) }

// Decision is what an act is done or rejected on.
type Decision struct {
	ProposalID string
	// Reason is the maker's; of a rejection it is the checker's.
	Reason string
	// MakerID is empty where the program proposed. By is who decided last.
	MakerID   string
	By        Staff
	Approvals []Approval
}

// kind is a Kind without its payload's type.
type kind struct {
	name             string
	makers, checkers []Role
	lifetime         time.Duration
	payload          reflect.Type
	hasQueue         bool
	canonical        func(raw []byte, names wording.Texts) ([]byte, error)
	describe         func(tx *sqldb.Tx, payload []byte) (Description, error)
	execute          func(tx *sqldb.Tx, payload []byte, d Decision) error
	rejected         func(tx *sqldb.Tx, payload []byte, d Decision) error
	phrase           func(payload []byte, address string) (string, error)
	barred           func(tx *sqldb.Tx, payload []byte, who Staff) error
}

// Handle registers a kind; do so before serving. It panics on a kind that is
// registered twice or incomplete, which shows at start.
func Handle[P any](s *Service, k Kind[P]) {
	if k.Name == "" || k.Describe == nil || k.Execute == nil || len(k.Checkers) == 0 {
		panic("operator: the kind " + k.Name + " is incomplete")
	}
	if _, exists := s.kinds[k.Name]; exists {
		panic("operator: the kind " + k.Name + " is registered twice")
	}
	if k.Lifetime == 0 {
		k.Lifetime = proposalTime
	}
	made := &kind{name: k.Name, makers: k.Makers, checkers: k.Checkers, lifetime: k.Lifetime, hasQueue: k.HasQueue, payload: reflect.TypeFor[P](), canonical: canonical[P],
		describe: func(tx *sqldb.Tx, payload []byte) (Description, error) {
			return with(payload, func(p P) (Description, error) { return k.Describe(tx, p) })
		},
		execute: actionOf(k.Execute), rejected: actionOf(k.Rejected), barred: actionOf(k.Barred)}
	if k.Phrase != nil {
		made.phrase = func(payload []byte, address string) (string, error) {
			return with(payload, func(p P) (string, error) { return k.Phrase(p, address), nil })
		}
	}
	s.kinds[k.Name] = made
	if k.Path != "" {
		route := Route{Path: k.Path, Roles: k.Makers}
		call := typesOf[proposal[P], Proposal](route, true)
		call.kind = made
		action(s, call, func(tx *sqldb.Tx, c *Call, in proposal[json.RawMessage]) (Proposal, error) {
			return s.propose(tx, c, proposeIn{Kind: k.Name, Payload: in.Payload, Reason: in.Reason})
		})
	}
}

// actionOf is what a kind does with its payload and with who or what decides; nothing
// where it has no such act.
func actionOf[P, By any](do func(*sqldb.Tx, P, By) error) func(*sqldb.Tx, []byte, By) error {
	return func(tx *sqldb.Tx, payload []byte, by By) error {
		if do == nil {
			return nil
		}
		_, err := with(payload, func(p P) (struct{}, error) { return struct{}{}, do(tx, p, by) })
		return err
	}
}

// canonical is the one form of a payload that is stored and hashed, names by the server.
func canonical[P any](raw []byte, names wording.Texts) ([]byte, error) {
	return with(raw, func(p P) ([]byte, error) {
		wording.Call(&p, names)
		return json.Marshal(p)
	})
}

// with goes on with a payload that is read and checked.
func with[P, Out any](payload []byte, do func(P) (Out, error)) (out Out, err error) {
	p, err := httpapi.DecodeBody[P](payload)
	if err != nil {
		return out, err
	}
	return do(p)
}

// RefuseOwn refuses with ErrOwnAccount an operator whose wallet is the user's.
func RefuseOwn(tx sqldb.Command, userID string, who Staff) error {
	p, found, err := user.FindByAddress(tx, who.Address)
	if err == nil && found && p.ID == userID {
		err = ErrOwnAccount
	}
	return err
}
