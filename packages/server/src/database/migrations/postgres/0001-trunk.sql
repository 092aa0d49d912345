-- The tables of the product on PostgreSQL, in the columns that they have on SQLite. Texts compare by their bytes there, hence
-- COLLATE "C". Flags are 0 or 1 and JSON is a text on both; `json` keeps it as it was written.

-- People and how they sign in. Secrets are stored as SHA-256 hashes, or sealed with the key file.
CREATE TABLE users (
  id TEXT COLLATE "C" PRIMARY KEY,
  email TEXT COLLATE "C" NOT NULL,
  -- Folded form of the address: one account whatever the case.
  email_key TEXT COLLATE "C" NOT NULL UNIQUE,
  password_hash TEXT COLLATE "C",
  first_name TEXT COLLATE "C" NOT NULL DEFAULT '',
  last_name TEXT COLLATE "C" NOT NULL DEFAULT '',
  avatar TEXT COLLATE "C",
  status TEXT COLLATE "C" NOT NULL DEFAULT 'unverified',
  first_login BIGINT NOT NULL DEFAULT 1,
  is_staff BIGINT NOT NULL DEFAULT 0,
  theme TEXT COLLATE "C",
  totp_secret TEXT COLLATE "C",
  -- The last step that was used: a one-time code never works twice.
  totp_last_step BIGINT,
  referral_code TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  modified_at TEXT COLLATE "C" NOT NULL,
  rev BIGINT NOT NULL DEFAULT 1
);

CREATE TABLE sessions (
  token_hash TEXT COLLATE "C" PRIMARY KEY,
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at BIGINT NOT NULL,
  last_seen_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  ip TEXT COLLATE "C",
  agent TEXT COLLATE "C"
);
CREATE INDEX sessions_by_user ON sessions (user_id);

-- One-time codes sent by mail: verify, reset, change of address.
CREATE TABLE mail_codes (
  code_hash TEXT COLLATE "C" PRIMARY KEY,
  kind TEXT COLLATE "C" NOT NULL,
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  email TEXT COLLATE "C",
  expires_at BIGINT NOT NULL
);
CREATE INDEX mail_codes_by_user ON mail_codes (user_id, kind);

