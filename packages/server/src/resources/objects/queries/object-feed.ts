import type { Path } from '@typecase/content-query/fields'

import type { FedTable } from '../../../columns/table-feed.ts'

/** The objects of a bucket that a query searches: the newest versions, the public ones, or the trash. */
export type ObjectSource = 'newest' | 'published' | 'trashed'

const columns = { order: 'rank' }
const base = ['type', 'status', 'locale', 'order', 'title'].map((field): Path => [field])

/** The tables of each source. */
export const objectTables: Readonly<Record<ObjectSource, FedTable>> = {
  newest: { table: 'objects', which: 'live', columns, base, areObjects: true },
  published: {
    table: 'objects',
    values: 'published_objects',
    which: 'live',
    columns,
    base,
    areObjects: true,
  },
  trashed: { table: 'objects', which: 'trashed', columns, base },
}
