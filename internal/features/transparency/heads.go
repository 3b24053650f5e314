package transparency

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"etld/internal/core/ledger"
	"etld/internal/core/operator/audit"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// headsEvery is how often the newest heads go out to the log.
const headsEvery = time.Hour

// Heads are the newest links of the journal's chain and of the audit log. Each holds
// all before it, so whoever keeps one elsewhere can tell later whether the database
// was rewritten.
type Heads struct {
	Journal ledger.Head
	Audit   audit.Head
}

// HeadsOf are the newest links.
func HeadsOf(tx *sqldb.Tx) (h Heads, err error) {
	if h.Journal, err = ledger.ChainHead(tx); err != nil {
		return h, err
	}
	h.Audit, err = audit.HeadOf(tx)
	return h, err
}

// String is the form that --head reads.
func (h Heads) String() string {
	return fmt.Sprintf("journal:%d:%s,audit:%d:%s", h.Journal.Seq, h.Journal.Hash, h.Audit.Seq, h.Audit.Hash)
}

// ErrHead is a text that names no heads.
var ErrHead = errors.New("--head is not of the form journal:NUMBER:HASH,audit:NUMBER:HASH")

// ParseHeads reads what String wrote. One of the two may be missing.
func ParseHeads(text string) (h Heads, err error) {
	for _, part := range strings.Split(text, ",") {
		fields := strings.Split(part, ":")
		if len(fields) != 3 {
			return h, ErrHead
		}
		seq, err := strconv.ParseInt(fields[1], 10, 64)
		if err != nil || seq < 0 {
			return h, ErrHead
		}
		switch fields[0] {
		case "journal":
			h.Journal.Seq, h.Journal.Hash = seq, fields[2]
		case "audit":
			h.Audit.Seq, h.Audit.Hash = seq, fields[2]
		default:
			return h, ErrHead
		}
	}
	return h, nil
}

// Check compares heads that were kept elsewhere with the database. One of number 0
// was kept before there was anything.
func (h Heads) Check(tx *sqldb.Tx) (found []ledger.Violation, err error) {
	if h.Journal.Seq > 0 {
		if found, err = ledger.CheckHead(tx, h.Journal); err != nil {
			return nil, err
		}
	}
	if h.Audit.Seq == 0 {
		return found, nil
	}
	more, err := audit.CheckHead(tx, h.Audit)
	return append(found, more...), err
}

// Missing names the chains of which no head was kept, or one from before there was
// anything: whether they were rewritten, nothing says.
func (h Heads) Missing() (unread []string) {
	if h.Journal.Seq == 0 {
		unread = append(unread, "journal: --head names no head of it")
	}
	if h.Audit.Seq == 0 {
		unread = append(unread, "audit: --head names no head of it")
	}
	return unread
}

// HeadOut is the newest link of a chain.
type HeadOut struct {
	Number int64  `json:"number"`
	Hash   string `json:"hash"`
}

func (h Heads) out() (journal, audit HeadOut) {
	return HeadOut{h.Journal.Seq, h.Journal.Hash}, HeadOut{h.Audit.Seq, h.Audit.Hash}
}

// HeadsOut are the newest heads, for whoever wants to keep them.
type HeadsOut struct {
	Journal    HeadOut   `json:"journal"`
	Audit      HeadOut   `json:"audit"`
	Text       string    `json:"text" doc:"Both, as etld check --head reads them"`
	ServerTime time.Time `json:"serverTime"`
}

// registerHeads adds the call that anybody may make.
func registerHeads(api *httpapi.API) {
	httpapi.View(api, httpapi.Op{Path: "/api/open/heads", Tag: tag, Public: true,
		Summary: "The newest links of the journal and of the audit log, to keep elsewhere"},
		func(tx *sqldb.Tx, _ httpapi.Caller, _ httpapi.None) (HeadsOut, error) {
			h, err := HeadsOf(tx)
			journal, audit := h.out()
			return HeadsOut{Journal: journal, Audit: audit, Text: h.String(), ServerTime: tx.Now()}, err
		})
}

// Jobs writes the newest heads into the log, which is kept elsewhere; not
// oftener than they are due, where jobs are run because of something else.
func (s *Service) Jobs() []jobs.Job {
	var last time.Time
	flow := jobs.Job{Name: "transparency_flow", Every: flowEvery, Work: s.addFlows}
	days := jobs.Job{Name: "transparency_days", Every: dayEvery, Work: s.countDays}
	return []jobs.Job{flow, days, {Name: "heads", Every: headsEvery, Work: func(ctx context.Context) (bool, error) {
		if at := s.DB.Now(); at.Sub(last).Abs() < headsEvery-time.Minute {
			return false, nil
		}
		now, err := sqldb.Value(ctx, s.DB.View, HeadsOf)
		if err == nil {
			last = s.DB.Now()
			s.Log.Info("heads to keep elsewhere", "head", now.String())
		}
		return false, err
	}}}
}
