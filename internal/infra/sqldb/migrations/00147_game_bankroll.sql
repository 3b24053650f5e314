-- +goose Up
-- What operators took out of the bankroll, and the rounds that were refunded: both
-- are few among many.
CREATE INDEX ledger_transfer_returned ON ledger_transfer (debit) WHERE sub_type = 'bankroll_returned';
CREATE INDEX game_round_refunded ON game_round (id) WHERE state = 'refunded';
