import type { Reader } from '../../database/database.ts'
import { selectRows } from '../../database/run-sql.ts'
import { notFound } from '../../http/failure.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'

/** Each column is a JSON list already: 70,000 rows would take longer to read than to join. */
interface Columns {
  ids: string
  titles: string
  types: string
  locales: string
  statuses: string | null
  deleted: string
}

const live = 'FILTER (WHERE deleted_at IS NULL)'

/** The index that it is read from holds all that it needs. */
const COLUMNS = `SELECT
    json_group_array(id) ${live} AS ids,
    json_group_array(title) ${live} AS titles,
    json_group_array(type) ${live} AS types,
    json_group_array(locale) ${live} AS locales,
    group_concat(CASE WHEN status = 'published' THEN 'p' WHEN is_published = 1 THEN 'b' ELSE 'd' END, '') ${live} AS statuses,
    json_group_array(id) FILTER (WHERE deleted_at IS NOT NULL) AS deleted
  FROM objects INDEXED BY objects_by_version WHERE bucket_id = ? AND version > ?`

/**
 * The title index: what changed since a version of the bucket, or everything when that is unknown or lies before a
 * purge.
 * @returns JSON of an `ObjectTitles`
 */
export async function readTitles(
  db: Reader,
  { bucketId }: BucketAccess,
  since: number,
): Promise<string> {
  const [bucket] = await selectRows<{ version: number; purged_version: number }>(db, {
    text: 'SELECT version, purged_version FROM buckets WHERE id = ?',
    values: [bucketId],
  })
  if (!bucket) throw notFound('Bucket')
  const { version, purged_version } = bucket
  const full = since === 0 || since < purged_version || since > version
  const [row] = await selectRows<Columns>(db, {
    text: full ? `${COLUMNS} AND deleted_at IS NULL` : COLUMNS,
    values: [bucketId, full ? -1 : since],
  })
  if (!row) throw new Error('An aggregate has one row.')
  const { types, typeSlugs } = numbered(row.types)
  const members = [
    `"version":${version}`,
    `"full":${full}`,
    `"ids":${row.ids}`,
    `"titles":${row.titles}`,
    `"types":${types}`,
    `"type_slugs":${typeSlugs}`,
    `"statuses":"${row.statuses ?? ''}"`,
    `"locales":${row.locales}`,
    `"deleted":${row.deleted}`,
  ]
  return `{${members.join(',')}}`
}

/** A JSON list of slugs as places in the list of those that occur. */
function numbered(json: string): { types: string; typeSlugs: string } {
  const places = new Map<string, number>()
  // The database made it from a column of texts.
  const types = (JSON.parse(json) as string[]).map((slug) => {
    const place = places.get(slug) ?? places.size
    places.set(slug, place)
    return place
  })
  return { types: JSON.stringify(types), typeSlugs: JSON.stringify([...places.keys()]) }
}
