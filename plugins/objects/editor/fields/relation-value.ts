import { isRecord } from '../draft/json-equal.ts'

/** The ids of a relation: answers may hold the related objects whole. */
export function relatedIDs(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? value.split(',')
      : [value]
  return items.flatMap((item) => {
    const id = isRecord(item) ? item['id'] : item
    return typeof id === 'string' && id.trim() ? [id.trim()] : []
  })
}
