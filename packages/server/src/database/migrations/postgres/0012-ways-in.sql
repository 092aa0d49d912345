-- Sessions get an id that may be shown: their key is the hash of a secret.
ALTER TABLE sessions ADD COLUMN id TEXT COLLATE "C";
UPDATE sessions SET id = substr(md5(random()::text || token_hash), 1, 24);
CREATE UNIQUE INDEX sessions_by_id ON sessions (id);

-- Personal access tokens: what programs call the API with, as a person.
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

-- Accounts at Google and GitHub that open an account here.
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

-- Challenges of sign-ins that were answered: each works once. `sealed` holds who it was while the one-time code is missing.
CREATE TABLE used_challenges (
  id_hash TEXT COLLATE "C" PRIMARY KEY,
  sealed TEXT COLLATE "C" NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX used_challenges_by_end ON used_challenges (expires_at);
