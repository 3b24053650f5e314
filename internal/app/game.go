package app

import "etld/internal/features/game/points"

// wireGame builds what the game stands on. Withdrawals are built before it, as a
// cancelled one bars purchases of points.
func (p *Program) wireGame() (err error) {
	p.points, err = points.New(points.Config{Ledger: p.ledger, Chance: p.settings.Chance, Locks: p.withdrawal})
	return err
}
