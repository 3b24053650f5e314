package crash

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"etld/internal/base/money"
	"etld/test/player"
)

// Codes of the public contract that are not stored with a request id.
const (
	codeSignIn      = 1001
	codeSystem      = 1008
	codeMaintenance = 1011
)

func decode(a player.Answer, into any) error { return json.Unmarshal(a.Data, into) }

type bought struct {
	MinerNos          []string
	PayAmount         money.Amount
	Price, ServiceFee money.Amount
	CoolingEndAt      *string
}

// machinesOf are the machines that a purchase left in the cooling-off.
func machinesOf(r *request) []string {
	if r.path != purchasePath || r.answer.Code != http.StatusOK {
		return nil
	}
	var b bought
	if err := decode(*r.answer, &b); err != nil || b.CoolingEndAt == nil {
		return nil
	}
	return b.MinerNos
}

// owned is a machine as the answers tell of it.
type owned struct {
	price, fee money.Amount
	state      string
}

// expected works out from the answers alone what the wallet must hold now.
func (b *buyer) expected() (player.Holding, map[string]owned, error) {
	machines := make(map[string]owned)
	h := player.Holding{Currency: money.USDT, Available: b.deposited}
	for _, r := range b.sent {
		if r.answer == nil {
			return h, nil, fmt.Errorf("%s %v has no answer", r.path, r.params)
		}
		if r.path != purchasePath || r.answer.Code != http.StatusOK {
			continue
		}
		var out bought
		if err := decode(*r.answer, &out); err != nil {
			return h, nil, err
		}
		n := money.Amount(len(out.MinerNos))
		state := "running"
		if out.CoolingEndAt != nil {
			state = "to_be_confirmed"
		}
		for _, no := range out.MinerNos {
			if _, twice := machines[no]; twice {
				return h, nil, fmt.Errorf("machine %s was sold twice", no)
			}
			machines[no] = owned{price: out.Price / n, fee: out.ServiceFee / n, state: state}
		}
	}
	for _, r := range b.sent {
		if r.path == purchasePath || r.answer.Code != http.StatusOK {
			continue
		}
		no := r.params.Get("minerNo")
		m := machines[no]
		if m.state != "to_be_confirmed" {
			return h, nil, fmt.Errorf("%s of %s succeeded on a machine that is %s", r.path, no, m.state)
		}
		if m.state = "running"; r.path == cancelPath {
			m.state = "not_running"
		}
		machines[no] = m
	}
	for _, m := range machines {
		switch m.state {
		case "running":
			h.Available -= m.price + m.fee
			h.Locked += m.price
		case "to_be_confirmed":
			h.Available -= m.price + m.fee
			h.Escrow += m.price + m.fee
		}
	}
	h.Total = h.Available + h.Locked + h.Escrow
	return h, machines, nil
}

// settleLost gives every request that is still without an answer one, and asks
// all of them once more.
func (b *buyer) settleLost(ctx context.Context) error {
	for round := range 2 {
		for _, r := range b.sent {
			if lost, err := b.repeat(ctx, r); err != nil || lost || r.answer == nil {
				return fmt.Errorf("round %d, %s %v: lost %v, %w", round, r.path, r.params, lost, err)
			}
		}
	}
	return nil
}

// compare holds what the server says against what the answers add up to.
func (b *buyer) compare(ctx context.Context) error {
	want, machines, err := b.expected()
	if err != nil {
		return err
	}
	got, err := b.wallet.Holding(ctx, money.USDT)
	if err != nil {
		return err
	}
	if got != want {
		return fmt.Errorf("the wallet holds %+v, by the answers it is %+v", got, want)
	}
	listed, err := b.listMachines(ctx)
	if err != nil {
		return err
	}
	if len(listed) != len(machines) {
		return fmt.Errorf("%d machines are listed, by the answers there are %d", len(listed), len(machines))
	}
	for no, m := range machines {
		if listed[no] != m.state {
			return fmt.Errorf("machine %s is %q, by the answers %q", no, listed[no], m.state)
		}
	}
	return nil
}

// listMachines pages through the buyer's machines.
func (b *buyer) listMachines(ctx context.Context) (map[string]string, error) {
	listed := make(map[string]string)
	query := map[string][]string{"size": {"50"}}
	for range 100 {
		var page struct {
			List       []struct{ MinerNo, Status string }
			NextCursor *string
			HasMore    bool
		}
		if err := b.wallet.Must(ctx, "/api/miner/findMyList", query, &page); err != nil {
			return nil, err
		}
		for _, m := range page.List {
			listed[m.MinerNo] = m.Status
		}
		if !page.HasMore {
			return listed, nil
		}
		query["cursor"] = []string{*page.NextCursor}
	}
	return nil, fmt.Errorf("the list of machines does not end")
}

// count tells how many requests had each outcome, for the test's log.
func count(buyers []*buyer) string {
	counts := make(map[int]int)
	total := 0
	for _, b := range buyers {
		for _, r := range b.sent {
			total++
			if r.answer != nil {
				counts[r.answer.Code]++
			}
		}
	}
	codes := make([]int, 0, len(counts))
	for code := range counts {
		codes = append(codes, code)
	}
	slices.Sort(codes)
	text := fmt.Sprintf("%d requests:", total)
	for _, code := range codes {
		text += fmt.Sprintf(" %d×%d", code, counts[code])
	}
	return text
}
