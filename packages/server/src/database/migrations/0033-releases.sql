-- Named sets of objects that become public at once.
CREATE TABLE releases (
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  title TEXT NOT NULL,
  -- UNIX ms.
  publish_at INTEGER,
  published_at TEXT,
  failure TEXT,
  -- The job that publishes it, while it goes on.
  job_id TEXT,
  -- What its publication changed, or the undo of that.
  change_set_id TEXT,
  count INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  created_by TEXT,
  modified_at TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (bucket_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX releases_due ON releases (publish_at) WHERE publish_at IS NOT NULL;
CREATE INDEX releases_publishing ON releases (job_id) WHERE job_id IS NOT NULL;

-- An object that is deleted for good stays in it with its title: nobody may miss that it is not published.
CREATE TABLE release_objects (
  bucket_id TEXT NOT NULL,
  release_id TEXT NOT NULL,
  object_id TEXT NOT NULL,
  place INTEGER NOT NULL,
  title TEXT NOT NULL,
  PRIMARY KEY (bucket_id, release_id, object_id),
  FOREIGN KEY (bucket_id, release_id) REFERENCES releases (bucket_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX release_objects_in_order ON release_objects (bucket_id, release_id, place);
CREATE INDEX release_objects_by_object ON release_objects (bucket_id, object_id);
