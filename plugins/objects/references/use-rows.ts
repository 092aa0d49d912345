import { holdsWords } from '@typecase/plugin-sdk/text-match'
import { missingObjects, objectReferences } from '@typecase/contract/object-references'
import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'
import { readBucket } from '@typecase/content/bucket'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import { type NamedObject, objectsByID } from '@typecase/content/objects-by-id'
import { Queries } from '@typecase/plugin-sdk/services'
import { objectNoun } from '@typecase/content/words/nouns'
import { formatCount } from '@typecase/ui/count'
import { formatNumber } from '@typecase/ui/format'

import { searchRelated } from '@typecase/content/object/related-objects'
import { describeUses } from './all-uses.ts'

/** How many references the picker searches, newest first. The lists show all of them. */
const MAX_SEARCHED = 1000
const FRESH = 5_000

/** Returns objects by title or, before anything is typed, the object in the argument `id`. */
export const objectRows = (query: string, context: AskContext): Promise<readonly PickerRow[]> =>
  rowsFor(query, context.args['id'], context)

/** Returns missing objects that others refer to, then objects as above for the argument `from`. */
export async function replacedRows(
  query: string,
  context: AskContext,
): Promise<readonly PickerRow[]> {
  const { services, facts, args } = context
  const input = { query: { slug: bucketSlugOf(facts) } }
  const [{ missing }, rows] = await Promise.all([
    services
      .get(Queries)
      .fetchQuery({ ...apiQueryOptions(services, missingObjects, input), staleTime: FRESH }),
    rowsFor(query, args['from'], context),
  ])
  const missingRows = missing.map(({ object_id: id, title, references }) => ({
    id,
    value: id,
    label: title === null ? `Missing object ${id}` : title || 'Untitled',
    subtitle: `${title === null ? 'deleted' : 'in the trash'} · used by ${formatCount(references, objectNoun)}`,
    icon: 'unlink',
  }))
  const { from } = args
  const isChosen = query.trim() === '' && typeof from === 'string'
  return [
    ...missingRows.filter(({ id, label }) => (isChosen ? id === from : holdsWords(label, query))),
    ...rows,
  ]
}

/** Returns objects that can replace the argument `from`, those of its type first. */
export async function replacementRows(
  query: string,
  { services, facts, args }: AskContext,
): Promise<readonly PickerRow[]> {
  const bucketSlug = bucketSlugOf(facts)
  const words = query.trim()
  const { from } = args
  const [replaced] = typeof from === 'string' ? await objectsByID(services, bucketSlug, [from]) : []
  const [alike, others] = await Promise.all([
    replaced ? searchRelated(services, { bucketSlug, type: replaced.type, words }) : [],
    searchRelated(services, { bucketSlug, type: undefined, words }),
  ])
  const all = new Map([...alike, ...others].map((object) => [object.id, object]))
  if (typeof from === 'string') all.delete(from)
  return [...all.values()].map(rowOf)
}

async function rowsFor(
  query: string,
  chosen: unknown,
  { services, facts }: AskContext,
): Promise<readonly PickerRow[]> {
  const bucketSlug = bucketSlugOf(facts)
  const words = query.trim()
  const objects =
    words === '' && typeof chosen === 'string'
      ? await objectsByID(services, bucketSlug, [chosen])
      : await searchRelated(services, { bucketSlug, type: undefined, words })
  return objects.map(rowOf)
}

const rowOf = ({ id, title, type }: NamedObject): PickerRow => ({
  id,
  value: id,
  label: title || 'Untitled',
  subtitle: type,
  icon: 'file-text',
})

/** Returns objects that refer to the argument `id`, newest first, then links to the complete lists. */
export async function useRows(query: string, context: AskContext): Promise<readonly PickerRow[]> {
  const { services, facts, args } = context
  const { id } = args
  if (typeof id !== 'string') return []
  const slug = bucketSlugOf(facts)
  const input = { query: { slug, object_id: id, limit: MAX_SEARCHED } }
  const [{ references, by_field }, { object_types: types }] = await Promise.all([
    // Every key press asks again, and the answer stays the same.
    services
      .get(Queries)
      .fetchQuery({ ...apiQueryOptions(services, objectReferences, input), staleTime: FRESH }),
    readBucket(services, slug),
  ])
  const titleOf = (type: string) => types.find((one) => one.slug === type)?.title ?? type
  const rows: PickerRow[] = [
    ...references.map((reference) => ({
      id: reference.object_id,
      value: { id: reference.object_id },
      label: reference.title || 'Untitled',
      subtitle: [titleOf(reference.type), describeUses(reference), reference.locale]
        .filter(Boolean)
        .join(' · '),
      icon: 'file-text',
    })),
    ...by_field.map(({ type, field, label, total }) => ({
      id: `${type} ${field}`,
      value: { type, field },
      label: `Show all ${formatNumber(total)} in ${titleOf(type)} › ${label}`,
      icon: 'table',
    })),
  ]
  return rows.filter(({ label, subtitle = '' }) => holdsWords(`${label} ${subtitle}`, query))
}
