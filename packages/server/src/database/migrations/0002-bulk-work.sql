-- The objects that a job goes through, frozen when it was asked for: pieces of a thousand ids, 24 characters each,
-- apart from the job so that its progress stays a small row.
CREATE TABLE job_objects (
  seq INTEGER PRIMARY KEY,
  job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  piece INTEGER NOT NULL,
  ids TEXT NOT NULL,
  UNIQUE (job_id, piece)
) STRICT;

-- What a job could not be done to, in its order.
CREATE TABLE job_failures (
  seq INTEGER PRIMARY KEY,
  job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  object_id TEXT,
  title TEXT,
  reason TEXT NOT NULL
) STRICT;
CREATE INDEX job_failures_by_job ON job_failures (job_id, seq);
