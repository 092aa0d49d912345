-- Lists, totals, searches, references and unique values are found on column indexes in memory: what the database kept for
-- them goes, and with it what each write paid for it. Indexes on metafields, whose names are their own, go with the
-- migration's code.
DROP TRIGGER objects_count_added;
DROP TRIGGER objects_count_gone;
DROP TRIGGER objects_count_changed;
DROP TRIGGER published_count_added;
DROP TRIGGER published_count_gone;
DROP TRIGGER published_count_changed;
DROP TRIGGER objects_lose_titles;
DROP TABLE object_counts;
DROP TABLE published_counts;
DROP TABLE object_titles;
DROP TABLE field_indexes;

DROP INDEX objects_by_bucket_rank;
DROP INDEX objects_by_type_rank;
DROP INDEX objects_by_modified;
DROP INDEX objects_by_type_modified;
DROP INDEX objects_by_created;
DROP INDEX objects_by_type_created;
DROP INDEX objects_by_title;
DROP INDEX objects_by_type_title;
DROP INDEX objects_by_version;
CREATE UNIQUE INDEX objects_by_version ON objects (bucket_id, version, id);
DROP INDEX published_by_rank;
DROP INDEX published_by_bucket_rank;
DROP INDEX published_by_bucket_slug;
DROP INDEX published_by_modified;
DROP INDEX published_by_created;

-- The planner's beliefs of those, and of the index that is another one now.
DELETE FROM sqlite_stat1 WHERE tbl IN ('objects', 'published_objects') AND idx NOT IN (SELECT name FROM sqlite_schema WHERE type = 'index');
UPDATE sqlite_stat1 SET stat = '100000 50000 10 1' WHERE idx = 'objects_by_version';
ANALYZE sqlite_schema;
