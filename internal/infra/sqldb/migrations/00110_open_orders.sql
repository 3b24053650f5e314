-- +goose Up
-- What the open orders ask for: checks add them up, however many have ended.
CREATE INDEX checkout_order_open ON checkout_order (seller, product_id, quantity) WHERE state = 'open';
