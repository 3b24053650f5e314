package operator

import (
	"crypto/hmac"
	"crypto/sha1" //nolint:gosec // RFC 6238's default, the only one every authenticator knows; HMAC does not need its collision resistance.
	"crypto/subtle"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/url"
	"time"
)

const (
	totpStep        = 30 * time.Second
	totpDigits      = 6
	totpModulus     = 1_000_000
	totpSecretBytes = 20
	// totpSteps is how many steps a phone's clock may be off, either way.
	totpSteps = 1
)

// totpAt is the code of a step (RFC 4226 and 6238 with SHA-1 and six digits).
func totpAt(secret []byte, step int64) string {
	mac := hmac.New(sha1.New, secret)
	_ = binary.Write(mac, binary.BigEndian, uint64(step)) // writing to a hash never fails
	sum := mac.Sum(nil)
	offset := sum[len(sum)-1] & 0xf
	code := (binary.BigEndian.Uint32(sum[offset:offset+4]) & 0x7fffffff) % totpModulus
	return fmt.Sprintf("%0*d", totpDigits, code)
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
func totpURI(host, address string, secret []byte) string {
	label := url.PathEscape("ETLD " + host + ":" + address)
	query := url.Values{"secret": {totpText(secret)}, "issuer": {"ETLD " + host}, "algorithm": {"SHA1"},
		"digits": {fmt.Sprint(totpDigits)}, "period": {fmt.Sprint(int(totpStep / time.Second))}}
	return "otpauth://totp/" + label + "?" + query.Encode()
}
