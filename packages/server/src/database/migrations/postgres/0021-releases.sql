-- Named sets of objects that become public at once.
CREATE TABLE releases (
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  id TEXT COLLATE "C" NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  -- UNIX ms.
  publish_at BIGINT,
  published_at TEXT COLLATE "C",
  failure TEXT COLLATE "C",
  -- The job that publishes it, while it goes on.
  job_id TEXT COLLATE "C",
  -- What its publication changed, or the undo of that.
  change_set_id TEXT COLLATE "C",
  count BIGINT NOT NULL DEFAULT 0,
  created_at TEXT COLLATE "C" NOT NULL,
  created_by TEXT COLLATE "C",
  modified_at TEXT COLLATE "C" NOT NULL,
  rev BIGINT NOT NULL DEFAULT 1,
  PRIMARY KEY (bucket_id, id)
);
CREATE INDEX releases_due ON releases (publish_at) WHERE publish_at IS NOT NULL;
CREATE INDEX releases_publishing ON releases (job_id) WHERE job_id IS NOT NULL;

-- An object that is deleted for good stays in it with its title: nobody may miss that it is not published.
CREATE TABLE release_objects (
  bucket_id TEXT COLLATE "C" NOT NULL,
  release_id TEXT COLLATE "C" NOT NULL,
  object_id TEXT COLLATE "C" NOT NULL,
  place BIGINT NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (bucket_id, release_id, object_id),
  FOREIGN KEY (bucket_id, release_id) REFERENCES releases (bucket_id, id) ON DELETE CASCADE
);
CREATE INDEX release_objects_in_order ON release_objects (bucket_id, release_id, place);
CREATE INDEX release_objects_by_object ON release_objects (bucket_id, object_id);
