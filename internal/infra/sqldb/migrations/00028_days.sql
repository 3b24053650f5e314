-- +goose Up
-- What each platform day came to; and what the journal moved on it under each name.
CREATE TABLE transparency_day (
    id      TEXT   NOT NULL PRIMARY KEY,
    at      BIGINT NOT NULL,
    is_over BIGINT NOT NULL CHECK (is_over IN (0, 1)),
    facts   TEXT   NOT NULL
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX transparency_day_open ON transparency_day (id) WHERE is_over = 0;

CREATE TABLE transparency_day_flow (
    id    TEXT   NOT NULL PRIMARY KEY,
    count BIGINT NOT NULL,
    atoms TEXT   NOT NULL
) /*sqlite WITHOUT ROWID*/;
