// Package totp has the codes of authenticators.
package totp

import (
	"crypto/subtle"
	"encoding/base32"
	"fmt"
	"time"

	"github.com/pquerna/otp/hotp"
	"github.com/pquerna/otp/totp"
)

const (
	// Step is how long a code lasts, and SecretBytes how long a secret is.
	Step        = 30 * time.Second
	SecretBytes = 20
	// stepsOff is how many steps a phone's clock may be off, either way.
	stepsOff = 1
)

// At is the code of a step: RFC 4226 and 6238 with SHA-1 and six digits,
// the only form that every authenticator knows.
func At(secret []byte, step int64) string {
	code, err := hotp.GenerateCode(Text(secret), uint64(step))
	if err != nil {
		// Only a secret that is no base32 fails, and Text writes it.
		panic(err)
	}
	return code
}

// StepOf is the step of a moment.
func StepOf(at time.Time) int64 { return at.Unix() / int64(Step/time.Second) }

// Accept is the step whose code was given, later than the last accepted.
func Accept(secret []byte, code string, at time.Time, last int64) (step int64, ok bool) {
	now := StepOf(at)
	for candidate := now - stepsOff; candidate <= now+stepsOff; candidate++ {
		// Every candidate is compared, so that the time taken tells nothing.
		if subtle.ConstantTimeCompare([]byte(At(secret, candidate)), []byte(code)) == 1 && candidate > last {
			step, ok = candidate, true
		}
	}
	return step, ok
}

// Text is a secret as people type it.
func Text(secret []byte) string {
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(secret)
}

// URI is a secret as authenticators scan it.
func URI(host, address string, secret []byte) (string, error) {
	key, err := totp.Generate(totp.GenerateOpts{Issuer: "ETLD " + host, AccountName: address, Secret: secret})
	if err != nil {
		return "", fmt.Errorf("authenticator's address: %w", err)
	}
	return key.URL(), nil
}
