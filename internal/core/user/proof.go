package user

import (
	"fmt"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/core/ledger"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/sqldb"
)

// Proof is what a person signed up with.
type Proof struct {
	Kind               walletsig.Kind
	Message, Signature string
}

// proofRow is a person's proof. AddressKey is the address that gave it.
type proofRow struct {
	UserID, AddressKey string
	Proof
}

var (
	proofTable = sqldb.NewTable[proofRow]("user_proof", "user_id, kind, address_key, message, signature")
	saveProof  = proofTable.Upsert()

	selectProof  = proofTable.Select("WHERE user_id = $1")
	selectProofs = `SELECT ` + proofTable.NamesOf("w") + `, p.id, p.address, p.address_key
		FROM user_person p LEFT JOIN user_proof w ON w.user_id = p.id ORDER BY p.id`
)

// ProofOf is what a person signed up with.
func ProofOf(tx *sqldb.Tx, id string) (Proof, error) {
	r, _, err := sqldb.Find(tx, proofTable.Scan, selectProof, id)
	return r.Proof, err
}

func storeProof(tx sqldb.Command, p Person, proof Proof) {
	saveProof.Add(tx, proofRow{UserID: p.ID, AddressKey: addressKey(p.Address), Proof: proof})
}

// provedPerson is a row of the check. Its proof is the zero value where the person
// has none.
type provedPerson struct {
	id, address, key string
	proof            proofRow
}

// CheckAddresses holds every person's address to what the person first signed. A
// plain signature names its address. Who signed for a contract wallet only its
// chain could say, and may say otherwise by now: there the address is compared with
// the one that was written down beside the signature.
func CheckAddresses(tx *sqldb.Tx) ([]ledger.Violation, error) {
	var found ledger.Findings
	err := sqldb.Walk(tx, func(row *sqldb.Row) (p provedPerson, err error) {
		p.proof, err = proofTable.ScanMore(row, &p.id, &p.address, &p.key)
		return p, err
	}, func(p provedPerson) error {
		if problem := p.problem(); problem != "" {
			found.Add("users", "user %s %s", p.id, problem)
		}
		return nil
	}, selectProofs)
	return found, err
}

// problem says what does not fit, or nothing.
func (p provedPerson) problem() string {
	if p.key != addressKey(p.address) {
		return fmt.Sprintf("is found by %s and shown as %s", p.key, p.address)
	}
	switch {
	case p.proof.Kind == "" || p.proof.Message == "" || p.proof.Signature == "":
		return "has lost the record of what they signed up with"
	case p.proof.AddressKey != p.key:
		return fmt.Sprintf("has the address %s and signed up with %s", p.key, p.proof.AddressKey)
	case p.proof.Kind != walletsig.KindPlain:
		return ""
	}
	signature, err := walletsig.Parse(p.proof.Signature)
	if err == nil {
		var by common.Address
		if by, err = walletsig.Recover(walletsig.Digest(p.proof.Message), signature); err == nil && strings.EqualFold(by.Hex(), p.key) {
			return ""
		}
	}
	return fmt.Sprintf("has the address %s, which did not sign what they signed up with", p.key)
}
