import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import { getObject } from '@typecase/contract/objects'
import { readBucket } from '@typecase/content/bucket'
import type { Comment } from '@typecase/contract/comments'
import type { Metafield } from '@typecase/contract/metafields'
import type { ObjectType } from '@typecase/contract/object-types'
import type { People } from '@typecase/content/words/person'
import { Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

/** Refetches everything that shows comments. */
export async function refreshComments(services: Services): Promise<void> {
  await services.get(Queries).invalidateQueries({
    predicate: ({ queryKey: [id] }) => typeof id === 'string' && id.startsWith('comments.'),
  })
}

/** Returns the name of a comment's author. Guests have no account. */
export const authorOf = (
  { guest, created_by }: Pick<Comment, 'guest' | 'created_by'>,
  people: People,
): string => (guest === null ? people.name(created_by) : `${guest.name} (guest)`)

/** A field that can be commented on. */
export interface NamedField {
  readonly id: string
  readonly title: string
}

const fixedFields: readonly NamedField[] = [
  { id: 'title', title: 'Title' },
  { id: 'slug', title: 'Slug' },
]

/** Returns the fields of a type with ids that stay the same when a field is renamed. */
export const fieldsOf = (type: ObjectType | undefined): NamedField[] => [
  ...fixedFields,
  ...(type?.options.content_editor ? [{ id: 'content', title: 'Content' }] : []),
  ...fieldsBelow(type?.metafields ?? [], ''),
]

function fieldsBelow(fields: readonly Metafield[], above: string): NamedField[] {
  return fields.flatMap(({ id, title, children, repeater_fields }) => {
    const name = above ? `${above} › ${title}` : title
    return [
      ...(id ? [{ id, title: name }] : []),
      ...fieldsBelow(children ?? [], name),
      ...fieldsBelow(repeater_fields ?? [], name),
    ]
  })
}

/** Describes the subject of a comment: the title of its field, or else the object. */
export function describeSubject(type: ObjectType | undefined, id: string | null): string {
  if (id === null) return `Whole ${(type?.singular || 'object').toLowerCase()}`
  return fieldsOf(type).find((field) => field.id === id)?.title ?? 'A deleted field'
}

/** Reads the type of an object. */
export async function typeOfObject(
  services: Services,
  slug: string,
  object_id: string,
): Promise<ObjectType | undefined> {
  const options = apiQueryOptions(services, getObject, { query: { slug, object_id } })
  const [{ object }, bucket] = await Promise.all([
    services.get(Queries).fetchQuery(options),
    readBucket(services, slug),
  ])
  return bucket.object_types.find((type) => type.slug === object.type)
}
