-- +goose Up
-- The time of the last message each address signed in with: a message is used
-- only when its time is later.
CREATE TABLE signin_message (
    address_key TEXT   NOT NULL PRIMARY KEY,
    signed_at   BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;

-- Sessions by the hash of their token; the token itself is stored nowhere.
-- expires_at slides with use and never passes ends_at.
CREATE TABLE signin_session (
    token_hash TEXT   NOT NULL PRIMARY KEY,
    id         TEXT   NOT NULL UNIQUE,
    user_id    TEXT   NOT NULL REFERENCES user_person (id),
    ip         TEXT   NOT NULL,
    agent      TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    seen_at    BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    ends_at    BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX signin_session_user ON signin_session (user_id, created_at);
-- Sessions are deleted once they are as old as one may be, and no longer when they are idle.
CREATE INDEX signin_session_end ON signin_session (ends_at);
