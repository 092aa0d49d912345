-- When a bucket is backed up; no row for one that nobody set a schedule for.
CREATE TABLE backup_schedules (
  bucket_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES buckets (id) ON DELETE CASCADE,
  is_on BIGINT NOT NULL,
  every TEXT COLLATE "C" NOT NULL CHECK (every IN ('day', 'week')),
  weekday BIGINT NOT NULL,
  hour BIGINT NOT NULL,
  keep_daily BIGINT NOT NULL,
  keep_weekly BIGINT NOT NULL,
  -- UNIX ms; null while it is off.
  next_at BIGINT,
  -- Who is told when a backup fails.
  modified_by TEXT COLLATE "C",
  rev BIGINT NOT NULL DEFAULT 1
);
CREATE INDEX backup_schedules_due ON backup_schedules (next_at) WHERE next_at IS NOT NULL;

CREATE TABLE backups (
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  id TEXT COLLATE "C" NOT NULL,
  state TEXT COLLATE "C" NOT NULL CHECK (state IN ('running', 'done', 'failed', 'deleting')),
  reason TEXT COLLATE "C" NOT NULL CHECK (reason IN ('schedule', 'manual')),
  created_by TEXT COLLATE "C",
  at BIGINT NOT NULL,
  unchanged_at BIGINT,
  job_id TEXT COLLATE "C",
  -- The version that the bucket had.
  version BIGINT,
  -- The packed bucket.json.
  file_id TEXT COLLATE "C",
  size BIGINT NOT NULL DEFAULT 0,
  media_size BIGINT NOT NULL DEFAULT 0,
  object_types BIGINT NOT NULL DEFAULT 0,
  objects BIGINT NOT NULL DEFAULT 0,
  media BIGINT NOT NULL DEFAULT 0,
  -- Jobs that tried to make it.
  attempts BIGINT NOT NULL DEFAULT 0,
  failure TEXT COLLATE "C",
  PRIMARY KEY (bucket_id, id)
);
CREATE INDEX backups_by_state ON backups (state);
CREATE INDEX backups_by_file ON backups (bucket_id, file_id) WHERE file_id IS NOT NULL;

-- The files of media that a backup needs: they are kept as long as it is.
CREATE TABLE backup_media (
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  backup_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  file_id TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (bucket_id, backup_id, name),
  FOREIGN KEY (bucket_id, backup_id) REFERENCES backups (bucket_id, id) ON DELETE CASCADE
);
CREATE INDEX backup_media_by_file ON backup_media (bucket_id, file_id);
