-- Scopes of access tokens: what was `write` is `admin`. `bucket_ids` is a JSON list of the buckets that a token opens alone.
UPDATE access_tokens SET scope = 'admin' WHERE scope = 'write';
ALTER TABLE access_tokens ADD COLUMN bucket_ids TEXT;

-- Assistants: programs that registered as clients of OAuth.
CREATE TABLE assistant_clients (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  redirect_uris TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX assistant_clients_by_age ON assistant_clients (created_at);

-- What a person permitted an assistant.
CREATE TABLE assistant_grants (
  id TEXT PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES assistant_clients (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  scope TEXT NOT NULL,
  bucket_ids TEXT,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX assistant_grants_by_client ON assistant_grants (client_id);
CREATE INDEX assistant_grants_by_user ON assistant_grants (user_id);

-- Secrets of a grant: `kind` is code, access or refresh. Codes and refresh tokens serve once, and are kept to notice a second
-- use. `challenge` and `redirect_uri` are of a code.
CREATE TABLE assistant_tokens (
  token_hash TEXT PRIMARY KEY,
  grant_id TEXT NOT NULL REFERENCES assistant_grants (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  challenge TEXT,
  redirect_uri TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX assistant_tokens_by_grant ON assistant_tokens (grant_id);
CREATE INDEX assistant_tokens_by_end ON assistant_tokens (expires_at);

-- Whether assistants may work in a bucket: on, drafts or off.
ALTER TABLE buckets ADD COLUMN assistants TEXT NOT NULL DEFAULT 'on';

-- The name of the assistant that acted for a person.
ALTER TABLE change_sets ADD COLUMN client TEXT;
ALTER TABLE audit_log ADD COLUMN client TEXT;
ALTER TABLE jobs ADD COLUMN client TEXT;
