-- Who did what, when and from where. Ids refer to nothing: entries outlive what they tell of.
CREATE TABLE audit_log (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  created_at TEXT NOT NULL,
  user_id TEXT,
  ip TEXT,
  agent TEXT,
  workspace_id TEXT,
  project_id TEXT,
  bucket_id TEXT,
  subject_id TEXT,
  subject TEXT NOT NULL,
  details TEXT NOT NULL DEFAULT '{}'
) STRICT;
CREATE INDEX audit_log_by_project ON audit_log (project_id, id);
CREATE INDEX audit_log_by_workspace ON audit_log (workspace_id, id);
CREATE INDEX audit_log_by_user ON audit_log (user_id, id);
CREATE INDEX audit_log_by_subject ON audit_log (subject_id, kind) WHERE subject_id IS NOT NULL;
CREATE INDEX audit_log_by_age ON audit_log (created_at);

-- Entries are only added, and go when they are 400 days old.
CREATE TRIGGER audit_log_is_not_changed BEFORE UPDATE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'The audit log is not changed.');
END;
CREATE TRIGGER audit_log_is_kept BEFORE DELETE ON audit_log
WHEN OLD.created_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-400 days')
BEGIN
  SELECT RAISE(ABORT, 'The audit log is kept for 400 days.');
END;
