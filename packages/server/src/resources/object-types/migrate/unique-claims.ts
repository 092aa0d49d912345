import { isUnique } from '../../objects/model/values/unique-values.ts'
import { isEmpty } from '@typecase/contract/field-values/value-check'
import { quoteValue } from '../../objects/model/values/value-words.ts'
import type { StoredObject } from '../../objects/model/state.ts'
import type { Version } from './migrated-state.ts'
import type { Claim, FieldStep, Migration } from './migration.ts'

export interface UniqueClaims {
  /** Claims the unique values of an object's next state: call it for the newest version before the public one. */
  of(object: StoredObject): (version: Version) => Claim
}

/**
 * Gives each converted value of a unique field to the first object that has it, since distinct texts such as `7` and
 * `7.0` may become equal. Values are unique per locale, and objects in the trash do not count.
 * @returns undefined if no unique field is converted
 */
export function createUniqueClaims(migration: Migration): UniqueClaims | undefined {
  // Fields inside a group or a repeater cannot be unique.
  const unique = new Set<FieldStep>(
    [...migration.values()].filter(({ from, to }) => from.type !== to.type && isUnique(to)),
  )
  if (unique.size === 0) return undefined
  /** Ids of the objects that claimed each value first. */
  const owners = new Map<string, string>()

  return {
    of:
      ({ id, state }) =>
      (version) =>
      (step, value) => {
        if (!unique.has(step) || isEmpty(value) || state.deleted_at !== null) return undefined
        const { locale } = (version === 'public' && state.published) || state
        const claim = JSON.stringify([step.to.key, locale ?? '', value])
        const owner = owners.get(claim)
        if (owner !== undefined && owner !== id) {
          return `${quoteValue(value)} must be unique: another object has this value`
        }
        owners.set(claim, id)
        return undefined
      },
  }
}
