import type { Metafield } from '@typecase/contract/metafields'

import { isEmpty, isRecord } from '../../objects/metafield-values/value-check.ts'
import { convertValue } from './convert-value.ts'

/** What becomes of the values of one field. */
export interface FieldStep {
  /** Its path before and after, as `seo.description`. */
  readonly path: string
  readonly newPath: string
  readonly from: Metafield
  readonly to: Metafield
  /** For fields below a group or a repeater that itself stays one. */
  readonly within?: Migration
}

/** Steps of fields whose key or type changed, or that hold such fields, by their old key. */
export type Migration = ReadonlyMap<string, FieldStep>

/** Told of each value that a migration comes to. @param reason why it would not convert */
export type OnValue = (step: FieldStep, reason?: string) => void

/**
 * What two states of an object type's fields ask of the values: the same field id under another key or with another type.
 * Undefined when that is nothing.
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

const innerFields = ({ type, children, repeater_fields: rows }: Metafield) =>
  (type === 'repeater' ? (rows ?? children) : children) ?? []

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
    const next = migratedValue(value, step, onValue)
    if (next !== undefined) migrated.push([step.to.key, next])
  }
  return Object.fromEntries(migrated)
}

function migratedValue(value: unknown, step: FieldStep, onValue: OnValue): unknown {
  const { from, to, within } = step
  // What lies below changes first, so that what becomes of the whole is checked against the new fields.
  const inner = within ? below(value, within, onValue) : value
  const isOwn = from.key !== to.key || from.type !== to.type
  if (from.type === to.type) {
    if (isOwn && !isEmpty(value)) onValue(step)
    return inner
  }
  const converted = convertValue(inner, from, to)
  if (!isEmpty(value)) onValue(step, 'reason' in converted ? converted.reason : undefined)
  return 'reason' in converted ? undefined : converted.value
}

/** The same within a group, or within each row of a repeater. */
function below(value: unknown, migration: Migration, onValue: OnValue): unknown {
  if (Array.isArray(value)) return value.map((row: unknown) => below(row, migration, onValue))
  return isRecord(value) ? migratedValues(value, migration, onValue) : value
}
