import { isListType, isTextType, type ValueForm, valueFormOf } from '../field-types.ts'
import type { Metafield } from '../metafields.ts'

import { atMost, choice, choices, dropdown } from './choice.ts'
import { innerFields } from './field-tree.ts'
import { file, files } from './media-name.ts'
import { color, date, emoji, json, number, text, toggle } from './plain-values.ts'
import { relation, relations } from './relation.ts'
import { type Family, type Findings, isRecord, refuse } from './value-check.ts'

/** parent: a nested object with the fields of the group. */
const group: Family = (value, check) => {
  if (!isRecord(value)) return refuse(check, 'type', 'must be an object')
  return checkValues(innerFields(check.field), value, check.path, check.findings)
}

/** repeater: a list of objects with the fields of a row. */
const rows: Family = (value, check) => {
  if (!Array.isArray(value)) return refuse(check, 'type', 'must be a list')
  atMost(value, check, 'rows')
  const { field, path, findings } = check
  return value.map((row, index) => {
    const at = { ...check, path: `${path}.${index}` }
    if (!isRecord(row)) return refuse(at, 'type', 'must be an object')
    return checkValues(innerFields(field), row, at.path, findings)
  })
}

const families: Record<ValueForm, Family> = {
  text,
  json,
  number,
  date,
  color,
  emoji,
  switch: toggle,
  option: dropdown,
  choice,
  choices,
  file,
  files,
  object: relation,
  objects: relations,
  group,
  rows,
}

/** Returns the stored value of an empty field: an empty text, an empty list, or null. */
export function emptyValue({ type }: Metafield): '' | [] | null {
  if (isListType(type)) return []
  return isTextType(type) ? '' : null
}

/**
 * Checks values against the fields of an object type or a group: types, options and lengths, which apply to drafts too.
 * Empty values pass; only publishing demands the required ones (`missingValues`).
 * @returns the values in stored form
 */
export function checkValues(
  fields: readonly Metafield[],
  values: Readonly<Record<string, unknown>>,
  at: string,
  findings: Findings,
): Record<string, unknown> {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const checked = Object.entries(values).map(([key, value]): [string, unknown] => {
    const field = byKey.get(key)
    const path = `${at}.${key}`
    if (!field) {
      const rule = 'unknown_key'
      findings.problems.push({ path, message: `${path} is not a known field`, rule })
      return [key, value]
    }
    if (value === '') return [key, emptyValue(field)]
    if (value === null || value === undefined) return [key, value]
    return [key, families[valueFormOf(field.type)](value, { field, path, findings })]
  })
  return Object.fromEntries(checked)
}
