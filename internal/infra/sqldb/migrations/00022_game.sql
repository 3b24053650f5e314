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
    settled_at       BIGINT NOT NULL,
    -- The public key of the beacon that decides the round, as it was at the lock.
    beacon_key       TEXT   NOT NULL DEFAULT '',
    -- What the chain was asked for beyond a round's anchor, as JSON: a conflicting
    -- transaction, and the blocks that were searched.
    evidence         TEXT   NOT NULL DEFAULT '{}'
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX game_round_open ON game_round (id) WHERE state = 'open';
CREATE INDEX game_round_locked ON game_round (id) WHERE state = 'locked';
CREATE INDEX game_round_unpaid ON game_round (id) WHERE state IN ('drawn', 'refunded') AND settled_at = 0;
CREATE INDEX game_round_refunded ON game_round (id) WHERE state = 'refunded';
-- The rounds that still hold points, a few of a year's.
CREATE INDEX game_round_unsettled ON game_round (id) WHERE settled_at = 0;

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
    at          BIGINT NOT NULL,
    -- By what hash a receipt names its player; empty where the player's app chose none.
    player      TEXT   NOT NULL DEFAULT ''
) /*sqlite WITHOUT ROWID*/;
CREATE UNIQUE INDEX game_entry_no ON game_entry (round_id, no);
-- It has all that a user's sums need.
CREATE INDEX game_entry_user ON game_entry (user_id, id, state, amount, win);
-- A player's entries of the states that few of them have: without these, a year of
-- entries is walked through for one that is refunded, or for none.
CREATE INDEX game_entry_not_drawn ON game_entry (user_id, id) WHERE state = 'not_drawn';
CREATE INDEX game_entry_refunded ON game_entry (user_id, id) WHERE state = 'refunded';

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

-- What protects players. A limit of -1 is one that nobody set; amounts are points.
CREATE TABLE game_player (
    id             TEXT   NOT NULL PRIMARY KEY,
    adult_at       BIGINT NOT NULL,
    stake_own      BIGINT NOT NULL CHECK (stake_own >= -1 AND CAST(stake_own AS BIGINT) = stake_own),
    stake_raise    BIGINT NOT NULL CHECK (stake_raise >= -1 AND CAST(stake_raise AS BIGINT) = stake_raise),
    stake_raise_at BIGINT NOT NULL,
    stake_cap      BIGINT NOT NULL CHECK (stake_cap >= -1 AND CAST(stake_cap AS BIGINT) = stake_cap),
    loss_own       BIGINT NOT NULL CHECK (loss_own >= -1 AND CAST(loss_own AS BIGINT) = loss_own),
    loss_raise     BIGINT NOT NULL CHECK (loss_raise >= -1 AND CAST(loss_raise AS BIGINT) = loss_raise),
    loss_raise_at  BIGINT NOT NULL,
    loss_cap       BIGINT NOT NULL CHECK (loss_cap >= -1 AND CAST(loss_cap AS BIGINT) = loss_cap),
    break_kind     TEXT   NOT NULL,
    break_from     BIGINT NOT NULL,
    break_until    BIGINT NOT NULL,
    -- The play since the last reality check or long pause.
    sitting_since  BIGINT NOT NULL,
    sitting_last   BIGINT NOT NULL,
    sitting_rounds BIGINT NOT NULL CHECK (sitting_rounds >= 0 AND CAST(sitting_rounds AS BIGINT) = sitting_rounds),
    sitting_staked BIGINT NOT NULL CHECK (sitting_staked >= 0 AND CAST(sitting_staked AS BIGINT) = sitting_staked),
    sitting_won    BIGINT NOT NULL CHECK (sitting_won >= 0 AND CAST(sitting_won AS BIGINT) = sitting_won)
) /*sqlite WITHOUT ROWID*/;

-- What players staked and won on a day; id is the user, a bar, and the day.
CREATE TABLE game_day (
    id     TEXT   NOT NULL PRIMARY KEY,
    day    BIGINT NOT NULL,
    staked BIGINT NOT NULL CHECK (staked >= 0 AND CAST(staked AS BIGINT) = staked),
    won    BIGINT NOT NULL CHECK (won >= 0 AND CAST(won AS BIGINT) = won)
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX game_day_day ON game_day (day);

-- Every address that sent anchors, with the time from which it did.
CREATE TABLE game_anchor (
    since   BIGINT NOT NULL PRIMARY KEY,
    address TEXT   NOT NULL
);
