package transparency

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"etld/internal/base/money"
	"etld/internal/infra/httpapi"
)

const (
	// barWidth is a bar's in the units of its picture.
	barWidth = 1000
	// A chart's.
	chartWidth, chartHeight = 600, 120
	// The scale of the game's return goes from here to there.
	returnFrom, returnTo = 0.80, 1.10
)

// shownCurrency is a currency's card.
type shownCurrency struct {
	Currency          money.Asset
	Owed, There, Note string
	Parts             []segment
	ThereWidth        int64
	IsShort           bool
	Percent           *percent
}

// segment is a piece of a bar.
type segment struct {
	Class    string
	X, Width int64
}

// percent is how much of what is owed is there.
type percent struct {
	Text    string
	IsShort bool
}

// Sign is the colour that goes with a percentage, which has its own sign.
func (p *page) Sign(s *percent) string {
	if s.IsShort {
		return "loss"
	}
	return "gain"
}

// Currencies are the cards: both bars on one scale.
func (p *page) Currencies() (list []shownCurrency) {
	for _, c := range p.reserves.Currencies {
		shown := shownCurrency{Currency: c.Currency, Owed: p.sum(c.Owed, c.Currency), There: p.sum(c.There, c.Currency), IsShort: c.There < c.Owed}
		top := max(c.Owed, c.There)
		shown.ThereWidth = share(c.There, top)
		var sums [3]money.Amount
		for _, o := range p.reserves.Obligations {
			if o.Currency == c.Currency {
				sums[owedClass(o.Kind)] += o.Amount
			}
		}
		var before money.Amount
		for i, sum := range sums {
			from, to := share(before, top), share(before+sum, top)
			if to > from {
				shown.Parts = append(shown.Parts, segment{"f" + strconv.Itoa(i+1), from, to - from})
			}
			before += sum
		}
		shown.Note = p.T("note.own", "amount", p.Language.Figure(c.Own)+"\u00a0"+string(c.Currency))
		if c.Unread > 0 {
			shown.Note += " " + p.T("note.unread", "amount", p.sum(c.Unread, c.Currency))
		}
		if c.Ratio != "" {
			ratio, err := money.Parse(c.Ratio)
			if err == nil {
				shown.Percent = &percent{p.Language.Figure((ratio * 100).String()) + "\u00a0%", shown.IsShort}
			}
		}
		list = append(list, shown)
	}
	return list
}

// share is a part of the whole in the units of a bar.
func share(a, top money.Amount) int64 {
	if top <= 0 || a <= 0 {
		return 0
	}
	return new(big.Int).Div(new(big.Int).Mul(big.NewInt(int64(a)), big.NewInt(barWidth)), big.NewInt(int64(top))).Int64()
}

// legend explains a colour.
type legend struct{ Class, Text string }

// Legend explains the bars.
func (p *page) Legend() []legend {
	return []legend{{"f1", p.T("legend.principal")}, {"f2", p.T("legend.balances")}, {"f3", p.T("legend.pools")}, {"fb", p.T("legend.there")}}
}

// chart is what was owed and what was there, day by day.
type chart struct {
	Currency                          money.Asset
	From, To, Top, Label, Owed, There string
}

// Charts are the history of each currency that has one.
func (p *page) Charts() (list []chart) {
	if len(p.history) < 2 {
		return nil
	}
	first, last := p.history[0], p.history[len(p.history)-1]
	for i, asset := range currencies {
		var top money.Amount
		for _, r := range p.history {
			top = max(top, r.Currencies[i].Owed, r.Currencies[i].There)
		}
		if top == 0 {
			continue
		}
		c := chart{Currency: asset, From: p.day(first), To: p.day(last), Top: p.sum(top, asset)}
		c.Label = p.T("history.label", "currency", string(asset), "from", c.From, "to", c.To)
		var owed, there strings.Builder
		for n, r := range p.history {
			x := float64(r.At.Sub(first.At)) / float64(max(last.At.Sub(first.At), 1)) * chartWidth
			move := "L"
			if n == 0 {
				move = "M"
			}
			fmt.Fprintf(&owed, "%s%.1f %.1f", move, x, height(r.Currencies[i].Owed, top))
			fmt.Fprintf(&there, "%s%.1f %.1f", move, x, height(r.Currencies[i].There, top))
		}
		c.Owed, c.There = owed.String(), there.String()
		list = append(list, c)
	}
	return list
}

func (p *page) day(r Reserves) string {
	day, _, _ := strings.Cut(p.Language.Time(r.At), ",")
	if p.Language == httpapi.Chinese {
		day, _, _ = strings.Cut(day, " ")
	}
	return day
}

// height is where a sum stands in a chart, whose top leaves room for the line itself.
func height(a, top money.Amount) float64 {
	const room = 4
	return chartHeight - 1 - (chartHeight-1-room)*float64(a)/float64(top)
}

// shownGame is the game's return on its scale.
type shownGame struct {
	HasBand                            bool
	BandX, BandWidth, Expected, Actual int64
	Label                              string
	Facts                              []named
}

// Game is how much of the stakes came back.
func (p *page) Game() (g shownGame) {
	f := p.figures.Game
	count := func(n int64) string { return p.Language.Figure(strconv.FormatInt(n, 10)) }
	percents := func(ratio string) string {
		a, err := money.Parse(ratio)
		if err != nil {
			return "–"
		}
		return p.Language.Figure((a * 100).String()) + "\u00a0%"
	}
	g.Facts = []named{{p.T("game.rounds"), count(f.Rounds)}}
	if f.ActualReturn != "" {
		low, _ := strconv.ParseFloat(f.BandLow, 64)
		high, _ := strconv.ParseFloat(f.BandHigh, 64)
		actual, _ := strconv.ParseFloat(f.ActualReturn, 64)
		g.HasBand = true
		g.BandX, g.Expected, g.Actual = onScale(low), onScale(0.97), onScale(actual)
		g.BandWidth = max(onScale(high)-g.BandX, 2)
		g.Label = p.T("game.label", "actual", percents(f.ActualReturn), "low", percents(f.BandLow), "high", percents(f.BandHigh))
		g.Facts = append(g.Facts, named{p.T("game.actual"), percents(f.ActualReturn)}, named{p.T("game.band"), percents(f.BandLow) + " – " + percents(f.BandHigh)})
	}
	g.Facts = append(g.Facts, named{p.T("game.expected"), percents("0.97")}, named{p.T("game.stakes"), count(f.Stakes)},
		named{p.T("game.prizes"), count(f.Prizes)}, named{p.T("game.voids"), count(f.Voids)})
	for _, v := range p.figures.Voids {
		g.Facts = append(g.Facts, named{p.T("void." + v.Reason), count(v.Count)})
	}
	return g
}

// onScale is where a return stands on the scale.
func onScale(ratio float64) int64 {
	return int64(min(max((ratio-returnFrom)/(returnTo-returnFrom), 0), 1) * barWidth)
}
