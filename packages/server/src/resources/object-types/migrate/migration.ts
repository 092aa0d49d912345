import { innerFields } from '@typecase/contract/field-values/field-tree'
import type { Metafield } from '@typecase/contract/metafields'

import { convertValue } from '../../objects/model/values/convert-value.ts'
import { isEmpty, isRecord } from '@typecase/contract/field-values/value-check'

/** The migration of the values of one field. */
export interface FieldStep {
  /** The path before the change, such as `seo.description`; `newPath` is the path after it. */
  readonly path: string
  readonly newPath: string
  readonly from: Metafield
  readonly to: Metafield
  /** The migration of the inner fields, if the field remains a group or a repeater. */
  readonly within?: Migration
}

/**
 * The steps of a migration by the field's old key: fields whose own key or type changed, or that contain such fields.
 */
export type Migration = ReadonlyMap<string, FieldStep>

/** Called for each migrated value. @param reason why it cannot be converted */
export type OnValue = (step: FieldStep, reason?: string) => void

/** Called for each converted value. @returns the reason if another object already has it */
export type Claim = (step: FieldStep, value: unknown) => string | undefined

/**
 * Compares two states of an object type's fields, which are matched by their ids.
 * @returns the fields whose key or type changed; undefined if there are none
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

/** Lists all steps of a migration that change a key or a type, including those of nested fields. */
export const stepsOf = (migration: Migration): FieldStep[] =>
  [...migration.values()].flatMap((step) => [
    ...(step.from.key === step.to.key && step.from.type === step.to.type ? [] : [step]),
    ...(step.within ? stepsOf(step.within) : []),
  ])

type Values = Readonly<Record<string, unknown>>

/**
 * Returns values under their new keys and in their new forms; their order and all other values stay. Keys may swap. A
 * value that cannot be converted is left out, but the revision keeps it. A leftover value of a removed field is dropped
 * if another field takes its key.
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
  // Inner values are migrated first, so that the outer value is checked against the new fields.
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

/** Migrates the values within a group, or within each row of a repeater. */
function below(value: unknown, migration: Migration, onValue: OnValue, claim: Claim): unknown {
  if (Array.isArray(value))
    return value.map((row: unknown) => below(row, migration, onValue, claim))
  return isRecord(value) ? migratedValues(value, migration, onValue, claim) : value
}
