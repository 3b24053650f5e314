-- +goose Up
-- Leaves are hashes: trying to pack them costs PostgreSQL seconds and saves nothing.
/*postgres ALTER TABLE solvency_block ALTER COLUMN leaves SET STORAGE EXTERNAL;*/
