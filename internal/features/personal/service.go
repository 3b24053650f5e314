package personal

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/core/user"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/sqldb"
)

const (
	// messageAgeMax is how far a message's time may be from ours.
	messageAgeMax = 5 * time.Minute
	// millisDigits is the length of a millisecond time until the year 2286.
	millisDigits = 13

	noticeErased = "personal_data_erased"
	// noticeErasedLater also says until when addresses of sent orders are kept.
	noticeErasedLater = "personal_data_erased_later"
	dataLink          = "/mine?view=data"
)

// Eraser is what keeps some of a person's data. Its Erase may be called again.
type Eraser interface {
	Erase(tx *sqldb.Tx, userID string) error
}

// Orders keep where things were sent.
type Orders interface {
	// Open is how many of a user's orders are not sent and still may be.
	Open(tx *sqldb.Tx, userID string) (int64, error)
	// EraseAddresses erases the addresses of a user's orders, and tells when the last
	// that is still needed will be; zero if none is.
	EraseAddresses(tx *sqldb.Tx, userID string) (restAt time.Time, err error)
}

// Wallets know how a wallet proved itself.
type Wallets interface {
	Kind(tx sqldb.Command, address string) (walletsig.Kind, error)
}

// Config is what the service is built from; every part is needed.
type Config struct {
	DB       *sqldb.DB
	Chance   entropy.Source
	Wallets  Wallets
	Verifier walletsig.Verifier
	Notices  user.Notices
	Orders   Orders
	// Erasers are the others that keep data.
	Erasers []Eraser
	// Host names the deployment in what wallets sign.
	Host string
}

// Service is the capability.
type Service struct{ Config }

// New builds the service.
func New(c Config) *Service { return &Service{c} }

// Phrase is what a wallet signs to have its user's data erased, up to the time in
// milliseconds that follows.
func (s *Service) Phrase(address string) string {
	return fmt.Sprintf("Erase my personal data at %s, account %s. It cannot be brought back; balance and journal stay. Time: ", s.Host, address)
}

// signedAt is the time of a message that has the phrase and nothing else.
func (s *Service) signedAt(message, address string) (at time.Time, ok bool) {
	digits, ours := strings.CutPrefix(message, s.Phrase(address))
	if !ours || len(digits) != millisDigits || strings.Trim(digits, "0123456789") != "" {
		return time.Time{}, false
	}
	millis, err := strconv.ParseInt(digits, 10, 64)
	return time.UnixMilli(millis).UTC(), err == nil
}

// EraseSigned erases a user's data because the user's wallet signed so. Refusals, in
// this order: ErrSignature, ErrExpired, ErrUsed, ErrOrdersOpen.
func (s *Service) EraseSigned(ctx context.Context, userID, message, signature string) (restAt time.Time, err error) {
	signedAt, err := s.verify(ctx, userID, message, signature)
	if err != nil {
		return time.Time{}, err
	}
	err = s.DB.Update(ctx, func(tx *sqldb.Tx) error {
		if tx.Now().Sub(signedAt).Abs() > messageAgeMax {
			return ErrExpired
		}
		_, isUsed, err := sqldb.Find(tx, erasureTable.Scan, selectSigned, userID, signedAt)
		if err == nil && isUsed {
			err = ErrUsed
		}
		if err != nil {
			return err
		}
		restAt, err = s.erase(tx, erasure{userID: userID, message: message, signature: signature, signedAt: signedAt})
		return err
	})
	return restAt, err
}

// verify says when the user's wallet signed the message. A contract wallet is asked
// over the network, so it runs outside of a transaction.
func (s *Service) verify(ctx context.Context, userID, message, signature string) (at time.Time, err error) {
	parsed, err := walletsig.Parse(signature)
	if err != nil {
		return at, fault.Invalid("signature")
	}
	var person user.Person
	var kind walletsig.Kind
	err = s.DB.View(ctx, func(tx *sqldb.Tx) error {
		if person, err = user.Find(tx, userID); err != nil {
			return err
		}
		kind, err = s.Wallets.Kind(tx, person.Address)
		return err
	})
	if err != nil {
		return at, err
	}
	at, ok := s.signedAt(message, person.Address)
	if !ok {
		return at, ErrSignature
	}
	address := common.HexToAddress(person.Address)
	if by, err := walletsig.Recover(walletsig.Digest(message), parsed); err == nil && by == address {
		return at, nil
	}
	if kind != walletsig.KindContract {
		return at, ErrSignature
	}
	_, err = s.Verifier.Verify(ctx, address, message, parsed)
	if unanswered := walletsig.Unanswered(err); unanswered != nil {
		return at, unanswered
	}
	if err != nil {
		return at, ErrSignature
	}
	return at, nil
}

// erase takes away what may go, and keeps a record of it.
func (s *Service) erase(tx *sqldb.Tx, e erasure) (restAt time.Time, err error) {
	open, err := s.Orders.Open(tx, e.userID)
	if err == nil && open > 0 {
		err = ErrOrdersOpen
	}
	if err != nil {
		return time.Time{}, err
	}
	for _, eraser := range s.Erasers {
		if err := eraser.Erase(tx, e.userID); err != nil {
			return time.Time{}, err
		}
	}
	if restAt, err = s.Orders.EraseAddresses(tx, e.userID); err != nil {
		return time.Time{}, err
	}
	e.id, e.createdAt, e.restAt = entropy.ID(s.Chance, tx.Now()), tx.Now(), restAt
	insertErasure.Add(tx, e)
	kind, params := noticeErased, map[string]string{}
	if !restAt.IsZero() {
		kind, params = noticeErasedLater, map[string]string{"restAt": clock.Text(restAt)}
	}
	return restAt, s.Notices.Send(tx, e.userID, kind, params, dataLink)
}
