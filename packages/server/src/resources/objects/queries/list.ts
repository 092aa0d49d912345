import type { Path } from '@typecase/content-query/fields'
import { pick } from '@typecase/content-query/props'

import type { VersionedRow } from '../../../columns/find-rows.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import type { Finding } from './find-objects.ts'
import type { ListRequest } from './list-request.ts'
import { type ObjectVersion, parseValues, type Status } from '../model/state.ts'
import { readObjectPage, requestedParts } from './page-rows.ts'
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

/** Fields that the versions of an object in several locales share. */
const VERSION: readonly Path[] = [['type'], ['slug']]

interface ListAtVersion extends ListRequest {
  /** The bucket's version that the caller has read. */
  version?: number
}

/** A page of objects as the dashboard reads them: each in its newest version, with the status that the public sees. */
export async function listNewest(
  finding: Finding,
  access: BucketAccess,
  { query, sort, limit, skip, props, withMetafields, allVersions, after, version }: ListAtVersion,
  signal: AbortSignal,
) {
  const { content, metadata } = requestedParts(props)
  const { rows, total } = await readObjectPage<ListRow>(
    finding,
    access,
    {
      source: 'newest',
      query,
      sort,
      limit,
      skip,
      after,
      version,
      alike: allVersions ? VERSION : undefined,
    },
    { columns, parts: { content, metadata: metadata || withMetafields } },
    signal,
  )
  const types = withMetafields ? rows.map(({ type }) => type) : []
  const models = await typeModelsOf(finding.db.read, access, types)
  const objects = rows.map((row) => ({
    main_object_status: mainStatusOf(row),
    object: pick(toListed(row, models.get(row.type)), props),
  }))
  return { objects, total, limit, skip }
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
