package game

import (
	"testing"
	"time"

	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// The chain alone says what was anchored: whoever writes the database makes up no
// anchor, and undoes none.
func TestAnAnchorInTheDatabaseMeansNothing(t *testing.T) {
	t.Parallel()
	p := PeriodOf(start)
	for name, test := range map[string]struct {
		isSent bool
		sender string
		want   State
	}{
		"made up": {false, anchorAddress, Refunded}, "another": {true, anchorAddress, Drawn},
		"a stranger's": {true, "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65", Drawn},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
				w := newWorld(t, db, c)
				w.fund(100_000)
				anna := w.player(1, 1000)
				w.mustJoin(anna, 3, 500)
				w.moveTo(p.LockAt())
				w.work()
				text := w.chain.sent[0].Text
				if test.isSent {
					text = Commitment(p, Root(nil), 18649107)
				} else {
					w.chain.sent = nil
				}
				w.Update(func(tx *sqldb.Tx) error {
					_, err := tx.Exec("UPDATE game_round SET anchor_tx = '0xff', anchor_text = $1, anchor_block = $2, anchor_at = $3, evidence = $4, anchor_address = $5",
						text, int64(blockAt(p.LockAt())), p.LockAt(), `{"conflict":{"txHash":"0xfe","text":"x"}}`, test.sender)
					return err
				})
				w.moveTo(p.DrawAt())
				w.work()
				d := w.document(anna, p.String())
				if d.State != test.want || (d.Anchor != nil) != test.isSent || d.Conflict != nil {
					t.Errorf("%+v", d)
				}
				if wrong := d.Verify(w.witness()).Wrong; len(wrong) > 0 {
					t.Error(wrong)
				}
				w.sound()
			})
		})
	}
}

// What is no text is no anchor, before the true one and after it: every reader would read
// it in another way, and PostgreSQL would not keep it.
func TestWhatIsNoTextIsNoAnchor(t *testing.T) {
	t.Parallel()
	p := PeriodOf(start)
	for name, text := range map[string]string{"a zero byte": commits(p) + "\x00", "no UTF-8": commits(p) + "\xff", "a byte order mark": "\ufeff" + commits(p) + "x"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
				w := newWorld(t, db, c)
				w.fund(100_000)
				anna := w.player(1, 1000)
				w.mustJoin(anna, 3, 500)
				w.moveTo(p.LockAt())
				w.chain.send(text, p.LockAt())
				w.work()
				w.chain.send(text, p.LockAt().Add(time.Second))
				w.moveTo(p.DrawAt())
				w.work()
				d := w.document(anna, p.String())
				if d.State != Drawn || d.Conflict != nil || d.Anchor == nil || d.Anchor.Text != Commitment(p, d.Root, d.BeaconRound) {
					t.Errorf("%+v, by %+v beside %+v", d.State, d.Anchor, d.Conflict)
				}
				w.sound()
			})
		})
	}
}
