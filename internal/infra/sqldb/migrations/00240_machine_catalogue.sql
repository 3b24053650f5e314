-- +goose Up
-- What is announced of a machine that is sold: from when it no longer is, and from when
-- it has other figures. 0 is never. Pictures are ids, a JSON list.
ALTER TABLE machine_product ADD COLUMN pictures TEXT NOT NULL DEFAULT '[]';
ALTER TABLE machine_product ADD COLUMN off_sale_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE machine_product ADD COLUMN next TEXT NOT NULL DEFAULT 'null';
ALTER TABLE machine_product ADD COLUMN next_at BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE machine_product DROP COLUMN next_at;
ALTER TABLE machine_product DROP COLUMN next;
ALTER TABLE machine_product DROP COLUMN off_sale_at;
ALTER TABLE machine_product DROP COLUMN pictures;
