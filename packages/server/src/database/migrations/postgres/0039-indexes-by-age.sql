-- The hourly clearing finds what has expired by an index.
CREATE INDEX sessions_by_end ON sessions (expires_at);
CREATE INDEX sessions_by_use ON sessions (last_seen_at);
CREATE INDEX mail_codes_by_end ON mail_codes (expires_at);
CREATE INDEX change_sets_by_age ON change_sets (created_at);
CREATE INDEX jobs_by_end ON jobs (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (triggered_at) WHERE next_at IS NULL;
CREATE INDEX uploads_by_end ON uploads (expires_at);
