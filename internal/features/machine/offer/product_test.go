package offer

import (
	"testing"
	"time"

	"etld/internal/core/param"
)

// A change counts at once where a buyer gets no less of anything for it, else after the
// notice; the last one that was decided is what comes.
func TestAChangeIsAnnouncedWhereItIsWorse(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 2, 4, 0, 0, 0, time.UTC)
	p := Catalogue()[0].Product
	sold := p.Figures
	dearer := sold
	dearer.Price, dearer.Power = amount("120"), 3
	p.Change(dearer, now)
	if p.Figures != sold || p.Wanted() != dearer || !p.NextAt.Equal(now.Add(param.NoticePeriod)) {
		t.Errorf("announced: %+v", p)
	}
	p.Change(dearer, now.Add(time.Hour))
	if !p.NextAt.Equal(now.Add(param.NoticePeriod)) {
		t.Errorf("said again it counts from %s", p.NextAt)
	}
	if before, after := p.At(p.NextAt.Add(-1)), p.At(p.NextAt); before.Figures != sold || after.Figures != dearer || after.IsChanging() {
		t.Errorf("around the time: %+v, %+v", before.Figures, after.Figures)
	}
	better := sold
	better.Price, better.ETLDCap = amount("90"), amount("50")
	p.Change(better, now)
	if p.Figures != better || p.IsChanging() {
		t.Errorf("better: %+v", p)
	}
}
