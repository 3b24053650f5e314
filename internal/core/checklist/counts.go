package checklist

import "etld/internal/infra/sqldb"

// This file counts what other parts keep, as the list shows all of them together. It names
// their tables, in reads alone; each table is small, or is read up to its first row.
const (
	countAdministrators = `SELECT COUNT(*) FROM operator_staff
		WHERE roles LIKE '%administrator%' AND is_active = 1 AND totp_confirmed = 1`
	countFinance = `SELECT COUNT(*) FROM (
		SELECT 1 WHERE EXISTS (SELECT 1 FROM operator_staff
			WHERE roles LIKE '%finance_maker%' AND is_active = 1 AND totp_confirmed = 1)
		UNION ALL SELECT 1 WHERE EXISTS (SELECT 1 FROM operator_staff
			WHERE roles LIKE '%finance_checker%' AND is_active = 1 AND totp_confirmed = 1)) AS roles`
	countOnSale = `SELECT COUNT(*) FROM machine_product p JOIN checkout_stock s ON s.id = 'machine|' || p.id
		WHERE p.on_sale = 1 AND s.rest > 0`
	countCredited = `SELECT COUNT(*) FROM (SELECT 1 FROM payment_transfer WHERE state = 'credited' LIMIT 1) AS first`
	countMachines = `SELECT COUNT(*) FROM (SELECT 1 FROM machine_machine LIMIT 1) AS first`
)

// enough wants a statement to count at least so much.
func enough(lack Lack, statement string, least int64) func(tx *sqldb.Tx) (lacking, error) {
	return func(tx *sqldb.Tx) (lacking, error) {
		n, err := sqldb.Get[int64](tx, statement)
		if n < least {
			return lacking{lack: lack}, err
		}
		return lacking{}, err
	}
}
