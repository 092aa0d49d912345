-- When a bucket is backed up; no row for one that nobody set a schedule for.
CREATE TABLE backup_schedules (
  bucket_id TEXT NOT NULL PRIMARY KEY REFERENCES buckets (id) ON DELETE CASCADE,
  is_on INTEGER NOT NULL,
  every TEXT NOT NULL CHECK (every IN ('day', 'week')),
  weekday INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  keep_daily INTEGER NOT NULL,
  keep_weekly INTEGER NOT NULL,
  -- UNIX ms; null while it is off.
  next_at INTEGER,
  -- Who is told when a backup fails.
  modified_by TEXT,
  rev INTEGER NOT NULL DEFAULT 1
) STRICT, WITHOUT ROWID;
CREATE INDEX backup_schedules_due ON backup_schedules (next_at) WHERE next_at IS NOT NULL;

CREATE TABLE backups (
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'done', 'failed', 'deleting')),
  reason TEXT NOT NULL CHECK (reason IN ('schedule', 'manual')),
  created_by TEXT,
  at INTEGER NOT NULL,
  unchanged_at INTEGER,
  job_id TEXT,
  -- The version that the bucket had.
  version INTEGER,
  -- The packed bucket.json.
  file_id TEXT,
  size INTEGER NOT NULL DEFAULT 0,
  media_size INTEGER NOT NULL DEFAULT 0,
  object_types INTEGER NOT NULL DEFAULT 0,
  objects INTEGER NOT NULL DEFAULT 0,
  media INTEGER NOT NULL DEFAULT 0,
  -- Jobs that tried to make it.
  attempts INTEGER NOT NULL DEFAULT 0,
  failure TEXT,
  PRIMARY KEY (bucket_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX backups_by_state ON backups (state);
CREATE INDEX backups_by_file ON backups (bucket_id, file_id) WHERE file_id IS NOT NULL;

-- The files of media that a backup needs: they are kept as long as it is.
CREATE TABLE backup_media (
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  backup_id TEXT NOT NULL,
  name TEXT NOT NULL,
  file_id TEXT NOT NULL,
  PRIMARY KEY (bucket_id, backup_id, name),
  FOREIGN KEY (bucket_id, backup_id) REFERENCES backups (bucket_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX backup_media_by_file ON backup_media (bucket_id, file_id);
