-- +goose Up
-- What the journal moved under each name, added up behind the hash chain; and how far.
CREATE TABLE transparency_flow (
    id    TEXT   NOT NULL PRIMARY KEY,
    count BIGINT NOT NULL,
    atoms TEXT   NOT NULL
) /*sqlite WITHOUT ROWID*/;
CREATE TABLE transparency_reach (
    id       TEXT   NOT NULL PRIMARY KEY,
    seq      BIGINT NOT NULL,
    entry_id TEXT   NOT NULL
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX withdrawal_request_ended ON withdrawal_request (ended_at) WHERE status IN ('confirmed', 'review_rejected');
