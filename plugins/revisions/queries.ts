import { listRevisions, type ObjectRevision } from '@typecase/contract/object-revisions'
import { type CmsObject, getObject } from '@typecase/contract/objects'
import type { ObjectType } from '@typecase/contract/object-types'
import { apiQueryKey } from '@typecase/plugin-sdk/api-query'
import { refreshObjects } from '@typecase/content/refresh-objects'
import { Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

/** Updates a changed object in the cache, and refetches everything that shows its history. */
export async function showChanged(
  services: Services,
  slug: string,
  object: CmsObject,
): Promise<void> {
  const queries = services.get(Queries)
  const key = apiQueryKey(getObject, { query: { slug, object_id: object.id } })
  queries.setQueryData(key, { object })
  await refreshRevisions(services)
  await refreshObjects(services)
}

export async function refreshRevisions(services: Services): Promise<void> {
  await services.get(Queries).invalidateQueries({
    predicate: ({ queryKey: [id] }) => typeof id === 'string' && id.startsWith('objectRevisions.'),
  })
}

/** The query key of all lists of revisions. */
export const LISTS = listRevisions.id

const objectFieldTitles: Readonly<Record<string, string>> = {
  title: 'Title',
  slug: 'Slug',
  content: 'Content',
  thumbnail: 'Thumbnail',
  locale: 'Locale',
  status: 'Status',
  main_object_status: 'Public version',
  publish_at: 'Publish date',
  unpublish_at: 'Unpublish date',
  deleted: 'Trash',
}

/** Returns the title of a field. `metadata.teaser` is the metafield with the key `teaser`. */
export function fieldTitle(type: ObjectType | undefined, name: string): string {
  if (!name.startsWith('metadata.')) return objectFieldTitles[name] ?? name
  const key = name.slice('metadata.'.length)
  return type?.metafields.find((field) => field.key === key)?.title ?? key
}

/** Describes the changes of a revision. The first revision created the object. */
export function describeChanges(
  type: ObjectType | undefined,
  { changed, rev }: Pick<ObjectRevision, 'changed' | 'rev'>,
): string {
  if (changed.length === 0) return rev > 1 ? 'Nothing changed' : 'Created'
  const titles = changed.map((name) => fieldTitle(type, name))
  return titles.length > 3
    ? `${titles.slice(0, 2).join(', ')} and ${titles.length - 2} more`
    : titles.join(', ')
}
