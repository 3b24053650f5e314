-- +goose Up
-- Ids of the journal carry the time of posting, so the primary key has the order
-- in which the chain links entries.
DROP INDEX ledger_transfer_posted;
