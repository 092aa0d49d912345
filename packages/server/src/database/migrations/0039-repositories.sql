-- The code repositories that build sites from the content of a bucket.
CREATE TABLE repositories (
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  title TEXT NOT NULL,
  url TEXT NOT NULL,
  default_branch TEXT NOT NULL,
  created_by TEXT,
  created_at TEXT NOT NULL,
  modified_at TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (bucket_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX repositories_by_url ON repositories (bucket_id, url);

CREATE TABLE repository_branches (
  bucket_id TEXT NOT NULL,
  repository_id TEXT NOT NULL,
  name TEXT NOT NULL,
  site_url TEXT,
  created_at TEXT NOT NULL,
  PRIMARY KEY (bucket_id, repository_id, name),
  FOREIGN KEY (bucket_id, repository_id) REFERENCES repositories (bucket_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
