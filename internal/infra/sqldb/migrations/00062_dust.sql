-- +goose Up
-- What a sender's transfers below the least deposit come to and was not credited
-- yet; id is chain|token|sender. They are credited once their sum reaches the
-- least, as one transfer whose ordinal is negative.
CREATE TABLE payment_dust (
    id        TEXT   NOT NULL PRIMARY KEY,
    chain_id  BIGINT NOT NULL,
    token     TEXT   NOT NULL,
    sender    TEXT   NOT NULL,
    waiting   BIGINT NOT NULL CHECK (waiting BETWEEN 0 AND 4000000000000000000 AND CAST(waiting AS BIGINT) = waiting),
    transfers BIGINT NOT NULL CHECK (transfers >= 0)
) /*sqlite WITHOUT ROWID*/;
