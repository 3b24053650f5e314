-- +goose Up
-- Notices keep what happened, not a sentence: the text is made in the
-- reader's language when it is read. read_at is 0 until then.
CREATE TABLE notice_item (
    id         TEXT   NOT NULL PRIMARY KEY,
    user_id    TEXT   NOT NULL,
    kind       TEXT   NOT NULL,
    params     TEXT   NOT NULL,
    link       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    read_at    BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX notice_item_user ON notice_item (user_id, id);
CREATE INDEX notice_item_unread ON notice_item (user_id) WHERE read_at = 0;

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

-- What a user does not want to be told of at once, by user and topic.
CREATE TABLE notice_setting (
    id      TEXT   NOT NULL PRIMARY KEY,
    user_id TEXT   NOT NULL,
    topic   TEXT   NOT NULL,
    is_off  BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX notice_setting_user ON notice_setting (user_id);
