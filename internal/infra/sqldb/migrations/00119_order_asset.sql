-- +goose Up
-- Goods may cost ETLD.
ALTER TABLE checkout_order ADD COLUMN asset TEXT NOT NULL DEFAULT 'USDT';
