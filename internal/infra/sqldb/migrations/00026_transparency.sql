-- +goose Up
-- What each check of the books added up. Rows are only ever added.
CREATE TABLE transparency_line (
    number    BIGINT NOT NULL PRIMARY KEY CHECK (number > 0 AND CAST(number AS BIGINT) = number),
    at        BIGINT NOT NULL,
    text      TEXT   NOT NULL,
    hash      TEXT   NOT NULL,
    opens_day BIGINT NOT NULL CHECK (opens_day IN (0, 1))
);
CREATE INDEX transparency_line_at ON transparency_line (at);
CREATE INDEX transparency_line_day ON transparency_line (number) WHERE opens_day = 1;

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
