import type { Metafield } from '@typecase/contract/metafields'

type Fields = readonly Metafield[]

/**
 * Reverts a change of a type's fields and keeps later changes to other fields: fields that the change did not touch
 * stay in their current form, and new fields stay.
 * @returns the restored fields, or the title of a field that was changed again since or whose parent no longer exists
 */
export function restoredFields(
  before: Fields,
  after: Fields,
  now: Fields,
): { restored: Metafield[] } | { changed: string } {
  const restored: Metafield[] = []
  for (const field of before) {
    const migratedField = byId(after, field)
    const present = byId(now, field)
    const isChanged = !migratedField || !isEqual(field, migratedField)
    if (!isChanged) {
      // The field may have been removed since.
      if (present) restored.push(present)
    } else if (isEqual(migratedField, present)) restored.push(field)
    else return { changed: field.title }
  }
  for (const field of now) {
    if (byId(before, field)) continue
    const migratedField = byId(after, field)
    if (migratedField && isEqual(migratedField, field)) continue
    restored.push(field)
  }
  const keys = new Set<string>()
  for (const { key, title } of restored) {
    if (keys.has(key)) return { changed: title }
    keys.add(key)
  }
  return { restored }
}

const byId = (fields: Fields, { id }: Metafield) => fields.find((field) => field.id === id)

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
