-- +goose Up
-- The newest price per coin with its halt, shared by all instances. recent
-- holds what it was in the last minute, to notice jumps.
CREATE TABLE price_state (
    asset        TEXT   NOT NULL PRIMARY KEY,
    price        BIGINT NOT NULL CHECK (price BETWEEN 0 AND 4000000000000000000 AND CAST(price AS BIGINT) = price),
    source       TEXT   NOT NULL,
    at           BIGINT NOT NULL,
    fresh_until  BIGINT NOT NULL,
    reason       TEXT   NOT NULL,
    halted_until BIGINT NOT NULL,
    recent       TEXT   NOT NULL,
    -- What the lowest and the highest feed said: users sell at the one and buy at the
    -- other. halted_at is when swaps of the coin were last halted; is_stopped that they
    -- were twice within an hour, and stay so until operators let them run again.
    lowest       BIGINT NOT NULL DEFAULT 0 CHECK (lowest >= 0),
    highest      BIGINT NOT NULL DEFAULT 0 CHECK (highest >= 0),
    halted_at    BIGINT NOT NULL DEFAULT 0,
    is_stopped   BIGINT NOT NULL DEFAULT 0 CHECK (is_stopped IN (0, 1))
);

-- What a coin cost in each step of 5 minutes, an hour and a day. A step in
-- which there was no price has no row.
CREATE TABLE price_point (
    id      TEXT   NOT NULL PRIMARY KEY,
    asset   TEXT   NOT NULL,
    step    BIGINT NOT NULL,
    at      BIGINT NOT NULL,
    opened  BIGINT NOT NULL CHECK (opened BETWEEN 1 AND 4000000000000000000 AND CAST(opened AS BIGINT) = opened),
    highest BIGINT NOT NULL CHECK (highest BETWEEN 1 AND 4000000000000000000 AND CAST(highest AS BIGINT) = highest),
    lowest  BIGINT NOT NULL CHECK (lowest BETWEEN 1 AND 4000000000000000000 AND CAST(lowest AS BIGINT) = lowest),
    closed  BIGINT NOT NULL CHECK (closed BETWEEN 1 AND 4000000000000000000 AND CAST(closed AS BIGINT) = closed)
);
CREATE INDEX price_point_asset ON price_point (asset, step, at);
CREATE INDEX price_point_step ON price_point (step, at);
