-- What a change set did to the texts of each media: only those that it changed, as JSON, before and after. A media whose texts
-- are not those of `after` any more was changed since.
CREATE TABLE change_set_media (
  seq INTEGER PRIMARY KEY,
  change_set_id TEXT NOT NULL REFERENCES change_sets (id) ON DELETE CASCADE,
  media_id TEXT NOT NULL,
  title TEXT NOT NULL,
  before TEXT NOT NULL,
  after TEXT NOT NULL,
  UNIQUE (change_set_id, media_id)
) STRICT;
CREATE INDEX change_set_media_in_order ON change_set_media (change_set_id, seq);
