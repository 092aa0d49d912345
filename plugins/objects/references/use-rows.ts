import { holdsWords } from '@typecase/plugin-sdk/text-match'
import { objectReferences } from '@typecase/contract/object-references'
import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'
import { readBucket } from '@typecase/content/bucket'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import { objectsByID } from '@typecase/content/objects-by-id'
import { Queries } from '@typecase/plugin-sdk/services'
import { formatNumber } from '@typecase/ui/format'

import { searchRelated } from '@typecase/content/object/related-objects'
import { describeUses } from './all-uses.ts'

/** Of more than these, words find those made last; the lists find them all. */
const MOST = 1000
const FRESH = 5_000

/** Objects by title; before anything is typed, the one that is meant. */
export async function objectRows(
  query: string,
  { services, facts, args }: AskContext,
): Promise<readonly PickerRow[]> {
  const bucketSlug = bucketSlugOf(facts)
  const words = query.trim()
  const found =
    words === '' && typeof args['id'] === 'string'
      ? await objectsByID(services, bucketSlug, [args['id']])
      : await searchRelated(services, { bucketSlug, type: undefined, words })
  return found.map(({ id, title, type }) => ({
    id,
    value: id,
    label: title || 'Untitled',
    subtitle: type,
    icon: 'file-text',
  }))
}

/** Those that point at the object, those made last first; below them ways to the lists of all. */
export async function useRows(query: string, context: AskContext): Promise<readonly PickerRow[]> {
  const { services, facts, args } = context
  const { id } = args
  if (typeof id !== 'string') return []
  const slug = bucketSlugOf(facts)
  const input = { query: { slug, object_id: id, limit: MOST } }
  const [{ references, by_field }, { object_types: types }] = await Promise.all([
    // Each letter asks again; the answer is the same.
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
