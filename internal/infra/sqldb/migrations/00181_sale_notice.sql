-- +goose Up
-- What is announced: from when goods or a level of nodes are no longer sold, and from
-- when goods cost something else. 0 is never.
ALTER TABLE shop_goods ADD COLUMN off_sale_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE shop_goods ADD COLUMN next_price BIGINT NOT NULL DEFAULT 0;
ALTER TABLE shop_goods ADD COLUMN next_asset TEXT NOT NULL DEFAULT '';
ALTER TABLE shop_goods ADD COLUMN next_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE node_product ADD COLUMN off_sale_at BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE node_product DROP COLUMN off_sale_at;
ALTER TABLE shop_goods DROP COLUMN next_at;
ALTER TABLE shop_goods DROP COLUMN next_asset;
ALTER TABLE shop_goods DROP COLUMN next_price;
ALTER TABLE shop_goods DROP COLUMN off_sale_at;
