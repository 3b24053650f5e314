-- +goose Up
-- The operator's people. roles is a sorted list separated by commas;
-- totp_secret is sealed with a key that is not in the database, and empty
-- until the person has set up an authenticator. Every time here is that of the
-- last thing accepted, so that nothing is accepted twice.
CREATE TABLE operator_staff (
    id             TEXT   NOT NULL PRIMARY KEY,
    address        TEXT   NOT NULL,
    address_key    TEXT   NOT NULL UNIQUE,
    name           TEXT   NOT NULL,
    roles          TEXT   NOT NULL,
    is_active      BIGINT NOT NULL CHECK (is_active IN (0, 1)),
    totp_secret    TEXT   NOT NULL,
    totp_confirmed BIGINT NOT NULL CHECK (totp_confirmed IN (0, 1)),
    totp_step      BIGINT NOT NULL,
    totp_failures  BIGINT NOT NULL,
    locked_until   BIGINT NOT NULL,
    enrol_until    BIGINT NOT NULL,
    signed_at      BIGINT NOT NULL,
    approved_at    BIGINT NOT NULL,
    created_at     BIGINT NOT NULL,
    -- Roles that were given and do not work before works_at, or at all once somebody
    -- objected.
    waiting        TEXT   NOT NULL DEFAULT '',
    works_at       BIGINT NOT NULL DEFAULT 0,
    objected_by    TEXT   NOT NULL DEFAULT ''
);

-- Sessions by the hash of the cookie; the cookie itself is stored nowhere.
CREATE TABLE operator_session (
    token_hash TEXT   NOT NULL PRIMARY KEY,
    id         TEXT   NOT NULL UNIQUE,
    staff_id   TEXT   NOT NULL REFERENCES operator_staff (id),
    ip         TEXT   NOT NULL,
    agent      TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    seen_at    BIGINT NOT NULL
);
CREATE INDEX operator_session_staff ON operator_session (staff_id);
CREATE INDEX operator_session_seen ON operator_session (seen_at);

-- Proposals. payload never changes and payload_hash is its SHA-256; maker_id
-- is empty where the program itself asks for a decision.
CREATE TABLE operator_proposal (
    id           TEXT   NOT NULL PRIMARY KEY,
    kind         TEXT   NOT NULL,
    subject      TEXT   NOT NULL,
    payload      TEXT   NOT NULL,
    payload_hash TEXT   NOT NULL,
    diff         TEXT   NOT NULL,
    basis        TEXT   NOT NULL,
    reason       TEXT   NOT NULL,
    maker_id     TEXT   NOT NULL,
    approvals    BIGINT NOT NULL CHECK (approvals BETWEEN 0 AND 2),
    state        TEXT   NOT NULL CHECK (state IN ('pending', 'executed', 'rejected', 'expired')),
    created_at   BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL,
    closed_at    BIGINT NOT NULL,
    closed_by    TEXT   NOT NULL,
    close_reason TEXT   NOT NULL,
    -- Whom or what it is about, as the audit log has it: its subject up to a space.
    about        TEXT   NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX operator_proposal_pending ON operator_proposal (kind, subject) WHERE state = 'pending';
CREATE INDEX operator_proposal_state ON operator_proposal (state, expires_at);
-- The orders in which operators list rows, by what narrows them.
CREATE INDEX operator_proposal_listed ON operator_proposal (state, id);
CREATE INDEX operator_proposal_kind ON operator_proposal (kind, id);
CREATE INDEX operator_proposal_about ON operator_proposal (about, id);
CREATE INDEX operator_proposal_maker ON operator_proposal (maker_id, id);
-- What came of what somebody made.
CREATE INDEX operator_proposal_made ON operator_proposal (maker_id, state, closed_at);

-- One approval per proposal and person, with the wallet's signature.
CREATE TABLE operator_approval (
    proposal_id TEXT   NOT NULL REFERENCES operator_proposal (id),
    staff_id    TEXT   NOT NULL REFERENCES operator_staff (id),
    address     TEXT   NOT NULL,
    phrase      TEXT   NOT NULL,
    signed_ms   BIGINT NOT NULL,
    signature   TEXT   NOT NULL,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (proposal_id, staff_id)
);

-- The audit log: rows are only ever added, each linked to the one before.
CREATE TABLE operator_audit (
    seq          BIGINT NOT NULL PRIMARY KEY,
    at           BIGINT NOT NULL,
    staff_id     TEXT   NOT NULL,
    address      TEXT   NOT NULL,
    ip           TEXT   NOT NULL,
    action       TEXT   NOT NULL,
    subject      TEXT   NOT NULL,
    outcome      TEXT   NOT NULL CHECK (outcome IN ('done', 'refused')),
    reason       TEXT   NOT NULL,
    state_before TEXT   NOT NULL,
    state_after  TEXT   NOT NULL,
    hash         TEXT   NOT NULL,
    -- Whom or what it is about: its subject, of a proposal that of the proposal, up to a
    -- space. It stands outside the chain and is checked against it.
    about        TEXT   NOT NULL DEFAULT ''
);
CREATE INDEX operator_audit_subject ON operator_audit (subject, seq);
CREATE INDEX operator_audit_staff ON operator_audit (staff_id, seq);
CREATE INDEX operator_audit_action ON operator_audit (action, seq);
CREATE INDEX operator_audit_about ON operator_audit (about, seq);
-- The first record of a time.
CREATE INDEX operator_audit_at ON operator_audit (at, seq);

-- The newest link, kept apart so that a log cut off at its end is noticed.
CREATE TABLE operator_audit_head (
    id   BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    seq  BIGINT NOT NULL,
    hash TEXT   NOT NULL
);

-- What an emergency stop holds; a part without a row runs.
CREATE TABLE operator_stop (
    part       TEXT   NOT NULL PRIMARY KEY,
    is_stopped BIGINT NOT NULL CHECK (is_stopped IN (0, 1)),
    reason     TEXT   NOT NULL,
    changed_at BIGINT NOT NULL,
    -- When people last stopped it or let it run.
    decided_at BIGINT NOT NULL
);

-- Backend debits: open to objection until due_at, then the operator's.
CREATE TABLE operator_debit (
    id         TEXT   NOT NULL PRIMARY KEY,
    user_id    TEXT   NOT NULL,
    asset      TEXT   NOT NULL,
    amount     BIGINT NOT NULL CHECK (amount BETWEEN 1 AND 4000000000000000000 AND CAST(amount AS BIGINT) = amount),
    state      TEXT   NOT NULL CHECK (state IN ('disputable', 'returned', 'taken')),
    due_at     BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
-- The order in which operators list them, and by what they narrow it; what is due.
CREATE INDEX operator_debit_listed ON operator_debit (due_at, id);
CREATE INDEX operator_debit_due ON operator_debit (state, due_at, id);
CREATE INDEX operator_debit_user ON operator_debit (user_id, due_at, id);

INSERT INTO operator_audit_head (id, seq, hash) VALUES (1, 0, '');
