import { relatedIdsOf } from '@typecase/content/object/peek-query'
import { findObject, findObjects } from '@typecase/contract/content'
import type { CmsObject } from '@typecase/contract/objects'
import type { OpenedLink } from '@typecase/contract/shared-links'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import type { ApiService } from '@typecase/plugin-sdk/services'

interface SharedObject {
  readonly object: CmsObject
  /** Titles of the objects that its relations point at, by id. */
  readonly titles: ReadonlyMap<string, string>
}

/** Reads an object of a shared link by the content API, which answers the fields of the dashboard's. */
export async function readSharedObject(
  api: ApiService,
  { token, bucket: { slug }, types }: OpenedLink,
  id: string,
  signal: AbortSignal,
): Promise<SharedObject> {
  const read_key = token
  const one = { params: { slug, id }, query: { read_key } }
  const object = (await api.call(findObject, one, { signal })).object as unknown as CmsObject
  const type = types.find((candidate) => candidate.slug === object.type)
  const ids = relatedIdsOf(object, type)
  if (ids.length === 0) return { object, titles: new Map() }
  const query = JSON.stringify({ id: { $in: ids } })
  const some = { params: { slug }, query: { read_key, query, props: 'id,title', limit: 1000 } }
  try {
    const { objects } = await api.call(findObjects, some, { signal })
    const related = objects as unknown as Pick<CmsObject, 'id' | 'title'>[]
    return {
      object,
      titles: new Map(related.map(({ id: relatedID, title }) => [relatedID, title])),
    }
  } catch (error) {
    // The content API answers 404 for an empty list.
    if (isApiError(error, 'not_found')) return { object, titles: new Map() }
    throw error
  }
}
