import { relatedIdsOf } from '@typecase/content/object/peek-query'
import { findObjects } from '@typecase/contract/content'
import type { CmsObject } from '@typecase/contract/objects'
import type { OpenedLink } from '@typecase/contract/shared-links'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import type { ApiService } from '@typecase/plugin-sdk/services'

interface SharedObject {
  readonly object: CmsObject
  /** Titles of the objects that its relations refer to, by id. */
  readonly titles: ReadonlyMap<string, string>
}

/** Reads an object of a shared link. @throws Refusal if it was deleted */
export async function readSharedObject(
  api: ApiService,
  link: OpenedLink,
  id: string,
  signal: AbortSignal,
): Promise<SharedObject> {
  const [object] = await findByID(api, link, [id], signal)
  if (!object) throw new Refusal('It was deleted, or is no longer shared.')
  const type = link.types.find(({ slug }) => slug === object.type)
  const ids = relatedIdsOf(object, type)
  const related = ids.length > 0 ? await findByID(api, link, ids, signal, ['id', 'title']) : []
  return { object, titles: new Map(related.map((one) => [one.id, one.title])) }
}

/** Reads objects with the token of a link. The content API returns the same fields as the dashboard's objects have. */
async function findByID<Field extends keyof CmsObject>(
  api: ApiService,
  { token, bucket: { slug } }: OpenedLink,
  ids: readonly string[],
  signal: AbortSignal,
  fields?: readonly Field[],
): Promise<Pick<CmsObject, Field>[]> {
  const query = {
    read_key: token,
    query: JSON.stringify({ id: { $in: ids } }),
    limit: 1000,
    ...(fields && { props: fields.join(',') }),
  }
  try {
    const { objects } = await api.call(findObjects, { params: { slug }, query }, { signal })
    // The contract of the content API leaves the fields open, because `props` chooses them.
    return objects as Pick<CmsObject, Field>[]
  } catch (error) {
    // The content API answers an empty list with 404.
    if (isApiError(error, 'not_found')) return []
    throw error
  }
}
