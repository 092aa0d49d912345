import type { Path } from '@typecase/content-query/fields'
import { pick } from '@typecase/content-query/props'

import type { VersionedRow } from '../../../columns/find-rows.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import type { ShownVersion } from '../../perspectives/choose-version.ts'
import type { Finding } from './find-objects.ts'
import type { ListRequest } from './list-request.ts'
import { type ObjectVersion, parseValues, type Status } from '../model/state.ts'
import { readByIds, readObjectPage, requestedParts } from './page-rows.ts'
import { withValues } from '../model/read-form.ts'
import { typeModelsOf } from '../store/type-models.ts'
import type { TypeModel } from '../model/type-model.ts'

interface ListRow extends ObjectVersion {
  id: string
  bucket_id: string
  type: string
  status: Status
  is_published: number
  rank: number
  created_at: string
  created_by: string | null
  rev: number
}

const columns: readonly (keyof ListRow)[] = [
  'id',
  'bucket_id',
  'type',
  'slug',
  'title',
  'content',
  'status',
  'is_published',
  'locale',
  'thumbnail',
  'metadata',
  'rank',
  'publish_at',
  'unpublish_at',
  'published_at',
  'created_at',
  'created_by',
  'modified_at',
  'modified_by',
  'rev',
]

/** The columns of published versions. */
const publicColumns = columns.filter((column) => column !== 'is_published' && column !== 'rev')

/** The fields that the versions of an object in several locales share. */
const VERSION: readonly Path[] = [['type'], ['slug']]

interface ListOfVersions extends ListRequest {
  source: ShownVersion
  /** The bucket's version, if the caller has read it already. */
  version?: number
}

/** Returns a page of objects as the dashboard reads them, with the status that the public sees. */
export async function listVersions(
  finding: Finding,
  access: BucketAccess,
  request: ListOfVersions,
  signal: AbortSignal,
) {
  const { query, sort, limit, skip, props, withMetafields, allVersions, ...position } = request
  const { source } = position
  const { content, metadata } = requestedParts(props)
  const { rows, total } = await readObjectPage<ListRow>(
    finding,
    access,
    {
      ...position,
      query,
      sort,
      limit,
      skip,
      alike: allVersions ? VERSION : undefined,
    },
    {
      columns: source === 'newest' ? columns : publicColumns,
      parts: { content, metadata: metadata || withMetafields },
    },
    signal,
  )
  const revs = source === 'newest' ? undefined : await revsOf(finding, access, rows)
  const types = withMetafields ? rows.map(({ type }) => type) : []
  const models = await typeModelsOf(finding.db.read, access, types)
  const objects = rows.map((listed) => {
    const row = revs ? { ...listed, is_published: 1, rev: revs.get(listed.id) ?? 0 } : listed
    return {
      main_object_status: mainStatusOf(row),
      object: pick(toListed(row, models.get(row.type)), props),
    }
  })
  return { objects, total, limit, skip }
}

/** Reads the revs of objects, which published versions do not have. */
async function revsOf(
  { db }: Finding,
  access: BucketAccess,
  rows: readonly { id: string }[],
): Promise<ReadonlyMap<string, number>> {
  if (rows.length === 0) return new Map()
  const ids = rows.map(({ id }) => id)
  const selected = { columns: ['id', 'rev'] as const, parts: { content: false, metadata: false } }
  const objects = await readByIds<Pick<ListRow, 'id' | 'rev'>>(
    db.read,
    access,
    'newest',
    ids,
    selected,
  )
  return new Map(objects.map(({ id, rev }) => [id, rev]))
}

const mainStatusOf = ({ is_published }: ListRow): Status =>
  is_published === 1 ? 'published' : 'draft'

function toListed(row: ListRow & VersionedRow, model: TypeModel | undefined) {
  const { bucket_id, rank, is_published: _, version: _version, metadata: json, ...rest } = row
  const metadata = parseValues(json)
  return {
    ...rest,
    bucket: bucket_id,
    main_object_status: mainStatusOf(row),
    metadata,
    ...(model && { metafields: withValues(model.fields, metadata) }),
    order: rank,
  }
}
