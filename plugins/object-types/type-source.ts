import { holdsWords } from '@typecase/plugin-sdk/text-match'
import { readBucket } from '@typecase/content/bucket'
import { formatCount } from '@typecase/ui/count'
import type { Row, SearchContext } from '@typecase/plugin-sdk/source'

/** Searches the object types of the current bucket. Enter opens a type's objects, and an action the type itself. */
export async function search(
  query: string,
  { services, facts, limit }: SearchContext,
): Promise<Row[]> {
  const slug = facts['route.bucketSlug']
  if (slug === undefined) return []
  const { object_types: types } = await readBucket(services, slug)
  return types
    .filter(({ title, slug }) => holdsWords(`${title} ${slug}`, query))
    .slice(0, limit)
    .map((type) => ({
      id: type.id,
      title: type.title,
      subtitle: formatCount(type.total_objects, 'object'),
      icon: 'shapes',
      run: { command: 'object-types.open-objects', args: { type_slug: type.slug } },
      actions: [
        { command: 'object-types.edit', args: { type_slug: type.slug } },
        { command: 'object-types.duplicate', args: { type_slug: type.slug } },
        { command: 'object-types.delete', args: { type_slug: type.slug } },
      ],
    }))
}
