package sumtree

import (
	"errors"
	"strings"
	"testing"
)

// A proof is read as it is written, and refused whole where it says more than a proof
// does, or says it in another form: nobody then believes a root that came with it, and no
// signature over it fits another proof.
func TestReadProof(t *testing.T) {
	t.Parallel()
	hash := Hash{1}.String()
	whole := `{"snapshot":"20261130","address":"0x00000000000000000000000000000000000000a1","leaves":[{"index":0,"nonce":"` + hash +
		`","sums":["1","0","0"],"siblings":[{"hash":"` + hash + `","sums":["4","5","6"]}]}]}`
	with := func(before, after string) string {
		if strings.Count(whole, before) != 1 {
			t.Fatalf("%s stands there %d times", before, strings.Count(whole, before))
		}
		return strings.Replace(whole, before, after, 1)
	}
	for _, test := range []struct {
		content string
		want    error
	}{
		{whole, nil},
		{with(`"index":0`, `"index":3.0`), nil},
		{with(`"index":0`, `"root":"00","index":0`), ErrSurplus},
		{with(`"hash":`, `"depth":3,"hash":`), ErrSurplus},
		{with(`"leaves":`, `"root":"00","leaves":`), ErrSurplus},
		{with(`"index"`, `"Index"`), ErrSurplus},
		{with(`"index":0,`, ``), ErrMalformed},
		{with(`"index":0`, `"index":null`), ErrMalformed},
		{with(`"index":0`, `"index":"0"`), ErrMalformed},
		{with(`"index":0`, `"index":0.5`), ErrMalformed},
		{with(`"index":0`, `"index":-1`), ErrMalformed},
		{with(`"index":0`, `"index":9007199254740992`), ErrMalformed},
		{with(`"nonce":"`+hash+`"`, `"nonce":null`), ErrMalformed},
		{with(`"nonce":"`+hash+`"`, `"nonce":"`+hash+`|1"`), ErrMalformed},
		{with(`"nonce":"`+hash+`"`, `"nonce":"`+strings.ToUpper(Hash{0xab}.String())+`"`), ErrMalformed},
		{with(`"hash":"`+hash+`"`, `"hash":null`), ErrMalformed},
		{with(`"snapshot":"20261130"`, `"snapshot":"20261130|0xa"`), ErrMalformed},
		{with(`00a1"`, `00A1"`), ErrMalformed},
		{with(`["1","0","0"]`, `["-1","0","0"]`), ErrSumRange},
		{with(`["1","0","0"]`, `["1",null,"0"]`), ErrSumRange},
		{with(`["1","0","0"]`, `[1,"0","0"]`), ErrSumRange},
		{with(`["1","0","0"]`, `["1","0"]`), ErrMalformed},
		{`{"leaves":7}`, ErrMalformed},
		{`null`, ErrMalformed},
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
