package transparency

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"testing"

	"etld/internal/core/operator"
	"etld/internal/core/operator/audit"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// chained recomputes a trail's hashes as a browser does, and says where it ends.
func chained(t *testing.T, tr Trail) (hash string) {
	t.Helper()
	hash = tr.After.Hash
	for _, r := range tr.Records {
		digest := sha256.New()
		for _, text := range []string{hash, r.Seq, r.AtMicros, r.StaffID, r.Address, r.IP, r.Action, r.Subject, r.Outcome, r.Reason, r.Before, r.After} {
			fmt.Fprintf(digest, "%d:%s,", len(text), text)
		}
		if hash = hex.EncodeToString(digest.Sum(nil)); hash != r.Hash {
			t.Errorf("record %s has another hash", r.Seq)
		}
	}
	return hash
}

// From the head that was published last, page by page, the records lead to the newest one.
func TestTheTrailLeadsFromThePublishedHead(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		record := func(n int) {
			w.Update(func(tx *sqldb.Tx) error {
				for i := range n {
					if err := audit.Write(tx, audit.By{}, "test", audit.Note{Subject: fmt.Sprint(i), Reason: "ü, \"1:2\"", After: map[string]int{"i": i}}); err != nil {
						return err
					}
				}
				return nil
			})
		}
		read := func(after int64) (tr Trail) {
			w.View(func(tx *sqldb.Tx) (err error) {
				tr, err = trail(tx, operator.Caller{}, TrailIn{After: after})
				return err
			})
			return tr
		}
		record(3)
		if tr := read(0); tr.Published.Seq != 0 || len(tr.Records) != 3 || chained(t, tr) != tr.Head.Hash {
			t.Errorf("before the first line: %+v", tr)
		}
		w.User(1, "5 USDT")
		w.onChain("5", "0")
		w.check()
		record(trailPage + 50)
		tr := read(0)
		if tr.Published.Seq != 3 || tr.Published.Line != 1 || tr.After.Hash != tr.Published.Hash || len(tr.Records) != trailPage || !tr.HasMore {
			t.Fatalf("published %+v, after %+v, %d records", tr.Published, tr.After, len(tr.Records))
		}
		middle := chained(t, tr)
		tr = read(3 + trailPage)
		if tr.After.Hash != middle || chained(t, tr) != tr.Head.Hash || tr.HasMore {
			t.Errorf("the second page: %+v", tr.After)
		}
	})
}
