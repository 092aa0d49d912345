-- Keys of what a bucket holds begin with the bucket: it can be a shard, and no statement reads past it. Numbers that counted the
-- rows of all buckets go; what they put in order is in the order of the bucket's version, or of its place in a change set.
CREATE TABLE new_object_types (
  id TEXT NOT NULL,
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  slug TEXT NOT NULL,
  title TEXT NOT NULL,
  singular TEXT NOT NULL,
  emoji TEXT NOT NULL DEFAULT '',
  singleton INTEGER NOT NULL DEFAULT 0,
  options TEXT NOT NULL,
  metafields TEXT NOT NULL,
  localization INTEGER NOT NULL DEFAULT 0,
  locales TEXT NOT NULL DEFAULT '[]',
  priority_locale TEXT,
  preview_link TEXT NOT NULL DEFAULT '',
  folder TEXT,
  rank INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  modified_at TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1,
  deleted_at TEXT,
  PRIMARY KEY (bucket_id, id)
) STRICT;
INSERT INTO new_object_types SELECT id, bucket_id, slug, title, singular, emoji, singleton, options, metafields, localization,
  locales, priority_locale, preview_link, folder, rank, created_at, modified_at, rev, deleted_at FROM object_types ORDER BY bucket_id, id;
DROP TABLE object_types;
ALTER TABLE new_object_types RENAME TO object_types;
CREATE UNIQUE INDEX object_types_by_slug ON object_types (bucket_id, slug) WHERE deleted_at IS NULL;

-- The newest version of each object. `version` is the bucket's version at its last write. `state_rev` is the rev that
-- first had the present state: an undo brings it back, so that older change sets can be undone as well.
-- Long columns stand last, so that the short ones are read without them.
CREATE TABLE new_objects (
  id TEXT NOT NULL,
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  slug TEXT NOT NULL,
  title TEXT NOT NULL,
  status TEXT NOT NULL,
  locale TEXT,
  thumbnail TEXT,
  rank INTEGER NOT NULL,
  publish_at INTEGER,
  unpublish_at INTEGER,
  published_at TEXT,
  created_at TEXT NOT NULL,
  created_by TEXT,
  modified_at TEXT NOT NULL,
  modified_by TEXT,
  rev INTEGER NOT NULL DEFAULT 1,
  state_rev INTEGER NOT NULL DEFAULT 1,
  version INTEGER NOT NULL,
  is_published INTEGER NOT NULL DEFAULT 0,
  deleted_at TEXT,
  deleted_by TEXT,
  content TEXT NOT NULL DEFAULT '',
  metadata TEXT NOT NULL DEFAULT '{}',
  PRIMARY KEY (bucket_id, id)
) STRICT;
INSERT INTO new_objects SELECT id, bucket_id, type, slug, title, status, locale, thumbnail, rank, publish_at, unpublish_at,
  published_at, created_at, created_by, modified_at, modified_by, rev, state_rev, version, is_published, deleted_at, deleted_by,
  content, metadata FROM objects ORDER BY bucket_id, id;

-- The published version beside it, in the same columns, so that one query serves both.
CREATE TABLE new_published_objects (
  id TEXT NOT NULL,
  bucket_id TEXT NOT NULL,
  type TEXT NOT NULL,
  slug TEXT NOT NULL,
  title TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'published',
  locale TEXT,
  thumbnail TEXT,
  rank INTEGER NOT NULL,
  publish_at INTEGER,
  unpublish_at INTEGER,
  published_at TEXT,
  created_at TEXT NOT NULL,
  created_by TEXT,
  modified_at TEXT NOT NULL,
  modified_by TEXT,
  deleted_at TEXT,
  content TEXT NOT NULL DEFAULT '',
  metadata TEXT NOT NULL DEFAULT '{}',
  PRIMARY KEY (bucket_id, id),
  FOREIGN KEY (bucket_id, id) REFERENCES new_objects (bucket_id, id) ON DELETE CASCADE
) STRICT;
INSERT INTO new_published_objects SELECT id, bucket_id, type, slug, title, status, locale, thumbnail, rank, publish_at,
  unpublish_at, published_at, created_at, created_by, modified_at, modified_by, deleted_at, content, metadata
  FROM published_objects ORDER BY bucket_id, id;
