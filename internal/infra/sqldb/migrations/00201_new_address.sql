-- +goose Up
-- From when an address is as it is, and from when an order may be shipped: goods go to
-- a new address a day after its user was told of it. 0 is at any time.
ALTER TABLE shop_address ADD COLUMN since BIGINT NOT NULL DEFAULT 0;
UPDATE shop_address SET since = created_at;
ALTER TABLE shop_order ADD COLUMN ship_from BIGINT NOT NULL DEFAULT 0;
