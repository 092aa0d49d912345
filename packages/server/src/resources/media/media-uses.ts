import type { BulkResult } from '@typecase/contract/objects'
import { LRUCache } from 'lru-cache'

import type { App } from '../../app.ts'
import { nextSlice, sliceIsOver } from '../../columns/sorting.ts'
import type { Reader } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { parseValues, publicVersion } from '../objects/model/state.ts'
import { readObjects } from '../objects/store/store.ts'
import '../objects/store/tables.ts'
import { namesInValue } from './names-in-text.ts'

type Finding = Pick<App, 'columns'> & { readonly db: Pick<App['db'], 'read'> }

/** An index of the media that each object uses in its newest or published version. */
class MediaUses {
  readonly #read: Reader
  readonly #bucketId: string
  readonly #namesOf = new Map<string, ReadonlySet<string>>()
  readonly #objectsOf = new Map<string, Set<string>>()
  #after = { version: -1, id: '' }
  #purged = 0
  #catchUp: Promise<void> = Promise.resolve()

  constructor(read: Reader, bucketId: string) {
    this.#read = read
    this.#bucketId = bucketId
  }

  names(): Iterable<string> {
    return this.#objectsOf.keys()
  }

  /** Returns the ids of the objects that use a media. */
  of(name: string): ReadonlySet<string> {
    return this.#objectsOf.get(name) ?? NONE
  }

  /** Reads the objects written since the last call. Concurrent callers take turns. */
  async current(signal?: AbortSignal): Promise<this> {
    const last = this.#catchUp
    const done = Promise.withResolvers<void>()
    this.#catchUp = done.promise
    await last
    try {
      await this.#readChanges(signal)
    } finally {
      done.resolve()
    }
    return this
  }

  async #readChanges(signal?: AbortSignal): Promise<void> {
    const bucketId = this.#bucketId
    const [bucket] = await versions(this.#read, { bucketId })
    if (bucket && bucket.purged_version > this.#purged) {
      // Purged objects leave no trace in the table, so the index must be rebuilt.
      this.#namesOf.clear()
      this.#objectsOf.clear()
      this.#after = { version: -1, id: '' }
      this.#purged = bucket.purged_version
    }
    for (;;) {
      const rows = await writtenRows(this.#read, { bucketId, ...this.#after, limit: CHUNK })
      for (const row of rows) {
        while (sliceIsOver()) await nextSlice()
        signal?.throwIfAborted()
        this.#set(row.id, row.deleted_at === null ? namesIn(row) : NONE)
        this.#after = { version: row.version, id: row.id }
      }
      if (rows.length < CHUNK) return
    }
  }

  #set(id: string, names: ReadonlySet<string>): void {
    for (const name of this.#namesOf.get(id) ?? NONE) {
      const objects = this.#objectsOf.get(name)
      objects?.delete(id)
      if (objects?.size === 0) this.#objectsOf.delete(name)
    }
    if (names.size === 0) this.#namesOf.delete(id)
    else this.#namesOf.set(id, names)
    for (const name of names) {
      const objects = this.#objectsOf.get(name) ?? new Set()
      this.#objectsOf.set(name, objects.add(id))
    }
  }
}

const NONE: ReadonlySet<string> = new Set()

/** Number of objects per read. */
const CHUNK = 200

const versions = prepared((db, of: { bucketId: string }) =>
  db.selectFrom('buckets').select('purged_version').where('id', '=', of.bucketId),
)

interface After {
  bucketId: string
  version: number
  id: string
  limit: number
}

const writtenRows = prepared((db, after: After) =>
  db
    .selectFrom('objects as o')
    .leftJoin('published_objects as p', (join) =>
      join.onRef('p.bucket_id', '=', 'o.bucket_id').onRef('p.id', '=', 'o.id'),
    )
    .select(['o.id', 'o.version', 'o.deleted_at', 'o.thumbnail', 'o.content', 'o.metadata'])
    .select(['p.thumbnail as p_thumbnail', 'p.content as p_content', 'p.metadata as p_metadata'])
    .where('o.bucket_id', '=', after.bucketId)
    .where((eb) => eb(eb.refTuple('o.version', 'o.id'), '>', eb.tuple(after.version, after.id)))
    .orderBy('o.version')
    .orderBy('o.id')
    .limit(after.limit),
)

/** The parts of an object that can refer to media. */
interface Version {
  thumbnail: string | null
  content: string | null
  /** JSON. */
  metadata: string | null
}

type Row = Version & {
  p_thumbnail: string | null
  p_content: string | null
  p_metadata: string | null
}

function namesIn(row: Row): ReadonlySet<string> {
  const newest = namesInVersion(row)
  if (row.p_metadata === null) return newest
  const { p_thumbnail: thumbnail, p_content: content, p_metadata: metadata } = row
  return new Set([...newest, ...namesInVersion({ thumbnail, content, metadata })])
}

export const namesInVersion = ({ thumbnail, content, metadata }: Version): Set<string> =>
  namesInValue([thumbnail, content, metadata === null ? null : parseValues(metadata)])

/** Number of buckets whose uses are cached in memory. */
const MAX_NAMES = 50

const caches = new WeakMap<object, LRUCache<string, MediaUses>>()

/** Returns the current uses of a bucket's media by its objects. */
export function usesOfMedia(
  { db, columns }: Finding,
  { bucketId }: BucketAccess,
  signal?: AbortSignal,
): Promise<MediaUses> {
  const buckets = caches.get(columns) ?? new LRUCache<string, MediaUses>({ max: MAX_NAMES })
  caches.set(columns, buckets)
  const uses = buckets.get(bucketId) ?? new MediaUses(db.read, bucketId)
  buckets.set(bucketId, uses)
  return uses.current(signal)
}

/** Returns those of the names that objects use in the state that a write sees, which may include its own changes. */
export async function usedNames(
  finding: Finding,
  db: Reader,
  access: BucketAccess,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const uses = await usesOfMedia(finding, access)
  const ids = [...new Set(names.flatMap((name) => [...uses.of(name)]))]
  const used = new Set<string>()
  for (let at = 0; at < ids.length; at += CHUNK) {
    const objects = await readObjects(db, access, ids.slice(at, at + CHUNK))
    for (const { state } of objects.values())
      for (const version of [state, publicVersion(state)])
        for (const name of version ? namesInVersion(version) : []) used.add(name)
  }
  return used
}

/** Counts the named media that are in use, and the objects that use them. */
export async function countUsesOfMedia(
  finding: Finding,
  access: BucketAccess,
  names: Iterable<string>,
): Promise<NonNullable<BulkResult['references']>> {
  const uses = await usesOfMedia(finding, access)
  const by = new Set<string>()
  let used = 0
  for (const name of names) {
    while (sliceIsOver()) await nextSlice()
    const objects = uses.of(name)
    if (objects.size > 0) used += 1
    for (const id of objects) by.add(id)
  }
  return { used, by: by.size }
}
