-- +goose Up
-- What was erased of whom, and on whose word: the user's own, whose wallet signed
-- message, or two operators'.
CREATE TABLE personal_erasure (
    id          TEXT   NOT NULL PRIMARY KEY,
    user_id     TEXT   NOT NULL,
    proposal_id TEXT   NOT NULL,
    message     TEXT   NOT NULL,
    signature   TEXT   NOT NULL,
    signed_at   BIGINT NOT NULL,
    -- When the last address in an order is erased; 0 if none was left.
    rest_at     BIGINT NOT NULL,
    created_at  BIGINT NOT NULL,
    CHECK ((proposal_id <> '') <> (message <> ''))
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX personal_erasure_user ON personal_erasure (user_id, id);
