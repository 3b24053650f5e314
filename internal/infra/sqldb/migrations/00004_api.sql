-- +goose Up
-- Stored answers of idempotent calls: user, path and request id make the key.
CREATE TABLE api_reply (
    id      TEXT   NOT NULL PRIMARY KEY,
    params  TEXT   NOT NULL,
    reply   TEXT   NOT NULL,
    -- An answer is repeated until it ends; that of a refusal sooner. What was answered
    -- before keeps its 30 days, in microseconds.
    ends_at BIGINT NOT NULL DEFAULT 0
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX api_reply_ends ON api_reply (ends_at);
