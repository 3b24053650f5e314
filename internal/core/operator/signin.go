package operator

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/core/operator/audit"
	"etld/internal/core/operator/page"
	"etld/internal/core/operator/totp"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/meter"
	"etld/internal/infra/seal"
	"etld/internal/infra/sqldb"
)

const (
	// messageAgeMax is how far a signed text's time may be from ours.
	messageAgeMax = 5 * time.Minute
	// From failuresMax wrong codes in a row on, each locks the person out.
	failuresMax = 5
	lockTime    = 15 * time.Minute
)

var codePattern = regexp.MustCompile(`^[0-9]{6}$`)

// signInIn is what every step of a sign-in proves: the wallet's signature over
// the sign-in phrase and a time in milliseconds.
type signInIn struct {
	Address   string `json:"address"`
	SignedAt  int64  `json:"signedAt"`
	Signature string `json:"signature"`
	// Code is the authenticator's; not needed to set one up.
	Code string `json:"code,omitempty"`
}

// Check brings the address to its EIP-55 form.
func (in *signInIn) Check() error {
	if !common.IsHexAddress(in.Address) {
		return fault.Invalid("address")
	}
	in.Address = common.HexToAddress(in.Address).Hex()
	return nil
}

type signInOut struct {
	Me
	CSRFToken    string       `json:"csrfToken"`
	RolesWaiting []WaitingRow `json:"rolesWaiting" nullable:"false" doc:"Roles of anybody that were given and do not work yet"`
}

type enrolOut struct {
	Secret string    `json:"secret" doc:"For typing"`
	URI    string    `json:"uri" doc:"For scanning"`
	Until  time.Time `json:"until"`
}

// entrance lets operators in: their sign-in and their sessions.
type entrance struct {
	Config
	// sealer opens authenticators' secrets; without one nobody can sign in.
	sealer  *seal.Sealer
	signIns *meter.Meter
	// me is a person as the console shows it.
	me func(p Staff) Me
}

