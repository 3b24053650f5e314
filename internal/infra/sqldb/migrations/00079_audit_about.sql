-- +goose Up
-- Whom or what a record of the audit log is about: its subject, of a proposal that of the
-- proposal, up to a space. It stands outside the chain and is checked against it.
ALTER TABLE operator_audit ADD COLUMN about TEXT NOT NULL DEFAULT '';
UPDATE operator_audit SET about = COALESCE((SELECT p.subject FROM operator_proposal p WHERE p.id = operator_audit.subject), subject);
-- Each takes the last word away; no subject has more than three.
UPDATE operator_audit SET about = rtrim(rtrim(about, replace(about, ' ', ''))) WHERE about LIKE '% %';
UPDATE operator_audit SET about = rtrim(rtrim(about, replace(about, ' ', ''))) WHERE about LIKE '% %';
CREATE INDEX operator_audit_about ON operator_audit (about, seq);
