import type { Metafield } from '@typecase/contract/metafields'

type Fields = readonly Metafield[]

/**
 * The fields of a type before a change, with later changes to others: fields that the change did not touch keep their
 * present form, and new ones stay.
 * @returns instead the title of a field that has been changed again since, or has no parent now
 */
export function restoredFields(
  before: Fields,
  after: Fields,
  now: Fields,
): { restored: Metafield[] } | { changed: string } {
  const restored: Metafield[] = []
  for (const field of before) {
    const made = byId(after, field)
    const present = byId(now, field)
    const isChanged = !made || !isEqual(field, made)
    if (!isChanged) {
      // Someone may have removed it since.
      if (present) restored.push(present)
    } else if (isEqual(made, present)) restored.push(field)
    else return { changed: field.title }
  }
  for (const field of now) {
    if (byId(before, field)) continue
    const made = byId(after, field)
    if (made && isEqual(made, field)) continue
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
