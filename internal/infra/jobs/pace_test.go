package jobs_test

import (
	"testing"
	"time"

	"etld/internal/infra/jobs"
)

func TestABacklogGivesWayToCallsOnly(t *testing.T) {
	t.Parallel()
	calls := uint64(3)
	count := func() uint64 { return calls }
	p := jobs.Pacer{Calls: count}
	p.Rest(0, 0)
	if rest := p.Rest(time.Millisecond, time.Second); rest != time.Millisecond {
		t.Errorf("with nobody calling it rests %s", rest)
	}
	calls++
	if rest := p.Rest(time.Millisecond, 10*time.Millisecond); rest != 50*time.Millisecond {
		t.Errorf("beside calls it rests %s", rest)
	}
	if rest := (&jobs.Pacer{}).Rest(time.Millisecond, time.Second); rest != time.Millisecond {
		t.Errorf("without a count it rests %s", rest)
	}
}