CREATE TABLE recovery_codes (
  code_hash TEXT COLLATE "C" PRIMARY KEY,
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX recovery_codes_by_user ON recovery_codes (user_id);

-- Networks that an account signed in from, hashed: guesses from elsewhere cannot lock it out there.
CREATE TABLE known_places (
  id TEXT COLLATE "C" PRIMARY KEY,
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  seen_at BIGINT NOT NULL
);
CREATE INDEX known_places_by_user ON known_places (user_id);

-- Attempts counted against a limit; the id is a hash over the limit and what it counts for.
CREATE TABLE limits (
  id TEXT COLLATE "C" PRIMARY KEY,
  count BIGINT NOT NULL,
  ends_at BIGINT NOT NULL,
  strikes BIGINT NOT NULL,
  keep_until BIGINT NOT NULL
);
CREATE INDEX limits_by_age ON limits (keep_until);

CREATE TABLE projects (
  id TEXT COLLATE "C" PRIMARY KEY,
  title TEXT COLLATE "C" NOT NULL,
  slug TEXT COLLATE "C" NOT NULL,
  description TEXT COLLATE "C" NOT NULL DEFAULT '',
  workspace_id TEXT COLLATE "C",
  archived BIGINT NOT NULL DEFAULT 0,
  billing TEXT COLLATE "C" NOT NULL DEFAULT '{}',
  created_by TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  modified_at TEXT COLLATE "C" NOT NULL,
  rev BIGINT NOT NULL DEFAULT 1
);

-- `rank` is the person's own order of projects.
CREATE TABLE project_members (
  project_id TEXT COLLATE "C" NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role TEXT COLLATE "C" NOT NULL,
  rank BIGINT NOT NULL,
  PRIMARY KEY (project_id, user_id)
);
CREATE INDEX project_members_by_user ON project_members (user_id, rank);

CREATE TABLE buckets (
  id TEXT COLLATE "C" PRIMARY KEY,
  project_id TEXT COLLATE "C" NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  slug TEXT COLLATE "C" NOT NULL UNIQUE,
  title TEXT COLLATE "C" NOT NULL,
  thumbnail TEXT COLLATE "C",
  is_default BIGINT NOT NULL DEFAULT 0,
  -- Grows with every committed write to what the bucket holds.
  version BIGINT NOT NULL DEFAULT 1,
  -- Title indexes older than this must be read anew: objects were deleted for good since.
  purged_version BIGINT NOT NULL DEFAULT 0,
  settings TEXT COLLATE "C" NOT NULL DEFAULT '{}',
  media_folders TEXT COLLATE "C" NOT NULL DEFAULT '[]',
  read_key_hash TEXT COLLATE "C" NOT NULL UNIQUE,
  read_key_sealed TEXT COLLATE "C" NOT NULL,
  write_key_hash TEXT COLLATE "C" NOT NULL UNIQUE,
  write_key_sealed TEXT COLLATE "C" NOT NULL,
  preview_key_hash TEXT COLLATE "C" NOT NULL DEFAULT '',
  preview_key_sealed TEXT COLLATE "C" NOT NULL DEFAULT '',
  read_key_reads_drafts BIGINT NOT NULL DEFAULT 0,
  created_at TEXT COLLATE "C" NOT NULL,
  modified_at TEXT COLLATE "C" NOT NULL,
  rev BIGINT NOT NULL DEFAULT 1
);
CREATE INDEX buckets_by_project ON buckets (project_id);

-- Project members with role `user` see only the buckets named here.
CREATE TABLE bucket_members (
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (bucket_id, user_id)
);

CREATE TABLE object_type_folders (
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  slug TEXT COLLATE "C" NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  emoji TEXT COLLATE "C" NOT NULL DEFAULT '',
  rank BIGINT NOT NULL,
  rev BIGINT NOT NULL DEFAULT 1,
  PRIMARY KEY (bucket_id, slug)
);

CREATE TABLE object_types (
  id TEXT COLLATE "C" PRIMARY KEY,
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  slug TEXT COLLATE "C" NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  singular TEXT COLLATE "C" NOT NULL,
  emoji TEXT COLLATE "C" NOT NULL DEFAULT '',
  singleton BIGINT NOT NULL DEFAULT 0,
  options TEXT COLLATE "C" NOT NULL,
  metafields TEXT COLLATE "C" NOT NULL,
  localization BIGINT NOT NULL DEFAULT 0,
  locales TEXT COLLATE "C" NOT NULL DEFAULT '[]',
  priority_locale TEXT COLLATE "C",
  preview_link TEXT COLLATE "C" NOT NULL DEFAULT '',
  folder TEXT COLLATE "C",
  rank BIGINT NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  modified_at TEXT COLLATE "C" NOT NULL,
  rev BIGINT NOT NULL DEFAULT 1,
  deleted_at TEXT COLLATE "C"
);
CREATE UNIQUE INDEX object_types_by_slug ON object_types (bucket_id, slug) WHERE deleted_at IS NULL;

-- The newest version of each object. `version` is the bucket's version at its last write. `state_rev` is the rev that
-- first had the present state: an undo brings it back, so that older change sets can be undone as well.
-- Long columns stand last, so that the short ones are read without them.
CREATE TABLE objects (
  seq BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  id TEXT COLLATE "C" NOT NULL UNIQUE,
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  type TEXT COLLATE "C" NOT NULL,
  slug TEXT COLLATE "C" NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  locale TEXT COLLATE "C",
  thumbnail TEXT COLLATE "C",
  rank BIGINT NOT NULL,
  publish_at BIGINT,
  unpublish_at BIGINT,
  published_at TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  created_by TEXT COLLATE "C",
  modified_at TEXT COLLATE "C" NOT NULL,
  modified_by TEXT COLLATE "C",
  rev BIGINT NOT NULL DEFAULT 1,
  state_rev BIGINT NOT NULL DEFAULT 1,
  version BIGINT NOT NULL,
  is_published BIGINT NOT NULL DEFAULT 0,
  deleted_at TEXT COLLATE "C",
  deleted_by TEXT COLLATE "C",
  content TEXT COLLATE "C" NOT NULL DEFAULT '',
  metadata json NOT NULL DEFAULT '{}'
);
CREATE INDEX objects_by_id ON objects (bucket_id, id);
CREATE UNIQUE INDEX objects_by_slug ON objects (bucket_id, type, slug, coalesce(locale, '')) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX objects_by_rank ON objects (bucket_id, type, rank);
-- What changed since a version: the columns in memory catch up by it.
CREATE INDEX objects_by_version ON objects (bucket_id, version, id);
CREATE INDEX objects_deleted ON objects (bucket_id, deleted_at, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX objects_publish_due ON objects (publish_at) WHERE publish_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX objects_unpublish_due ON objects (unpublish_at) WHERE unpublish_at IS NOT NULL AND deleted_at IS NULL;

-- The published version beside it, in the same columns, so that one compiled query serves both.
CREATE TABLE published_objects (
  seq BIGINT PRIMARY KEY REFERENCES objects (seq) ON DELETE CASCADE,
  id TEXT COLLATE "C" NOT NULL UNIQUE,
  bucket_id TEXT COLLATE "C" NOT NULL,
  type TEXT COLLATE "C" NOT NULL,
  slug TEXT COLLATE "C" NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL DEFAULT 'published',
  locale TEXT COLLATE "C",
  thumbnail TEXT COLLATE "C",
  rank BIGINT NOT NULL,
  publish_at BIGINT,
  unpublish_at BIGINT,
  published_at TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  created_by TEXT COLLATE "C",
  modified_at TEXT COLLATE "C" NOT NULL,
  modified_by TEXT COLLATE "C",
  deleted_at TEXT COLLATE "C",
  content TEXT COLLATE "C" NOT NULL DEFAULT '',
  metadata json NOT NULL DEFAULT '{}'
);
CREATE INDEX published_by_slug ON published_objects (bucket_id, type, slug) WHERE deleted_at IS NULL;

-- Former states of an object, whole; `rev` is the one that the object had then. Newest last by seq.
CREATE TABLE revisions (
  seq BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  id TEXT COLLATE "C" NOT NULL UNIQUE,
  object_id TEXT COLLATE "C" NOT NULL,
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  rev BIGINT NOT NULL,
  change_set_id TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  created_by TEXT COLLATE "C",
  state TEXT COLLATE "C" NOT NULL
);
CREATE INDEX revisions_by_object ON revisions (bucket_id, object_id, seq);

CREATE TABLE media (
  id TEXT COLLATE "C" PRIMARY KEY,
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  name TEXT COLLATE "C" NOT NULL,
  original_name TEXT COLLATE "C" NOT NULL,
  size BIGINT NOT NULL DEFAULT 0,
  type TEXT COLLATE "C" NOT NULL,
  folder TEXT COLLATE "C",
  title TEXT COLLATE "C" NOT NULL DEFAULT '',
  alt_text TEXT COLLATE "C" NOT NULL DEFAULT '',
  width BIGINT,
  height BIGINT,
  metadata json NOT NULL DEFAULT '{}',
  -- Set for media that an import only refers to: the bytes live there.
  location TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  created_by TEXT COLLATE "C",
  modified_at TEXT COLLATE "C" NOT NULL,
  modified_by TEXT COLLATE "C",
  rev BIGINT NOT NULL DEFAULT 1,
  deleted_at TEXT COLLATE "C",
  -- The bucket's version at its last write, as that of objects.
  version BIGINT NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX media_by_name ON media (bucket_id, name);
CREATE INDEX media_by_version ON media (bucket_id, version, id);

CREATE TABLE jobs (
  id TEXT COLLATE "C" PRIMARY KEY,
  bucket_id TEXT COLLATE "C" REFERENCES buckets (id) ON DELETE CASCADE,
  kind TEXT COLLATE "C" NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  payload TEXT COLLATE "C" NOT NULL,
  -- Where the job is, so that it goes on after a crash.
  cursor TEXT COLLATE "C",
  total BIGINT NOT NULL DEFAULT 0,
  done BIGINT NOT NULL DEFAULT 0,
  failed BIGINT NOT NULL DEFAULT 0,
  errors TEXT COLLATE "C" NOT NULL DEFAULT '[]',
  result TEXT COLLATE "C",
  change_set_id TEXT COLLATE "C",
  run_at BIGINT NOT NULL,
  lease_until BIGINT,
  lease_token TEXT COLLATE "C",
  attempts BIGINT NOT NULL DEFAULT 0,
  is_cancelled BIGINT NOT NULL DEFAULT 0,
  created_by TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  finished_at TEXT COLLATE "C"
);
CREATE INDEX jobs_by_bucket ON jobs (bucket_id, id);
CREATE INDEX jobs_due ON jobs (run_at) WHERE status IN ('queued', 'running');

CREATE TABLE change_sets (
  seq BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  id TEXT COLLATE "C" NOT NULL UNIQUE,
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  kind TEXT COLLATE "C" NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  count BIGINT NOT NULL DEFAULT 0,
  job_id TEXT COLLATE "C",
  undone_by TEXT COLLATE "C",
  undo_of TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  created_by TEXT COLLATE "C"
);
CREATE INDEX change_sets_by_bucket ON change_sets (bucket_id, seq);

-- What a change set did to each object. The state before it is in `before`, or in the revision that was kept of it;
-- neither for an object that it made. `rev_before` and `rev_after` are `state_rev`s. Places in the order come apart.
CREATE TABLE change_set_items (
  seq BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  change_set_id TEXT COLLATE "C" NOT NULL REFERENCES change_sets (id) ON DELETE CASCADE,
  object_id TEXT COLLATE "C" NOT NULL,
  type TEXT COLLATE "C" NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  rev_before BIGINT,
  rev_after BIGINT NOT NULL,
  revision_seq BIGINT,
  rank_before BIGINT,
  rank_after BIGINT,
  before TEXT COLLATE "C",
  UNIQUE (change_set_id, object_id)
);
CREATE INDEX change_set_items_in_order ON change_set_items (change_set_id, seq);
CREATE INDEX change_set_items_by_rank ON change_set_items (type) WHERE rank_before IS NOT NULL;

CREATE TABLE idempotency_keys (
  -- Hash over principal, route and key.
  id TEXT COLLATE "C" PRIMARY KEY,
  request_hash TEXT COLLATE "C" NOT NULL,
  -- Null while the first request is still running.
  status BIGINT,
  body TEXT COLLATE "C",
  created_at BIGINT NOT NULL
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);


-- The objects that a job goes through, frozen when it was asked for: pieces of a thousand ids, 24 characters each,
-- apart from the job so that its progress stays a small row.
CREATE TABLE job_objects (
  seq BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  job_id TEXT COLLATE "C" NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  piece BIGINT NOT NULL,
  ids TEXT COLLATE "C" NOT NULL,
  UNIQUE (job_id, piece)
);

-- What a job could not be done to, in its order.
CREATE TABLE job_failures (
  seq BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  job_id TEXT COLLATE "C" NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  object_id TEXT COLLATE "C",
  title TEXT COLLATE "C",
  reason TEXT COLLATE "C" NOT NULL
);
CREATE INDEX job_failures_by_job ON job_failures (job_id, seq);

-- What exactly a job does, where that may be long: read once a run, and apart from the job so that its progress stays a
-- small row.
CREATE TABLE job_params (
  job_id TEXT COLLATE "C" PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
  params TEXT COLLATE "C" NOT NULL
);

-- Runs of changes with a name. They belong to a project, so that its buckets share them; what they name are fields by key.
CREATE TABLE macros (
  id TEXT COLLATE "C" PRIMARY KEY,
  project_id TEXT COLLATE "C" NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  title TEXT COLLATE "C" NOT NULL,
  steps TEXT COLLATE "C" NOT NULL,
  arguments TEXT COLLATE "C" NOT NULL,
  is_shared BIGINT NOT NULL DEFAULT 0,
  created_by TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  modified_at TEXT COLLATE "C" NOT NULL,
  rev BIGINT NOT NULL DEFAULT 1
);
CREATE INDEX macros_by_project ON macros (project_id);

-- The fields of an object type before and after a change set that changed their keys or types: what its undo goes back to.
CREATE TABLE change_set_fields (
  change_set_id TEXT COLLATE "C" PRIMARY KEY REFERENCES change_sets (id) ON DELETE CASCADE,
  type_id TEXT COLLATE "C" NOT NULL,
  before TEXT COLLATE "C" NOT NULL,
  after TEXT COLLATE "C" NOT NULL
);

-- What a change that was made at once left alone, in its order; that of a job stands with the job.
CREATE TABLE change_set_failures (
  seq BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  change_set_id TEXT COLLATE "C" NOT NULL REFERENCES change_sets (id) ON DELETE CASCADE,
  object_id TEXT COLLATE "C" NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  reason TEXT COLLATE "C" NOT NULL
);
CREATE INDEX change_set_failures_by_set ON change_set_failures (change_set_id, seq);

-- What a change set did to the texts of each media: only those that it changed, as JSON, before and after. A media whose texts
-- are not those of `after` any more was changed since.
CREATE TABLE change_set_media (
  seq BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  change_set_id TEXT COLLATE "C" NOT NULL REFERENCES change_sets (id) ON DELETE CASCADE,
  media_id TEXT COLLATE "C" NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  before TEXT COLLATE "C" NOT NULL,
  after TEXT COLLATE "C" NOT NULL,
  UNIQUE (change_set_id, media_id)
);
CREATE INDEX change_set_media_in_order ON change_set_media (change_set_id, seq);
