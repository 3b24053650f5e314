-- +goose Up
-- How long transfers take to be credited is read of the newest of a chain.
CREATE INDEX payment_transfer_credited ON payment_transfer (chain_id, settled_at) WHERE state = 'credited';
