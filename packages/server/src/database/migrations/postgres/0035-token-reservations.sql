-- Tokens that AI may take while it works: they cannot be spent twice. One that a dead server left behind expires.
CREATE TABLE token_reservations (
  id TEXT COLLATE "C" PRIMARY KEY,
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  tokens BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX token_reservations_of_user ON token_reservations (user_id);
