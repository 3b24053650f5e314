-- +goose Up
-- Sessions are deleted once they are as old as one may be, and no longer when they are idle.
CREATE INDEX signin_session_end ON signin_session (ends_at);
DROP INDEX signin_session_expiry;
