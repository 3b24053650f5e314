-- +goose Up
-- How an address proved itself. chain_id is where a contract did, and 0 for a plain
-- wallet, which is the same on every chain. message and signature are the first
-- proof; both are empty for wallets older than this table, until they sign again.
CREATE TABLE user_wallet (
    address_key TEXT   NOT NULL PRIMARY KEY,
    kind        TEXT   NOT NULL CHECK (kind IN ('plain', 'contract')),
    chain_id    BIGINT NOT NULL,
    message     TEXT   NOT NULL,
    signature   TEXT   NOT NULL,
    proved_at   BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;
INSERT INTO user_wallet (address_key, kind, chain_id, message, signature, proved_at)
    SELECT address_key, wallet_kind, CASE wallet_kind WHEN 'contract' THEN 56 ELSE 0 END, '', '', signed_at FROM signin_message;
ALTER TABLE signin_message DROP COLUMN wallet_kind;
