-- +goose Up
-- A user's request to be paid out. arrival is quantity less fee. address is the
-- wallet that gets it, message and signature its statement, request_id the one
-- in the statement: it is good for one withdrawal. checked_at is 0 while a
-- contract wallet's signature has not been judged. worth is in USDT at the time
-- of the request, 0 and is_priced 0 without a price. approvals is how many
-- reviewers are needed, 0 where none. review_until is when the open review ends
-- and another one must be opened.
CREATE TABLE withdrawal_request (
    id           TEXT   NOT NULL PRIMARY KEY,
    user_id      TEXT   NOT NULL,
    asset        TEXT   NOT NULL,
    network      TEXT   NOT NULL,
    quantity     BIGINT NOT NULL CHECK (quantity BETWEEN 1 AND 4000000000000000000 AND CAST(quantity AS BIGINT) = quantity),
    fee          BIGINT NOT NULL CHECK (fee BETWEEN 0 AND 4000000000000000000 AND CAST(fee AS BIGINT) = fee),
    arrival      BIGINT NOT NULL CHECK (arrival BETWEEN 1 AND 4000000000000000000 AND arrival = quantity - fee),
    address      TEXT   NOT NULL,
    wallet       TEXT   NOT NULL CHECK (wallet IN ('plain', 'contract')),
    message      TEXT   NOT NULL,
    signature    TEXT   NOT NULL,
    request_id   TEXT   NOT NULL,
    signed_at    BIGINT NOT NULL,
    checked_at   BIGINT NOT NULL,
    status       TEXT   NOT NULL CHECK (status IN ('pending_review', 'approved', 'review_rejected', 'cancelled', 'confirmed')),
    worth        BIGINT NOT NULL CHECK (worth BETWEEN 0 AND 4000000000000000000 AND CAST(worth AS BIGINT) = worth),
    is_priced    BIGINT NOT NULL,
    is_automatic BIGINT NOT NULL,
    approvals    BIGINT NOT NULL CHECK (approvals BETWEEN 0 AND 2),
    cause        TEXT   NOT NULL,
    reason       TEXT   NOT NULL,
    note         TEXT   NOT NULL,
    review_by    BIGINT NOT NULL,
    review_until BIGINT NOT NULL,
    overdue_at   BIGINT NOT NULL,
    created_at   BIGINT NOT NULL,
    decided_at   BIGINT NOT NULL,
    ended_at     BIGINT NOT NULL,
    tx_hash      TEXT   NOT NULL,
    block_number BIGINT NOT NULL,
    block_hash   TEXT   NOT NULL,
    steps        BIGINT NOT NULL,
    CHECK ((status = 'confirmed') = (tx_hash <> '')),
    CHECK ((status = 'review_rejected') = (reason <> ''))
);
CREATE INDEX withdrawal_request_user ON withdrawal_request (user_id, id);
CREATE UNIQUE INDEX withdrawal_request_statement ON withdrawal_request (user_id, request_id);
CREATE INDEX withdrawal_request_signed ON withdrawal_request (user_id, signed_at);
CREATE INDEX withdrawal_request_pending ON withdrawal_request (review_until) WHERE status = 'pending_review';
-- What waits is summed up by network and currency from here alone.
CREATE INDEX withdrawal_request_waiting ON withdrawal_request (network, asset, arrival) WHERE status = 'pending_review';
CREATE INDEX withdrawal_request_open ON withdrawal_request (status, id) WHERE status IN ('pending_review', 'approved');
CREATE INDEX withdrawal_request_automatic ON withdrawal_request (decided_at) WHERE is_automatic = 1;
CREATE INDEX withdrawal_request_confirmed ON withdrawal_request (asset, network, ended_at) WHERE status = 'confirmed';
CREATE INDEX withdrawal_request_ended ON withdrawal_request (ended_at) WHERE status IN ('confirmed', 'review_rejected');
CREATE INDEX withdrawal_request_status ON withdrawal_request (status, id);

-- What happened to a withdrawal; rows are only ever added. id is
-- withdrawal|step. actor_id is the user's, or the operator's, or empty.
CREATE TABLE withdrawal_event (
    id            TEXT   NOT NULL PRIMARY KEY,
    withdrawal_id TEXT   NOT NULL REFERENCES withdrawal_request (id),
    code          TEXT   NOT NULL,
    status        TEXT   NOT NULL,
    actor         TEXT   NOT NULL CHECK (actor IN ('user', 'platform', 'reviewer')),
    actor_id      TEXT   NOT NULL,
    detail        TEXT   NOT NULL,
    at            BIGINT NOT NULL
);
CREATE INDEX withdrawal_event_withdrawal ON withdrawal_event (withdrawal_id, id);

-- Until when a user who cancelled a withdrawal cannot buy game points.
CREATE TABLE withdrawal_game_lock (
    user_id TEXT   NOT NULL PRIMARY KEY,
    until   BIGINT NOT NULL
);
CREATE INDEX withdrawal_game_lock_until ON withdrawal_game_lock (until);
