package operator

import (
	"crypto/subtle"
	"encoding/base32"
	"fmt"
	"time"

	"github.com/pquerna/otp/hotp"
	"github.com/pquerna/otp/totp"
)

const (
	totpStep        = 30 * time.Second
	totpSecretBytes = 20
	// totpSteps is how many steps a phone's clock may be off, either way.
	totpSteps = 1
)

// totpAt is the code of a step: RFC 4226 and 6238 with SHA-1 and six digits,
// the only form that every authenticator knows.
func totpAt(secret []byte, step int64) string {
	code, err := hotp.GenerateCode(totpText(secret), uint64(step))
	if err != nil {
		// Only a secret that is no base32 fails, and totpText writes it.
		panic(err)
	}
	return code
}

func stepOf(at time.Time) int64 { return at.Unix() / int64(totpStep/time.Second) }

// acceptCode is the step whose code was given, later than the last accepted.
func acceptCode(secret []byte, code string, at time.Time, last int64) (step int64, ok bool) {
	now := stepOf(at)
	for candidate := now - totpSteps; candidate <= now+totpSteps; candidate++ {
		// Every candidate is compared, so that the time taken tells nothing.
		if subtle.ConstantTimeCompare([]byte(totpAt(secret, candidate)), []byte(code)) == 1 && candidate > last {
			step, ok = candidate, true
		}
	}
	return step, ok
}

// totpText is a secret as people type it.
func totpText(secret []byte) string {
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(secret)
}

// totpURI is a secret as authenticators scan it.
func totpURI(host, address string, secret []byte) (string, error) {
	key, err := totp.Generate(totp.GenerateOpts{Issuer: "ETLD " + host, AccountName: address, Secret: secret})
	if err != nil {
		return "", fmt.Errorf("authenticator's address: %w", err)
	}
	return key.URL(), nil
}
