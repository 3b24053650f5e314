-- +goose Up
-- The price of a level is a parameter (node.price_…), which has a history and is
-- announced. Until now it could not be changed.
ALTER TABLE node_product DROP COLUMN price;
