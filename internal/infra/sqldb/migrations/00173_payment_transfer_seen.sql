-- +goose Up
-- A user's transfers in the order in which they were first seen, which no later step changes.
CREATE INDEX payment_transfer_user_seen ON payment_transfer (user_id, seen_at, id) WHERE user_id <> '';
