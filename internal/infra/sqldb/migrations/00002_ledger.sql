-- +goose Up
-- Balances. id is class/asset for the house and class/asset/owner for a user.
CREATE TABLE ledger_account (
    id      TEXT   NOT NULL PRIMARY KEY,
    class   TEXT   NOT NULL,
    asset   TEXT   NOT NULL,
    owner   TEXT   NOT NULL,
    balance BIGINT NOT NULL CHECK (balance BETWEEN 0 AND 4000000000000000000 AND CAST(balance AS BIGINT) = balance)
) /*sqlite WITHOUT ROWID*/;
/*postgres ALTER TABLE ledger_account SET (fillfactor = 50);*/
CREATE INDEX ledger_account_owner ON ledger_account (owner) WHERE owner <> '';

-- The journal. One row moves an amount from the credit-normal or debit-normal
-- pair of accounts it names; rows are only ever added.
CREATE TABLE ledger_transfer (
    id         TEXT   NOT NULL PRIMARY KEY,
    entry_id   TEXT   NOT NULL,
    type       TEXT   NOT NULL,
    sub_type   TEXT   NOT NULL,
    asset      TEXT   NOT NULL,
    debit      TEXT   NOT NULL,
    credit     TEXT   NOT NULL,
    amount     BIGINT NOT NULL CHECK (amount BETWEEN 1 AND 4000000000000000000 AND CAST(amount AS BIGINT) = amount),
    ref_type   TEXT   NOT NULL,
    ref_id     TEXT   NOT NULL,
    note       TEXT   NOT NULL,
    at         BIGINT NOT NULL,
    posted_at  BIGINT NOT NULL,
    -- The one user whose available balance this row changes, and that balance after it.
    line_user  TEXT   ,
    line_after BIGINT
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX ledger_transfer_line ON ledger_transfer (line_user, id) WHERE line_user IS NOT NULL;
-- What the emission pool held at a day's end is read when the day is closed.
-- Mining income is left out: there is a row of it for each user and day, and
-- none of a day that is still open.
CREATE INDEX ledger_transfer_emission_in ON ledger_transfer (at) WHERE credit = 'P.EMI/ETLD';
CREATE INDEX ledger_transfer_emission_out ON ledger_transfer (at) WHERE debit = 'P.EMI/ETLD' AND type <> 'mining_income';
-- The check of withdrawals reads the transfers of a page of them. Only those
-- transfers stand in this index, so that others cost nothing more.
CREATE INDEX ledger_transfer_withdrawal ON ledger_transfer (ref_id) WHERE ref_type = 'withdrawal';
CREATE INDEX ledger_transfer_funding ON ledger_transfer (credit, at) WHERE sub_type IN ('pool_funding', 'bankroll_funding');
-- What operators took out of the bankroll, and the rounds that were refunded: both
-- are few among many.
CREATE INDEX ledger_transfer_returned ON ledger_transfer (debit) WHERE sub_type = 'bankroll_returned';
-- A user's movements are listed by the time at which they took effect.
CREATE INDEX ledger_transfer_effect ON ledger_transfer (line_user, at, id) WHERE line_user IS NOT NULL;

-- The hash chain over entries, written behind the journal.
CREATE TABLE ledger_chain (
    seq      BIGINT NOT NULL PRIMARY KEY,
    entry_id TEXT   NOT NULL UNIQUE,
    hash     TEXT   NOT NULL,
    at       BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;
