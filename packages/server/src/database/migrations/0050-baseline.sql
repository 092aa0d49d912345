-- The tables of version 0.2.0.
-- Times are UNIX ms in INTEGER columns and ISO 8601 in TEXT columns. Flags are 0 or 1. Lists, settings and states are JSON.
-- `rev` grows with each edit of a row. Secrets are hashed, or sealed with the secret key where they are shown again.

-- Accounts

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
  mention_mails INTEGER NOT NULL DEFAULT 1,
  totp_secret TEXT,
  -- The last time step that was used: a one-time code never works twice.
  totp_last_step INTEGER,
  referral_code TEXT,
  created_at TEXT NOT NULL,
  modified_at TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE TABLE sessions (
  token_hash TEXT PRIMARY KEY,
  -- Names the session in the API: the hash must not be shown.
  id TEXT,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- The member of staff who looks at the account in this session, and only reads.
  support_by TEXT,
  created_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  ip TEXT,
  agent TEXT
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX sessions_by_id ON sessions (id);
CREATE INDEX sessions_by_user ON sessions (user_id);

-- Personal access tokens: programs call the API with them as that person.
CREATE TABLE access_tokens (
  id TEXT PRIMARY KEY,
  token_hash TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  scope TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;
CREATE INDEX access_tokens_by_user ON access_tokens (user_id);

-- Accounts at Google and GitHub that sign in to an account.
CREATE TABLE identities (
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  provider TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  email TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (issuer, subject)
) STRICT;
CREATE UNIQUE INDEX identities_by_user ON identities (user_id, provider);

CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  credential_id TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  public_key TEXT NOT NULL,
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;
CREATE INDEX passkeys_by_user ON passkeys (user_id);

-- Sign-in challenges that were answered: each works once. `sealed` holds the account while its one-time code is missing.
CREATE TABLE used_challenges (
  id_hash TEXT PRIMARY KEY,
  sealed TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX used_challenges_by_end ON used_challenges (expires_at);

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

-- Networks that an account signed in from, hashed: guesses from other networks cannot lock it out of these.
CREATE TABLE known_places (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX known_places_by_user ON known_places (user_id);

-- Pictures of people and workspaces, which belong to no bucket.
CREATE TABLE account_files (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  name TEXT NOT NULL UNIQUE,
  original_name TEXT NOT NULL,
  type TEXT NOT NULL,
  size INTEGER NOT NULL,
  width INTEGER,
  height INTEGER,
  file_id TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX account_files_by_user ON account_files (user_id, file_id);

-- Requests

-- Attempts counted against a limit; the id is a hash of the limit and of what is counted.
CREATE TABLE limits (
  id TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  strikes INTEGER NOT NULL,
  keep_until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX limits_by_age ON limits (keep_until);

-- Responses stored under an Idempotency-Key; the id is a hash of principal, route and key.
CREATE TABLE idempotency_keys (
  id TEXT PRIMARY KEY,
  request_hash TEXT NOT NULL,
  status INTEGER,
  body TEXT,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- Workspaces, projects and their teams

-- A workspace holds projects. Its admins and managers have the same role in each of them.
CREATE TABLE workspaces (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  slug TEXT NOT NULL,
  logo TEXT,
  -- Pays for plans and AI of the workspace; null while no one does.
  payer_id TEXT,
  created_by TEXT,
  created_at TEXT NOT NULL,
  modified_at TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX workspaces_of_payer ON workspaces (payer_id) WHERE payer_id IS NOT NULL;

CREATE TABLE workspace_members (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role TEXT NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX workspace_members_by_user ON workspace_members (user_id);

CREATE TABLE projects (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  slug TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  workspace_id TEXT,
  archived INTEGER NOT NULL DEFAULT 0,
  billing TEXT NOT NULL DEFAULT '{}',
  -- As that of a workspace, for a project that is billed by itself.
  payer_id TEXT,
  created_by TEXT,
  created_at TEXT NOT NULL,
  modified_at TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX projects_by_workspace ON projects (workspace_id);
CREATE INDEX projects_of_payer ON projects (payer_id) WHERE payer_id IS NOT NULL;

-- `rank` is the person's own order of projects.
CREATE TABLE project_members (
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role TEXT NOT NULL,
  rank INTEGER NOT NULL,
  PRIMARY KEY (project_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX project_members_by_user ON project_members (user_id, rank);

-- Members of a project, directly or through its workspace. Of two rows of a person the strongest role counts, which is the
-- first in the alphabet.
CREATE VIEW project_teams AS
  SELECT project_id, user_id, role, 0 AS from_workspace FROM project_members
  UNION ALL
  SELECT projects.id AS project_id, workspace_members.user_id, workspace_members.role, 1 AS from_workspace
  FROM workspace_members JOIN projects ON projects.workspace_id = workspace_members.workspace_id
  WHERE workspace_members.role <> 'user';

-- `resource_id` is the id of a project or of a workspace. The code of the link is only in the mail.
CREATE TABLE invites (
  id TEXT PRIMARY KEY,
  resource TEXT NOT NULL,
  resource_id TEXT NOT NULL,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL,
  role TEXT NOT NULL,
  bucket_roles TEXT NOT NULL DEFAULT '[]',
  code_hash TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL DEFAULT 'pending',
  invited_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  UNIQUE (resource, resource_id, email_key)
) STRICT;
CREATE INDEX invites_by_age ON invites (expires_at);

-- Who did what, when and from where. Ids have no foreign keys: entries outlive their subjects.
CREATE TABLE audit_log (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  created_at TEXT NOT NULL,
  user_id TEXT,
  ip TEXT,
  agent TEXT,
  workspace_id TEXT,
  project_id TEXT,
  bucket_id TEXT,
  subject_id TEXT,
  subject TEXT NOT NULL,
  details TEXT NOT NULL DEFAULT '{}'
) STRICT;
CREATE INDEX audit_log_by_project ON audit_log (project_id, id);
CREATE INDEX audit_log_by_workspace ON audit_log (workspace_id, id);
CREATE INDEX audit_log_by_user ON audit_log (user_id, id);
CREATE INDEX audit_log_by_subject ON audit_log (subject_id, kind) WHERE subject_id IS NOT NULL;
CREATE INDEX audit_log_by_age ON audit_log (created_at);
CREATE TRIGGER audit_log_is_not_changed BEFORE UPDATE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'The audit log is not changed.');
END;
CREATE TRIGGER audit_log_is_kept BEFORE DELETE ON audit_log
WHEN OLD.created_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-400 days')
BEGIN
  SELECT RAISE(ABORT, 'The audit log is kept for 400 days.');
END;

-- Recorded commands. They belong to a project, so that its buckets share them, and name fields by key. A macro that is not
-- shared goes with the account that recorded it.
CREATE TABLE macros (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  steps TEXT NOT NULL,
  arguments TEXT NOT NULL,
  is_shared INTEGER NOT NULL DEFAULT 0,
  created_by TEXT,
  created_at TEXT NOT NULL,
  modified_at TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX macros_by_project ON macros (project_id);
CREATE TRIGGER macros_of_nobody AFTER DELETE ON users BEGIN
  DELETE FROM macros WHERE created_by = OLD.id AND is_shared = 0;
END;

-- Deleted projects, whose content is erased in pieces.
CREATE TABLE erasures (
  project_id TEXT PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Buckets

CREATE TABLE buckets (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  slug TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  thumbnail TEXT,
  is_default INTEGER NOT NULL DEFAULT 0,
  -- Grows with every committed write to what the bucket holds.
  version INTEGER NOT NULL DEFAULT 1,
  -- The version at the last deletion for good: an older index in memory is read again.
  purged_version INTEGER NOT NULL DEFAULT 0,
  settings TEXT NOT NULL DEFAULT '{}',
  -- Locales of localized types that name none themselves.
  locales TEXT NOT NULL DEFAULT '[]',
  media_folders TEXT NOT NULL DEFAULT '[]',
  media_is_private INTEGER NOT NULL DEFAULT 0,
  media_keeps_location INTEGER NOT NULL DEFAULT 0,
  -- Days after which only the last revision of each day is kept; null keeps all.
  thin_revisions_after INTEGER,
  -- Comes with the version: writes of buckets without webhooks look for none.
  has_webhooks INTEGER NOT NULL DEFAULT 0,
  read_key_hash TEXT NOT NULL UNIQUE,
  read_key_sealed TEXT NOT NULL,
  preview_key_hash TEXT NOT NULL DEFAULT '',
  preview_key_sealed TEXT NOT NULL DEFAULT '',
  write_key_hash TEXT NOT NULL UNIQUE,
  write_key_sealed TEXT NOT NULL,
  -- Replaced keys that still work for a while: [{key, hash, ending, ends_at}].
  former_keys TEXT NOT NULL DEFAULT '[]',
  read_key_reads_drafts INTEGER NOT NULL DEFAULT 0,
  -- Whether published content is read without any key.
  reads_without_key INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  modified_at TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX buckets_by_project ON buckets (project_id);

-- When each key was last used, to the hour; replaced keys, too.
CREATE TABLE key_uses (
  key_hash TEXT PRIMARY KEY,
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  used_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX key_uses_by_bucket ON key_uses (bucket_id);

-- Project members with role `user` see only the buckets named here. `options` narrow or widen the role.
CREATE TABLE bucket_members (
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role TEXT NOT NULL,
  options TEXT NOT NULL DEFAULT '{}',
  PRIMARY KEY (bucket_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX bucket_members_by_user ON bucket_members (user_id);

-- Settings that a plugin stores for an account in a bucket; only that account reads them.
CREATE TABLE plugin_settings (
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  plugin_id TEXT NOT NULL,
  settings TEXT NOT NULL,
  modified_at TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (bucket_id, user_id, plugin_id)
) STRICT;
CREATE INDEX plugin_settings_by_user ON plugin_settings (user_id);

-- Queries saved under a name, with the look of their list. A shared one has no `private_to`.
CREATE TABLE smart_views (
  id TEXT PRIMARY KEY,
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  private_to TEXT REFERENCES users (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  icon TEXT,
  query_string TEXT NOT NULL,
  columns TEXT,
  sort TEXT,
  grouping TEXT,
  type TEXT,
  rank INTEGER NOT NULL,
  created_by TEXT,
  modified_by TEXT,
  created_at TEXT NOT NULL,
  modified_at TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX smart_views_by_bucket ON smart_views (bucket_id, rank);
CREATE INDEX smart_views_by_person ON smart_views (private_to);

-- Object types

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
CREATE UNIQUE INDEX object_types_by_slug ON object_types (bucket_id, slug) WHERE deleted_at IS NULL;

-- Objects
-- Keys begin with the bucket: no statement reads past it. Long columns come last: short ones are read without them.

-- The newest versions. `version` is the bucket's version at the last write. `state_rev` is the rev that first had the present
-- state: an undo restores it, so that older change sets can be undone as well.
CREATE TABLE objects (
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
CREATE UNIQUE INDEX objects_by_slug ON objects (bucket_id, type, slug, coalesce(locale, '')) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX objects_by_rank ON objects (bucket_id, type, rank);
-- Rows that changed since a version: the column indexes in memory catch up by it.
CREATE UNIQUE INDEX objects_by_version ON objects (bucket_id, version, id);
CREATE INDEX objects_deleted ON objects (bucket_id, deleted_at, id) WHERE deleted_at IS NOT NULL;
-- Across buckets: objects that are due.
CREATE INDEX objects_publish_due ON objects (publish_at) WHERE publish_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX objects_unpublish_due ON objects (unpublish_at) WHERE unpublish_at IS NOT NULL AND deleted_at IS NULL;

-- The published version, in the same columns, so that one query serves both. `version` is 0 in rows of 0.1.0.
CREATE TABLE published_objects (
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
  version INTEGER NOT NULL DEFAULT 0,
  content TEXT NOT NULL DEFAULT '',
  metadata TEXT NOT NULL DEFAULT '{}',
  PRIMARY KEY (bucket_id, id),
  FOREIGN KEY (bucket_id, id) REFERENCES objects (bucket_id, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX published_by_slug ON published_objects (bucket_id, type, slug) WHERE deleted_at IS NULL;

-- Former states of an object, whole; `rev` is the one that the object had then. A state with a name is one of them while it
-- is the present one. Lists read `status` alone.
CREATE TABLE revisions (
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  object_id TEXT NOT NULL,
  rev INTEGER NOT NULL,
  id TEXT NOT NULL,
  change_set_id TEXT,
  created_at TEXT NOT NULL,
  created_by TEXT,
  status TEXT NOT NULL DEFAULT 'draft',
  name TEXT,
  state TEXT NOT NULL,
  PRIMARY KEY (bucket_id, object_id, rev)
) STRICT;

-- Fields of translations that were confirmed although their source changed.
CREATE TABLE translation_checks (
  bucket_id TEXT NOT NULL,
  object_id TEXT NOT NULL,
  field TEXT NOT NULL,
  checked_at TEXT NOT NULL,
  checked_by TEXT,
  PRIMARY KEY (bucket_id, object_id, field),
  FOREIGN KEY (bucket_id, object_id) REFERENCES objects (bucket_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Comments on an object or one of its fields; the parent of a reply is the comment that began its thread.
CREATE TABLE comments (
  bucket_id TEXT NOT NULL,
  id TEXT NOT NULL,
  object_id TEXT NOT NULL,
  parent_id TEXT,
  -- The id of a metafield, which survives renaming; or title, slug, content.
  metafield_id TEXT,
  text TEXT NOT NULL,
  -- Names of media.
  attachments TEXT NOT NULL DEFAULT '[]',
  resolved INTEGER NOT NULL DEFAULT 0,
  created_by TEXT,
  created_at TEXT NOT NULL,
  modified_at TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (bucket_id, id),
  FOREIGN KEY (bucket_id, object_id) REFERENCES objects (bucket_id, id) ON DELETE CASCADE,
  FOREIGN KEY (bucket_id, parent_id) REFERENCES comments (bucket_id, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX comments_by_object ON comments (bucket_id, object_id, id);
CREATE INDEX comments_by_parent ON comments (bucket_id, parent_id, id) WHERE parent_id IS NOT NULL;
CREATE INDEX comments_open ON comments (bucket_id, id) WHERE parent_id IS NULL AND resolved = 0;

CREATE TABLE comment_reactions (
  bucket_id TEXT NOT NULL,
  comment_id TEXT NOT NULL,
  emoji TEXT NOT NULL,
  user_id TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (bucket_id, comment_id, emoji, user_id),
  FOREIGN KEY (bucket_id, comment_id) REFERENCES comments (bucket_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- People mentioned in a comment: unread until `read_at`, and mailed about it once.
CREATE TABLE comment_mentions (
  bucket_id TEXT NOT NULL,
  comment_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  -- The comment that began the thread.
  thread_id TEXT NOT NULL,
  read_at TEXT,
  mailed_at TEXT,
  PRIMARY KEY (bucket_id, comment_id, user_id),
  FOREIGN KEY (bucket_id, comment_id) REFERENCES comments (bucket_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX comment_mentions_by_user ON comment_mentions (bucket_id, user_id, thread_id);

-- Media

-- Bytes in the file store, of a bucket's media or an account's pictures. A row is written before its bytes and deleted after
-- them: nothing in the store is without one. No foreign key: bytes outlive a deleted bucket until they are deleted.
CREATE TABLE files (
  owner_id TEXT NOT NULL,
  id TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  size INTEGER NOT NULL,
  -- arriving: the bytes may be missing; part: of an upload; stored; leaving: the bytes are to be deleted.
  state TEXT NOT NULL,
  -- When the state last changed.
  changed_at INTEGER NOT NULL,
  -- Whether the bytes may name the location of a photo; null for files that were not looked at.
  may_hold_location INTEGER,
  PRIMARY KEY (owner_id, id)
) STRICT, WITHOUT ROWID;
-- The same bytes of an owner are stored once.
CREATE UNIQUE INDEX files_by_hash ON files (owner_id, sha256) WHERE state = 'stored';
CREATE INDEX files_to_sweep ON files (state, changed_at) WHERE state <> 'stored';

CREATE TABLE media (
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
  duration_ms INTEGER,
  blurhash TEXT,
  color TEXT,
  metadata TEXT NOT NULL DEFAULT '{}',
  -- The bytes: a file, or the address elsewhere that an import refers to.
  file_id TEXT,
  location TEXT,
  -- How often the file was replaced: a part of its address from the first time on.
  replaced INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  created_by TEXT,
  modified_at TEXT NOT NULL,
  modified_by TEXT,
  rev INTEGER NOT NULL DEFAULT 1,
  -- As that of objects.
  version INTEGER NOT NULL DEFAULT 0,
  deleted_at TEXT,
  deleted_by TEXT,
  PRIMARY KEY (bucket_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX media_by_name ON media (bucket_id, name);
CREATE INDEX media_by_version ON media (bucket_id, version, id);
CREATE UNIQUE INDEX media_served ON media (name) WHERE file_id IS NOT NULL;
CREATE INDEX media_by_file ON media (bucket_id, file_id) WHERE file_id IS NOT NULL;
CREATE INDEX media_deleted ON media (bucket_id, deleted_at) WHERE deleted_at IS NOT NULL;

-- Files that arrive in parts.
CREATE TABLE uploads (
  id TEXT PRIMARY KEY,
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL,
  size INTEGER NOT NULL,
  -- Name, type and the fields that came with the file.
  about TEXT NOT NULL,
  -- Once it is complete and stored.
  media_id TEXT,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX uploads_by_bucket ON uploads (bucket_id, user_id);

-- Change sets and jobs

-- `version` is the bucket's version after the first write of the set: the newest set has the highest. A set that changed keys
-- or types of fields holds the fields of the object type before and after.
CREATE TABLE change_sets (
  id TEXT NOT NULL,
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  count INTEGER NOT NULL DEFAULT 0,
  -- Objects whose public version was added or changed.
  live_count INTEGER NOT NULL DEFAULT 0,
  job_id TEXT,
  undone_by TEXT,
  undo_of TEXT,
  created_at TEXT NOT NULL,
  created_by TEXT,
  -- Whether a key of the bucket made the change, not a person.
  by_key INTEGER NOT NULL DEFAULT 0,
  -- The extension that proposed it.
  extension_id TEXT,
  type_id TEXT,
  fields_before TEXT,
  fields_after TEXT,
  PRIMARY KEY (bucket_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX change_sets_by_version ON change_sets (bucket_id, version);

-- What a set did to each object, in order. The state before it is in `before`, or in the revision of `revision_rev`; neither
-- for an object that it created. `rev_before` and `rev_after` are values of `state_rev`.
CREATE TABLE change_set_items (
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
  FOREIGN KEY (bucket_id, change_set_id) REFERENCES change_sets (bucket_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX change_set_items_by_object ON change_set_items (bucket_id, change_set_id, object_id);
CREATE INDEX change_set_items_by_rank ON change_set_items (bucket_id, type) WHERE rank_before IS NOT NULL;

-- The texts of media that a set changed, before and after. A media with other texts than `after` was changed since.
CREATE TABLE change_set_media (
  bucket_id TEXT NOT NULL,
  change_set_id TEXT NOT NULL,
  place INTEGER NOT NULL,
  media_id TEXT NOT NULL,
  title TEXT NOT NULL,
  before TEXT NOT NULL,
  after TEXT NOT NULL,
  -- A file that was replaced: its bytes stay as long as that can be undone.
  file_id TEXT,
  PRIMARY KEY (bucket_id, change_set_id, place),
  FOREIGN KEY (bucket_id, change_set_id) REFERENCES change_sets (bucket_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX change_set_media_by_media ON change_set_media (bucket_id, change_set_id, media_id);
CREATE INDEX change_set_media_by_file ON change_set_media (bucket_id, file_id) WHERE file_id IS NOT NULL;

-- Objects that were skipped, and why. `owner_id` is the id of a job, or of a change set that had none.
CREATE TABLE failures (
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  owner_id TEXT NOT NULL,
  place INTEGER NOT NULL,
  object_id TEXT,
  title TEXT,
  reason TEXT NOT NULL,
  PRIMARY KEY (bucket_id, owner_id, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE jobs (
  id TEXT PRIMARY KEY,
  bucket_id TEXT REFERENCES buckets (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  status TEXT NOT NULL,
  payload TEXT NOT NULL,
  -- How far the job is: it continues from here after a crash.
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

-- What an open job is to do, and to which objects; not in `jobs`, so that progress is a small row. Part 0 is JSON; each further
-- part holds a thousand ids of 24 characters, chosen when the job was requested.
CREATE TABLE job_inputs (
  job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  part INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (job_id, part)
) STRICT;

-- Releases

-- Named sets of objects that become public together.
CREATE TABLE releases (
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  title TEXT NOT NULL,
  publish_at INTEGER,
  published_at TEXT,
  failure TEXT,
  -- The job that publishes it, while it runs.
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

-- An object that is deleted for good stays in the release with its title, so that people notice.
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

-- Repositories and deployments

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

-- The Vercel token of a bucket. Links with the installation's token need none.
CREATE TABLE vercel_connections (
  bucket_id TEXT NOT NULL PRIMARY KEY REFERENCES buckets (id) ON DELETE CASCADE,
  token_sealed TEXT,
  team_id TEXT,
  modified_at TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1
) STRICT, WITHOUT ROWID;

-- Vercel projects of a bucket; `source` says whose token linked them.
CREATE TABLE vercel_links (
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  project_id TEXT NOT NULL,
  title TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('bucket', 'installation')),
  created_at TEXT NOT NULL,
  created_by TEXT,
  PRIMARY KEY (bucket_id, project_id)
) STRICT, WITHOUT ROWID;

-- Webhooks

CREATE TABLE webhooks (
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  title TEXT NOT NULL,
  endpoint TEXT NOT NULL,
  resource TEXT NOT NULL CHECK (resource IN ('objects', 'media')),
  events TEXT NOT NULL,
  payload INTEGER NOT NULL,
  props TEXT NOT NULL,
  -- Slugs.
  object_types TEXT NOT NULL,
  header_keys TEXT NOT NULL,
  header_values_sealed TEXT NOT NULL,
  secret_sealed TEXT NOT NULL,
  former_secret_sealed TEXT,
  former_secret_until INTEGER,
  is_enabled INTEGER NOT NULL,
  disabled_reason TEXT,
  created_by TEXT,
  created_at TEXT NOT NULL,
  modified_at TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1,
  deleted_at TEXT,
  PRIMARY KEY (bucket_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX webhooks_deleted ON webhooks (deleted_at) WHERE deleted_at IS NOT NULL;

-- Events to send, each written in the same transaction as the change.
CREATE TABLE webhook_deliveries (
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  webhook_id TEXT NOT NULL,
  event TEXT NOT NULL,
  item_id TEXT NOT NULL,
  -- The rev of the object; null for media.
  item_rev INTEGER,
  title TEXT NOT NULL,
  -- Sent when the object or media no longer exists.
  item TEXT NOT NULL,
  triggered_at INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed', 'given_up')),
  attempts INTEGER NOT NULL DEFAULT 0,
  -- Attempts since a person last requested one: they decide how long the next one waits.
  tries INTEGER NOT NULL DEFAULT 0,
  -- Of the last attempt.
  status INTEGER,
  problem TEXT,
  duration INTEGER,
  last_attempt_at INTEGER,
  -- Null when the delivery is over.
  next_at INTEGER,
  lease_token TEXT,
  lease_until INTEGER,
  PRIMARY KEY (bucket_id, id),
  FOREIGN KEY (bucket_id, webhook_id) REFERENCES webhooks (bucket_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_deliveries_of_webhook ON webhook_deliveries (bucket_id, webhook_id, id);
CREATE INDEX webhook_deliveries_by_state ON webhook_deliveries (bucket_id, webhook_id, state);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX webhook_deliveries_next ON webhook_deliveries (bucket_id, webhook_id, next_at, id) WHERE next_at IS NOT NULL;

-- The requests of a delivery and the responses, if any. Headers are stored without secret values.
CREATE TABLE webhook_attempts (
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  delivery_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  at INTEGER NOT NULL,
  duration INTEGER NOT NULL,
  status INTEGER,
  problem TEXT,
  request_headers TEXT NOT NULL,
  request_body TEXT NOT NULL,
  request_size INTEGER NOT NULL,
  response_headers TEXT,
  response_body TEXT,
  PRIMARY KEY (bucket_id, delivery_id, number),
  FOREIGN KEY (bucket_id, delivery_id) REFERENCES webhook_deliveries (bucket_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Extensions

-- The newest version of each extension that a workspace published. The id is unique in the installation.
CREATE TABLE published_extensions (
  extension_id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  manifest TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  -- Bytes of its files.
  size INTEGER NOT NULL,
  published_at TEXT NOT NULL,
  published_by TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX published_extensions_of_workspace ON published_extensions (workspace_id);
CREATE INDEX published_extensions_by_files ON published_extensions (sha256);

-- Files by the hash of all files of a version: they never change.
CREATE TABLE extension_files (
  sha256 TEXT NOT NULL,
  path TEXT NOT NULL,
  type TEXT NOT NULL,
  -- base64
  content TEXT NOT NULL,
  PRIMARY KEY (sha256, path)
) STRICT;

CREATE TABLE installed_extensions (
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  extension_id TEXT NOT NULL,
  -- The workspace that published it; null for one of the product.
  workspace_id TEXT,
  -- As it was accepted. The permissions are apart: every call of the extension reads them.
  manifest TEXT NOT NULL,
  permissions TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  is_enabled INTEGER NOT NULL DEFAULT 1,
  installed_by TEXT,
  installed_at TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (bucket_id, extension_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX installed_extensions_by_files ON installed_extensions (sha256);

-- Values that an extension stores in a bucket. They stay when it is uninstalled.
CREATE TABLE extension_values (
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  extension_id TEXT NOT NULL,
  data TEXT NOT NULL,
  modified_at TEXT NOT NULL,
  rev INTEGER NOT NULL,
  PRIMARY KEY (bucket_id, extension_id)
) STRICT, WITHOUT ROWID;

-- Backups

-- When a bucket is backed up; no row until a schedule is set.
CREATE TABLE backup_schedules (
  bucket_id TEXT NOT NULL PRIMARY KEY REFERENCES buckets (id) ON DELETE CASCADE,
  is_on INTEGER NOT NULL,
  every TEXT NOT NULL CHECK (every IN ('day', 'week')),
  weekday INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  keep_daily INTEGER NOT NULL,
  keep_weekly INTEGER NOT NULL,
  -- Null while it is off.
  next_at INTEGER,
  -- Gets a mail when a backup fails.
  modified_by TEXT,
  rev INTEGER NOT NULL DEFAULT 1
) STRICT, WITHOUT ROWID;
CREATE INDEX backup_schedules_due ON backup_schedules (next_at) WHERE next_at IS NOT NULL;

CREATE TABLE backups (
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'done', 'failed', 'deleting')),
  reason TEXT NOT NULL CHECK (reason IN ('schedule', 'manual')),
  created_by TEXT,
  at INTEGER NOT NULL,
  unchanged_at INTEGER,
  job_id TEXT,
  -- Of the bucket.
  version INTEGER,
  -- The packed bucket.json.
  file_id TEXT,
  size INTEGER NOT NULL DEFAULT 0,
  media_size INTEGER NOT NULL DEFAULT 0,
  object_types INTEGER NOT NULL DEFAULT 0,
  objects INTEGER NOT NULL DEFAULT 0,
  media INTEGER NOT NULL DEFAULT 0,
  -- Jobs that tried to make it.
  attempts INTEGER NOT NULL DEFAULT 0,
  failure TEXT,
  PRIMARY KEY (bucket_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX backups_by_state ON backups (state);
CREATE INDEX backups_by_file ON backups (bucket_id, file_id) WHERE file_id IS NOT NULL;

-- Files of media that a backup needs: they stay as long as it does.
CREATE TABLE backup_media (
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  backup_id TEXT NOT NULL,
  name TEXT NOT NULL,
  file_id TEXT NOT NULL,
  PRIMARY KEY (bucket_id, backup_id, name),
  FOREIGN KEY (bucket_id, backup_id) REFERENCES backups (bucket_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX backup_media_by_file ON backup_media (bucket_id, file_id);

-- Billing
-- `place_id` is the id of a project or workspace that is billed.

-- Usage that plans limit, by calendar month (UTC).
CREATE TABLE metered_usage (
  place_id TEXT NOT NULL,
  -- 2026-11
  month TEXT NOT NULL,
  meter TEXT NOT NULL,
  amount INTEGER NOT NULL,
  -- The last share of the limit, in percent, that admins got a mail about.
  told INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (place_id, month, meter)
) STRICT, WITHOUT ROWID;
CREATE INDEX metered_usage_by_month ON metered_usage (month);

-- Billing details and AI tokens of a person.
CREATE TABLE billing_accounts (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- The person's id at the payment provider; null until it is needed.
  customer_id TEXT,
  email TEXT NOT NULL DEFAULT '',
  company TEXT NOT NULL DEFAULT '',
  tax_id TEXT NOT NULL DEFAULT '',
  address TEXT NOT NULL DEFAULT '',
  details_rev INTEGER NOT NULL DEFAULT 1,
  -- The sum of the person's token_entries, updated in the same write.
  balance INTEGER NOT NULL DEFAULT 0,
  reload_enabled INTEGER NOT NULL DEFAULT 0,
  reload_threshold INTEGER NOT NULL DEFAULT 500000,
  reload_package_id TEXT NOT NULL DEFAULT 'tokens-2m',
  reload_monthly_limit INTEGER NOT NULL DEFAULT 20000,
  reload_rev INTEGER NOT NULL DEFAULT 1
) STRICT, WITHOUT ROWID;
CREATE INDEX billing_accounts_by_customer ON billing_accounts (customer_id) WHERE customer_id IS NOT NULL;

-- Charges of a card, each written before the provider is called. The provider charges an id once.
CREATE TABLE charges (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- tokens, reload, subscription or renewal
  kind TEXT NOT NULL,
  place_id TEXT,
  description TEXT NOT NULL,
  package_id TEXT,
  tokens INTEGER NOT NULL DEFAULT 0,
  -- Cents.
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  -- What follows the payment.
  effect TEXT,
  -- The request for it: the same request gets the same charge.
  request_key TEXT,
  status TEXT NOT NULL DEFAULT 'pending',
  failure TEXT,
  failure_rule TEXT,
  created_at INTEGER NOT NULL,
  settled_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX charges_of_user ON charges (user_id, id);
CREATE INDEX charges_pending ON charges (created_at) WHERE status = 'pending';
CREATE UNIQUE INDEX charges_by_request ON charges (request_key) WHERE request_key IS NOT NULL;
CREATE UNIQUE INDEX charges_one_for_a_place ON charges (place_id) WHERE place_id IS NOT NULL AND status = 'pending';
CREATE UNIQUE INDEX charges_one_reload ON charges (user_id) WHERE kind = 'reload' AND status = 'pending';

-- AI tokens bought and used. Rows are only added.
CREATE TABLE token_entries (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Below zero for used ones.
  tokens INTEGER NOT NULL,
  charge_id TEXT UNIQUE REFERENCES charges (id) ON DELETE CASCADE,
  bucket_id TEXT,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX token_entries_of_user ON token_entries (user_id, created_at);

-- Tokens that running AI work can use, so that they are not spent twice. One that a dead server left behind expires.
CREATE TABLE token_reservations (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  tokens INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX token_reservations_of_user ON token_reservations (user_id);

CREATE TABLE subscriptions (
  place_id TEXT PRIMARY KEY,
  resource TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  plan_id TEXT NOT NULL,
  "interval" TEXT NOT NULL,
  add_ons TEXT NOT NULL,
  -- The plan after this period; null for the same.
  next TEXT,
  period_start INTEGER NOT NULL,
  period_end INTEGER NOT NULL,
  -- active or past_due
  status TEXT NOT NULL DEFAULT 'active',
  past_due_at INTEGER,
  -- When the card is charged again.
  retry_at INTEGER,
  -- The subscription and the customer at the provider; null where this server renews it.
  provider_id TEXT,
  provider_user_id TEXT,
  -- Set until the provider knows the last change.
  is_unsynced INTEGER NOT NULL DEFAULT 0,
  rev INTEGER NOT NULL DEFAULT 1
) STRICT, WITHOUT ROWID;
CREATE INDEX subscriptions_by_end ON subscriptions (period_end);
CREATE INDEX subscriptions_of_user ON subscriptions (user_id);
CREATE INDEX subscriptions_unsynced ON subscriptions (place_id) WHERE is_unsynced = 1;
CREATE INDEX subscriptions_by_provider ON subscriptions (provider_id) WHERE provider_id IS NOT NULL;

-- Events of the payment provider that were applied.
CREATE TABLE payment_events (
  id TEXT PRIMARY KEY,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_events_by_age ON payment_events (created_at);

-- Storage of the provider in test mode. It never holds the number of a card.
CREATE TABLE test_cards (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  brand TEXT NOT NULL,
  last4 TEXT NOT NULL,
  exp_month INTEGER NOT NULL,
  exp_year INTEGER NOT NULL,
  is_default INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX test_cards_of_user ON test_cards (user_id, id);

CREATE TABLE test_intents (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  status TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE test_charges (
  key TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  amount INTEGER NOT NULL,
  failure_rule TEXT
) STRICT, WITHOUT ROWID;

-- Long writes

-- A write that takes seconds is committed in chunks, so that others run in between. Until it is done, each of its changes
-- has a step that takes it back.
CREATE TABLE long_writes (
  id INTEGER PRIMARY KEY,
  bucket_id TEXT NOT NULL,
  -- Done: only the removal of its steps is left.
  is_done INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE undo_steps (
  write_id INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  table_name TEXT NOT NULL,
  -- The key of the row after the change, and its values before; no key for a deleted row, no values for an inserted one.
  row_key TEXT,
  before TEXT,
  PRIMARY KEY (write_id, seq)
) STRICT, WITHOUT ROWID;

-- Sizes that the planner assumes of the tables that grow. Collected statistics would change plans from day to day.
ANALYZE sqlite_schema;
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
