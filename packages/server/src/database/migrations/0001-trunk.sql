-- People and how they sign in. Secrets are stored as SHA-256 hashes, or sealed with the key file.
CREATE TABLE users (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  -- Folded form of the address: one account whatever the case.
  email_key TEXT NOT NULL UNIQUE,
  password_hash TEXT,
  first_name TEXT NOT NULL DEFAULT '',
  last_name TEXT NOT NULL DEFAULT '',
  avatar TEXT,
  status TEXT NOT NULL DEFAULT 'unverified',
  first_login INTEGER NOT NULL DEFAULT 1,
  is_staff INTEGER NOT NULL DEFAULT 0,
  theme TEXT,
  totp_secret TEXT,
  -- The last step that was used: a one-time code never works twice.
  totp_last_step INTEGER,
  referral_code TEXT,
  created_at TEXT NOT NULL,
  modified_at TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE TABLE sessions (
  token_hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  ip TEXT,
  agent TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_user ON sessions (user_id);

-- One-time codes sent by mail: verify, reset, change of address.
CREATE TABLE mail_codes (
  code_hash TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  email TEXT,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX mail_codes_by_user ON mail_codes (user_id, kind);

CREATE TABLE recovery_codes (
  code_hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX recovery_codes_by_user ON recovery_codes (user_id);

-- Networks that an account signed in from, hashed: guesses from elsewhere cannot lock it out there.
CREATE TABLE known_places (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX known_places_by_user ON known_places (user_id);

-- Attempts counted against a limit; the id is a hash over the limit and what it counts for.
CREATE TABLE limits (
  id TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  strikes INTEGER NOT NULL,
  keep_until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX limits_by_age ON limits (keep_until);

CREATE TABLE projects (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  slug TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  workspace_id TEXT,
  archived INTEGER NOT NULL DEFAULT 0,
  billing TEXT NOT NULL DEFAULT '{}',
  created_by TEXT,
  created_at TEXT NOT NULL,
  modified_at TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1
) STRICT;

-- `rank` is the person's own order of projects.
CREATE TABLE project_members (
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role TEXT NOT NULL,
  rank INTEGER NOT NULL,
  PRIMARY KEY (project_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX project_members_by_user ON project_members (user_id, rank);

CREATE TABLE buckets (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  slug TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  thumbnail TEXT,
  is_default INTEGER NOT NULL DEFAULT 0,
  -- Grows with every committed write to what the bucket holds.
  version INTEGER NOT NULL DEFAULT 1,
  -- Title indexes older than this must be read anew: objects were deleted for good since.
  purged_version INTEGER NOT NULL DEFAULT 0,
  settings TEXT NOT NULL DEFAULT '{}',
  media_folders TEXT NOT NULL DEFAULT '[]',
  read_key_hash TEXT NOT NULL UNIQUE,
  read_key_sealed TEXT NOT NULL,
  write_key_hash TEXT NOT NULL UNIQUE,
  write_key_sealed TEXT NOT NULL,
  created_at TEXT NOT NULL,
  modified_at TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX buckets_by_project ON buckets (project_id);

-- Project members with role `user` see only the buckets named here.
CREATE TABLE bucket_members (
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role TEXT NOT NULL,
  PRIMARY KEY (bucket_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE object_type_folders (
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  slug TEXT NOT NULL,
  title TEXT NOT NULL,
  emoji TEXT NOT NULL DEFAULT '',
  rank INTEGER NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (bucket_id, slug)
) STRICT, WITHOUT ROWID;

CREATE TABLE object_types (
  id TEXT PRIMARY KEY,
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
  deleted_at TEXT
) STRICT;
CREATE UNIQUE INDEX object_types_by_slug ON object_types (bucket_id, slug) WHERE deleted_at IS NULL;

-- The newest version of each object. `version` is the bucket's version at its last write. `state_rev` is the rev that
-- first had the present state: an undo brings it back, so that older change sets can be undone as well.
-- Long columns stand last, so that the short ones are read without them.
CREATE TABLE objects (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
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
  metadata TEXT NOT NULL DEFAULT '{}'
) STRICT;
CREATE UNIQUE INDEX objects_by_slug ON objects (bucket_id, type, slug, ifnull(locale, '')) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX objects_by_rank ON objects (bucket_id, type, rank);
-- Lists in dashboard order; the last columns let filters on them stay within the index.
CREATE INDEX objects_by_bucket_rank ON objects (bucket_id, rank, id, status, locale, type, created_by, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX objects_by_type_rank ON objects (bucket_id, type, rank, id, status, locale, created_by, title, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX objects_by_modified ON objects (bucket_id, modified_at, id) WHERE deleted_at IS NULL;
CREATE INDEX objects_by_type_modified ON objects (bucket_id, type, modified_at, id) WHERE deleted_at IS NULL;
CREATE INDEX objects_by_created ON objects (bucket_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX objects_by_type_created ON objects (bucket_id, type, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX objects_by_title ON objects (bucket_id, title, id) WHERE deleted_at IS NULL;
CREATE INDEX objects_by_type_title ON objects (bucket_id, type, title, id) WHERE deleted_at IS NULL;
-- The title index of the palette is read from this one alone.
CREATE INDEX objects_by_version ON objects (bucket_id, version, id, title, type, status, is_published, locale, deleted_at);
CREATE INDEX objects_deleted ON objects (bucket_id, deleted_at, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX objects_publish_due ON objects (publish_at) WHERE publish_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX objects_unpublish_due ON objects (unpublish_at) WHERE unpublish_at IS NOT NULL AND deleted_at IS NULL;

-- Indexes on metafields of large types, made when one is first filtered or sorted by; `expression` is the indexed SQL.
CREATE TABLE field_indexes (
  name TEXT PRIMARY KEY,
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  key TEXT NOT NULL,
  expression TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX field_indexes_by_bucket ON field_indexes (bucket_id);

-- The published version beside it, in the same columns, so that one compiled query serves both.
CREATE TABLE published_objects (
  seq INTEGER PRIMARY KEY REFERENCES objects (seq) ON DELETE CASCADE,
  id TEXT NOT NULL UNIQUE,
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
  metadata TEXT NOT NULL DEFAULT '{}'
) STRICT;
CREATE INDEX published_by_rank ON published_objects (bucket_id, type, rank, id) WHERE deleted_at IS NULL;
CREATE INDEX published_by_bucket_rank ON published_objects (bucket_id, rank, id) WHERE deleted_at IS NULL;
CREATE INDEX published_by_slug ON published_objects (bucket_id, type, slug) WHERE deleted_at IS NULL;
CREATE INDEX published_by_bucket_slug ON published_objects (bucket_id, slug) WHERE deleted_at IS NULL;
CREATE INDEX published_by_modified ON published_objects (bucket_id, type, modified_at, id) WHERE deleted_at IS NULL;
CREATE INDEX published_by_created ON published_objects (bucket_id, type, created_at, id) WHERE deleted_at IS NULL;

-- Three-letter pieces of folded titles, for "contains" and for the server-side search. Row ids are `objects.seq`.
CREATE VIRTUAL TABLE object_titles USING fts5 (title, tokenize = 'trigram', content = '', contentless_delete = 1);
-- Also when a bucket goes: a row left behind would give its words to the next object with that seq.
CREATE TRIGGER objects_lose_titles AFTER DELETE ON objects BEGIN
  DELETE FROM object_titles WHERE rowid = old.seq;
END;

-- Former states of an object, whole; `rev` is the one that the object had then. Newest last by seq.
CREATE TABLE revisions (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  object_id TEXT NOT NULL,
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  rev INTEGER NOT NULL,
  change_set_id TEXT,
  created_at TEXT NOT NULL,
  created_by TEXT,
  state TEXT NOT NULL
) STRICT;
CREATE INDEX revisions_by_object ON revisions (bucket_id, object_id, seq);

CREATE TABLE media (
  id TEXT PRIMARY KEY,
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
  deleted_at TEXT
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX media_by_name ON media (bucket_id, name);

CREATE TABLE jobs (
  id TEXT PRIMARY KEY,
  bucket_id TEXT REFERENCES buckets (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  status TEXT NOT NULL,
  payload TEXT NOT NULL,
  -- Where the job is, so that it goes on after a crash.
  cursor TEXT,
  total INTEGER NOT NULL DEFAULT 0,
  done INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  errors TEXT NOT NULL DEFAULT '[]',
  result TEXT,
  change_set_id TEXT,
  run_at INTEGER NOT NULL,
  lease_until INTEGER,
  lease_token TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  is_cancelled INTEGER NOT NULL DEFAULT 0,
  created_by TEXT,
  created_at TEXT NOT NULL,
  finished_at TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX jobs_by_bucket ON jobs (bucket_id, id);
CREATE INDEX jobs_due ON jobs (run_at) WHERE status IN ('queued', 'running');

CREATE TABLE change_sets (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  count INTEGER NOT NULL DEFAULT 0,
  job_id TEXT,
  undone_by TEXT,
  undo_of TEXT,
  created_at TEXT NOT NULL,
  created_by TEXT
) STRICT;
CREATE INDEX change_sets_by_bucket ON change_sets (bucket_id, seq);

-- What a change set did to each object. The state before it is in `before`, or in the revision that was kept of it;
-- neither for an object that it made. `rev_before` and `rev_after` are `state_rev`s. Places in the order come apart.
CREATE TABLE change_set_items (
  seq INTEGER PRIMARY KEY,
  change_set_id TEXT NOT NULL REFERENCES change_sets (id) ON DELETE CASCADE,
  object_id TEXT NOT NULL,
  type TEXT NOT NULL,
  title TEXT NOT NULL,
  rev_before INTEGER,
  rev_after INTEGER NOT NULL,
  revision_seq INTEGER,
  rank_before INTEGER,
  rank_after INTEGER,
  before TEXT,
  UNIQUE (change_set_id, object_id)
) STRICT;
CREATE INDEX change_set_items_in_order ON change_set_items (change_set_id, seq);
CREATE INDEX change_set_items_by_rank ON change_set_items (type) WHERE rank_before IS NOT NULL;

CREATE TABLE idempotency_keys (
  -- Hash over principal, route and key.
  id TEXT PRIMARY KEY,
  request_hash TEXT NOT NULL,
  -- Null while the first request is still running.
  status INTEGER,
  body TEXT,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- What the planner believes of the tables that grow, in place of statistics that would change plans from day to day:
-- large buckets, large types, few equal values. `sz` is about bytes of an entry: it leads to the covering index.
ANALYZE sqlite_schema;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('objects', 'sqlite_autoindex_objects_1', '100000 1'),
  ('objects', 'objects_by_slug', '100000 50000 10000 2 1'),
  ('objects', 'objects_by_rank', '100000 50000 10000 1 sz=200'),
  ('objects', 'objects_by_bucket_rank', '100000 50000 2 1 1 1 1 1 1 sz=110'),
  ('objects', 'objects_by_type_rank', '100000 50000 10000 1 1 1 1 1 1 1 sz=150'),
  ('objects', 'objects_by_modified', '100000 50000 2 1 sz=100'),
  ('objects', 'objects_by_type_modified', '100000 50000 10000 2 1 sz=100'),
  ('objects', 'objects_by_created', '100000 50000 2 1 sz=100'),
  ('objects', 'objects_by_type_created', '100000 50000 10000 2 1 sz=100'),
  ('objects', 'objects_by_title', '100000 50000 2 1 sz=120'),
  ('objects', 'objects_by_type_title', '100000 50000 10000 2 1 sz=120'),
  ('objects', 'objects_by_version', '100000 50000 10 1 1 1 1 1 1 1 sz=150'),
  ('objects', 'objects_deleted', '1000 500 10 1'),
  ('objects', 'objects_publish_due', '1000 1'),
  ('objects', 'objects_unpublish_due', '1000 1'),
  ('published_objects', 'sqlite_autoindex_published_objects_1', '100000 1'),
  ('published_objects', 'published_by_rank', '100000 50000 10000 1 1'),
  ('published_objects', 'published_by_bucket_rank', '100000 50000 2 1'),
  ('published_objects', 'published_by_slug', '100000 50000 10000 2'),
  ('published_objects', 'published_by_bucket_slug', '100000 50000 2'),
  ('published_objects', 'published_by_modified', '100000 50000 10000 2 1'),
  ('published_objects', 'published_by_created', '100000 50000 10000 2 1'),
  ('revisions', 'sqlite_autoindex_revisions_1', '500000 1'),
  ('revisions', 'revisions_by_object', '500000 250000 5 1');
-- Once more, so that this connection believes it too.
ANALYZE sqlite_schema;
