-- The Vercel token of a bucket. Links of the installation's token are there without one, too.
CREATE TABLE vercel_connections (
  bucket_id TEXT NOT NULL PRIMARY KEY REFERENCES buckets (id) ON DELETE CASCADE,
  token_sealed TEXT,
  team_id TEXT,
  modified_at TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1
) STRICT, WITHOUT ROWID;

-- Vercel projects that a bucket shows, each with whose token it was linked with.
CREATE TABLE vercel_links (
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  project_id TEXT NOT NULL,
  title TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('bucket', 'installation')),
  created_at TEXT NOT NULL,
  created_by TEXT,
  PRIMARY KEY (bucket_id, project_id)
) STRICT, WITHOUT ROWID;
