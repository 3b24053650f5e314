-- +goose Up
-- Changes of parameters, only ever added. The value in effect at a time is
-- that of the last change effective by then, or the program's default. All
-- rows share one scope, so that they are read together.
CREATE TABLE param_change (
    id           TEXT   NOT NULL PRIMARY KEY,
    scope        TEXT   NOT NULL,
    name         TEXT   NOT NULL,
    value        BIGINT NOT NULL CHECK (CAST(value AS BIGINT) = value),
    effective_at BIGINT NOT NULL,
    created_at   BIGINT NOT NULL,
    actor        TEXT   NOT NULL,
    reason       TEXT   NOT NULL
);
CREATE INDEX param_change_scope ON param_change (scope, effective_at);
