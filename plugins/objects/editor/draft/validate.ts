import { isColor, lengthOf } from '@typecase/contract/field-rules'
import type { Metafield } from '@typecase/contract/metafields'

import { isRecord } from './json-equal.ts'
import { jsonErrorAt } from './json-place.ts'
import type { Path } from './path.ts'
import { isShown } from './show-when.ts'
import type { Values } from './values.ts'
import { isEmptyValue, isUnreadable } from './values.ts'

/** A broken rule, in the words of specification §5 with the field's title as path. */
export interface Problem {
  readonly path: Path
  readonly message: string
}

/** What is wrong with a value by the rules of its field's kind. */
export type KindProblem = (field: Metafield, value: unknown) => string | undefined

/** Kinds without rules of their own. */
export const noKindProblem: KindProblem = () => undefined

/** What is wrong with one field's value; undefined when nothing is. Its children are not validated. */
export function problemOf(
  field: Metafield,
  value: unknown,
  kindProblem: KindProblem = noKindProblem,
): string | undefined {
  return (
    problemOfType(field, value) ?? (isEmptyValue(value) ? undefined : kindProblem(field, value))
  )
}

function problemOfType(field: Metafield, value: unknown): string | undefined {
  if (isUnreadable(value)) {
    return field.type === 'json'
      ? `${field.title} must be valid JSON${placeInJson(value['~typed'])}`
      : `${field.title} must be a number`
  }
  if (field.type === 'parent') return undefined
  if (isEmptyValue(value)) return field.required ? `${field.title} is a required field` : undefined
  if (typeof value === 'number') return problemOfNumber(field, value)
  if (Array.isArray(value)) return problemOfList(field, value)
  return typeof value === 'string' ? problemOfText(field, value) : undefined
}

function placeInJson(text: string): string {
  const place = jsonErrorAt(text)
  return place ? `: line ${place.line}, column ${place.column}` : ''
}

function problemOfNumber({ title, min, max }: Metafield, value: number): string | undefined {
  if (isLess(value, min)) return `${title} must be at least ${min}`
  return isLess(max, value) ? `${title} must be at most ${max}` : undefined
}

function problemOfList({ title, min, max }: Metafield, { length }: unknown[]): string | undefined {
  if (isLess(length, min)) return `${title} must be at least ${min} items`
  return isLess(max, length) ? `${title} must be at most ${max} items` : undefined
}

function problemOfText(field: Metafield, text: string): string | undefined {
  const { title, minlength, maxlength, regex, regex_message: words } = field
  const length = lengthOf(text)
  if (isLess(length, minlength)) return `${title} must be at least ${minlength} characters`
  if (isLess(maxlength, length)) return `${title} must be at most ${maxlength} characters`
  if (regex && !isMatch(regex, text)) return words || `${title} must match the pattern ${regex}`
  if (field.type === 'color' && !isColor(text)) {
    return `${title} must be a colour, such as #1a2b3c, rgb(26 43 60) or teal`
  }
  return undefined
}

function isLess(a: number | null | undefined, b: number | null | undefined): boolean {
  return typeof a === 'number' && typeof b === 'number' && a < b
}

/** A pattern that this browser cannot read, or a text too long to try it on, is left to the server. */
function isMatch(pattern: string, text: string): boolean {
  if (text.length > 1000) return true
  try {
    return new RegExp(pattern.replace(/^\/(.*)\/$/s, '$1'), 'u').test(text)
  } catch {
    return true
  }
}

/** Every broken rule of the fields that are shown, in their order. */
export function problemsOf(
  fields: readonly Metafield[],
  values: Values,
  kindProblem?: KindProblem,
): Problem[] {
  const title = values.title.trim() === '' ? 'Title is a required field' : undefined
  return [
    ...(title ? [{ path: 'title', message: title }] : []),
    ...problemsWithin(fields, values.metadata, 'metadata', { kindProblem }),
  ]
}

/** Broken rules of fields that stand beside each other, such as those of one row. */
export function problemsWithin(
  fields: readonly Metafield[],
  siblings: unknown,
  prefix: Path,
  { around, kindProblem }: { around?: unknown; kindProblem?: KindProblem | undefined } = {},
): Problem[] {
  return fields.flatMap((field) => {
    if (!isShown(field, siblings, around)) return []
    const path = `${prefix}.${field.key}`
    const value = isRecord(siblings) ? siblings[field.key] : undefined
    const message = problemOf(field, value, kindProblem)
    return [
      ...(message ? [{ path, message }] : []),
      ...problemsInside(field, value, path, { around: siblings, kindProblem }),
    ]
  })
}

function problemsInside(
  field: Metafield,
  value: unknown,
  path: Path,
  given: { around: unknown; kindProblem: KindProblem | undefined },
): Problem[] {
  if (field.type === 'parent') return problemsWithin(field.children ?? [], value ?? {}, path, given)
  if (field.type !== 'repeater' || !Array.isArray(value)) return []
  return value.flatMap((row: unknown, index) =>
    problemsWithin(field.repeater_fields ?? [], row, `${path}.${index}`, given),
  )
}

/** Text that cannot be sent at all, whatever the rules: a number that is none. */
export function unreadablePaths(value: unknown, path: Path = ''): Path[] {
  if (isUnreadable(value)) return [path]
  const entries = Array.isArray(value)
    ? value.entries()
    : isRecord(value)
      ? Object.entries(value)
      : []
  return [...entries].flatMap(([key, inner]) =>
    typeof inner === 'object' && inner !== null
      ? unreadablePaths(inner, path ? `${path}.${key}` : String(key))
      : [],
  )
}
