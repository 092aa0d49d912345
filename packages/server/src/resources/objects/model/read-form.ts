import type { Metafield } from '@typecase/contract/metafields'
import type { CmsObject } from '@typecase/contract/objects'

import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { mainStatus, parseValues, type StoredObject } from './state.ts'
import { isRecord } from '@typecase/contract/field-values/value-check'
import type { TypeModel } from './type-model.ts'

/**
 * Returns an object as the dashboard reads it: its newest version. With its type, the metafields are included with
 * their values.
 */
export function toCmsObject(
  { bucketId }: BucketAccess,
  stored: StoredObject,
  model?: TypeModel,
): CmsObject {
  const { state } = stored
  const metadata = parseValues(state.metadata)
  return {
    id: stored.id,
    bucket: bucketId,
    type: stored.type,
    slug: state.slug,
    title: state.title,
    content: state.content,
    status: state.status,
    main_object_status: mainStatus(state),
    locale: state.locale,
    thumbnail: state.thumbnail,
    metadata,
    ...(model && { metafields: withValues(model.fields, metadata) }),
    order: stored.rank,
    publish_at: state.publish_at,
    unpublish_at: state.unpublish_at,
    published_at: state.published_at,
    created_at: stored.created_at,
    created_by: stored.created_by,
    modified_at: state.modified_at,
    modified_by: state.modified_by,
    rev: stored.rev,
    ...(state.unreviewed && { unreviewed: state.unreviewed }),
  }
}

type ReadMetafields = NonNullable<CmsObject['metafields']>

/**
 * Returns the definitions of the fields, each with the object's value instead of the default; groups contain their
 * children's values.
 */
export function withValues(
  fields: readonly Metafield[],
  values: Readonly<Record<string, unknown>>,
): ReadMetafields {
  return fields.map((field) => withValue(field, values[field.key]))
}

function withValue(field: Metafield, value: unknown): Metafield {
  if (field.type !== 'parent') return { ...field, value: value ?? null }
  const below = isRecord(value) ? value : {}
  const children = (field.children ?? []).map((child) => withValue(child, below[child.key]))
  return { ...field, children }
}
