import { type BucketKeyName, bucketKeyNames } from '@typecase/contract/buckets'
import { LRUCache } from 'lru-cache'

import type { Database } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'
import './tables.ts'

/** The state of a bucket that a request with its key needs, all from one commit. */
export interface BucketSnapshot extends BucketVersions {
  readonly id: string
  readonly readsWithoutKey: boolean
  readonly readKeyReadsDrafts: boolean
  /** Whether media are served only through URLs that expire. */
  readonly mediaIsPrivate: boolean
  /** The current and the replaced keys, by their hashes. */
  readonly keys: ReadonlyMap<string, BucketKey>
}

interface BucketKey {
  readonly name: BucketKeyName
  /** UNIX ms. */
  readonly endsAt: number
}

interface BucketVersions {
  /** Increases with each change of the bucket's content. */
  readonly version: number
  /** Increases with each change of its object types or locales. */
  readonly typesVersion: number
}

/** Reads buckets in their last committed state. */
export interface BucketSnapshots {
  /** Finds a bucket by its slug. @returns undefined if no bucket has it */
  bySlug(slug: string): Promise<BucketSnapshot | undefined>
}

/** Size of the cache. A bucket takes about a kilobyte. */
const MAX_BUCKETS = 10_000

const bucketBySlug = prepared((db, of: { slug: string }) =>
  db
    .selectFrom('buckets')
    .select(['id', 'version', 'types_version', 'former_keys'])
    .select(['read_key_hash', 'preview_key_hash', 'write_key_hash'])
    .select(['read_key_reads_drafts', 'reads_without_key', 'media_is_private'])
    .where('slug', '=', of.slug),
)
type Row = Awaited<ReturnType<typeof bucketBySlug>>[number]

const versionsById = prepared((db, of: { bucketId: string }) =>
  db.selectFrom('buckets').select(['version', 'types_version']).where('id', '=', of.bucketId),
)

/**
 * Caches buckets in memory if the database can tell that nothing was committed since they were read. Otherwise each
 * call reads the bucket with one statement.
 */
export function createBucketSnapshots(
  db: Pick<Database, 'read' | 'isHeld' | 'stateNumber'>,
): BucketSnapshots {
  const cache = new LRUCache<string, { state: number; snapshot: BucketSnapshot }>({
    max: MAX_BUCKETS,
  })

  return {
    async bySlug(slug) {
      const state = db.stateNumber()
      const cached = state === undefined ? undefined : cache.get(slug)
      if (cached?.state === state && cached && !db.isHeld({ bucketId: cached.snapshot.id }))
        return cached.snapshot
      const [row] = await bucketBySlug(db.read, { slug })
      if (!row) {
        cache.delete(slug)
        return undefined
      }
      const snapshot = snapshotOf(row)
      // During a long write the request reads the bucket's previous state, so it needs the versions of that state.
      if (db.isHeld({ bucketId: row.id })) return { ...snapshot, ...(await readVersions(row.id)) }
      if (state !== undefined) cache.set(slug, { state, snapshot })
      return snapshot
    },
  }

  async function readVersions(bucketId: string): Promise<Partial<BucketVersions>> {
    const [row] = await versionsById(db.read, { bucketId })
    return row ? versionsOf(row) : {}
  }
}

const versionsOf = (row: Pick<Row, 'version' | 'types_version'>): BucketVersions => ({
  version: row.version,
  typesVersion: row.types_version,
})

/** A replaced key as stored in the database. It is looked up by its hash and works until `ends_at` (UNIX ms). */
interface FormerKey {
  readonly key: BucketKeyName
  readonly hash: string
  /** The last four characters, by which people recognise the key. */
  readonly ending: string
  readonly ends_at: number
}

/** Returns the replaced keys that still work. */
export function parseFormerKeys(text: string, now: number): readonly FormerKey[] {
  if (text === '[]') return []
  // Only `replaceKeys` writes this column, so the cast is safe.
  return (JSON.parse(text) as FormerKey[]).filter(({ ends_at }) => ends_at > now)
}

function snapshotOf(row: Row): BucketSnapshot {
  const former = parseFormerKeys(row.former_keys, 0)
  const keys = new Map<string, BucketKey>([
    ...former.map(({ key, hash, ends_at }) => [hash, { name: key, endsAt: ends_at }] as const),
    ...bucketKeyNames.map((name) => [row[`${name}_key_hash`], { name, endsAt: Infinity }] as const),
  ])
  return {
    id: row.id,
    ...versionsOf(row),
    readsWithoutKey: row.reads_without_key === 1,
    readKeyReadsDrafts: row.read_key_reads_drafts === 1,
    mediaIsPrivate: row.media_is_private === 1,
    keys,
  }
}
