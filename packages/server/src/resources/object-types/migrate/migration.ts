import { innerFields } from '@typecase/contract/field-values/field-tree'
import type { Metafield } from '@typecase/contract/metafields'

import { convertValue } from '../../objects/model/values/convert-value.ts'
import { isEmpty, isRecord } from '@typecase/contract/field-values/value-check'

/** The migration of the values of one field. */
export interface FieldStep {
  /** The path before and after, as `seo.description`. */
  readonly path: string
  readonly newPath: string
  readonly from: Metafield
  readonly to: Metafield
  /** For fields below a group or a repeater that itself stays one. */
  readonly within?: Migration
}

/** Steps of fields whose key or type changed, or that hold such fields, by their old key. */
export type Migration = ReadonlyMap<string, FieldStep>

/** Called for each value of a migration. @param reason why it cannot be converted */
export type OnValue = (step: FieldStep, reason?: string) => void

/** Called for each value in its new form. @returns the reason if another object prevents it */
export type Claim = (step: FieldStep, value: unknown) => string | undefined

/**
 * The migration between two states of an object type's fields: the same field id under another key or with another
 * type. Undefined without a difference.
 */
export function migrationBetween(
  before: readonly Metafield[],
  after: readonly Metafield[],
  at = '',
  newAt = '',
): Migration | undefined {
  const byId = new Map(after.map((field) => [field.id, field]))
  const steps = new Map<string, FieldStep>()
  for (const from of before) {
    const to = from.id === undefined ? undefined : byId.get(from.id)
    if (!to) continue
    const [path, newPath] = [`${at}${from.key}`, `${newAt}${to.key}`]
    const within = migrationBetween(innerFields(from), innerFields(to), `${path}.`, `${newPath}.`)
    if (from.key === to.key && from.type === to.type && !within) continue
    steps.set(from.key, { path, newPath, from, to, ...(within && { within }) })
  }
  return steps.size > 0 ? steps : undefined
}

/** All steps of a migration that change a key or a type, those below groups too. */
export const stepsOf = (migration: Migration): FieldStep[] =>
  [...migration.values()].flatMap((step) => [
    ...(step.from.key === step.to.key && step.from.type === step.to.type ? [] : [step]),
    ...(step.within ? stepsOf(step.within) : []),
  ])

type Values = Readonly<Record<string, unknown>>

/**
 * Values under their new keys and in their new forms; order and everything else stay. Keys may swap. A value that would not
 * convert is left out: it stays in the revision. A leftover of a removed field gives way to a value that takes its key.
 */
export function migratedValues(
  values: Values,
  migration: Migration,
  onValue: OnValue = () => {},
  claim: Claim = () => undefined,
): Record<string, unknown> {
  const taken = new Set<string>()
  for (const [key, { to }] of migration) {
    if (key !== to.key && Object.hasOwn(values, key)) taken.add(to.key)
  }
  const migrated: [string, unknown][] = []
  for (const [key, value] of Object.entries(values)) {
    const step = migration.get(key)
    if (!step) {
      if (!taken.has(key)) migrated.push([key, value])
      continue
    }
    const next = migratedValue(value, step, onValue, claim)
    if (next !== undefined) migrated.push([step.to.key, next])
  }
  return Object.fromEntries(migrated)
}

function migratedValue(value: unknown, step: FieldStep, onValue: OnValue, claim: Claim): unknown {
  const { from, to, within } = step
  // Inner values change first, so that the outer value is checked against the new fields.
  const inner = within ? below(value, within, onValue, claim) : value
  const hasChanged = from.key !== to.key || from.type !== to.type
  if (from.type === to.type) {
    if (hasChanged && !isEmpty(value)) onValue(step)
    return inner
  }
  const converted = convertValue(inner, from, to)
  const reason = 'reason' in converted ? converted.reason : claim(step, converted.value)
  if (!isEmpty(value)) onValue(step, reason)
  return 'reason' in converted || reason !== undefined ? undefined : converted.value
}

/** The same within a group, or within each row of a repeater. */
function below(value: unknown, migration: Migration, onValue: OnValue, claim: Claim): unknown {
  if (Array.isArray(value))
    return value.map((row: unknown) => below(row, migration, onValue, claim))
  return isRecord(value) ? migratedValues(value, migration, onValue, claim) : value
}
