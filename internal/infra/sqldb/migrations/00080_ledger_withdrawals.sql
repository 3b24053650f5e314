-- +goose Up
-- The check of withdrawals reads the transfers of a page of them. Only those
-- transfers stand in this index, so that others cost nothing more.
CREATE INDEX ledger_transfer_withdrawal ON ledger_transfer (ref_id) WHERE ref_type = 'withdrawal';
