package signin

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/user"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// Notices leaves notices and counts the unread ones.
type Notices interface {
	user.Notices
	Unread(tx *sqldb.Tx, userID string) (int64, error)
}

// Balances knows what a user has.
type Balances interface {
	Balance(tx sqldb.Command, a ledger.Account) (money.Amount, error)
	// Holdings lists what a user has or once had, empty balances too.
	Holdings(tx *sqldb.Tx, userID string) ([]ledger.Holding, error)
}

// Invitations know who invited whom.
type Invitations interface {
	// Joined hears of a new user, in the same transaction.
	Joined(tx sqldb.Command, p user.Person) error
}

// Deadlines end what a user may do for a time.
type Deadlines interface {
	// MoveDeadlines moves those of a user that are to come.
	MoveDeadlines(tx *sqldb.Tx, userID string, by time.Duration) error
}

// Kinds of notices this package sends.
const (
	noticeNewSession      = "new_session"
	noticeReferrerUnknown = "referrer_unknown"
	// noticeSessionDropped is of a new session that ended the oldest of five.
	noticeSessionDropped = "new_session_oldest_ended"
	sessionsLink         = "/mine?view=sessions"
	inviteLink           = "/share"
)

// Config is what the service is built from.
type Config struct {
	DB       *sqldb.DB
	Chance   entropy.Source
	Verifier walletsig.Verifier
	Notices  Notices
	Ledger   Balances
	Invited  Invitations
	// Deadlines stand still while a user is suspended, by the name of the part that has them.
	Deadlines map[string]Deadlines
	// Host and ChainID make the phrase.
	Host    string
	ChainID int64
	// Origin is the web app's, for invitation links.
	Origin string
}

// Service signs people in and knows their sessions.
type Service struct {
	Config
	phrase string
}

var _ httpapi.Sessions = (*Service)(nil)

// New builds the service.
func New(c Config) *Service {
	c.Origin = strings.TrimSuffix(c.Origin, "/")
	return &Service{Config: c, phrase: Phrase(c.Host, c.ChainID)}
}

// request is a sign-in whose signature was found good.
type request struct {
	address  string
	kind     walletsig.Kind
	signedAt time.Time
	// signers are the addresses whose keys may have made a contract wallet's
	// signature, its owner's perhaps; none for a plain wallet.
	signers            []string
	message, signature string
	referrer           string
	caller             httpapi.Caller
}

// signIn verifies first, outside the transaction, since a contract wallet is
// asked over the network.
func (s *Service) signIn(ctx context.Context, c httpapi.Caller, in LoginIn) (LoginOut, error) {
	r, err := s.verify(ctx, c, in)
	if err != nil {
		return LoginOut{}, err
	}
	return sqldb.Value(ctx, s.DB.Update, func(tx *sqldb.Tx) (LoginOut, error) { return s.accept(tx, r) })
}

func (s *Service) verify(ctx context.Context, c httpapi.Caller, in LoginIn) (request, error) {
	address, ok := user.ParseAddress(in.Username)
	if !ok {
		return request{}, fault.Invalid("username")
	}
	signature, err := walletsig.Parse(in.Signature)
	if err != nil {
		return request{}, fault.Invalid("signature")
	}
	signedAt, ok := parseMessage(s.phrase, in.Message)
	if !ok {
		// Another deployment's phrase, or another kind of text: it was signed for something else.
		return request{}, ErrSignature
	}
	kind, err := s.judge(ctx, common.HexToAddress(address), in.Message, signature)
	if unanswered := walletsig.Unanswered(err); unanswered != nil {
		return request{}, unanswered
	}
	if err != nil {
		return request{}, ErrSignature
	}
	return request{address: address, kind: kind, signedAt: signedAt, signers: signersOf(kind, in.Message, signature), message: in.Message,
		signature: in.Signature, referrer: strings.TrimSpace(in.Referrer), caller: c}, nil
}

