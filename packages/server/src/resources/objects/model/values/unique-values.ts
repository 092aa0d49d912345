import type { ErrorDetail } from '@typecase/contract/errors'
import { canBeUnique } from '@typecase/contract/field-types'
import type { Metafield } from '@typecase/contract/metafields'

import { type ObjectState, type ObjectVersion, parseValues, publicVersion } from '../state.ts'
import type { TypeModel } from '../type-model.ts'

export const isUnique = ({ unique, type }: Pick<Metafield, 'unique' | 'type'>): boolean =>
  unique === true && canBeUnique(type)

export const hasUnique = (model: TypeModel | undefined): boolean =>
  model?.fields.some(isUnique) === true

/** A unique value that an object holds: no other object of its type and locale may have it. */
export interface HeldValue {
  field: Metafield
  /** Empty for objects without a locale, which are only compared with each other. */
  locale: string
  value: string | number
  /** Whether the published version has the value; a newer draft may have a different one. */
  isPublic: boolean
}

/** A unique value that an object gains by a change. */
export interface GainedValue extends HeldValue {
  /**
   * `all`: no other object may hold the value. `public`: the object's draft held it before, so only the public versions
   * of other objects must not.
   */
  against: 'all' | 'public'
}

/** An object that holds a value. */
export interface Holder {
  id: string
  title: string
  isPublic: boolean
}

/**
 * Looks up the holders of values of a type, by `claimOf`, in the newest and in the published versions. Objects in the
 * trash hold nothing.
 */
export type FindHolders = (
  model: TypeModel,
  claims: readonly HeldValue[],
) => Promise<ReadonlyMap<string, readonly Holder[]>>

/** The effect of a change on unique values; see `uniqueChange`. */
export interface UniqueChange {
  /** Undefined for an unknown type, which has no unique values. */
  readonly model: TypeModel | undefined
  /** Null for a new object. */
  readonly id: string | null
  /** The object's name in messages about values that it already has. */
  readonly name: string
  /** The values that the object holds after the change. */
  readonly current: readonly HeldValue[]
  /**
   * The values that the object did not have before. Only these are checked, so duplicates from before a field became
   * unique do not block other changes.
   */
  readonly newValues: readonly GainedValue[]
}

export const claimOf = ({ field, locale, value }: Omit<HeldValue, 'isPublic'>): string =>
  JSON.stringify([field.key, locale, value])

/** Returns the unique values that a state holds, by `claimOf`, in its newest and its public version. */
export function heldValues(fields: readonly Metafield[], state: ObjectState | null) {
  const byClaim = new Map<string, HeldValue>()
  if (!state || state.deleted_at !== null) return byClaim
  const add = (version: ObjectVersion, isPublic: boolean) => {
    const values = parseValues(version.metadata)
    for (const field of fields) {
      const value = values[field.key]
      if ((typeof value !== 'string' && typeof value !== 'number') || value === '') continue
      const one = { field, locale: version.locale ?? '', value, isPublic }
      byClaim.set(claimOf(one), one)
    }
  }
  add(state, false)
  const seen = publicVersion(state)
  if (seen) add(seen, true)
  return byClaim
}

/** Computes the effect of a change on unique values. @param before null for a new object */
export function uniqueChange(
  model: TypeModel | undefined,
  id: string | null,
  before: ObjectState | null,
  after: ObjectState,
  name = `“${after.title}”`,
): UniqueChange {
  const fields = model?.fields.filter(isUnique) ?? []
  if (fields.length === 0) return { model, id, name, current: [], newValues: [] }
  const former = heldValues(fields, before)
  const byClaim = heldValues(fields, after)
  const newValues = [...byClaim].flatMap(([claim, value]): GainedValue[] => {
    const heldValue = former.get(claim)
    if (!heldValue) return [{ ...value, against: 'all' }]
    return value.isPublic && !heldValue.isPublic ? [{ ...value, against: 'public' }] : []
  })
  return { model, id, name, current: [...byClaim.values()], newValues }
}

