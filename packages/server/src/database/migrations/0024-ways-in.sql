-- Sessions get an id that may be shown: their key is the hash of a secret.
ALTER TABLE sessions ADD COLUMN id TEXT;
UPDATE sessions SET id = lower(hex(randomblob(12)));
CREATE UNIQUE INDEX sessions_by_id ON sessions (id);

-- Personal access tokens: what programs call the API with, as a person.
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

-- Accounts at Google and GitHub that open an account here.
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

-- What a browser was asked to bring back, once: from a provider, or signed with a passkey.
CREATE TABLE sign_in_challenges (
  id_hash TEXT PRIMARY KEY,
  purpose TEXT NOT NULL,
  user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
  sealed TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX sign_in_challenges_by_end ON sign_in_challenges (expires_at);
