-- +goose Up
-- Operators list payments and transfers, by state and by user.
CREATE INDEX payment_transfer_listed ON payment_transfer (seen_at, id);
CREATE INDEX payment_transfer_state ON payment_transfer (state, seen_at, id);
CREATE INDEX payment_transfer_of ON payment_transfer (user_id, seen_at, id);
DROP INDEX payment_transfer_user_seen;
DROP INDEX payment_transfer_tx;
CREATE INDEX payment_transfer_tx ON payment_transfer (tx_hash, seen_at, id);
CREATE INDEX payment_intent_listed ON payment_intent (created_at, no);
CREATE INDEX payment_intent_state ON payment_intent (state, created_at, no);
DROP INDEX payment_intent_user;
CREATE INDEX payment_intent_user ON payment_intent (user_id, created_at, no);
