-- +goose Up
-- What open apps are told at once. seq is 0 until the events' order is fixed, in
-- which they are sent; notice_id is empty where the inbox has nothing of it.
CREATE TABLE notice_event (
    id         TEXT   NOT NULL PRIMARY KEY,
    user_id    TEXT   NOT NULL,
    seq        BIGINT NOT NULL,
    kind       TEXT   NOT NULL,
    params     TEXT   NOT NULL,
    link       TEXT   NOT NULL,
    is_notice  BIGINT NOT NULL,
    created_at BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX notice_event_waiting ON notice_event (id) WHERE seq = 0;
CREATE INDEX notice_event_seq ON notice_event (seq) WHERE seq > 0;
CREATE INDEX notice_event_user ON notice_event (user_id, seq) WHERE seq > 0;

-- The newest seq.
CREATE TABLE notice_head (
    id  TEXT   NOT NULL PRIMARY KEY,
    seq BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;
