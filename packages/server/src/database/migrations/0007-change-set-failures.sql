-- What a change that was made at once left alone, in its order; that of a job stands with the job.
CREATE TABLE change_set_failures (
  seq INTEGER PRIMARY KEY,
  change_set_id TEXT NOT NULL REFERENCES change_sets (id) ON DELETE CASCADE,
  object_id TEXT NOT NULL,
  title TEXT NOT NULL,
  reason TEXT NOT NULL
) STRICT;
CREATE INDEX change_set_failures_by_set ON change_set_failures (change_set_id, seq);
