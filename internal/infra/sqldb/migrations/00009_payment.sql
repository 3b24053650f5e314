-- +goose Up
-- What somebody is to pay on chain, and until when.
CREATE TABLE payment_intent (
    no          TEXT   NOT NULL PRIMARY KEY,
    user_id     TEXT   NOT NULL,
    purpose     TEXT   NOT NULL,
    ref         TEXT   NOT NULL,
    network     TEXT   NOT NULL,
    pay_address TEXT   NOT NULL,
    token       TEXT   NOT NULL,
    asset       TEXT   NOT NULL,
    amount      BIGINT NOT NULL CHECK (amount BETWEEN 1 AND 4000000000000000000 AND CAST(amount AS BIGINT) = amount),
    paid        BIGINT NOT NULL CHECK (paid BETWEEN 0 AND 4000000000000000000 AND CAST(paid AS BIGINT) = paid),
    state       TEXT   NOT NULL CHECK (state IN ('open', 'paid', 'expired', 'cancelled')),
    created_at  BIGINT NOT NULL,
    expire_at   BIGINT NOT NULL,
    closed_at   BIGINT NOT NULL,
    CHECK (state <> 'paid' OR paid >= amount)
) /*sqlite WITHOUT ROWID*/;
CREATE UNIQUE INDEX payment_intent_open ON payment_intent (user_id) WHERE state = 'open';
CREATE INDEX payment_intent_due ON payment_intent (expire_at) WHERE state = 'open';
-- The orders in which operators list payments.
CREATE INDEX payment_intent_listed ON payment_intent (created_at, no);
CREATE INDEX payment_intent_state ON payment_intent (state, created_at, no);
CREATE INDEX payment_intent_user ON payment_intent (user_id, created_at, no);
-- What was to be paid and was not is deleted once it is old.
CREATE INDEX payment_intent_unpaid ON payment_intent (closed_at) WHERE state IN ('expired', 'cancelled') AND paid = 0;

-- A transaction that a user says pays an intent. id is chain|transaction|0|intent.
CREATE TABLE payment_submission (
    id        TEXT   NOT NULL PRIMARY KEY,
    tx_hash   TEXT   NOT NULL,
    intent_no TEXT   NOT NULL REFERENCES payment_intent (no),
    at        BIGINT NOT NULL
);
CREATE INDEX payment_submission_intent ON payment_submission (intent_no);
-- What is deleted once it is old is found by its age.
CREATE INDEX payment_submission_at ON payment_submission (at);

-- The watcher's progress per chain; each step raises the version.
CREATE TABLE payment_chain (
    chain_id   BIGINT NOT NULL PRIMARY KEY,
    version    BIGINT NOT NULL,
    genesis    TEXT   NOT NULL,
    halt       TEXT   NOT NULL,
    -- The final block up to which transfers are recorded in portions; the watcher's own
    -- final block moves with the last of them.
    portion_to BIGINT NOT NULL DEFAULT 0,
    -- When the watcher halted; 0 where it runs.
    halted_at  BIGINT NOT NULL DEFAULT 0
);

-- The blocks from the final one to the tip, without a gap.
CREATE TABLE payment_block (
    chain_id BIGINT NOT NULL,
    number   BIGINT NOT NULL,
    hash     TEXT   NOT NULL,
    parent   TEXT   NOT NULL,
    PRIMARY KEY (chain_id, number)
) /*sqlite WITHOUT ROWID*/;

