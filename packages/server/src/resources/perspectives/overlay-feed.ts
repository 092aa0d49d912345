import type { Path } from '@typecase/content-query/fields'
import type { StoredRecord } from '@typecase/content-query/stored-values'

import type { RowFeed } from '../../columns/live-index.ts'
import { lowerBound } from '../../columns/sorting.ts'
import { tableFeed } from '../../columns/table-feed.ts'
import type { Reader } from '../../database/database.ts'
import { rateLimited } from '../../http/failure.ts'
import { objectTables } from '../objects/queries/object-feed.ts'
import { type Overlay, withPublication } from './overlay.ts'

/** The fields that `withPublication` reads. */
const PUBLICATION: readonly Path[] = [['status'], ['publish_at'], ['published_at']]

/** Maximum number of attempts to read two tables at the same version, as a write may intervene. */
const MAX_ATTEMPTS = 50

/** Returns a feed of the published versions of a bucket's objects, with an overlay. */
export function overlayFeed(read: Reader, bucketId: string, { outcomes }: Overlay): RowFeed {
  const published = tableFeed(read, bucketId, objectTables.published)
  const newest = tableFeed(read, bucketId, objectTables.newest)
  const publishedIds = [...outcomes].flatMap(([id, to]) => (to ? [id] : [])).toSorted()

  /**
   * Reads rows of the published versions, and the newest versions that replace some of them, at the same bucket
   * version.
   */
  async function readBoth<Base extends { readonly version: number }>(
    readBase: () => Promise<Base>,
    replacedIn: (base: Base) => readonly string[],
    paths: readonly Path[],
  ): Promise<[Base, ReadonlyMap<string, StoredRecord>]> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const base = await readBase()
      const ids = replacedIn(base)
      if (ids.length === 0) return [base, new Map()]
      const { records, version } = await newest.records(ids, [...paths, ...PUBLICATION])
      if (version !== base.version) continue
      const replacements = records.flatMap((record): [string, StoredRecord][] => {
        const id = String(record['id'])
        const publication = outcomes.get(id)
        return publication ? [[id, withPublication(record, publication)]] : []
      })
      return [base, new Map(replacements)]
    }
    throw rateLimited(1, 'The objects of this bucket keep changing.')
  }

  const isReplaced = (id: string): boolean => Boolean(outcomes.get(id))

  return {
    ...published,

    async all(after, limit, paths) {
      const from = lowerBound(publishedIds.length, (at) => (publishedIds[at] ?? '') <= after)
      const next = publishedIds.slice(from, from + limit)
      const idsOf = (rows: readonly { readonly id: string }[]) =>
        [...new Set([...rows.map(({ id }) => id), ...next])].toSorted().slice(0, limit)
      const [base, replacements] = await readBoth(
        () => published.all(after, limit, paths),
        ({ rows }) => idsOf(rows).filter(isReplaced),
        paths,
      )
      const records = new Map(base.rows.map(({ id, record }) => [id, record]))
      const rows = idsOf(base.rows).map((id) => ({
        id,
        record: outcomes.has(id) ? replacements.get(id) : records.get(id),
      }))
      return { ...base, rows }
    },

    async writtenRows(after, limit, paths) {
      const [base, replacements] = await readBoth(
        () => published.writtenRows(after, limit, paths),
        ({ rows }) => rows.map(({ id }) => id).filter(isReplaced),
        paths,
      )
      const rows = base.rows.map((row) =>
        outcomes.has(row.id) ? { ...row, record: replacements.get(row.id) } : row,
      )
      return { ...base, rows }
    },

    async records(ids, paths) {
      const [{ records, version }, replacements] = await readBoth(
        () => published.records(ids, paths),
        () => ids.filter(isReplaced),
        paths,
      )
      const others = records.filter((record) => !outcomes.has(String(record['id'])))
      return { records: [...others, ...replacements.values()], version }
    },
  }
}
