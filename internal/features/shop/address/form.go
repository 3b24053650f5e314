package address

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/language"

	"etld/internal/base/fault"
	"etld/internal/infra/httpapi"
)

const (
	nameMax              = 50
	detailMin, detailMax = 5, 200
)

var phoneForm = regexp.MustCompile(`^\+?[0-9 -]{6,20}$`)

// Form is what a user writes down. Its parts are required; that they are missing
// is refused in words of its own, not by the tags.
type Form struct {
	Name   string `query:"name" json:"name" optional:"true" maxLength:"50"`
	Phone  string `query:"phone" json:"phone" optional:"true" maxLength:"24" doc:"6 to 20 digits, spaces and hyphens, perhaps after a plus"`
	Detail string `query:"detail" json:"detail" optional:"true" maxLength:"200" doc:"At least 5 characters"`
	Region string `query:"region" json:"region" optional:"true" maxLength:"2" doc:"Code of ISO 3166-1, such as TW; some goods need it"`
}

// Check refuses what nothing can be sent to, after it took the spaces around each
// part away. What looks empty is missing.
func (f *Form) Check() error {
	for _, part := range []*string{&f.Name, &f.Phone, &f.Detail, &f.Region} {
		*part = strings.TrimSpace(*part)
	}
	switch length := utf8.RuneCountInString(f.Detail); {
	case !strings.ContainsFunc(f.Name, httpapi.IsSeen):
		return ErrNoName
	case utf8.RuneCountInString(f.Name) > nameMax:
		return fault.Invalid("name")
	case f.Phone == "":
		return ErrNoPhone
	case !phoneForm.MatchString(f.Phone) || !strings.ContainsAny(f.Phone, "0123456789"):
		return fault.Invalid("phone")
	case !strings.ContainsFunc(f.Detail, httpapi.IsSeen):
		return ErrNoDetail
	case length < detailMin || length > detailMax:
		return fault.Invalid("detail")
	case f.Region != "" && !IsRegion(f.Region):
		return fault.Invalid("region")
	}
	return nil
}

// IsRegion says that a text is the code of a country or territory.
func IsRegion(text string) bool {
	r, err := language.ParseRegion(text)
	return err == nil && r.IsCountry() && r.String() == text
}
