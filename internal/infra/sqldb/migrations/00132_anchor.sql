-- +goose Up

-- A slot is given for a purpose: a payout, whose reference is its withdrawal's
-- number, or an anchor, whose reference is anchor- and its period. The table is
-- made anew, as an anchor moves nothing and belongs to no withdrawal.
CREATE TABLE payout_slot_new (
    id         TEXT   NOT NULL PRIMARY KEY,
    network    TEXT   NOT NULL,
    address    TEXT   NOT NULL,
    nonce      BIGINT NOT NULL CHECK (nonce >= 0 AND CAST(nonce AS BIGINT) = nonce),
    purpose    TEXT   NOT NULL CHECK (purpose IN ('payout', 'anchor')),
    reference  TEXT   NOT NULL,
    asset      TEXT   NOT NULL,
    amount     BIGINT NOT NULL CHECK (amount BETWEEN 0 AND 4000000000000000000 AND CAST(amount AS BIGINT) = amount),
    state      TEXT   NOT NULL CHECK (state IN ('open', 'paid', 'reverted', 'superseded')),
    doubt_at   BIGINT NOT NULL,
    bump_after BIGINT NOT NULL,
    opened_at  BIGINT NOT NULL,
    closed_at  BIGINT NOT NULL,
    CHECK ((purpose = 'payout') = (amount > 0))
) /*sqlite WITHOUT ROWID*/;
INSERT INTO payout_slot_new (id, network, address, nonce, purpose, reference, asset, amount, state, doubt_at, bump_after, opened_at, closed_at)
SELECT id, network, address, nonce, 'payout', withdrawal_id, asset, amount, state, doubt_at, bump_after, opened_at, closed_at FROM payout_slot;
DROP TABLE payout_slot;
ALTER TABLE payout_slot_new RENAME TO payout_slot;
CREATE UNIQUE INDEX payout_slot_nonce ON payout_slot (network, address, nonce);
CREATE UNIQUE INDEX payout_slot_reference ON payout_slot (purpose, reference) WHERE state IN ('open', 'paid');
CREATE INDEX payout_slot_open ON payout_slot (network, nonce) WHERE state = 'open';
CREATE INDEX payout_slot_day ON payout_slot (network, asset, opened_at);

-- What is to be shown on the chain for a period of the game, and what became of
-- the transaction that shows it. Nothing is begun for it after send_before.
CREATE TABLE payout_anchor (
    reference    TEXT   NOT NULL PRIMARY KEY,
    network      TEXT   NOT NULL,
    data         TEXT   NOT NULL,
    decided_at   BIGINT NOT NULL,
    send_before  BIGINT NOT NULL,
    state        TEXT   NOT NULL CHECK (state IN ('queued', 'broadcast', 'unknown', 'mined', 'final', 'needs_attention', 'failed')),
    proof        TEXT   NOT NULL CHECK (proof IN ('', 'unsigned', 'reverted', 'superseded')),
    reason       TEXT   NOT NULL,
    expected_at  BIGINT NOT NULL,
    retry_at     BIGINT NOT NULL,
    tx_hash      TEXT   NOT NULL,
    block_number BIGINT NOT NULL,
    block_hash   TEXT   NOT NULL,
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    CHECK (state <> 'failed' OR proof <> ''),
    CHECK (state <> 'final' OR (tx_hash <> '' AND proof = ''))
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX payout_anchor_queue ON payout_anchor (network, send_before) WHERE state = 'queued';
CREATE INDEX payout_anchor_created ON payout_anchor (created_at);
