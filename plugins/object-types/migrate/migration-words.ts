import type { MigratedField, MigrateResult } from '@typecase/contract/object-types-migrate'
import { formatCount, plural } from '@typecase/ui/count'
import type { PlanChange } from '@typecase/plugin-sdk/plan'

import { labelOfType } from '../field-types.ts'

/** Describes the change of a field: `year → made`, `year: Text → Number`. */
function describeField({ key, new_key, type, new_type }: MigratedField): string {
  const renamed = key === new_key ? key : `${key} → ${new_key}`
  return type === new_type ? renamed : `${renamed}: ${labelOfType(type)} → ${labelOfType(new_type)}`
}

/** Describes all fields of a migration with their type. */
export const describeMigration = (fields: readonly MigratedField[], type: string): string =>
  `${fields.map(describeField).join(', ')} in ${type}`

/** Returns the warning about values that will be removed from their objects. */
export const warningsOf = ({ fields = [] }: MigrateResult): string[] =>
  fields.some(({ unconverted }) => unconverted > 0)
    ? ['Values that cannot be converted are removed from their objects; History keeps them.']
    : []

/** Limit of reasons listed in a plan. */
const MAX_REASONS = 4

/** Returns the numbers of a plan: values that convert, and values that do not, with the reasons. */
export function countsOf({
  modified = 0,
  fields = [],
}: MigrateResult): { label: string; value: number }[] {
  const converted = fields.reduce((sum, field) => sum + field.converted, 0)
  const unconverted = fields.reduce((sum, field) => sum + field.unconverted, 0)
  const counts = [
    { label: 'Objects', value: modified },
    { label: plural(converted, 'value converts', 'values convert'), value: converted },
  ]
  if (unconverted === 0) return counts
  const reasons = fields
    .flatMap(({ key, reasons: some }) =>
      some.map(({ reason, count }) => ({
        label: fields.length > 1 ? `${key}: ${reason}` : reason,
        value: count,
      })),
    )
    .toSorted((a, b) => b.value - a.value)
  const others = reasons.slice(MAX_REASONS).reduce((sum, { value }) => sum + value, 0)
  return [
    ...counts,
    { label: 'would not convert', value: unconverted },
    ...reasons.slice(0, MAX_REASONS),
    ...(others > 0 ? [{ label: 'for other reasons', value: others }] : []),
  ]
}

/** Returns the changes of each object. A value and its new field count as one change. */
export function changesOf({ sample = [], fields = [] }: MigrateResult): PlanChange[] {
  const newPaths = new Map(fields.map(({ key, new_key }) => [`metadata.${key}`, new_key]))
  const oldPaths = new Set(
    fields.filter(({ key, new_key }) => key !== new_key).map(({ new_key }) => new_key),
  )
  const values = new Map(sample.map((change) => [`${change.object_id} ${change.field}`, change]))
  return sample.flatMap((change) => {
    const { object_id: id, field, title, before, after } = change
    const path = field.replace(/^metadata\./, '')
    const newPath = newPaths.get(field)
    const label = title || 'Untitled'
    if (newPath === undefined || newPath === path) {
      // Included in the change of the value that replaced it.
      if (oldPaths.has(path) && before === null) return []
      return [{ id, label, field: path, ...distinctTexts(before, after) }]
    }
    const result = values.get(`${id} metadata.${newPath}`)?.after
    return [
      {
        id,
        label,
        field: `${path} → ${newPath}`,
        before: `${path}: ${textOf(before)}`,
        after: result === undefined || result === null ? '' : `${newPath}: ${textOf(result)}`,
      },
    ]
  })
}

/** Returns two values as distinct texts. JSON distinguishes a text from a number that looks the same. */
function distinctTexts(before: unknown, after: unknown): { before: string; after: string } {
  const [from, to] = [textOf(before), textOf(after)]
  if (from !== to) return { before: from, after: to }
  return { before: JSON.stringify(before), after: JSON.stringify(after) }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Returns the message after a migration, with the number of objects whose values did not convert. */
export function describeDone(modified: number, unconverted: number): string {
  const done =
    modified === 0 ? 'Object type updated.' : `Changed ${formatCount(modified, 'object')}.`
  if (unconverted === 0) return done
  return `${done} ${formatCount(unconverted, 'object')} had values that could not be converted; History keeps them.`
}
