-- +goose Up
-- Whom or what a proposal is about, as the audit log has it: its subject up to a space.
ALTER TABLE operator_proposal ADD COLUMN about TEXT NOT NULL DEFAULT '';
UPDATE operator_proposal SET about = subject;
-- Each takes the last word away; no subject has more than three.
UPDATE operator_proposal SET about = rtrim(rtrim(about, replace(about, ' ', ''))) WHERE about LIKE '% %';
UPDATE operator_proposal SET about = rtrim(rtrim(about, replace(about, ' ', ''))) WHERE about LIKE '% %';
CREATE INDEX operator_proposal_about ON operator_proposal (about, id);
DROP INDEX operator_proposal_subject;