-- Token transfers to the treasury. id is chain|transaction|ordinal. wei is the
-- exact amount in the token's units, amount its floor in atoms and remainder
-- what the floor left, in the token's units.
CREATE TABLE payment_transfer (
    id           TEXT   NOT NULL PRIMARY KEY,
    chain_id     BIGINT NOT NULL,
    tx_hash      TEXT   NOT NULL,
    ordinal      BIGINT NOT NULL,
    token        TEXT   NOT NULL,
    sender       TEXT   NOT NULL,
    recipient    TEXT   NOT NULL,
    wei          TEXT   NOT NULL,
    asset        TEXT   NOT NULL,
    amount       BIGINT NOT NULL CHECK (amount BETWEEN 0 AND 4000000000000000000 AND CAST(amount AS BIGINT) = amount),
    remainder    TEXT   NOT NULL,
    block_number BIGINT NOT NULL,
    block_hash   TEXT   NOT NULL,
    block_parent TEXT   NOT NULL,
    block_time   BIGINT NOT NULL,
    state        TEXT   NOT NULL CHECK (state IN ('seen', 'gone', 'final', 'held', 'credited', 'suspense', 'claimed', 'capital', 'internal', 'dust', 'rejected')),
    user_id      TEXT   NOT NULL,
    intent_no    TEXT   NOT NULL,
    reason       TEXT   NOT NULL,
    entry_id     TEXT   NOT NULL,
    seen_at      BIGINT NOT NULL,
    final_at     BIGINT NOT NULL,
    settled_at   BIGINT NOT NULL,
    CHECK (state NOT IN ('credited', 'suspense', 'claimed', 'capital') OR (entry_id <> '' AND amount > 0)),
    CHECK (state <> 'held' OR (intent_no <> '' AND user_id <> ''))
) /*sqlite WITHOUT ROWID*/;
CREATE UNIQUE INDEX payment_transfer_entry ON payment_transfer (entry_id) WHERE entry_id <> '';
CREATE INDEX payment_transfer_seen ON payment_transfer (chain_id, block_number) WHERE state = 'seen';
CREATE INDEX payment_transfer_attention ON payment_transfer (state) WHERE state IN ('suspense', 'rejected');
CREATE INDEX payment_transfer_sender ON payment_transfer (sender, settled_at);
CREATE INDEX payment_transfer_user ON payment_transfer (user_id, settled_at) WHERE user_id <> '';
CREATE INDEX payment_transfer_intent ON payment_transfer (intent_no) WHERE intent_no <> '';
-- The orders in which operators list transfers; no later step changes when each was first seen.
CREATE INDEX payment_transfer_listed ON payment_transfer (seen_at, id);
CREATE INDEX payment_transfer_state ON payment_transfer (state, seen_at, id);
CREATE INDEX payment_transfer_of ON payment_transfer (user_id, seen_at, id);
CREATE INDEX payment_transfer_tx ON payment_transfer (tx_hash, seen_at, id);
CREATE INDEX payment_transfer_suspense_tx ON payment_transfer (tx_hash, seen_at, id) WHERE state = 'suspense';
CREATE INDEX payment_transfer_suspense_of ON payment_transfer (sender, seen_at, id) WHERE state = 'suspense';
CREATE INDEX payment_transfer_unsettled ON payment_transfer (block_number, id) WHERE state = 'final';
CREATE INDEX payment_transfer_uncounted ON payment_transfer (chain_id) WHERE state IN ('final', 'held', 'rejected');
-- The accounts that claimed the deposits of a wallet.
CREATE INDEX payment_transfer_claimed ON payment_transfer (sender, user_id) WHERE state = 'claimed';
-- How long transfers take to be credited is read of the newest of a chain.
CREATE INDEX payment_transfer_credited ON payment_transfer (chain_id, settled_at) WHERE state = 'credited';

-- The newest claim accepted from a sending address: a signed claim works once.
CREATE TABLE payment_claim (
    sender    TEXT   NOT NULL PRIMARY KEY,
    signed_at BIGINT NOT NULL,
    at        BIGINT NOT NULL
);
CREATE INDEX payment_claim_at ON payment_claim (at);

-- What a sender's transfers below the least deposit come to and was not credited
-- yet; id is chain|token|sender. They are credited once their sum reaches the
-- least, as one transfer whose ordinal is negative.
CREATE TABLE payment_dust (
    id        TEXT   NOT NULL PRIMARY KEY,
    chain_id  BIGINT NOT NULL,
    token     TEXT   NOT NULL,
    sender    TEXT   NOT NULL,
    waiting   BIGINT NOT NULL CHECK (waiting BETWEEN 0 AND 4000000000000000000 AND CAST(waiting AS BIGINT) = waiting),
    transfers BIGINT NOT NULL CHECK (transfers >= 0)
) /*sqlite WITHOUT ROWID*/;

-- What the floors of a token's settled transfers left, in its own units; id is
-- chain|token. Comparing the chain with the books reads this instead of all
-- transfers that ever left something.
CREATE TABLE payment_remainder (
    id       TEXT   NOT NULL PRIMARY KEY,
    chain_id BIGINT NOT NULL,
    token    TEXT   NOT NULL,
    units    TEXT   NOT NULL
) /*sqlite WITHOUT ROWID*/;

-- Deposits that nobody can sign for, and to whom two people mean to give each: who was
-- told when. The row stays when it was done.
CREATE TABLE payment_assignment (
    transfer_id  TEXT   NOT NULL PRIMARY KEY REFERENCES payment_transfer (id),
    user_id      TEXT   NOT NULL REFERENCES user_person (id),
    staff_id     TEXT   NOT NULL,
    announced_at BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;