DROP TABLE published_objects;
DROP TABLE objects;
ALTER TABLE new_objects RENAME TO objects;
ALTER TABLE new_published_objects RENAME TO published_objects;
CREATE UNIQUE INDEX objects_by_slug ON objects (bucket_id, type, slug, coalesce(locale, '')) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX objects_by_rank ON objects (bucket_id, type, rank);
-- What changed since a version: the columns in memory catch up by it.
CREATE UNIQUE INDEX objects_by_version ON objects (bucket_id, version, id);
CREATE INDEX objects_deleted ON objects (bucket_id, deleted_at, id) WHERE deleted_at IS NOT NULL;
-- These two say in which buckets something is due.
CREATE INDEX objects_publish_due ON objects (publish_at) WHERE publish_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX objects_unpublish_due ON objects (unpublish_at) WHERE unpublish_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX published_by_slug ON published_objects (bucket_id, type, slug) WHERE deleted_at IS NULL;

CREATE TABLE new_media (
  id TEXT NOT NULL,
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  original_name TEXT NOT NULL,
  size INTEGER NOT NULL DEFAULT 0,
  type TEXT NOT NULL,
  folder TEXT,
  title TEXT NOT NULL DEFAULT '',
  alt_text TEXT NOT NULL DEFAULT '',
  width INTEGER,
  height INTEGER,
  metadata TEXT NOT NULL DEFAULT '{}',
  -- Set for media that an import only refers to: the bytes live there.
  location TEXT,
  created_at TEXT NOT NULL,
  created_by TEXT,
  modified_at TEXT NOT NULL,
  modified_by TEXT,
  rev INTEGER NOT NULL DEFAULT 1,
  deleted_at TEXT,
  version INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (bucket_id, id)
) STRICT, WITHOUT ROWID;
INSERT INTO new_media SELECT id, bucket_id, name, original_name, size, type, folder, title, alt_text, width, height, metadata,
  location, created_at, created_by, modified_at, modified_by, rev, deleted_at, version FROM media ORDER BY bucket_id, id;
DROP TABLE media;
ALTER TABLE new_media RENAME TO media;
CREATE UNIQUE INDEX media_by_name ON media (bucket_id, name);
CREATE INDEX media_by_version ON media (bucket_id, version, id);

-- `version` is that of the bucket after its first write: the newest comes first. The fields of an object type before and after
-- stand with a change set that changed their keys or types: what its undo goes back to.
CREATE TABLE new_change_sets (
  id TEXT NOT NULL,
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  count INTEGER NOT NULL DEFAULT 0,
  job_id TEXT,
  undone_by TEXT,
  undo_of TEXT,
  created_at TEXT NOT NULL,
  created_by TEXT,
  type_id TEXT,
  fields_before TEXT,
  fields_after TEXT,
  PRIMARY KEY (bucket_id, id)
) STRICT, WITHOUT ROWID;
-- Each raised the version of its bucket, so that the next one's is higher than the number of those that there are.
INSERT INTO new_change_sets SELECT c.id, c.bucket_id, row_number() OVER (PARTITION BY c.bucket_id ORDER BY c.seq), c.kind, c.title,
  c.count, c.job_id, c.undone_by, c.undo_of, c.created_at, c.created_by, f.type_id, f.before, f.after
  FROM change_sets c LEFT JOIN change_set_fields f ON f.change_set_id = c.id;