// judge asks no node about an address that is known to be a plain wallet's.
func (s *Service) judge(ctx context.Context, address common.Address, message string, signature walletsig.Signature) (walletsig.Kind, error) {
	if signer, err := walletsig.Recover(walletsig.Digest(message), signature); err != nil || signer != address {
		known, err := sqldb.Value(ctx, s.DB.View, func(tx *sqldb.Tx) (user.Wallet, error) {
			known, _, err := user.WalletOf(tx, address.Hex())
			return known, err
		})
		if err != nil {
			return "", fmt.Errorf("%w: %w", walletsig.ErrUnverifiable, err)
		}
		if known.Kind == walletsig.KindPlain {
			return "", walletsig.ErrOtherSigner
		}
	}
	return s.Verifier.Verify(ctx, address, message, signature)
}

// accept uses the message up and makes the session, and the user if needed.
func (s *Service) accept(tx *sqldb.Tx, r request) (LoginOut, error) {
	if err := s.proveWallet(tx, r); err != nil {
		return LoginOut{}, err
	}
	if !isFresh(r.signedAt, tx.Now()) {
		return LoginOut{}, ErrExpired
	}
	if err := useMessage(tx, r); err != nil {
		return LoginOut{}, err
	}
	person, exists, err := user.FindByAddress(tx, r.address)
	if err != nil {
		return LoginOut{}, err
	}
	if person.IsSuspended(tx.Now()) {
		return LoginOut{}, suspendedFault(person)
	}
	if !exists {
		if person, err = s.register(tx, r); err != nil {
			return LoginOut{}, err
		}
	}
	token, created, dropped, err := s.begin(tx, person.ID, r.caller)
	if err != nil {
		return LoginOut{}, err
	}
	if exists {
		params := map[string]string{"ip": r.caller.IP, "agent": r.caller.Agent, "signedInAt": clock.Text(tx.Now())}
		kind := noticeNewSession
		if dropped {
			kind = noticeSessionDropped
		}
		if err := s.Notices.Send(tx, person.ID, kind, params, sessionsLink); err != nil {
			return LoginOut{}, err
		}
	}
	info, err := s.info(tx, person)
	info.Token = &token
	return LoginOut{UserInfo: info, ExpireAt: created.expiresAt, IsNew: !exists}, err
}

// useMessage bars a message, and every earlier one, from being used again: by its
// address and by any other that its signer could sign for.
func useMessage(tx *sqldb.Tx, r request) error {
	keys := []string{strings.ToLower(r.address)}
	for _, signer := range r.signers {
		keys = append(keys, strings.ToLower(signer))
	}
	// In one order, so that two sign-ins cannot wait for each other.
	slices.Sort(keys)
	keys = slices.Compact(keys)
	for _, key := range keys {
		var last time.Time
		if _, err := tx.QueryOne(sqldb.Dest(&last), selectSignedAt, key); err != nil {
			return err
		}
		if !r.signedAt.After(last) {
			return ErrUsed
		}
		if err := tx.Do(upsertSignedMessage, key, r.signedAt); err != nil {
			return err
		}
	}
	return nil
}

// register makes the user of a first sign-in. An unknown referrer is told and
// otherwise ignored.
func (s *Service) register(tx sqldb.Command, r request) (user.Person, error) {
	parent := user.Person{}
	known := true
	if r.referrer != "" {
		var err error
		if parent, known, err = user.FindReferrer(tx, r.referrer); err != nil {
			return user.Person{}, err
		}
	}
	if !known {
		parent = user.Person{}
	}
	person, err := user.Create(tx, s.Chance, user.New{Address: r.address, ParentID: parent.ID,
		Proof: user.Proof{Kind: r.kind, Message: r.message, Signature: r.signature}})
	if err != nil {
		return person, err
	}
	if err := s.Invited.Joined(tx, person); err != nil || known {
		return person, err
	}
	return person, s.Notices.Send(tx, person.ID, noticeReferrerUnknown, map[string]string{"referrer": r.referrer}, inviteLink)
}
