import { invalid } from '../../http/failure.ts'
import { parseValues } from '../objects/metadata.ts'
import type { ObjectData } from '../objects/object-edit.ts'
import type { TypeModel } from '../objects/type-model.ts'
import type { Revision } from './store.ts'

/** Fields of every object that a revision gives back; when it appears and ends is planned anew. */
const OWN = ['title', 'slug', 'content', 'thumbnail', 'locale'] as const

/**
 * What a save would send to give an object the values of a revision. It stays a draft. A field that the revision knows
 * nothing of, because it was added or renamed since, keeps its value; one that the type does not have any more is left
 * out.
 * @param fields the names of those wanted; all unless given
 * @throws Failure `invalid` for a field that neither the revision nor the type has
 */
export function dataOf(
  { state }: Revision,
  { fields: known }: TypeModel,
  fields?: readonly string[],
): ObjectData {
  const values = Object.entries(parseValues(state.metadata)).filter(
    ([key]) => known.length === 0 || known.some((field) => field.key === key),
  )
  const all = new Set<string>([...OWN, ...values.map(([key]) => `metadata.${key}`)])
  for (const [index, field] of (fields ?? []).entries()) {
    if (!all.has(field)) {
      const path = `fields.${index}`
      throw invalid(path, `${path} must be a field that this revision and the type have`, 'field')
    }
  }
  const wanted = fields ? new Set(fields) : all
  return {
    status: 'draft',
    ...Object.fromEntries(OWN.flatMap((name) => (wanted.has(name) ? [[name, state[name]]] : []))),
    metadata: Object.fromEntries(values.filter(([key]) => wanted.has(`metadata.${key}`))),
  }
}
