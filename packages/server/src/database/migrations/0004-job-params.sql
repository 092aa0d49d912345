-- What exactly a job does, where that may be long: read once a run, and apart from the job so that its progress stays a
-- small row.
CREATE TABLE job_params (
  job_id TEXT PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
  params TEXT NOT NULL
) STRICT, WITHOUT ROWID;
