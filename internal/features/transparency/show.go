package transparency

import (
	"html/template"
	"strconv"
	"strings"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/operator/sentence"
	"etld/internal/infra/httpapi"
)

// page is what the template shows, in one language.
type page struct {
	*site
	Language    httpapi.Language
	Origin, API string
	now         time.Time
	reserves    Reserves
	figures     Figures
	changes     Changelog
	history     []Reserves
}

// named is a figure under its name.
type named struct{ Name, Text string }

// T is a text of the catalogue; pairs are its parameters.
func (p *page) T(key string, pairs ...string) string {
	params := make(map[string]string)
	for i := 0; i+1 < len(pairs); i += 2 {
		params[pairs[i]] = pairs[i+1]
	}
	return httpapi.Fill(p.texts[p.Language][key], params)
}

// Style is the page's own, which its policy names by its hash.
func (p *page) Style() template.CSS { return p.style }

// IsRussian says that letters of a second font are needed.
func (p *page) IsRussian() bool { return p.Language == httpapi.Russian }

// Lang is the language as HTML names it.
func (p *page) Lang() string { return codes[p.Language] }

var codes = map[httpapi.Language]string{httpapi.Chinese: "zh-Hant", httpapi.English: "en", httpapi.Russian: "ru"}

// shownLanguage is a link to the page in another language.
type shownLanguage struct {
	Name, Code, Own string
	IsShown         bool
}

// Languages are those of the page.
func (p *page) Languages() (list []shownLanguage) {
	own := map[httpapi.Language]string{httpapi.Chinese: "繁體中文", httpapi.English: "English", httpapi.Russian: "Русский"}
	for _, l := range httpapi.Languages {
		list = append(list, shownLanguage{string(l), codes[l], own[l], l == p.Language})
	}
	return list
}

// HasLine says that the books were added up before.
func (p *page) HasLine() bool { return p.reserves.Number > 0 }

func (p *page) usdt() Currency { return p.reserves.Currencies[0] }

// sum is an amount in full, with its currency.
func (p *page) sum(a money.Amount, asset money.Asset) string {
	return p.Language.Figure(twoPlaces(a.String())) + "\u00a0" + string(asset)
}

// twoPlaces gives money the two places that people expect, and leaves more as they are.
func twoPlaces(value string) string {
	whole, fraction, _ := strings.Cut(value, ".")
	return whole + "." + fraction + strings.Repeat("0", max(0, 2-len(fraction)))
}

// round is an amount in cents: what is owed up, what is there down.
func (p *page) round(a money.Amount, isUp bool) string {
	const cent = money.Unit / 100
	rest := a % cent
	if a -= rest; isUp && rest > 0 {
		a += cent
	}
	return p.sum(a, money.USDT)
}

// OwedText and ThereText are the first sentence's.
func (p *page) OwedText() string { return p.round(p.usdt().Owed, true) }

// ThereText is what is there.
func (p *page) ThereText() string { return p.round(p.usdt().There, false) }

// Sentence is the first sentence, for cards of links.
func (p *page) Sentence() string {
	if !p.HasLine() {
		return p.T("title")
	}
	return p.T("owe", "amount", p.OwedText()) + " " + p.T("have", "amount", p.ThereText())
}

// Lead says where the figures come from and how old they are.
func (p *page) Lead() string {
	lead := p.T("lead", "time", p.Language.Time(p.reserves.At), "age", p.age(p.reserves.At))
	if len(p.reserves.Assets) == 0 {
		return p.T("lead.noChain") + " " + lead
	}
	newest := p.reserves.Assets[0]
	return p.T("lead.chain", "block", p.Language.Figure(strconv.FormatUint(newest.Block, 10)), "network", newest.Network) + " " + lead
}

func (p *page) age(at time.Time) string {
	minutes := int64(max(p.now.Sub(at), 0) / time.Minute)
	if minutes < 1 {
		return p.T("age.now")
	}
	return p.T("age.minutes", "n", p.Language.Figure(strconv.FormatInt(minutes, 10)))
}

// FiguresAge is when what does not come from the line was read.
func (p *page) FiguresAge() string { return p.T("readAt", "time", p.Language.Time(p.figures.At)) }

// ChangesAge is when changes, incidents and heads were read.
func (p *page) ChangesAge() string { return p.T("readAt", "time", p.Language.Time(p.changes.At)) }

