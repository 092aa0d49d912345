import { holdsWords } from '@typecase/plugin-sdk/text-match'
import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'
import { readBucket } from './bucket.ts'
import { bucketSlugOf } from './bucket-slug.ts'
import { queryOfView, readSmartViews, readViewCounts } from './smart-views.ts'
import type { JsonObject } from '@typecase/plugin-sdk/json'
import { formatNumber } from '@typecase/ui/format'

/**
 * Returns scopes for all objects of the bucket (unless the list on screen already shows them) and of each smart view.
 */
export async function bucketRows(query: string, context: AskContext): Promise<PickerRow[]> {
  const { services, facts } = context
  const listed = facts['view.query']
  const { title, object_types: types } = await readBucket(services, bucketSlugOf(facts))
  const total = types.reduce((sum, type) => sum + type.total_objects, 0)
  const label = `all ${formatNumber(total)} in this bucket`
  const value: JsonObject = { kind: 'query', query: {}, total }
  const isListed = listed !== undefined && Object.keys(listed).length === 0
  const all = !isListed && holdsWords(label, query)
  // The row of the bucket does not need the smart views.
  const views = await viewRows(query, context).catch(() => [])
  return [...(all ? [{ id: 'bucket', value, label, subtitle: title }] : []), ...views]
}

/** Returns a scope for all objects of each smart view. */
export async function viewRows(
  query: string,
  { services, facts }: AskContext,
): Promise<PickerRow[]> {
  const slug = bucketSlugOf(facts)
  const views = await readSmartViews(services, slug)
  if (views.length === 0) return []
  const counts = await readViewCounts(services, slug)
  return views.flatMap((view): PickerRow[] => {
    const total = counts.get(view.id)
    // A view with an invalid query has no objects to work on.
    if (typeof total !== 'number') return []
    const label = `all ${formatNumber(total)} in “${view.title}”`
    // A query is JSON throughout.
    const value = { kind: 'query', query: queryOfView(view), total } as JsonObject
    return holdsWords(label, query) ? [{ id: view.id, value, label, subtitle: 'Smart view' }] : []
  })
}
