-- +goose Up
CREATE TABLE sqldb_meta (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

-- The highest time ever stored; the platform's clock does not go below it.
CREATE TABLE sqldb_time (
    id      BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    highest BIGINT NOT NULL
);

-- A write here makes everything committed before it durable; one row per process.
CREATE TABLE sqldb_flush (
    slot BIGINT NOT NULL PRIMARY KEY,
    n    BIGINT NOT NULL
);

INSERT INTO sqldb_time (id, highest) VALUES (1, 0);
