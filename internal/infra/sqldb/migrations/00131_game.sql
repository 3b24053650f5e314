-- +goose Up
-- The rounds that somebody took part in. id is the period (YYYYMMDD-NNN). totals are
-- the stakes on each box and board what each pays in tenths, as JSON; reserved is
-- what the bankroll added, paid what users got back so far, with the entries up to
-- paid_to. spread is 10·Σt² − (Σt)² of the totals in units of 100.
CREATE TABLE game_round (
    id               TEXT   NOT NULL PRIMARY KEY,
    state            TEXT   NOT NULL CHECK (state IN ('open', 'locked', 'drawn', 'refunded')),
    reason           TEXT   NOT NULL,
    entries          BIGINT NOT NULL CHECK (entries > 0 AND CAST(entries AS BIGINT) = entries),
    totals           TEXT   NOT NULL,
    stakes           BIGINT NOT NULL CHECK (stakes BETWEEN 0 AND 4000000000000000000 AND CAST(stakes AS BIGINT) = stakes),
    reserved         BIGINT NOT NULL CHECK (reserved BETWEEN 0 AND 4000000000000000000 AND CAST(reserved AS BIGINT) = reserved),
    paid             BIGINT NOT NULL CHECK (paid BETWEEN 0 AND stakes + reserved AND CAST(paid AS BIGINT) = paid),
    paid_to          BIGINT NOT NULL CHECK (paid_to BETWEEN 0 AND entries),
    root             TEXT   NOT NULL,
    root_signature   TEXT   NOT NULL,
    receipt_key      TEXT   NOT NULL,
    anchor_address   TEXT   NOT NULL,
    anchor_tx        TEXT   NOT NULL,
    anchor_text      TEXT   NOT NULL,
    anchor_block     BIGINT NOT NULL,
    anchor_at        BIGINT NOT NULL,
    beacon_round     BIGINT NOT NULL,
    beacon_signature TEXT   NOT NULL,
    board            TEXT   NOT NULL,
    opened_at        BIGINT NOT NULL,
    locked_at        BIGINT NOT NULL,
    decided_at       BIGINT NOT NULL,
    settled_at       BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX game_round_open ON game_round (id) WHERE state = 'open';
CREATE INDEX game_round_locked ON game_round (id) WHERE state = 'locked';
CREATE INDEX game_round_unpaid ON game_round (id) WHERE state IN ('drawn', 'refunded') AND settled_at = 0;

-- One stake. id is the round's, a hyphen and the user's: a user has one in a round.
CREATE TABLE game_entry (
    id          TEXT   NOT NULL PRIMARY KEY,
    round_id    TEXT   NOT NULL REFERENCES game_round (id),
    user_id     TEXT   NOT NULL,
    no          BIGINT NOT NULL CHECK (no > 0),
    box         BIGINT NOT NULL CHECK (box BETWEEN 1 AND 10),
    amount      BIGINT NOT NULL CHECK (amount BETWEEN 100 AND 5000 AND amount % 10 = 0),
    receipt     TEXT   NOT NULL,
    receipt_key TEXT   NOT NULL,
    state       TEXT   NOT NULL CHECK (state IN ('not_drawn', 'won', 'no_prize', 'refunded')),
    win         BIGINT NOT NULL CHECK (win BETWEEN 0 AND 4 * amount AND CAST(win AS BIGINT) = win),
    at          BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;
CREATE UNIQUE INDEX game_entry_no ON game_entry (round_id, no);
-- It has all that a user's sums need.
CREATE INDEX game_entry_user ON game_entry (user_id, id, state, amount, win);

-- One row: what all settled rounds come to.
CREATE TABLE game_total (
    id     TEXT   NOT NULL PRIMARY KEY,
    rounds BIGINT NOT NULL,
    voids  BIGINT NOT NULL,
    stakes BIGINT NOT NULL,
    prizes BIGINT NOT NULL,
    spread BIGINT NOT NULL
);

-- Every key that ever signed receipts.
CREATE TABLE game_key (
    id    TEXT   NOT NULL PRIMARY KEY,
    since BIGINT NOT NULL
);

-- What operators put into the bankroll is found like what they put into pools.
DROP INDEX ledger_transfer_funding;
CREATE INDEX ledger_transfer_funding ON ledger_transfer (credit, at) WHERE sub_type IN ('pool_funding', 'bankroll_funding');