-- What a change set did to each object, in the order of `place`. The state before it is in `before`, or in the revision of
-- `revision_rev`; neither for an object that it made. `rev_before` and `rev_after` are `state_rev`s.
CREATE TABLE new_change_set_items (
  bucket_id TEXT NOT NULL,
  change_set_id TEXT NOT NULL,
  place INTEGER NOT NULL,
  object_id TEXT NOT NULL,
  type TEXT NOT NULL,
  title TEXT NOT NULL,
  rev_before INTEGER,
  rev_after INTEGER NOT NULL,
  revision_rev INTEGER,
  rank_before INTEGER,
  rank_after INTEGER,
  before TEXT,
  PRIMARY KEY (bucket_id, change_set_id, place),
  FOREIGN KEY (bucket_id, change_set_id) REFERENCES new_change_sets (bucket_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
INSERT INTO new_change_set_items SELECT c.bucket_id, i.change_set_id, i.seq, i.object_id, i.type, i.title, i.rev_before,
  i.rev_after, r.rev, i.rank_before, i.rank_after, i.before
  FROM change_set_items i JOIN change_sets c ON c.id = i.change_set_id LEFT JOIN revisions r ON r.seq = i.revision_seq;

CREATE TABLE new_change_set_media (
  bucket_id TEXT NOT NULL,
  change_set_id TEXT NOT NULL,
  place INTEGER NOT NULL,
  media_id TEXT NOT NULL,
  title TEXT NOT NULL,
  before TEXT NOT NULL,
  after TEXT NOT NULL,
  PRIMARY KEY (bucket_id, change_set_id, place),
  FOREIGN KEY (bucket_id, change_set_id) REFERENCES new_change_sets (bucket_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
INSERT INTO new_change_set_media SELECT c.bucket_id, m.change_set_id, m.seq, m.media_id, m.title, m.before, m.after
  FROM change_set_media m JOIN change_sets c ON c.id = m.change_set_id;

CREATE TABLE new_change_set_failures (
  bucket_id TEXT NOT NULL,
  change_set_id TEXT NOT NULL,
  place INTEGER NOT NULL,
  object_id TEXT NOT NULL,
  title TEXT NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (bucket_id, change_set_id, place),
  FOREIGN KEY (bucket_id, change_set_id) REFERENCES new_change_sets (bucket_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
INSERT INTO new_change_set_failures SELECT c.bucket_id, f.change_set_id, f.seq, f.object_id, f.title, f.reason
  FROM change_set_failures f JOIN change_sets c ON c.id = f.change_set_id;

-- Former states of an object, whole; `rev` is the one that the object had then.
CREATE TABLE new_revisions (
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  object_id TEXT NOT NULL,
  rev INTEGER NOT NULL,
  id TEXT NOT NULL,
  change_set_id TEXT,
  created_at TEXT NOT NULL,
  created_by TEXT,
  state TEXT NOT NULL,
  PRIMARY KEY (bucket_id, object_id, rev)
) STRICT;
INSERT INTO new_revisions SELECT bucket_id, object_id, rev, id, change_set_id, created_at, created_by, state
  FROM revisions ORDER BY seq;

DROP TABLE change_set_items;
DROP TABLE change_set_media;
DROP TABLE change_set_failures;
DROP TABLE change_set_fields;
DROP TABLE change_sets;
DROP TABLE revisions;
ALTER TABLE new_change_sets RENAME TO change_sets;
ALTER TABLE new_change_set_items RENAME TO change_set_items;
ALTER TABLE new_change_set_media RENAME TO change_set_media;
ALTER TABLE new_change_set_failures RENAME TO change_set_failures;
ALTER TABLE new_revisions RENAME TO revisions;
CREATE UNIQUE INDEX change_sets_by_version ON change_sets (bucket_id, version);
CREATE UNIQUE INDEX change_set_items_by_object ON change_set_items (bucket_id, change_set_id, object_id);
CREATE INDEX change_set_items_by_rank ON change_set_items (bucket_id, type) WHERE rank_before IS NOT NULL;
CREATE UNIQUE INDEX change_set_media_by_media ON change_set_media (bucket_id, change_set_id, media_id);

-- What the planner believes of the tables that grow: those of the former indexes went with the tables.
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('objects', 'sqlite_autoindex_objects_1', '100000 50000 1'),
  ('objects', 'objects_by_slug', '100000 50000 10000 2 1'),
  ('objects', 'objects_by_rank', '100000 50000 10000 1'),
  ('objects', 'objects_by_version', '100000 50000 10 1'),
  ('objects', 'objects_deleted', '1000 500 10 1'),
  ('objects', 'objects_publish_due', '1000 1'),
  ('objects', 'objects_unpublish_due', '1000 1'),
  ('published_objects', 'sqlite_autoindex_published_objects_1', '100000 50000 1'),
  ('published_objects', 'published_by_slug', '100000 50000 10000 2'),
  ('revisions', 'sqlite_autoindex_revisions_1', '500000 250000 5 1'),
  ('media', 'media', '10000 5000 1'),
  ('media', 'media_by_name', '10000 5000 1'),
  ('media', 'media_by_version', '10000 5000 10 1');
ANALYZE sqlite_schema;
