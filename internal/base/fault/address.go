package fault

import (
	"errors"
	"net/url"
)

// WithoutAddress is an error of net/http without the address that was asked. Addresses
// of nodes hold access keys, and errors reach logs and screens.
func WithoutAddress(err error) error {
	var asked *url.Error
	for errors.As(err, &asked) {
		err = asked.Err
	}
	return err
}
