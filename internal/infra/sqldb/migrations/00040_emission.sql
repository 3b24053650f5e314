-- +goose Up
-- What the emission pool held at a day's end is read when the day is closed.
-- Mining income is left out: there is a row of it for each user and day, and
-- none of a day that is still open.
CREATE INDEX ledger_transfer_emission_in ON ledger_transfer (at) WHERE credit = 'P.EMI/ETLD';
CREATE INDEX ledger_transfer_emission_out ON ledger_transfer (at) WHERE debit = 'P.EMI/ETLD' AND type <> 'mining_income';
