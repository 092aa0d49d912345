-- What went by in a calendar month (UTC) of what plans limit, for each project or workspace that is billed.
CREATE TABLE metered_usage (
  place_id TEXT NOT NULL,
  -- 2026-11
  month TEXT NOT NULL,
  meter TEXT NOT NULL,
  amount INTEGER NOT NULL,
  -- The share of the limit that admins were last told of, in percent.
  told INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (place_id, month, meter)
) STRICT, WITHOUT ROWID;
CREATE INDEX metered_usage_by_month ON metered_usage (month);
