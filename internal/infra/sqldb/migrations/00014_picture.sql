-- +goose Up
-- What operators upload to be looked at, and the sizes that were made of it.
CREATE TABLE picture_picture (
    id         TEXT   NOT NULL PRIMARY KEY,
    sizes      TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    -- alt says what is to be seen, by language; bytes are those of all sizes.
    alt        TEXT   NOT NULL DEFAULT '{}',
    bytes      BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX picture_picture_newest ON picture_picture (created_at, id);

-- What each size consists of, in base 64, under its file's name.
CREATE TABLE picture_content (
    name  TEXT NOT NULL PRIMARY KEY,
    coded TEXT NOT NULL
);
