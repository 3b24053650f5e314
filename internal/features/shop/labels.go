package shop

import (
	"bytes"
	"encoding/csv"
	"errors"
	"strconv"

	"etld/internal/base/fault"
	"etld/internal/core/operator"
	"etld/internal/core/operator/audit"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/seal"
	"etld/internal/infra/sqldb"
)

// LabelsIn asks for labels: of the orders it names, or of those that have waited
// longest.
type LabelsIn struct {
	OrderNos []httpapi.ID `json:"orderNos,omitempty" nullable:"false" doc:"Up to 100; without them the hundred that have waited longest"`
}

// Check bounds the orders.
func (in *LabelsIn) Check() error {
	if len(in.OrderNos) > labelsMax {
		return fault.Invalid("orderNos")
	}
	return nil
}

// LabelsOut is a file of labels.
type LabelsOut struct {
	FileName    string `json:"fileName"`
	ContentType string `json:"contentType"`
	Content     string `json:"content"`
	Orders      int    `json:"orders"`
	// Unopened and NotReady are left out of the file.
	Unopened []string `json:"unopened" nullable:"false" doc:"Orders that are left out, as no key opens their address"`
	NotReady []string `json:"notReady" nullable:"false" doc:"Orders that are left out, as they do not wait for their delivery any more, or not yet"`
}

// labels writes the addresses of orders that wait as a file for a printer, but for
// those that cannot be opened or cannot go, which it names. The audit log keeps whose they were.
func (s *Service) labels(tx *sqldb.Tx, c *operator.Call, in LabelsIn) (LabelsOut, error) {
	list, notReady, err := s.toLabel(tx, in)
	if err != nil {
		return LabelsOut{}, err
	}
	var text bytes.Buffer
	// Excel takes a file without a mark for one of an older encoding.
	text.WriteString("\ufeff")
	w := csv.NewWriter(&text)
	rows := [][]string{{"orderNo", "name", "phone", "address", "region", "goods", "quantity"}}
	seen, unopened := make([]string, 0, len(list)), []string{}
	for _, o := range list {
		to, err := s.Sale.addressOf(o)
		if errors.Is(err, seal.ErrSealed) {
			unopened = append(unopened, o.ID)
			continue
		}
		if err != nil {
			return LabelsOut{}, err
		}
		seen = append(seen, o.ID)
		rows = append(rows, []string{o.ID, audit.Cell(to.Name), audit.Cell(to.Phone), audit.Cell(to.Detail), to.Region, audit.Cell(o.Names["en"]),
			strconv.FormatInt(o.Quantity, 10)})
	}
	if err := w.WriteAll(rows); err != nil {
		return LabelsOut{}, err
	}
	if err := s.countSights(tx, c.Staff, seen...); err != nil {
		return LabelsOut{}, err
	}
	c.Note(audit.Note{Subject: strconv.Itoa(len(seen)) + " orders", After: seen})
	name := "labels-" + tx.Now().UTC().Format("20060102-150405") + ".csv"
	return LabelsOut{FileName: name, ContentType: "text/csv; charset=utf-8", Content: text.String(), Orders: len(seen),
		Unopened: unopened, NotReady: notReady}, nil
}

// toLabel is what is asked for, and of that what cannot go.
func (s *Service) toLabel(tx *sqldb.Tx, in LabelsIn) (list []Order, notReady []string, err error) {
	notReady = []string{}
	if len(in.OrderNos) == 0 {
		list, err = sqldb.Collect(tx, orderTable.Scan, selectLongest, tx.Now(), labelsMax)
		return list, notReady, err
	}
	for _, id := range in.OrderNos {
		o, err := s.toShip(tx, id)
		switch {
		case errors.Is(err, ErrNotPossible), errors.Is(err, ErrShipped), errors.Is(err, ErrAddressNew):
			notReady = append(notReady, string(id))
		case err != nil:
			return nil, nil, err
		default:
			list = append(list, o)
		}
	}
	return list, notReady, nil
}