// Alerts are what everybody should read first.
func (p *page) Alerts() (list []string) {
	for _, c := range p.reserves.Currencies {
		if c.There < c.Owed {
			list = append(list, p.T("alert.short", "currency", string(c.Currency), "amount", p.sum(c.Owed-c.There, c.Currency)))
		}
	}
	for _, f := range p.reserves.Findings {
		text := p.T("invariant." + f.Invariant)
		if text == "" {
			text = p.T("invariant.other", "name", f.Invariant)
		}
		list = append(list, f.Invariant+": "+text)
	}
	for _, s := range p.changes.Stops {
		list = append(list, p.T("alert.stop", "part", p.T("part."+string(s.Part)), "reason", s.Reason, "time", p.Language.Time(s.Since)))
	}
	return list
}

// Asset rows are what each address holds.
type shownAsset struct{ Network, Currency, Address, Link, Block, Amount string }

// Assets are what lies where; of an address that holds nothing the file says so.
func (p *page) Assets() (list []shownAsset) {
	for _, a := range p.reserves.Assets {
		if a.Units == "0" {
			continue
		}
		shown := shownAsset{Network: a.Network, Currency: string(a.Currency), Address: a.Address, Amount: p.sum(a.Amount, a.Currency),
			Block: p.Language.Figure(strconv.FormatUint(a.Block, 10))}
		for _, n := range p.figures.Networks {
			if n.Name == a.Network && strings.HasPrefix(n.Explorer, "https://") {
				shown.Link = strings.TrimSuffix(n.Explorer, "/") + "/address/" + a.Address
			}
		}
		list = append(list, shown)
	}
	for _, c := range p.reserves.Currencies {
		if c.Unread > 0 {
			list = append(list, shownAsset{Network: p.T("assets.unread"), Currency: string(c.Currency), Amount: p.sum(c.Unread, c.Currency), Block: "–"})
		}
	}
	return list
}

// Networks are the chains with their signed addresses.
func (p *page) Networks() []Network { return p.figures.Networks }

// shownKind is one kind of what is owed.
type shownKind struct {
	Name, About string
	Sums        []shownSum
}

type shownSum struct{ Of, Text string }

// Obligations are what is owed by kind, what all of it comes to, and what is ours.
func (p *page) Obligations() (list []shownKind) {
	add := func(key string, of []Obligation, kind Kind) {
		row := shownKind{Name: p.T(key), About: p.T(key + ".about")}
		isThere := false
		for _, asset := range currencies {
			text := "–"
			for _, o := range of {
				if o.Kind == kind && o.Currency == asset {
					text, isThere = p.Language.Figure(twoPlaces(o.Amount.String())), true
				}
			}
			row.Sums = append(row.Sums, shownSum{string(asset), text})
		}
		if isThere {
			list = append(list, row)
		}
	}
	for _, k := range kinds {
		add("owed."+string(k.name), p.reserves.Obligations, k.name)
	}
	total := shownKind{Name: p.T("owed.total")}
	for _, c := range p.reserves.Currencies {
		total.Sums = append(total.Sums, shownSum{string(c.Currency), p.Language.Figure(twoPlaces(c.Owed.String()))})
	}
	list = append(list, total)
	for _, k := range ownKinds {
		add("own."+string(k.name), p.reserves.Own, k.name)
	}
	return list
}

// Runway is how long the pools last.
func (p *page) Runway() (list []named) {
	for _, pool := range p.figures.Pools {
		list = append(list, named{p.T("pool." + string(pool.Pool)), p.sum(pool.Amount, pool.Currency)})
	}
	if e := p.figures.Emission; e.Budget > 0 {
		list = append(list, named{p.T("runway.emission"), p.T("runway.days", "n", p.Language.Figure(strconv.FormatInt(e.RunwayDays, 10)))},
			named{p.T("runway.budget", "day", e.Day), p.sum(e.Budget, money.ETLD)})
	}
	list = append(list, named{p.T("runway.interest"), p.T("runway.wholeTerm")})
	if i := p.figures.Interest; i.RunwayDays > 0 {
		list = append(list, named{p.T("runway.interestLasts"), p.T("runway.days", "n", p.Language.Figure(strconv.FormatInt(i.RunwayDays, 10)))},
			named{p.T("runway.interestOf", "day", i.Day), p.Language.Figure(twoPlaces(i.Paid)) + "\u00a0" + string(money.USDT)})
	}
	return list
}

// shownFunding is what was put into a pool.
type shownFunding struct{ Pool, Amount, At, Proof string }

// Fundings are the newest.
func (p *page) Fundings() (list []shownFunding) {
	const shown = 8
	for _, f := range p.figures.Fundings[:min(shown, len(p.figures.Fundings))] {
		proof := f.TxHash
		if proof == "" {
			proof = f.Entry + " " + f.Hash
		}
		list = append(list, shownFunding{p.T("pool." + f.Pool), p.sum(f.Amount, f.Currency), p.Language.Time(f.At), proof})
	}
	return list
}

