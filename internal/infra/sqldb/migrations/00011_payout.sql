-- +goose Up
-- A hot wallet: our own nonce counter, the breaker, and which instance works it.
-- next_nonce is -1 until the chain was asked for the first time. term rises with
-- every change of the holder and fences off one that was too slow.
CREATE TABLE payout_wallet (
    network    TEXT   NOT NULL PRIMARY KEY,
    chain_id   BIGINT NOT NULL,
    address    TEXT   NOT NULL,
    next_nonce BIGINT NOT NULL CHECK (next_nonce >= -1 AND CAST(next_nonce AS BIGINT) = next_nonce),
    breaker    TEXT   NOT NULL,
    detail     TEXT   NOT NULL,
    broken_at  BIGINT NOT NULL,
    strikes    BIGINT NOT NULL,
    wait       TEXT   NOT NULL,
    wait_since BIGINT NOT NULL,
    holder     TEXT   NOT NULL,
    held_until BIGINT NOT NULL,
    term       BIGINT NOT NULL,
    -- When the signer's journal was read to its end last.
    recalled_at BIGINT NOT NULL DEFAULT 0
);

-- What settles one withdrawal. units is the amount in the token's own units.
-- proof says why an attempt to pay can no longer happen: see the package.
CREATE TABLE payout_payout (
    withdrawal_id       TEXT   NOT NULL PRIMARY KEY,
    network             TEXT   NOT NULL,
    asset               TEXT   NOT NULL,
    recipient           TEXT   NOT NULL,
    amount              BIGINT NOT NULL CHECK (amount BETWEEN 1 AND 4000000000000000000 AND CAST(amount AS BIGINT) = amount),
    units               TEXT   NOT NULL,
    statement           TEXT   NOT NULL,
    statement_signature TEXT   NOT NULL,
    approvals           TEXT   NOT NULL,
    automatic           BIGINT NOT NULL,
    issue               BIGINT NOT NULL CHECK (issue >= 1),
    state               TEXT   NOT NULL CHECK (state IN ('queued', 'broadcast', 'unknown', 'mined', 'final', 'needs_attention', 'failed')),
    proof               TEXT   NOT NULL CHECK (proof IN ('', 'unsigned', 'reverted', 'superseded')),
    reason              TEXT   NOT NULL,
    expected_at         BIGINT NOT NULL,
    retry_at            BIGINT NOT NULL,
    tx_hash             TEXT   NOT NULL,
    block_number        BIGINT NOT NULL,
    block_hash          TEXT   NOT NULL,
    created_at          BIGINT NOT NULL,
    updated_at          BIGINT NOT NULL,
    steps               BIGINT NOT NULL,
    CHECK (state <> 'failed' OR proof <> ''),
    CHECK (state <> 'final' OR (tx_hash <> '' AND proof = ''))
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX payout_payout_queue ON payout_payout (network, asset, created_at, withdrawal_id) WHERE state = 'queued';
CREATE INDEX payout_payout_open ON payout_payout (state, created_at) WHERE state NOT IN ('final', 'failed');
CREATE INDEX payout_payout_attention ON payout_payout (created_at, withdrawal_id) WHERE state IN ('needs_attention', 'unknown');

-- A transaction of a slot; the second and later ones are bumps. It is written
-- before it is signed, and raw and hash (empty until then) before it is sent.
CREATE TABLE payout_attempt (
    id          TEXT   NOT NULL PRIMARY KEY,
    slot_id     TEXT   NOT NULL,
    number      BIGINT NOT NULL CHECK (number >= 1),
    gas         BIGINT NOT NULL CHECK (gas > 0),
    tip         BIGINT NOT NULL CHECK (tip >= 0),
    fee_cap     BIGINT NOT NULL CHECK (fee_cap > 0 AND fee_cap >= tip),
    raw         TEXT   NOT NULL,
    hash        TEXT   NOT NULL,
    created_at  BIGINT NOT NULL,
    signed_at   BIGINT NOT NULL,
    sent_at     BIGINT NOT NULL,
    accepted_at BIGINT NOT NULL,
    problem     TEXT   NOT NULL,
    CHECK ((raw = '') = (hash = '')),
    CHECK (sent_at = 0 OR raw <> '')
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX payout_attempt_slot ON payout_attempt (slot_id, number);
CREATE UNIQUE INDEX payout_attempt_hash ON payout_attempt (hash) WHERE hash <> '';

-- What happened to a payout, for its timeline; rows are only ever added. id is
-- withdrawal|step.
CREATE TABLE payout_event (
    id            TEXT   NOT NULL PRIMARY KEY,
    withdrawal_id TEXT   NOT NULL,
    state         TEXT   NOT NULL,
    reason        TEXT   NOT NULL,
    tx_hash       TEXT   NOT NULL,
    at            BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX payout_event_payout ON payout_event (withdrawal_id, id);

-- What a hot wallet held when it was last looked at. id is network|asset.
CREATE TABLE payout_cover (
    id      TEXT   NOT NULL PRIMARY KEY,
    network TEXT   NOT NULL,
    asset   TEXT   NOT NULL,
    balance BIGINT NOT NULL CHECK (balance BETWEEN 0 AND 4000000000000000000 AND CAST(balance AS BIGINT) = balance),
    at      BIGINT NOT NULL
);

-- A slot is given for a purpose: a payout, whose reference is its withdrawal's
-- number, or an anchor, whose reference is anchor- and its period. An anchor
-- moves nothing and belongs to no withdrawal.
CREATE TABLE payout_slot (
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

-- What the signer signed and these books do not know, as after a restore from an older
-- copy. id is the transaction's hash; reference is the withdrawal, or the game's period.
CREATE TABLE payout_recall_forgotten (
    id        TEXT   NOT NULL PRIMARY KEY,
    network   TEXT   NOT NULL,
    nonce     BIGINT NOT NULL,
    reference TEXT   NOT NULL,
    recipient TEXT   NOT NULL,
    asset     TEXT   NOT NULL,
    quantity  BIGINT NOT NULL CHECK (quantity BETWEEN 0 AND 4000000000000000000 AND CAST(quantity AS BIGINT) = quantity),
    signed_at BIGINT NOT NULL,
    found_at  BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX payout_recall_forgotten_order ON payout_recall_forgotten (signed_at, id);
CREATE INDEX payout_recall_forgotten_reference ON payout_recall_forgotten (reference);
