-- +goose Up
-- The pairs by which push services know the platform; sealed is the private part.
CREATE TABLE push_key (
    id         TEXT   NOT NULL PRIMARY KEY,
    public_key TEXT   NOT NULL,
    sealed     TEXT   NOT NULL,
    created_at BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;

-- Browsers that asked to be told. sealed is the endpoint with the keys that messages
-- are encrypted for; waiting counts news that it was not told of, of which latest is the
-- last notice.
CREATE TABLE push_device (
    id            TEXT   NOT NULL PRIMARY KEY,
    user_id       TEXT   NOT NULL,
    session_id    TEXT   NOT NULL UNIQUE,
    endpoint_hash TEXT   NOT NULL UNIQUE,
    sealed        TEXT   NOT NULL,
    key_id        TEXT   NOT NULL,
    language      TEXT   NOT NULL,
    agent         TEXT   NOT NULL,
    created_at    BIGINT NOT NULL,
    waiting       BIGINT NOT NULL,
    latest        TEXT   NOT NULL,
    due_at        BIGINT NOT NULL,
    tries         BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX push_device_user ON push_device (user_id);
CREATE INDEX push_device_key ON push_device (key_id);
CREATE INDEX push_device_due ON push_device (due_at) WHERE waiting > 0;

-- How a person wants to be told; id is the user's. Quiet hours are clock times in the zone.
CREATE TABLE push_preference (
    id          TEXT   NOT NULL PRIMARY KEY,
    is_discreet BIGINT NOT NULL,
    quiet_from  TEXT   NOT NULL,
    quiet_to    TEXT   NOT NULL,
    zone        TEXT   NOT NULL
) /*sqlite WITHOUT ROWID*/;

-- How far events were read.
CREATE TABLE push_cursor (
    id    TEXT   NOT NULL PRIMARY KEY,
    place BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;
