-- +goose Up
-- Operators list also what was never paid, in the order of its ids.
DROP INDEX shop_order_user;
CREATE INDEX shop_order_user ON shop_order (user_id, id);
