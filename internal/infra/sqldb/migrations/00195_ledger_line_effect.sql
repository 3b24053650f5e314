-- +goose Up
-- A user's movements are listed by the time at which they took effect.
CREATE INDEX ledger_transfer_effect ON ledger_transfer (line_user, at, id) WHERE line_user IS NOT NULL;
