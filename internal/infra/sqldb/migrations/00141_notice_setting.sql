-- +goose Up
-- What a user does not want to be told of at once, by user and topic.
CREATE TABLE notice_setting (
    id      TEXT   NOT NULL PRIMARY KEY,
    user_id TEXT   NOT NULL,
    topic   TEXT   NOT NULL,
    is_off  BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX notice_setting_user ON notice_setting (user_id);