func (p *page) moved(prefix string, of []Moved) (list []named) {
	for _, m := range of {
		list = append(list, named{p.T(prefix + m.Name), p.Language.Figure(twoPlaces(m.Amount)) + "\u00a0" + string(m.Currency)})
	}
	return list
}

// Income is what the operator took.
func (p *page) Income() []named { return p.moved("income.", p.figures.Income) }

// Paid is what users got.
func (p *page) Paid() []named { return p.moved("paid.", p.figures.Paid) }

// Withdrawals are how long people wait.
func (p *page) Withdrawals() (list []named) {
	w := p.figures.Withdrawals
	count := func(n int64) string { return p.Language.Figure(strconv.FormatInt(n, 10)) }
	list = append(list, named{p.T("withdrawals.open"), count(w.Open)})
	if w.Open > 0 {
		list = append(list, named{p.T("withdrawals.ages"), count(w.UnderHour) + " · " + count(w.UnderDay) + " · " + count(w.Older)},
			named{p.T("withdrawals.oldest"), p.Language.Time(w.OldestAt)})
	}
	list = append(list, named{p.T("withdrawals.paid", "days", strconv.Itoa(w.Days)), count(w.Confirmed)})
	if w.Confirmed > 0 {
		list = append(list, named{p.T("withdrawals.median"), p.span(w.MedianSeconds)}, named{p.T("withdrawals.p95"), p.span(w.P95Seconds)})
	}
	for _, r := range w.Rejected {
		reason := p.T("rejected." + r.Reason)
		if reason == "" {
			reason = r.Reason
		}
		list = append(list, named{p.T("withdrawals.rejected", "reason", reason), count(r.Count)})
	}
	if len(w.Rejected) == 0 {
		list = append(list, named{p.T("withdrawals.noRejected"), "0"})
	}
	return list
}

func (p *page) span(seconds int64) string {
	switch {
	case seconds < 120:
		return p.T("span.seconds", "n", strconv.FormatInt(seconds, 10))
	case seconds < 7200:
		return p.T("span.minutes", "n", strconv.FormatInt(seconds/60, 10))
	}
	return p.T("span.hours", "n", strconv.FormatInt(seconds/3600, 10))
}

// shownChange is a parameter that changed, or a piece of news.
type shownChange struct{ Name, Called, Old, New, At, Title, Link string }

// Changes are the newest of parameters.
func (p *page) Changes() (list []shownChange) {
	const shown = 12
	for _, c := range p.changes.Parameters[:min(shown, len(p.changes.Parameters))] {
		language := string(p.Language)
		list = append(list, shownChange{Name: c.Name, Called: sentence.Param(language, c.Name),
			Old: sentence.Value(language, c.Name, c.Old), New: sentence.Value(language, c.Name, c.New),
			At: p.T("changes.at", "known", p.Language.Time(c.CreatedAt), "effective", p.Language.Time(c.EffectiveAt))})
	}
	return list
}

// Incidents are news of what went wrong.
func (p *page) Incidents() (list []shownChange) {
	for _, i := range p.changes.Incidents {
		title := i.Titles[string(p.Language)]
		for _, l := range httpapi.Languages {
			if title == "" {
				title = i.Titles[string(l)]
			}
		}
		list = append(list, shownChange{Title: title, At: p.Language.Time(i.PublishedAt), Link: "/#/newsDetails?id=" + i.ID})
	}
	return list
}

// Heads are the newest links, for whoever keeps them.
func (p *page) Heads() []named {
	link := func(number int64, hash string) string { return strconv.FormatInt(number, 10) + " " + hash }
	return []named{{p.T("check.line"), link(p.reserves.Number, p.reserves.Hash)}, {p.T("check.journal"), link(p.changes.Journal.Number, p.changes.Journal.Hash)},
		{p.T("check.audit"), link(p.changes.Audit.Number, p.changes.Audit.Hash)}}
}

// shownSnapshot is a daily tree.
type shownSnapshot struct{ Day, Root, TxHash string }

// Snapshots are the newest daily trees.
func (p *page) Snapshots() (list []shownSnapshot) {
	for _, s := range p.figures.Snapshots[:min(1, len(p.figures.Snapshots))] {
		list = append(list, shownSnapshot{p.T("mine.root", "day", s.Day), s.Root, s.TxHash})
	}
	return list
}

// owedClass tells which colour of the bars a kind has.
func owedClass(kind Kind) int {
	switch kind {
	case "principal":
		return 0
	case "available", "leaving", "cooling", "escrow", "delayed", "points", "suspense", "disputed":
		return 1
	}
	return 2
}
