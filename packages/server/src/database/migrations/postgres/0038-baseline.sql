-- The tables of version 0.2.0, with the columns that they have on SQLite. Texts compare by their bytes there, hence COLLATE "C".
-- Times are UNIX ms in BIGINT columns and ISO 8601 in TEXT columns. Flags are 0 or 1. Lists, settings and states are JSON.
-- `rev` grows with each edit of a row. Secrets are hashed, or sealed with the secret key where they are shown again.

-- Accounts

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
  mention_mails BIGINT NOT NULL DEFAULT 1,
  totp_secret TEXT COLLATE "C",
  -- The last time step that was used: a one-time code never works twice.
  totp_last_step BIGINT,
  referral_code TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  modified_at TEXT COLLATE "C" NOT NULL,
  rev BIGINT NOT NULL DEFAULT 1
);

CREATE TABLE sessions (
  token_hash TEXT COLLATE "C" PRIMARY KEY,
  -- Names the session in the API: the hash must not be shown.
  id TEXT COLLATE "C",
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- The member of staff who looks at the account in this session, and only reads.
  support_by TEXT COLLATE "C",
  created_at BIGINT NOT NULL,
  last_seen_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  ip TEXT COLLATE "C",
  agent TEXT COLLATE "C"
);
CREATE UNIQUE INDEX sessions_by_id ON sessions (id);
CREATE INDEX sessions_by_user ON sessions (user_id);

-- Personal access tokens: programs call the API with them as that person.
CREATE TABLE access_tokens (
  id TEXT COLLATE "C" PRIMARY KEY,
  token_hash TEXT COLLATE "C" NOT NULL UNIQUE,
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  title TEXT COLLATE "C" NOT NULL,
  scope TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  last_used_at BIGINT
);
CREATE INDEX access_tokens_by_user ON access_tokens (user_id);

-- Accounts at Google and GitHub that sign in to an account.
CREATE TABLE identities (
  issuer TEXT COLLATE "C" NOT NULL,
  subject TEXT COLLATE "C" NOT NULL,
  provider TEXT COLLATE "C" NOT NULL,
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  email TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (issuer, subject)
);
CREATE UNIQUE INDEX identities_by_user ON identities (user_id, provider);

CREATE TABLE passkeys (
  id TEXT COLLATE "C" PRIMARY KEY,
  credential_id TEXT COLLATE "C" NOT NULL UNIQUE,
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  title TEXT COLLATE "C" NOT NULL,
  public_key TEXT COLLATE "C" NOT NULL,
  counter BIGINT NOT NULL,
  transports TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  last_used_at BIGINT
);
CREATE INDEX passkeys_by_user ON passkeys (user_id);

