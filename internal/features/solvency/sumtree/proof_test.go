package sumtree

import (
	"errors"
	"testing"
)

// A proof is read as it is written, and refused whole where it says more than a proof
// does: nobody then believes a root that came with it.
func TestReadProof(t *testing.T) {
	t.Parallel()
	const leaf = `{"index":0,"nonce":"","sums":["1","0","0"],"siblings":[]}`
	for _, test := range []struct {
		content string
		want    error
	}{
		{`{"snapshot":"20261130","address":"0xa1","leaves":[` + leaf + `]}`, nil},
		{`{"snapshot":"20261130","address":"0xa1","leaves":[],"root":"00"}`, ErrSurplus},
		{`{"leaves":[{"index":0,"totals":["1","0","0"]}]}`, ErrSurplus},
		{`{"leaves":[{"siblings":[{"depth":3}]}]}`, ErrSurplus},
		{`{"leaves":[{"sums":["-1","0","0"]}]}`, ErrSumRange},
		{`{"leaves":[{"sums":["1","0"]}]}`, ErrMalformed},
		{`{"leaves":7}`, ErrMalformed},
		{``, ErrMalformed},
	} {
		p, err := ReadProof([]byte(test.content))
		if !errors.Is(err, test.want) {
			t.Errorf("%s: %v instead of %v", test.content, err, test.want)
		}
		if (len(p.Leaves) == 1) != (test.want == nil) {
			t.Errorf("%s: read as %+v", test.content, p)
		}
	}
}
