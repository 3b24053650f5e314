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
