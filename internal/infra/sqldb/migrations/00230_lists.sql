-- +goose Up
-- The orders in which operators list rows, by what narrows them.
CREATE INDEX operator_proposal_listed ON operator_proposal (state, id);
CREATE INDEX operator_proposal_kind ON operator_proposal (kind, id);
CREATE INDEX operator_audit_staff ON operator_audit (staff_id, seq);
CREATE INDEX operator_audit_action ON operator_audit (action, seq);
CREATE INDEX job_parked_since ON job_parked (since, id);
CREATE INDEX job_parked_job ON job_parked (job, since, id);