func newEntrance(c Config, me func(p Staff) Me) (*entrance, error) {
	e := &entrance{Config: c, signIns: meter.New(c.Limits.SignIn), me: me}
	var err error
	if c.Key != nil {
		if e.sealer, err = seal.New(c.Key, c.Chance); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// SignInPhrase is what an operator's wallet signs to sign in, followed by the
// time in milliseconds. Users sign another text.
func SignInPhrase(host string, chainID int64) string {
	return fmt.Sprintf("Sign in to the operator console of %s on chain %d. This costs nothing and moves no funds. Time: ", host, chainID)
}

// signIn begins a session. A code that is wrong uses the message up, so that
// whoever holds one message has one guess.
func (e *entrance) signIn(ctx context.Context, x *exchange) (any, error) {
	in, err := e.openSignIn(x)
	if err != nil {
		return nil, err
	}
	if !codePattern.MatchString(in.Code) {
		return nil, fault.Invalid("code")
	}
	var token string
	var out signInOut
	err = e.prove(ctx, x, "signin", in, func(tx *sqldb.Tx, p Staff) (refused, err error) {
		if p, refused, err = e.checkCode(tx, p, in.Code); refused != nil || err != nil {
			return refused, err
		}
		token = e.begin(tx, p, x.caller)
		out = signInOut{Me: e.me(p), CSRFToken: page.Proof(token)}
		out.RolesWaiting, err = rolesInWaiting(tx)
		return nil, err
	})
	if err != nil {
		return nil, err
	}
	http.SetCookie(x.Writer, page.Keep(token, e.Secure))
	return out, nil
}

// enrol makes a new authenticator's secret, shown once; the first sign-in with
// its code confirms it.
func (e *entrance) enrol(ctx context.Context, x *exchange) (any, error) {
	in, err := e.openSignIn(x)
	if err != nil {
		return nil, err
	}
	var out enrolOut
	err = e.prove(ctx, x, "signin/enrol", in, func(tx *sqldb.Tx, p Staff) (refused, err error) {
		if p.totpConfirmed || !tx.Now().Before(p.enrolUntil) {
			return ErrEnrolmentClosed, nil
		}
		secret := entropy.Bytes(e.Chance, totp.SecretBytes)
		uri, err := totp.URI(e.Host, p.Address, secret)
		if err != nil {
			return nil, err
		}
		p.totpSecret = e.sealer.Seal(secret, p.ID)
		p.save(tx)
		out = enrolOut{Secret: totp.Text(secret), URI: uri, Until: p.enrolUntil}
		return nil, nil
	})
	return out, err
}

func (e *entrance) openSignIn(x *exchange) (in signInIn, err error) {
	if e.sealer == nil {
		return in, ErrNoKey
	}
	if err := e.signIns.TakeAddress(x.caller.IP); err != nil {
		return in, err
	}
	if in, err = httpapi.DecodeBody[signInIn](x.Body); err != nil {
		return in, err
	}
	if !walletsig.IsPlainBy(in.Address, fmt.Sprintf("%s%d", SignInPhrase(e.Host, e.ChainID), in.SignedAt), in.Signature) {
		return in, ErrSignature
	}
	return in, nil
}

// prove uses a signed message up and goes on with its person. What step
// refuses is committed with its record: a failed code has to be counted.
// Only wallets on the list reach the audit log, as strangers could fill it.
func (e *entrance) prove(ctx context.Context, x *exchange, action string, in signInIn, step func(tx *sqldb.Tx, p Staff) (refused, err error)) error {
	var refused error
	err := e.DB.Update(ctx, func(tx *sqldb.Tx) error {
		refused = nil
		p, found, err := findStaffBy(tx, in.Address)
		if err != nil {
			return err
		}
		if !found {
			refused = ErrNotStaff
			return nil
		}
		x.caller.Staff = p
		if p, refused = useMessage(p, in.SignedAt, tx.Now()); refused == nil {
			p.save(tx)
			if refused, err = step(tx, p); err != nil {
				return err
			}
		}
		if f, ok := fault.As(refused); ok {
			return audit.Refuse(tx, x.caller.by(), action, audit.Note{Subject: p.Address}, f)
		}
		return audit.Write(tx, x.caller.by(), action, audit.Note{Subject: p.Address, After: map[string]any{"roles": p.Roles, "agent": x.caller.Agent}})
	})
	return errors.Join(err, refused)
}

// useMessage bars the message, and every earlier one, from being used again.
func useMessage(p Staff, millis int64, now time.Time) (Staff, error) {
	signedAt := time.UnixMilli(millis).UTC()
	switch {
	case !p.Active:
		return p, ErrNotStaff
	case now.Sub(signedAt).Abs() > messageAgeMax:
		return p, ErrStale
	case !signedAt.After(p.signedAt):
		return p, ErrUsed
	}
	p.signedAt = signedAt
	return p, nil
}

// checkCode judges an authenticator's code and counts a wrong one. It saves
// the person either way.
func (e *entrance) checkCode(tx sqldb.Command, p Staff, code string) (after Staff, refused, err error) {
	now := tx.Now()
	switch {
	case p.totpSecret == "":
		return p, ErrNotEnrolled, nil
	case now.Before(p.lockedUntil):
		return p, lockedUntil(p), nil
	case !p.totpConfirmed && !now.Before(p.enrolUntil):
		return p, ErrEnrolmentClosed, nil
	}
	secret, err := e.sealer.Open(p.totpSecret, p.ID)
	if err != nil {
		return p, nil, err
	}
	step, ok := totp.Accept(secret, code, now, p.totpStep)
	if ok {
		p.totpStep, p.totpConfirmed, p.totpFailures, p.lockedUntil = step, true, 0, time.Time{}
		p.save(tx)
		return p, nil, nil
	}
	refused = ErrCode
	if p.totpFailures++; p.totpFailures >= failuresMax {
		p.lockedUntil = now.Add(lockTime)
		refused = lockedUntil(p)
	}
	p.save(tx)
	return p, refused, nil
}

func lockedUntil(p Staff) error { return ErrLocked.With("until", p.lockedUntil.Format(time.RFC3339)) }
