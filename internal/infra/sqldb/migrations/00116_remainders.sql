-- +goose Up
-- What the floors of a token's settled transfers left, in its own units; id is
-- chain|token. Comparing the chain with the books reads this instead of all
-- transfers that ever left something.
CREATE TABLE payment_remainder (
    id       TEXT   NOT NULL PRIMARY KEY,
    chain_id BIGINT NOT NULL,
    token    TEXT   NOT NULL,
    units    TEXT   NOT NULL
) /*sqlite WITHOUT ROWID*/;
INSERT INTO payment_remainder (id, chain_id, token, units)
    SELECT chain_id || '|' || token, chain_id, token, CAST(SUM(CAST(remainder AS BIGINT)) AS TEXT)
    FROM payment_transfer
    WHERE remainder <> '0' AND state IN ('held', 'credited', 'suspense', 'claimed', 'capital', 'dust')
    GROUP BY chain_id, token;
CREATE INDEX payment_transfer_uncounted ON payment_transfer (chain_id) WHERE state IN ('final', 'held', 'rejected');
