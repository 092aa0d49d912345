-- Tokens that AI may take while it works: they cannot be spent twice. One that a dead server left behind expires.
CREATE TABLE token_reservations (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  tokens INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX token_reservations_of_user ON token_reservations (user_id);
