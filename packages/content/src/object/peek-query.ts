import { getObject, type CmsObject } from '@typecase/contract/objects'
import type { ObjectType } from '@typecase/contract/object-types'
import { getTrashedObject } from '@typecase/contract/trash'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import { Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import { readBucket } from '../bucket.ts'
import { objectsByID } from '../objects-by-id.ts'
import { drafts, type Perspective, perspectiveParameters } from '../perspective.ts'
import { relatedIDs } from './related-objects.ts'

/** The source of a peek's object. An object in the trash is read by another endpoint. */
export type PeekSource = 'objects' | 'trash'

/** The data of a peek. */
export interface PeekData {
  readonly object: CmsObject
  /** Undefined when the type was deleted. */
  readonly type: ObjectType | undefined
  /** Titles of the related objects, by id; deleted objects are missing. */
  readonly titles: ReadonlyMap<string, string>
}

/**
 * Returns query options for an object with everything its peek shows, in one cache entry, so it can be prefetched.
 */
export function peekQuery(
  services: Services,
  slug: string,
  objectID: string,
  source: PeekSource,
  perspective: Perspective = drafts,
) {
  const isTrash = source === 'trash'
  const versions = isTrash ? {} : perspectiveParameters(perspective)
  const input = { query: { slug, object_id: objectID, ...versions } }
  const endpoint = isTrash ? getTrashedObject : getObject
  return {
    // The input comes second, as in the key of any call, so a change of the bucket refreshes the entry.
    queryKey: [endpoint.id, input, 'peek'],
    queryFn: async (): Promise<PeekData> => {
      const [{ object }, { object_types: types }] = await Promise.all([
        services.get(Queries).fetchQuery(apiQueryOptions(services, endpoint, input)),
        readBucket(services, slug),
      ])
      const type = types.find((one) => one.slug === object.type)
      const related = await objectsByID(services, slug, relatedIdsOf(object, type))
      return { object, type, titles: new Map(related.map(({ id, title }) => [id, title])) }
    },
  }
}

/** Returns the ids in all relations of an object, including those in groups and repeaters. */
export function relatedIdsOf(
  { metadata }: Pick<CmsObject, 'metadata'>,
  type: Pick<ObjectType, 'metafields'> | undefined,
): string[] {
  const idsIn = (fields: ObjectType['metafields'], values: unknown): string[] => {
    if (typeof values !== 'object' || values === null) return []
    return fields.flatMap(({ key, type: kind, children = [], repeater_fields: rows = [] }) => {
      const value = (values as Readonly<Record<string, unknown>>)[key]
      if (kind === 'object' || kind === 'objects') return relatedIDs(value)
      if (kind === 'parent') return idsIn(children, value)
      if (kind !== 'repeater' || !Array.isArray(value)) return []
      return value.flatMap((row: unknown) => idsIn(rows, row))
    })
  }
  return [...new Set(idsIn(type?.metafields ?? [], metadata))]
}
