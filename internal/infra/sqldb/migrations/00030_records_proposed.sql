-- +goose Up
-- A record shows the proposals about it; what lies in suspense is listed like other transfers.
CREATE INDEX operator_proposal_subject ON operator_proposal (subject, id);
DROP INDEX payment_transfer_suspense;
