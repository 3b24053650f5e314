-- +goose Up
-- Amounts: BIGINT atoms, never negative. The CAST in each check refuses the
-- floats and texts that SQLite would otherwise accept in an integer column.

CREATE TABLE sqldb_meta (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

-- The highest time ever stored; the platform's clock does not go below it.
CREATE TABLE sqldb_time (
    id      BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    highest BIGINT NOT NULL
);
INSERT INTO sqldb_time (id, highest) VALUES (1, 0);

-- A write here makes everything committed before it durable; one row per process.
CREATE TABLE sqldb_flush (
    slot BIGINT NOT NULL PRIMARY KEY,
    n    BIGINT NOT NULL
);

-- Balances. id is class/asset for the house and class/asset/owner for a user.
CREATE TABLE ledger_account (
    id      TEXT   NOT NULL PRIMARY KEY,
    class   TEXT   NOT NULL,
    asset   TEXT   NOT NULL,
    owner   TEXT   NOT NULL,
    balance BIGINT NOT NULL CHECK (balance BETWEEN 0 AND 4000000000000000000 AND CAST(balance AS BIGINT) = balance)
) /*sqlite WITHOUT ROWID*/;
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
    line_user  TEXT,
    line_after BIGINT
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX ledger_transfer_line ON ledger_transfer (line_user, id) WHERE line_user IS NOT NULL;
CREATE INDEX ledger_transfer_posted ON ledger_transfer (posted_at);

-- The hash chain over entries, written behind the journal.
CREATE TABLE ledger_chain (
    seq      BIGINT NOT NULL PRIMARY KEY,
    entry_id TEXT   NOT NULL UNIQUE,
    hash     TEXT   NOT NULL,
    at       BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;

-- Scheduled work: one row per job and period; the cursor moves with the work.
CREATE TABLE job_run (
    id         TEXT   NOT NULL PRIMARY KEY,
    job        TEXT   NOT NULL,
    period     BIGINT NOT NULL,
    cursor     TEXT   NOT NULL,
    done       BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX job_run_job ON job_run (job, period);

-- Stored answers of idempotent calls: user, path and request id make the key.
CREATE TABLE api_reply (
    id         TEXT   NOT NULL PRIMARY KEY,
    params     TEXT   NOT NULL,
    reply      TEXT   NOT NULL,
    created_at BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX api_reply_created ON api_reply (created_at);
