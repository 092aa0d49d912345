import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'
import { readBucket } from './bucket.ts'
import { bucketSlugOf } from './bucket-slug.ts'
import type { JsonObject } from '@typecase/plugin-sdk/json'

/** All objects of the bucket, as a scope, unless the list on screen is that already. */
export async function bucketRows(
  query: string,
  { services, facts }: AskContext,
): Promise<PickerRow[]> {
  const listed = facts['view.query']
  if (listed && Object.keys(listed).length === 0) return []
  const { title, object_types: types } = await readBucket(services, bucketSlugOf(facts))
  const total = types.reduce((sum, type) => sum + type.total_objects, 0)
  const label = `all ${total.toLocaleString('en')} in this bucket`
  const value: JsonObject = { kind: 'query', query: {}, total }
  return holdsWords(label, query) ? [{ id: 'bucket', value, label, subtitle: title }] : []
}

/** Whether a row is meant by what was typed. */
export const holdsWords = (text: string, query: string): boolean =>
  text.toLowerCase().includes(query.trim().toLowerCase())
