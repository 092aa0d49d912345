-- Who did what, when and from where. Ids refer to nothing: entries outlive what they tell of.
CREATE TABLE audit_log (
  id TEXT COLLATE "C" PRIMARY KEY,
  kind TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  user_id TEXT COLLATE "C",
  ip TEXT COLLATE "C",
  agent TEXT COLLATE "C",
  workspace_id TEXT COLLATE "C",
  project_id TEXT COLLATE "C",
  bucket_id TEXT COLLATE "C",
  subject_id TEXT COLLATE "C",
  subject TEXT COLLATE "C" NOT NULL,
  details TEXT COLLATE "C" NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_log_by_project ON audit_log (project_id, id);
CREATE INDEX audit_log_by_workspace ON audit_log (workspace_id, id);
CREATE INDEX audit_log_by_user ON audit_log (user_id, id);
CREATE INDEX audit_log_by_subject ON audit_log (subject_id, kind) WHERE subject_id IS NOT NULL;
CREATE INDEX audit_log_by_age ON audit_log (created_at);

-- Entries are only added, and go when they are 400 days old.
CREATE FUNCTION keep_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    RAISE EXCEPTION 'The audit log is not changed.';
  END IF;
  IF OLD.created_at > to_char((now() AT TIME ZONE 'UTC') - INTERVAL '400 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') THEN
    RAISE EXCEPTION 'The audit log is kept for 400 days.';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER audit_log_is_kept BEFORE UPDATE OR DELETE ON audit_log
FOR EACH ROW EXECUTE FUNCTION keep_audit_log();
