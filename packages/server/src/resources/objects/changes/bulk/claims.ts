import type { StepContext } from './change.ts'
import { claimOf, type HeldValue, uniqueChange } from '../../model/values/unique-values.ts'
import { slugKey } from '../../store/slugs.ts'
import type { ObjectState, StoredObject } from '../../model/state.ts'
import type { TypeModel } from '../../model/type-model.ts'

const valueKey = (type: string, value: HeldValue, against: 'all' | 'public') =>
  JSON.stringify([type, against, claimOf(value)])

/**
 * Tracks the slugs and unique values that earlier objects of a plan claimed. A plan writes nothing, so the database
 * cannot report that two objects would get the same one.
 */
export function createClaims() {
  const claimed = new Set<string>()
  /** The last number appended to each slug, since thousands of objects may want the same one. */
  const last = new Map<string, number>()

  return {
    /** Returns a context whose free slugs are also unclaimed in this plan. */
    contextOver: (context: StepContext): StepContext => ({
      ...context,
      async freeSlug(scope, preferredSlug, objectId) {
        const key = slugKey(scope, preferredSlug)
        let slug = await context.freeSlug(scope, preferredSlug, objectId)
        for (let n = last.get(key) ?? 2; claimed.has(slugKey(scope, slug)); n += 1) {
          slug = await context.freeSlug(scope, `${preferredSlug}-${n}`, objectId)
          last.set(key, n)
        }
        return slug
      },
    }),

    /**
     * Claims the slug and the unique values of an object's next state.
     * @returns the reason if another object has claimed one of them
     */
    take(
      { id, type, state }: StoredObject,
      after: ObjectState,
      model?: TypeModel,
    ): string | undefined {
      const keys = new Map<string, string>()
      const isMoved = after.slug !== state.slug || after.locale !== state.locale
      if (isMoved) keys.set(slugKey({ type, locale: after.locale }, after.slug), 'slug')
      const { newValues: gained } = uniqueChange(model, id, state, after)
      for (const value of gained) keys.set(valueKey(type, value, value.against), value.field.title)
      for (const [claim, field] of keys) {
        if (claimed.has(claim)) {
          return `${field} must be unique: another of these objects would have this value`
        }
      }
      for (const claim of keys.keys()) claimed.add(claim)
      for (const value of gained) {
        claimed.add(valueKey(type, value, 'all'))
        if (value.isPublic) claimed.add(valueKey(type, value, 'public'))
      }
      return undefined
    },
  }
}
