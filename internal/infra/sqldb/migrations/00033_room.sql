-- +goose Up
-- Nearly every command changes balances, and every day all rows of the people
-- who own machines. On a page with room for the new version of each row
-- PostgreSQL writes it there and leaves the indexes alone. Rows that are there
-- already move when they change.
/*postgres
ALTER TABLE ledger_account SET (fillfactor = 50);
ALTER TABLE machine_user SET (fillfactor = 50);
*/
