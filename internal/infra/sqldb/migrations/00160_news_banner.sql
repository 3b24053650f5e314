-- +goose Up
-- The banners that editors put on the front page, by position; texts are per
-- language. shown_from and shown_until are 0 where nothing bounds them.
CREATE TABLE news_banner (
    id          TEXT   NOT NULL PRIMARY KEY,
    version     BIGINT NOT NULL,
    position    BIGINT NOT NULL,
    texts       TEXT   NOT NULL,
    target      TEXT   NOT NULL,
    cover       TEXT   NOT NULL,
    shown_from  BIGINT NOT NULL,
    shown_until BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL,
    created_at  BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;
