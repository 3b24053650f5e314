-- +goose Up
-- Roles that were given and do not work before works_at, or at all once somebody
-- objected. Those that were given before this version work.
ALTER TABLE operator_staff ADD COLUMN waiting TEXT NOT NULL DEFAULT '';
ALTER TABLE operator_staff ADD COLUMN works_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE operator_staff ADD COLUMN objected_by TEXT NOT NULL DEFAULT '';
