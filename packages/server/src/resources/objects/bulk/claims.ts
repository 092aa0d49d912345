import type { StepPlace } from './change.ts'
import { parseValues } from '../metadata.ts'
import { isUnique } from '../metafield-values/unique-values.ts'
import { isEmpty } from '../metafield-values/value-check.ts'
import type { SlugScope } from '../slugs.ts'
import type { ObjectState, StoredObject } from '../state.ts'
import type { TypeModel } from '../type-model.ts'

const slugKey = ({ type, locale }: SlugScope, slug: string) =>
  JSON.stringify([type, locale ?? '', slug])

/**
 * What the objects of a plan would have taken from those that come after them. A plan writes nothing, so the database
 * cannot say that two of them would get the same slug or unique value.
 */
export function createClaims() {
  const claimed = new Set<string>()
  /** The last number given after a slug: thousands may want the same. */
  const last = new Map<string, number>()

  return {
    /** A place whose free slugs are not claimed either. */
    placeOver: (place: StepPlace): StepPlace => ({
      ...place,
      async freeSlug(scope, wanted, own) {
        const key = slugKey(scope, wanted)
        let slug = await place.freeSlug(scope, wanted, own)
        for (let n = last.get(key) ?? 2; claimed.has(slugKey(scope, slug)); n += 1) {
          slug = await place.freeSlug(scope, `${wanted}-${n}`, own)
          last.set(key, n)
        }
        return slug
      },
    }),

    /**
     * Claims what an object's next state has to have alone.
     * @returns why it cannot, where another one has claimed it
     */
    take({ type, state }: StoredObject, after: ObjectState, model?: TypeModel): string | undefined {
      const keys = new Map<string, string>()
      const isMoved = after.slug !== state.slug || after.locale !== state.locale
      if (isMoved) keys.set(slugKey({ type, locale: after.locale }, after.slug), 'slug')
      for (const [key, value] of uniqueValues(state, after, model)) {
        keys.set(JSON.stringify([type, after.locale ?? '', key, value]), key)
      }
      for (const [claim, field] of keys) {
        if (claimed.has(claim)) {
          return `${field} must be unique: another of these objects would have this value`
        }
      }
      for (const claim of keys.keys()) claimed.add(claim)
      return undefined
    },
  }
}

/** Values of unique fields that a state has anew. */
function uniqueValues(
  before: ObjectState,
  after: ObjectState,
  model: TypeModel | undefined,
): [string, unknown][] {
  const fields = model?.fields.filter(isUnique) ?? []
  if (fields.length === 0) return []
  const [old, values] = [parseValues(before.metadata), parseValues(after.metadata)]
  const isNewLocale = before.locale !== after.locale
  return fields.flatMap(({ key }): [string, unknown][] => {
    const value = values[key]
    return isEmpty(value) || (value === old[key] && !isNewLocale) ? [] : [[key, value]]
  })
}
