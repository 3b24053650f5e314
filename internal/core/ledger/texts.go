package ledger

import (
	"embed"
)

//go:embed locales/*.json
var localeFiles embed.FS

// columns are the header of a statement's table.
type columns struct {
	Time         string `json:"time"`
	TxNo         string `json:"txNo"`
	Currency     string `json:"currency"`
	Type         string `json:"type"`
	SubType      string `json:"subType"`
	Amount       string `json:"amount"`
	BalanceAfter string `json:"balanceAfter"`
	Reference    string `json:"reference"`
	Hash         string `json:"hash"`
	Posted       string `json:"posted"`
}

// words are one language's, for statements.
type words struct {
	Columns  columns            `json:"columns"`
	Types    map[Type]string    `json:"types"`
	SubTypes map[SubType]string `json:"subTypes"`
}

func (w words) header() []string {
	c := w.Columns
	return []string{c.Time, c.TxNo, c.Currency, c.Type, c.SubType, c.Amount, c.BalanceAfter, c.Reference, c.Hash, c.Posted}
}

// typeName is a type in words; one without words names itself.
func (w words) typeName(t Type) string {
	if name, ok := w.Types[t]; ok {
		return name
	}
	return string(t)
}

func (w words) subTypeName(t SubType) string {
	if name, ok := w.SubTypes[t]; ok {
		return name
	}
	return string(t)
}
