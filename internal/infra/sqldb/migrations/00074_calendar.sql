-- +goose Up
-- The secret link by which a user's calendar is read elsewhere; id is the user's. The token
-- itself is kept nowhere.
CREATE TABLE machine_calendar_link (
    id           TEXT   NOT NULL PRIMARY KEY,
    token_hash   TEXT   NOT NULL UNIQUE,
    with_amounts BIGINT NOT NULL CHECK (with_amounts IN (0, 1)),
    language     TEXT   NOT NULL,
    created_at   BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;
