-- How many objects there are of each type, status and locale, outside the trash: totals of lists and counts of types would
-- else walk through all of them after every write. Triggers keep them, so that no write can forget to.
CREATE TABLE object_counts (
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  locale TEXT,
  total INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX object_counts_by_group ON object_counts (bucket_id, type, status, ifnull(locale, ''));
INSERT INTO object_counts
  SELECT bucket_id, type, status, locale, count(*) FROM objects WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4;

CREATE TRIGGER objects_count_added AFTER INSERT ON objects WHEN new.deleted_at IS NULL BEGIN
  INSERT INTO object_counts VALUES (new.bucket_id, new.type, new.status, new.locale, 1)
    ON CONFLICT (bucket_id, type, status, ifnull(locale, '')) DO UPDATE SET total = total + 1;
END;
CREATE TRIGGER objects_count_gone AFTER DELETE ON objects WHEN old.deleted_at IS NULL BEGIN
  UPDATE object_counts SET total = total - 1
    WHERE bucket_id = old.bucket_id AND type = old.type AND status = old.status AND ifnull(locale, '') = ifnull(old.locale, '');
END;
CREATE TRIGGER objects_count_changed AFTER UPDATE OF type, status, locale, deleted_at ON objects BEGIN
  UPDATE object_counts SET total = total - 1
    WHERE old.deleted_at IS NULL
      AND bucket_id = old.bucket_id AND type = old.type AND status = old.status AND ifnull(locale, '') = ifnull(old.locale, '');
  INSERT INTO object_counts SELECT new.bucket_id, new.type, new.status, new.locale, 1 WHERE new.deleted_at IS NULL
    ON CONFLICT (bucket_id, type, status, ifnull(locale, '')) DO UPDATE SET total = total + 1;
END;

-- The same of the versions that the public sees.
CREATE TABLE published_counts (
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  locale TEXT,
  total INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX published_counts_by_group ON published_counts (bucket_id, type, status, ifnull(locale, ''));
INSERT INTO published_counts
  SELECT bucket_id, type, status, locale, count(*) FROM published_objects WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4;

CREATE TRIGGER published_count_added AFTER INSERT ON published_objects WHEN new.deleted_at IS NULL BEGIN
  INSERT INTO published_counts VALUES (new.bucket_id, new.type, new.status, new.locale, 1)
    ON CONFLICT (bucket_id, type, status, ifnull(locale, '')) DO UPDATE SET total = total + 1;
END;
CREATE TRIGGER published_count_gone AFTER DELETE ON published_objects WHEN old.deleted_at IS NULL BEGIN
  UPDATE published_counts SET total = total - 1
    WHERE bucket_id = old.bucket_id AND type = old.type AND status = old.status AND ifnull(locale, '') = ifnull(old.locale, '');
END;
CREATE TRIGGER published_count_changed AFTER UPDATE OF type, status, locale, deleted_at ON published_objects BEGIN
  UPDATE published_counts SET total = total - 1
    WHERE old.deleted_at IS NULL
      AND bucket_id = old.bucket_id AND type = old.type AND status = old.status AND ifnull(locale, '') = ifnull(old.locale, '');
  INSERT INTO published_counts SELECT new.bucket_id, new.type, new.status, new.locale, 1 WHERE new.deleted_at IS NULL
    ON CONFLICT (bucket_id, type, status, ifnull(locale, '')) DO UPDATE SET total = total + 1;
END;