/**
 * Finds the changes that would give their object a value that another object holds. All ways of writing objects share
 * this rule. The changes count as simultaneous, except for refused ones.
 * @param at prefix of the keys in paths, such as `data.metadata.`
 * @returns details of the refused changes, by change
 */
export async function takenValues(
  find: FindHolders,
  changes: readonly UniqueChange[],
  at = '',
): Promise<Map<UniqueChange, ErrorDetail[]>> {
  const errors = new Map<UniqueChange, ErrorDetail[]>()
  const byModel = Map.groupBy(
    changes.filter(({ model }) => hasUnique(model)),
    ({ model }) => model,
  )
  for (const [model, ofType] of byModel) {
    if (model) await takenInType(find, model, ofType, at, errors)
  }
  return errors
}

async function takenInType(
  find: FindHolders,
  model: TypeModel,
  changes: readonly UniqueChange[],
  at: string,
  errors: Map<UniqueChange, ErrorDetail[]>,
): Promise<void> {
  const claims = changes.flatMap(({ newValues }) => newValues)
  if (claims.length === 0) return
  const holders = await find(model, claims)
  const changed = new Map(changes.map((change) => [change.id, change]))
  const owners = createOwners()
  for (const change of changes) {
    const isGained = new Set(change.newValues.map(claimOf))
    for (const value of change.current) {
      if (!isGained.has(claimOf(value))) owners.add(value, change)
    }
  }

  /** Whether an object keeps the state that the database has. */
  const stays = ({ id }: Holder) => {
    const change = changed.get(id)
    return !change || errors.has(change)
  }
  const newlyRefused: UniqueChange[] = []
  /**
   * Refuses a change if one of its values is taken. @returns whether the change is possible next to those that
   * `ownerOf` knows
   */
  function check(change: UniqueChange, ownerOf: typeof owners.nameOf): boolean {
    const problems = change.newValues.flatMap((value): ErrorDetail[] => {
      const stored = holders
        .get(claimOf(value))
        ?.find((one) => one.id !== change.id && stays(one) && counts(value, one))
      const other = stored ? `“${stored.title}”` : ownerOf(value, change)
      if (other === undefined) return []
      const path = `${at}${value.field.key}`
      const message = `${path} must be unique: ${other} already has this value`
      return [{ path, message, rule: 'unique' }]
    })
    if (problems.length === 0) return true
    errors.set(change, problems)
    newlyRefused.push(change)
    return false
  }

  for (const change of changes) {
    if (!check(change, owners.nameOf)) continue
    for (const value of change.current) owners.add(value, change)
  }
  if (newlyRefused.length === 0) return
  // The object of a refused change keeps values that other changes counted on. Each refusal is followed once, because a
  // chain may be as long as an import.
  const storedOf = new Map<string, string[]>()
  for (const [claim, all] of holders) {
    for (const { id } of all) storedOf.set(id, [...(storedOf.get(id) ?? []), claim])
  }
  const takers = new Map<string, UniqueChange[]>()
  for (const change of changes) {
    for (const claim of change.newValues.map(claimOf)) {
      takers.set(claim, [...(takers.get(claim) ?? []), change])
    }
  }
  for (const { id } of newlyRefused) {
    for (const claim of (id !== null && storedOf.get(id)) || []) {
      for (const taker of takers.get(claim) ?? []) {
        if (!errors.has(taker)) check(taker, () => undefined)
      }
    }
  }
}

const counts = ({ against }: GainedValue, { isPublic }: Pick<Holder, 'isPublic'>): boolean =>
  against === 'all' || isPublic

/** Tracks which changes hold a value after the write. */
function createOwners() {
  const owners = new Map<string, { change: UniqueChange; isPublic: boolean }[]>()
  return {
    add(value: HeldValue, change: UniqueChange): void {
      const claim = claimOf(value)
      const others = owners.get(claim) ?? []
      others.push({ change, isPublic: value.isPublic })
      owners.set(claim, others)
    },
    nameOf(value: GainedValue, change: UniqueChange): string | undefined {
      const others = owners.get(claimOf(value))
      return others?.find((one) => one.change !== change && counts(value, one))?.change.name
    },
  }
}
