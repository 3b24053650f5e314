-- +goose Up
-- What the signer signed and these books do not know, as after a restore from an older
-- copy. id is the transaction's hash; reference is the withdrawal, or the game's period.
CREATE TABLE payout_recall_forgotten (
    id        TEXT   NOT NULL PRIMARY KEY,
    network   TEXT   NOT NULL,
    nonce     BIGINT NOT NULL,
    reference TEXT   NOT NULL,
    recipient TEXT   NOT NULL,
    asset     TEXT   NOT NULL,
    quantity  BIGINT NOT NULL,
    signed_at BIGINT NOT NULL,
    found_at  BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX payout_recall_forgotten_order ON payout_recall_forgotten (signed_at, id);