-- Sign-in challenges that were answered: each works once. `sealed` holds the account while its one-time code is missing.
CREATE TABLE used_challenges (
  id_hash TEXT COLLATE "C" PRIMARY KEY,
  sealed TEXT COLLATE "C" NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX used_challenges_by_end ON used_challenges (expires_at);

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

-- Networks that an account signed in from, hashed: guesses from other networks cannot lock it out of these.
CREATE TABLE known_places (
  id TEXT COLLATE "C" PRIMARY KEY,
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  seen_at BIGINT NOT NULL
);
CREATE INDEX known_places_by_user ON known_places (user_id);

-- Pictures of people and workspaces, which belong to no bucket.
CREATE TABLE account_files (
  id TEXT COLLATE "C" PRIMARY KEY,
  user_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL UNIQUE,
  original_name TEXT COLLATE "C" NOT NULL,
  type TEXT COLLATE "C" NOT NULL,
  size BIGINT NOT NULL,
  width BIGINT,
  height BIGINT,
  file_id TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE INDEX account_files_by_user ON account_files (user_id, file_id);

-- Requests

-- Attempts counted against a limit; the id is a hash of the limit and of what is counted.
CREATE TABLE limits (
  id TEXT COLLATE "C" PRIMARY KEY,
  count BIGINT NOT NULL,
  ends_at BIGINT NOT NULL,
  strikes BIGINT NOT NULL,
  keep_until BIGINT NOT NULL
);
CREATE INDEX limits_by_age ON limits (keep_until);

-- Responses stored under an Idempotency-Key; the id is a hash of principal, route and key.
CREATE TABLE idempotency_keys (
  id TEXT COLLATE "C" PRIMARY KEY,
  request_hash TEXT COLLATE "C" NOT NULL,
  status BIGINT,
  body TEXT COLLATE "C",
  created_at BIGINT NOT NULL
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- Workspaces, projects and their teams

-- A workspace holds projects. Its admins and managers have the same role in each of them.
CREATE TABLE workspaces (
  id TEXT COLLATE "C" PRIMARY KEY,
  title TEXT COLLATE "C" NOT NULL,
  slug TEXT COLLATE "C" NOT NULL,
  logo TEXT COLLATE "C",
  -- Pays for plans and AI of the workspace; null while no one does.
  payer_id TEXT COLLATE "C",
  created_by TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  modified_at TEXT COLLATE "C" NOT NULL,
  rev BIGINT NOT NULL DEFAULT 1
);
CREATE INDEX workspaces_of_payer ON workspaces (payer_id) WHERE payer_id IS NOT NULL;

CREATE TABLE workspace_members (
  workspace_id TEXT COLLATE "C" NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
);
CREATE INDEX workspace_members_by_user ON workspace_members (user_id);

CREATE TABLE projects (
  id TEXT COLLATE "C" PRIMARY KEY,
  title TEXT COLLATE "C" NOT NULL,
  slug TEXT COLLATE "C" NOT NULL,
  description TEXT COLLATE "C" NOT NULL DEFAULT '',
  workspace_id TEXT COLLATE "C",
  archived BIGINT NOT NULL DEFAULT 0,
  billing TEXT COLLATE "C" NOT NULL DEFAULT '{}',
  -- As that of a workspace, for a project that is billed by itself.
  payer_id TEXT COLLATE "C",
  created_by TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  modified_at TEXT COLLATE "C" NOT NULL,
  rev BIGINT NOT NULL DEFAULT 1
);
CREATE INDEX projects_by_workspace ON projects (workspace_id);
CREATE INDEX projects_of_payer ON projects (payer_id) WHERE payer_id IS NOT NULL;

-- `rank` is the person's own order of projects.
CREATE TABLE project_members (
  project_id TEXT COLLATE "C" NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role TEXT COLLATE "C" NOT NULL,
  rank BIGINT NOT NULL,
  PRIMARY KEY (project_id, user_id)
);
CREATE INDEX project_members_by_user ON project_members (user_id, rank);

-- Members of a project, directly or through its workspace. Of two rows of a person the strongest role counts, which is the
-- first in the alphabet.
CREATE VIEW project_teams AS
  SELECT project_id, user_id, role, 0::bigint AS from_workspace FROM project_members
  UNION ALL
  SELECT projects.id AS project_id, workspace_members.user_id, workspace_members.role, 1::bigint AS from_workspace
  FROM workspace_members JOIN projects ON projects.workspace_id = workspace_members.workspace_id
  WHERE workspace_members.role <> 'user';

-- `resource_id` is the id of a project or of a workspace. The code of the link is only in the mail.
CREATE TABLE invites (
  id TEXT COLLATE "C" PRIMARY KEY,
  resource TEXT COLLATE "C" NOT NULL,
  resource_id TEXT COLLATE "C" NOT NULL,
  email TEXT COLLATE "C" NOT NULL,
  email_key TEXT COLLATE "C" NOT NULL,
  role TEXT COLLATE "C" NOT NULL,
  bucket_roles TEXT COLLATE "C" NOT NULL DEFAULT '[]',
  code_hash TEXT COLLATE "C" NOT NULL UNIQUE,
  status TEXT COLLATE "C" NOT NULL DEFAULT 'pending',
  invited_by TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  expires_at BIGINT NOT NULL,
  UNIQUE (resource, resource_id, email_key)
);
CREATE INDEX invites_by_age ON invites (expires_at);

-- Who did what, when and from where. Ids have no foreign keys: entries outlive their subjects.
CREATE TABLE audit_log (
  id TEXT COLLATE "C" PRIMARY KEY,
  kind TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  user_id TEXT COLLATE "C",
  ip TEXT COLLATE "C",
  agent TEXT COLLATE "C",
  workspace_id TEXT COLLATE "C",
  project_id TEXT COLLATE "C",
  bucket_id TEXT COLLATE "C",
  subject_id TEXT COLLATE "C",
  subject TEXT COLLATE "C" NOT NULL,
  details TEXT COLLATE "C" NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_log_by_project ON audit_log (project_id, id);
CREATE INDEX audit_log_by_workspace ON audit_log (workspace_id, id);
CREATE INDEX audit_log_by_user ON audit_log (user_id, id);
CREATE INDEX audit_log_by_subject ON audit_log (subject_id, kind) WHERE subject_id IS NOT NULL;
CREATE INDEX audit_log_by_age ON audit_log (created_at);
CREATE FUNCTION keep_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    RAISE EXCEPTION 'The audit log is not changed.';
  END IF;
  IF OLD.created_at > to_char((now() AT TIME ZONE 'UTC') - INTERVAL '400 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') THEN
    RAISE EXCEPTION 'The audit log is kept for 400 days.';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER audit_log_is_kept BEFORE UPDATE OR DELETE ON audit_log
FOR EACH ROW EXECUTE FUNCTION keep_audit_log();

-- Recorded commands. They belong to a project, so that its buckets share them, and name fields by key.
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

-- Deleted projects, whose content is erased in pieces.
CREATE TABLE erasures (
  project_id TEXT COLLATE "C" PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE
);

-- Buckets

CREATE TABLE buckets (
  id TEXT COLLATE "C" PRIMARY KEY,
  project_id TEXT COLLATE "C" NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  slug TEXT COLLATE "C" NOT NULL UNIQUE,
  title TEXT COLLATE "C" NOT NULL,
  thumbnail TEXT COLLATE "C",
  is_default BIGINT NOT NULL DEFAULT 0,
  -- Grows with every committed write to what the bucket holds.
  version BIGINT NOT NULL DEFAULT 1,
  -- The version at the last deletion for good: an older index in memory is read again.
  purged_version BIGINT NOT NULL DEFAULT 0,
  settings TEXT COLLATE "C" NOT NULL DEFAULT '{}',
  -- Locales of localized types that name none themselves.
  locales TEXT COLLATE "C" NOT NULL DEFAULT '[]',
  media_folders TEXT COLLATE "C" NOT NULL DEFAULT '[]',
  media_is_private BIGINT NOT NULL DEFAULT 0,
  media_keeps_location BIGINT NOT NULL DEFAULT 0,
  -- Days after which only the last revision of each day is kept; null keeps all.
  thin_revisions_after BIGINT,
  -- Comes with the version: writes of buckets without webhooks look for none.
  has_webhooks BIGINT NOT NULL DEFAULT 0,
  read_key_hash TEXT COLLATE "C" NOT NULL UNIQUE,
  read_key_sealed TEXT COLLATE "C" NOT NULL,
  preview_key_hash TEXT COLLATE "C" NOT NULL DEFAULT '',
  preview_key_sealed TEXT COLLATE "C" NOT NULL DEFAULT '',
  write_key_hash TEXT COLLATE "C" NOT NULL UNIQUE,
  write_key_sealed TEXT COLLATE "C" NOT NULL,
  -- Replaced keys that still work for a while: [{key, hash, ending, ends_at}].
  former_keys TEXT COLLATE "C" NOT NULL DEFAULT '[]',
  read_key_reads_drafts BIGINT NOT NULL DEFAULT 0,
  -- Whether published content is read without any key.
  reads_without_key BIGINT NOT NULL DEFAULT 0,
  created_at TEXT COLLATE "C" NOT NULL,
  modified_at TEXT COLLATE "C" NOT NULL,
  rev BIGINT NOT NULL DEFAULT 1
);
CREATE INDEX buckets_by_project ON buckets (project_id);

-- When each key was last used, to the hour; replaced keys, too.
CREATE TABLE key_uses (
  key_hash TEXT COLLATE "C" PRIMARY KEY,
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  used_at BIGINT NOT NULL
);
CREATE INDEX key_uses_by_bucket ON key_uses (bucket_id);

-- Project members with role `user` see only the buckets named here. `options` narrow or widen the role.
CREATE TABLE bucket_members (
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role TEXT COLLATE "C" NOT NULL,
  options TEXT COLLATE "C" NOT NULL DEFAULT '{}',
  PRIMARY KEY (bucket_id, user_id)
);
CREATE INDEX bucket_members_by_user ON bucket_members (user_id);

-- Settings that a plugin stores for an account in a bucket; only that account reads them.
CREATE TABLE plugin_settings (
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  plugin_id TEXT COLLATE "C" NOT NULL,
  settings TEXT COLLATE "C" NOT NULL,
  modified_at TEXT COLLATE "C" NOT NULL,
  rev BIGINT NOT NULL DEFAULT 1,
  PRIMARY KEY (bucket_id, user_id, plugin_id)
);
CREATE INDEX plugin_settings_by_user ON plugin_settings (user_id);

-- Queries saved under a name, with the look of their list. A shared one has no `private_to`.
CREATE TABLE smart_views (
  id TEXT COLLATE "C" PRIMARY KEY,
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  private_to TEXT COLLATE "C" REFERENCES users (id) ON DELETE CASCADE,
  title TEXT COLLATE "C" NOT NULL,
  icon TEXT COLLATE "C",
  query_string TEXT COLLATE "C" NOT NULL,
  columns TEXT COLLATE "C",
  sort TEXT COLLATE "C",
  grouping TEXT COLLATE "C",
  type TEXT COLLATE "C",
  rank BIGINT NOT NULL,
  created_by TEXT COLLATE "C",
  modified_by TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  modified_at TEXT COLLATE "C" NOT NULL,
  rev BIGINT NOT NULL DEFAULT 1
);
CREATE INDEX smart_views_by_bucket ON smart_views (bucket_id, rank);
CREATE INDEX smart_views_by_person ON smart_views (private_to);

-- Object types

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
  id TEXT COLLATE "C" NOT NULL,
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
  deleted_at TEXT COLLATE "C",
  PRIMARY KEY (bucket_id, id)
);
CREATE UNIQUE INDEX object_types_by_slug ON object_types (bucket_id, slug) WHERE deleted_at IS NULL;

-- Objects
-- Keys begin with the bucket: no statement reads past it. Long columns come last: short ones are read without them.

-- The newest versions. `version` is the bucket's version at the last write. `state_rev` is the rev that first had the present
-- state: an undo restores it, so that older change sets can be undone as well.
CREATE TABLE objects (
  id TEXT COLLATE "C" NOT NULL,
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
  metadata json NOT NULL DEFAULT '{}',
  PRIMARY KEY (bucket_id, id)
);
CREATE UNIQUE INDEX objects_by_slug ON objects (bucket_id, type, slug, coalesce(locale, '')) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX objects_by_rank ON objects (bucket_id, type, rank);
-- Rows that changed since a version: the column indexes in memory catch up by it.
CREATE INDEX objects_by_version ON objects (bucket_id, version, id);
CREATE INDEX objects_deleted ON objects (bucket_id, deleted_at, id) WHERE deleted_at IS NOT NULL;
-- Across buckets: objects that are due.
CREATE INDEX objects_publish_due ON objects (publish_at) WHERE publish_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX objects_unpublish_due ON objects (unpublish_at) WHERE unpublish_at IS NOT NULL AND deleted_at IS NULL;

-- The published version, in the same columns, so that one query serves both. `version` is 0 in rows of 0.1.0.
CREATE TABLE published_objects (
  id TEXT COLLATE "C" NOT NULL,
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
  version BIGINT NOT NULL DEFAULT 0,
  content TEXT COLLATE "C" NOT NULL DEFAULT '',
  metadata json NOT NULL DEFAULT '{}',
  PRIMARY KEY (bucket_id, id),
  FOREIGN KEY (bucket_id, id) REFERENCES objects (bucket_id, id) ON DELETE CASCADE
);
CREATE INDEX published_by_slug ON published_objects (bucket_id, type, slug) WHERE deleted_at IS NULL;

-- Former states of an object, whole; `rev` is the one that the object had then. A state with a name is one of them while it
-- is the present one. Lists read `status` alone.
CREATE TABLE revisions (
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  object_id TEXT COLLATE "C" NOT NULL,
  rev BIGINT NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  change_set_id TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  created_by TEXT COLLATE "C",
  status TEXT COLLATE "C" NOT NULL DEFAULT 'draft',
  name TEXT COLLATE "C",
  state TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (bucket_id, object_id, rev)
);

-- Fields of translations that were confirmed although their source changed.
CREATE TABLE translation_checks (
  bucket_id TEXT COLLATE "C" NOT NULL,
  object_id TEXT COLLATE "C" NOT NULL,
  field TEXT COLLATE "C" NOT NULL,
  checked_at TEXT COLLATE "C" NOT NULL,
  checked_by TEXT COLLATE "C",
  PRIMARY KEY (bucket_id, object_id, field),
  FOREIGN KEY (bucket_id, object_id) REFERENCES objects (bucket_id, id) ON DELETE CASCADE
);

-- Comments on an object or one of its fields; the parent of a reply is the comment that began its thread.
CREATE TABLE comments (
  bucket_id TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  object_id TEXT COLLATE "C" NOT NULL,
  parent_id TEXT COLLATE "C",
  -- The id of a metafield, which survives renaming; or title, slug, content.
  metafield_id TEXT COLLATE "C",
  text TEXT COLLATE "C" NOT NULL,
  -- Names of media.
  attachments TEXT COLLATE "C" NOT NULL DEFAULT '[]',
  resolved BIGINT NOT NULL DEFAULT 0,
  created_by TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  modified_at TEXT COLLATE "C" NOT NULL,
  rev BIGINT NOT NULL DEFAULT 1,
  PRIMARY KEY (bucket_id, id),
  FOREIGN KEY (bucket_id, object_id) REFERENCES objects (bucket_id, id) ON DELETE CASCADE,
  FOREIGN KEY (bucket_id, parent_id) REFERENCES comments (bucket_id, id) ON DELETE CASCADE
);
CREATE INDEX comments_by_object ON comments (bucket_id, object_id, id);
CREATE INDEX comments_by_parent ON comments (bucket_id, parent_id, id) WHERE parent_id IS NOT NULL;
CREATE INDEX comments_open ON comments (bucket_id, id) WHERE parent_id IS NULL AND resolved = 0;

CREATE TABLE comment_reactions (
  bucket_id TEXT COLLATE "C" NOT NULL,
  comment_id TEXT COLLATE "C" NOT NULL,
  emoji TEXT COLLATE "C" NOT NULL,
  user_id TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (bucket_id, comment_id, emoji, user_id),
  FOREIGN KEY (bucket_id, comment_id) REFERENCES comments (bucket_id, id) ON DELETE CASCADE
);

-- People mentioned in a comment: unread until `read_at`, and mailed about it once.
CREATE TABLE comment_mentions (
  bucket_id TEXT COLLATE "C" NOT NULL,
  comment_id TEXT COLLATE "C" NOT NULL,
  user_id TEXT COLLATE "C" NOT NULL,
  -- The comment that began the thread.
  thread_id TEXT COLLATE "C" NOT NULL,
  read_at TEXT COLLATE "C",
  mailed_at TEXT COLLATE "C",
  PRIMARY KEY (bucket_id, comment_id, user_id),
  FOREIGN KEY (bucket_id, comment_id) REFERENCES comments (bucket_id, id) ON DELETE CASCADE
);
CREATE INDEX comment_mentions_by_user ON comment_mentions (bucket_id, user_id, thread_id);

-- Media

-- Bytes in the file store, of a bucket's media or an account's pictures. A row is written before its bytes and deleted after
-- them: nothing in the store is without one. No foreign key: bytes outlive a deleted bucket until they are deleted.
CREATE TABLE files (
  owner_id TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  sha256 TEXT COLLATE "C" NOT NULL,
  size BIGINT NOT NULL,
  -- arriving: the bytes may be missing; part: of an upload; stored; leaving: the bytes are to be deleted.
  state TEXT COLLATE "C" NOT NULL,
  -- When the state last changed.
  changed_at BIGINT NOT NULL,
  -- Whether the bytes may name the location of a photo; null for files that were not looked at.
  may_hold_location INTEGER,
  PRIMARY KEY (owner_id, id)
);
-- The same bytes of an owner are stored once.
CREATE UNIQUE INDEX files_by_hash ON files (owner_id, sha256) WHERE state = 'stored';
CREATE INDEX files_to_sweep ON files (state, changed_at) WHERE state <> 'stored';

CREATE TABLE media (
  id TEXT COLLATE "C" NOT NULL,
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
  duration_ms BIGINT,
  blurhash TEXT COLLATE "C",
  color TEXT COLLATE "C",
  metadata json NOT NULL DEFAULT '{}',
  -- The bytes: a file, or the address elsewhere that an import refers to.
  file_id TEXT COLLATE "C",
  location TEXT COLLATE "C",
  -- How often the file was replaced: a part of its address from the first time on.
  replaced BIGINT NOT NULL DEFAULT 0,
  created_at TEXT COLLATE "C" NOT NULL,
  created_by TEXT COLLATE "C",
  modified_at TEXT COLLATE "C" NOT NULL,
  modified_by TEXT COLLATE "C",
  rev BIGINT NOT NULL DEFAULT 1,
  -- As that of objects.
  version BIGINT NOT NULL DEFAULT 0,
  deleted_at TEXT COLLATE "C",
  deleted_by TEXT COLLATE "C",
  PRIMARY KEY (bucket_id, id)
);
CREATE UNIQUE INDEX media_by_name ON media (bucket_id, name);
CREATE INDEX media_by_version ON media (bucket_id, version, id);
CREATE UNIQUE INDEX media_served ON media (name) WHERE file_id IS NOT NULL;
CREATE INDEX media_by_file ON media (bucket_id, file_id) WHERE file_id IS NOT NULL;
CREATE INDEX media_deleted ON media (bucket_id, deleted_at) WHERE deleted_at IS NOT NULL;

-- Files that arrive in parts.
CREATE TABLE uploads (
  id TEXT COLLATE "C" PRIMARY KEY,
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  user_id TEXT COLLATE "C" NOT NULL,
  size BIGINT NOT NULL,
  -- Name, type and the fields that came with the file.
  about TEXT COLLATE "C" NOT NULL,
  -- Once it is complete and stored.
  media_id TEXT COLLATE "C",
  expires_at BIGINT NOT NULL
);
CREATE INDEX uploads_by_bucket ON uploads (bucket_id, user_id);

-- Change sets and jobs

-- `version` is the bucket's version after the first write of the set: the newest set has the highest. A set that changed keys
-- or types of fields holds the fields of the object type before and after.
CREATE TABLE change_sets (
  id TEXT COLLATE "C" NOT NULL,
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  version BIGINT NOT NULL,
  kind TEXT COLLATE "C" NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  count BIGINT NOT NULL DEFAULT 0,
  -- Objects whose public version was added or changed.
  live_count INTEGER NOT NULL DEFAULT 0,
  job_id TEXT COLLATE "C",
  undone_by TEXT COLLATE "C",
  undo_of TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  created_by TEXT COLLATE "C",
  -- Whether a key of the bucket made the change, not a person.
  by_key BIGINT NOT NULL DEFAULT 0,
  -- The extension that proposed it.
  extension_id TEXT COLLATE "C",
  type_id TEXT COLLATE "C",
  fields_before TEXT COLLATE "C",
  fields_after TEXT COLLATE "C",
  PRIMARY KEY (bucket_id, id)
);
CREATE UNIQUE INDEX change_sets_by_version ON change_sets (bucket_id, version);

-- What a set did to each object, in order. The state before it is in `before`, or in the revision of `revision_rev`; neither
-- for an object that it created. `rev_before` and `rev_after` are values of `state_rev`.
CREATE TABLE change_set_items (
  bucket_id TEXT COLLATE "C" NOT NULL,
  change_set_id TEXT COLLATE "C" NOT NULL,
  place BIGINT NOT NULL,
  object_id TEXT COLLATE "C" NOT NULL,
  type TEXT COLLATE "C" NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  rev_before BIGINT,
  rev_after BIGINT NOT NULL,
  revision_rev BIGINT,
  rank_before BIGINT,
  rank_after BIGINT,
  before TEXT COLLATE "C",
  PRIMARY KEY (bucket_id, change_set_id, place),
  FOREIGN KEY (bucket_id, change_set_id) REFERENCES change_sets (bucket_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX change_set_items_by_object ON change_set_items (bucket_id, change_set_id, object_id);
CREATE INDEX change_set_items_by_rank ON change_set_items (bucket_id, type) WHERE rank_before IS NOT NULL;

-- The texts of media that a set changed, before and after. A media with other texts than `after` was changed since.
CREATE TABLE change_set_media (
  bucket_id TEXT COLLATE "C" NOT NULL,
  change_set_id TEXT COLLATE "C" NOT NULL,
  place BIGINT NOT NULL,
  media_id TEXT COLLATE "C" NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  before TEXT COLLATE "C" NOT NULL,
  after TEXT COLLATE "C" NOT NULL,
  -- A file that was replaced: its bytes stay as long as that can be undone.
  file_id TEXT COLLATE "C",
  PRIMARY KEY (bucket_id, change_set_id, place),
  FOREIGN KEY (bucket_id, change_set_id) REFERENCES change_sets (bucket_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX change_set_media_by_media ON change_set_media (bucket_id, change_set_id, media_id);
CREATE INDEX change_set_media_by_file ON change_set_media (bucket_id, file_id) WHERE file_id IS NOT NULL;

-- Objects that were skipped, and why. `owner_id` is the id of a job, or of a change set that had none.
CREATE TABLE failures (
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  owner_id TEXT COLLATE "C" NOT NULL,
  place BIGINT NOT NULL,
  object_id TEXT COLLATE "C",
  title TEXT COLLATE "C",
  reason TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (bucket_id, owner_id, place)
);

CREATE TABLE jobs (
  id TEXT COLLATE "C" PRIMARY KEY,
  bucket_id TEXT COLLATE "C" REFERENCES buckets (id) ON DELETE CASCADE,
  kind TEXT COLLATE "C" NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  payload TEXT COLLATE "C" NOT NULL,
  -- How far the job is: it continues from here after a crash.
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

-- What an open job is to do, and to which objects; not in `jobs`, so that progress is a small row. Part 0 is JSON; each further
-- part holds a thousand ids of 24 characters, chosen when the job was requested.
CREATE TABLE job_inputs (
  job_id TEXT COLLATE "C" NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  part BIGINT NOT NULL,
  text TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (job_id, part)
);

-- Releases

-- Named sets of objects that become public together.
CREATE TABLE releases (
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  id TEXT COLLATE "C" NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  publish_at BIGINT,
  published_at TEXT COLLATE "C",
  failure TEXT COLLATE "C",
  -- The job that publishes it, while it runs.
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

-- An object that is deleted for good stays in the release with its title, so that people notice.
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

-- Repositories and deployments

-- The code repositories that build sites from the content of a bucket.
CREATE TABLE repositories (
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  id TEXT COLLATE "C" NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  url TEXT COLLATE "C" NOT NULL,
  default_branch TEXT COLLATE "C" NOT NULL,
  created_by TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  modified_at TEXT COLLATE "C" NOT NULL,
  rev BIGINT NOT NULL DEFAULT 1,
  PRIMARY KEY (bucket_id, id)
);
CREATE UNIQUE INDEX repositories_by_url ON repositories (bucket_id, url);

CREATE TABLE repository_branches (
  bucket_id TEXT COLLATE "C" NOT NULL,
  repository_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  site_url TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (bucket_id, repository_id, name),
  FOREIGN KEY (bucket_id, repository_id) REFERENCES repositories (bucket_id, id) ON DELETE CASCADE
);

-- The Vercel token of a bucket. Links with the installation's token need none.
CREATE TABLE vercel_connections (
  bucket_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES buckets (id) ON DELETE CASCADE,
  token_sealed TEXT COLLATE "C",
  team_id TEXT COLLATE "C",
  modified_at TEXT COLLATE "C" NOT NULL,
  rev BIGINT NOT NULL DEFAULT 1
);

-- Vercel projects of a bucket; `source` says whose token linked them.
CREATE TABLE vercel_links (
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  project_id TEXT COLLATE "C" NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  source TEXT COLLATE "C" NOT NULL CHECK (source IN ('bucket', 'installation')),
  created_at TEXT COLLATE "C" NOT NULL,
  created_by TEXT COLLATE "C",
  PRIMARY KEY (bucket_id, project_id)
);

-- Webhooks

CREATE TABLE webhooks (
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  id TEXT COLLATE "C" NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  endpoint TEXT COLLATE "C" NOT NULL,
  resource TEXT COLLATE "C" NOT NULL CHECK (resource IN ('objects', 'media')),
  events TEXT COLLATE "C" NOT NULL,
  payload BIGINT NOT NULL,
  props TEXT COLLATE "C" NOT NULL,
  -- Slugs.
  object_types TEXT COLLATE "C" NOT NULL,
  header_keys TEXT COLLATE "C" NOT NULL,
  header_values_sealed TEXT COLLATE "C" NOT NULL,
  secret_sealed TEXT COLLATE "C" NOT NULL,
  former_secret_sealed TEXT COLLATE "C",
  former_secret_until BIGINT,
  is_enabled BIGINT NOT NULL,
  disabled_reason TEXT COLLATE "C",
  created_by TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  modified_at TEXT COLLATE "C" NOT NULL,
  rev BIGINT NOT NULL DEFAULT 1,
  deleted_at TEXT COLLATE "C",
  PRIMARY KEY (bucket_id, id)
);
CREATE INDEX webhooks_deleted ON webhooks (deleted_at) WHERE deleted_at IS NOT NULL;

-- Events to send, each written in the same transaction as the change.
CREATE TABLE webhook_deliveries (
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  id TEXT COLLATE "C" NOT NULL,
  webhook_id TEXT COLLATE "C" NOT NULL,
  event TEXT COLLATE "C" NOT NULL,
  item_id TEXT COLLATE "C" NOT NULL,
  -- The rev of the object; null for media.
  item_rev INTEGER,
  title TEXT COLLATE "C" NOT NULL,
  -- Sent when the object or media no longer exists.
  item TEXT COLLATE "C" NOT NULL,
  triggered_at BIGINT NOT NULL,
  state TEXT COLLATE "C" NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed', 'given_up')),
  attempts BIGINT NOT NULL DEFAULT 0,
  -- Attempts since a person last requested one: they decide how long the next one waits.
  tries BIGINT NOT NULL DEFAULT 0,
  -- Of the last attempt.
  status BIGINT,
  problem TEXT COLLATE "C",
  duration BIGINT,
  last_attempt_at BIGINT,
  -- Null when the delivery is over.
  next_at BIGINT,
  lease_token TEXT COLLATE "C",
  lease_until BIGINT,
  PRIMARY KEY (bucket_id, id),
  FOREIGN KEY (bucket_id, webhook_id) REFERENCES webhooks (bucket_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_of_webhook ON webhook_deliveries (bucket_id, webhook_id, id);
CREATE INDEX webhook_deliveries_by_state ON webhook_deliveries (bucket_id, webhook_id, state);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX webhook_deliveries_next ON webhook_deliveries (bucket_id, webhook_id, next_at, id) WHERE next_at IS NOT NULL;

-- The requests of a delivery and the responses, if any. Headers are stored without secret values.
CREATE TABLE webhook_attempts (
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  delivery_id TEXT COLLATE "C" NOT NULL,
  number BIGINT NOT NULL,
  at BIGINT NOT NULL,
  duration BIGINT NOT NULL,
  status BIGINT,
  problem TEXT COLLATE "C",
  request_headers TEXT COLLATE "C" NOT NULL,
  request_body TEXT COLLATE "C" NOT NULL,
  request_size BIGINT NOT NULL,
  response_headers TEXT COLLATE "C",
  response_body TEXT COLLATE "C",
  PRIMARY KEY (bucket_id, delivery_id, number),
  FOREIGN KEY (bucket_id, delivery_id) REFERENCES webhook_deliveries (bucket_id, id) ON DELETE CASCADE
);

-- Extensions

-- The newest version of each extension that a workspace published. The id is unique in the installation.
CREATE TABLE published_extensions (
  extension_id TEXT COLLATE "C" PRIMARY KEY,
  workspace_id TEXT COLLATE "C" NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  manifest TEXT COLLATE "C" NOT NULL,
  sha256 TEXT COLLATE "C" NOT NULL,
  -- Bytes of its files.
  size BIGINT NOT NULL,
  published_at TEXT COLLATE "C" NOT NULL,
  published_by TEXT COLLATE "C"
);
CREATE INDEX published_extensions_of_workspace ON published_extensions (workspace_id);
CREATE INDEX published_extensions_by_files ON published_extensions (sha256);

-- Files by the hash of all files of a version: they never change.
CREATE TABLE extension_files (
  sha256 TEXT COLLATE "C" NOT NULL,
  path TEXT COLLATE "C" NOT NULL,
  type TEXT COLLATE "C" NOT NULL,
  -- base64
  content TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (sha256, path)
);

CREATE TABLE installed_extensions (
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  extension_id TEXT COLLATE "C" NOT NULL,
  -- The workspace that published it; null for one of the product.
  workspace_id TEXT COLLATE "C",
  -- As it was accepted. The permissions are apart: every call of the extension reads them.
  manifest TEXT COLLATE "C" NOT NULL,
  permissions TEXT COLLATE "C" NOT NULL,
  sha256 TEXT COLLATE "C" NOT NULL,
  is_enabled BIGINT NOT NULL DEFAULT 1,
  installed_by TEXT COLLATE "C",
  installed_at TEXT COLLATE "C" NOT NULL,
  rev BIGINT NOT NULL DEFAULT 1,
  PRIMARY KEY (bucket_id, extension_id)
);
CREATE INDEX installed_extensions_by_files ON installed_extensions (sha256);

-- Values that an extension stores in a bucket. They stay when it is uninstalled.
CREATE TABLE extension_values (
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  extension_id TEXT COLLATE "C" NOT NULL,
  data TEXT COLLATE "C" NOT NULL,
  modified_at TEXT COLLATE "C" NOT NULL,
  rev BIGINT NOT NULL,
  PRIMARY KEY (bucket_id, extension_id)
);

-- Backups

-- When a bucket is backed up; no row until a schedule is set.
CREATE TABLE backup_schedules (
  bucket_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES buckets (id) ON DELETE CASCADE,
  is_on BIGINT NOT NULL,
  every TEXT COLLATE "C" NOT NULL CHECK (every IN ('day', 'week')),
  weekday BIGINT NOT NULL,
  hour BIGINT NOT NULL,
  keep_daily BIGINT NOT NULL,
  keep_weekly BIGINT NOT NULL,
  -- Null while it is off.
  next_at BIGINT,
  -- Gets a mail when a backup fails.
  modified_by TEXT COLLATE "C",
  rev BIGINT NOT NULL DEFAULT 1
);
CREATE INDEX backup_schedules_due ON backup_schedules (next_at) WHERE next_at IS NOT NULL;

CREATE TABLE backups (
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  id TEXT COLLATE "C" NOT NULL,
  state TEXT COLLATE "C" NOT NULL CHECK (state IN ('running', 'done', 'failed', 'deleting')),
  reason TEXT COLLATE "C" NOT NULL CHECK (reason IN ('schedule', 'manual')),
  created_by TEXT COLLATE "C",
  at BIGINT NOT NULL,
  unchanged_at BIGINT,
  job_id TEXT COLLATE "C",
  -- Of the bucket.
  version BIGINT,
  -- The packed bucket.json.
  file_id TEXT COLLATE "C",
  size BIGINT NOT NULL DEFAULT 0,
  media_size BIGINT NOT NULL DEFAULT 0,
  object_types BIGINT NOT NULL DEFAULT 0,
  objects BIGINT NOT NULL DEFAULT 0,
  media BIGINT NOT NULL DEFAULT 0,
  -- Jobs that tried to make it.
  attempts BIGINT NOT NULL DEFAULT 0,
  failure TEXT COLLATE "C",
  PRIMARY KEY (bucket_id, id)
);
CREATE INDEX backups_by_state ON backups (state);
CREATE INDEX backups_by_file ON backups (bucket_id, file_id) WHERE file_id IS NOT NULL;

-- Files of media that a backup needs: they stay as long as it does.
CREATE TABLE backup_media (
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  backup_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  file_id TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (bucket_id, backup_id, name),
  FOREIGN KEY (bucket_id, backup_id) REFERENCES backups (bucket_id, id) ON DELETE CASCADE
);
CREATE INDEX backup_media_by_file ON backup_media (bucket_id, file_id);

-- Billing
-- `place_id` is the id of a project or workspace that is billed.

-- Usage that plans limit, by calendar month (UTC).
CREATE TABLE metered_usage (
  place_id TEXT COLLATE "C" NOT NULL,
  -- 2026-11
  month TEXT COLLATE "C" NOT NULL,
  meter TEXT COLLATE "C" NOT NULL,
  amount BIGINT NOT NULL,
  -- The last share of the limit, in percent, that admins got a mail about.
  told BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (place_id, month, meter)
);
CREATE INDEX metered_usage_by_month ON metered_usage (month);

-- Billing details and AI tokens of a person.
CREATE TABLE billing_accounts (
  user_id TEXT COLLATE "C" PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- The person's id at the payment provider; null until it is needed.
  customer_id TEXT COLLATE "C",
  email TEXT COLLATE "C" NOT NULL DEFAULT '',
  company TEXT COLLATE "C" NOT NULL DEFAULT '',
  tax_id TEXT COLLATE "C" NOT NULL DEFAULT '',
  address TEXT COLLATE "C" NOT NULL DEFAULT '',
  details_rev BIGINT NOT NULL DEFAULT 1,
  -- The sum of the person's token_entries, updated in the same write.
  balance BIGINT NOT NULL DEFAULT 0,
  reload_enabled BIGINT NOT NULL DEFAULT 0,
  reload_threshold BIGINT NOT NULL DEFAULT 500000,
  reload_package_id TEXT COLLATE "C" NOT NULL DEFAULT 'tokens-2m',
  reload_monthly_limit BIGINT NOT NULL DEFAULT 20000,
  reload_rev BIGINT NOT NULL DEFAULT 1
);
CREATE INDEX billing_accounts_by_customer ON billing_accounts (customer_id) WHERE customer_id IS NOT NULL;

-- Charges of a card, each written before the provider is called. The provider charges an id once.
CREATE TABLE charges (
  id TEXT COLLATE "C" PRIMARY KEY,
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- tokens, reload, subscription or renewal
  kind TEXT COLLATE "C" NOT NULL,
  place_id TEXT COLLATE "C",
  description TEXT COLLATE "C" NOT NULL,
  package_id TEXT COLLATE "C",
  tokens BIGINT NOT NULL DEFAULT 0,
  -- Cents.
  amount BIGINT NOT NULL,
  currency TEXT COLLATE "C" NOT NULL,
  -- What follows the payment.
  effect TEXT COLLATE "C",
  -- The request for it: the same request gets the same charge.
  request_key TEXT COLLATE "C",
  status TEXT COLLATE "C" NOT NULL DEFAULT 'pending',
  failure TEXT COLLATE "C",
  failure_rule TEXT COLLATE "C",
  created_at BIGINT NOT NULL,
  settled_at BIGINT
);
CREATE INDEX charges_of_user ON charges (user_id, id);
CREATE INDEX charges_pending ON charges (created_at) WHERE status = 'pending';
CREATE UNIQUE INDEX charges_by_request ON charges (request_key) WHERE request_key IS NOT NULL;
CREATE UNIQUE INDEX charges_one_for_a_place ON charges (place_id) WHERE place_id IS NOT NULL AND status = 'pending';
CREATE UNIQUE INDEX charges_one_reload ON charges (user_id) WHERE kind = 'reload' AND status = 'pending';

-- AI tokens bought and used. Rows are only added.
CREATE TABLE token_entries (
  id TEXT COLLATE "C" PRIMARY KEY,
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Below zero for used ones.
  tokens BIGINT NOT NULL,
  charge_id TEXT COLLATE "C" UNIQUE REFERENCES charges (id) ON DELETE CASCADE,
  bucket_id TEXT COLLATE "C",
  created_at BIGINT NOT NULL
);
CREATE INDEX token_entries_of_user ON token_entries (user_id, created_at);

-- Tokens that running AI work can use, so that they are not spent twice. One that a dead server left behind expires.
CREATE TABLE token_reservations (
  id TEXT COLLATE "C" PRIMARY KEY,
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  tokens BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX token_reservations_of_user ON token_reservations (user_id);

CREATE TABLE subscriptions (
  place_id TEXT COLLATE "C" PRIMARY KEY,
  resource TEXT COLLATE "C" NOT NULL,
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  plan_id TEXT COLLATE "C" NOT NULL,
  "interval" TEXT COLLATE "C" NOT NULL,
  add_ons TEXT COLLATE "C" NOT NULL,
  -- The plan after this period; null for the same.
  next TEXT COLLATE "C",
  period_start BIGINT NOT NULL,
  period_end BIGINT NOT NULL,
  -- active or past_due
  status TEXT COLLATE "C" NOT NULL DEFAULT 'active',
  past_due_at BIGINT,
  -- When the card is charged again.
  retry_at BIGINT,
  -- The subscription and the customer at the provider; null where this server renews it.
  provider_id TEXT COLLATE "C",
  provider_user_id TEXT COLLATE "C",
  -- Set until the provider knows the last change.
  is_unsynced BIGINT NOT NULL DEFAULT 0,
  rev BIGINT NOT NULL DEFAULT 1
);
CREATE INDEX subscriptions_by_end ON subscriptions (period_end);
CREATE INDEX subscriptions_of_user ON subscriptions (user_id);
CREATE INDEX subscriptions_unsynced ON subscriptions (place_id) WHERE is_unsynced = 1;
CREATE INDEX subscriptions_by_provider ON subscriptions (provider_id) WHERE provider_id IS NOT NULL;

-- Events of the payment provider that were applied.
CREATE TABLE payment_events (
  id TEXT COLLATE "C" PRIMARY KEY,
  created_at BIGINT NOT NULL
);
CREATE INDEX payment_events_by_age ON payment_events (created_at);

-- Storage of the provider in test mode. It never holds the number of a card.
CREATE TABLE test_cards (
  id TEXT COLLATE "C" PRIMARY KEY,
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  brand TEXT COLLATE "C" NOT NULL,
  last4 TEXT COLLATE "C" NOT NULL,
  exp_month BIGINT NOT NULL,
  exp_year BIGINT NOT NULL,
  is_default BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX test_cards_of_user ON test_cards (user_id, id);

CREATE TABLE test_intents (
  id TEXT COLLATE "C" PRIMARY KEY,
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  status TEXT COLLATE "C" NOT NULL
);

CREATE TABLE test_charges (
  key TEXT COLLATE "C" PRIMARY KEY,
  user_id TEXT COLLATE "C" NOT NULL,
  amount BIGINT NOT NULL,
  failure_rule TEXT COLLATE "C"
);
