import {
  isMediaType,
  isRelationType,
  type ValueForm,
  valueFormOf,
} from '@typecase/contract/field-types'
import type { Metafield } from '@typecase/contract/metafields'

import { asText, isRecord } from '@typecase/contract/field-values/value-check'
import type { StoredObject } from '../../model/state.ts'
import type { TypeModel } from '../../model/type-model.ts'
import { fieldOfPath, valueAt } from './edited-field.ts'

const columns = ['title', 'slug', 'content', 'locale', 'status'] as const
type Column = (typeof columns)[number]
const isColumn = (name: string): name is Column => (columns as readonly string[]).includes(name)

/** A text, or the path of the field whose value is inserted. */
type Part = { text: string } | { path: string }

/** Parses `{title} – {metadata.year}`; `{{` and `}}` stand for braces. */
export function readTemplate(template: string): Part[] {
  return [...template.matchAll(/\{\{|\}\}|\{([^{}]*)\}|[^{}]+|[{}]/g)].map(([text, path]) => {
    if (path !== undefined) return { path: path.trim() }
    return { text: text === '{{' || text === '}}' ? text.slice(1) : text }
  })
}

const metafieldOf = (model: TypeModel, path: string) =>
  path.startsWith('metadata.') ? fieldOfPath(model, path.slice('metadata.'.length)) : undefined

const NESTED: ReadonlySet<ValueForm> = new Set(['json', 'group', 'rows'])

/** Whether a field's values can be inserted into a text. */
const isInsertable = ({ type }: Metafield, { fields }: TypeModel) =>
  fields.length === 0 ||
  !(NESTED.has(valueFormOf(type)) || isMediaType(type) || isRelationType(type))

/**
 * Returns the first field of a template that objects of a type do not have, or whose values cannot be inserted into a
 * text.
 */
export function unknownPath(template: string, model: TypeModel): string | undefined {
  for (const part of readTemplate(template)) {
    if ('text' in part || isColumn(part.path)) continue
    const field = metafieldOf(model, part.path)
    if (!field || !isInsertable(field.field, model)) return part.path
  }
  return undefined
}

/** Fills in a template with the values of an object; an empty value inserts nothing. */
export function filledIn(
  template: string,
  { state }: StoredObject,
  values: Readonly<Record<string, unknown>>,
  model: TypeModel,
): string {
  return readTemplate(template)
    .map((part) => {
      if ('text' in part) return part.text
      if (isColumn(part.path)) return state[part.path] ?? ''
      const field = metafieldOf(model, part.path)
      return field ? textOf(valueAt(values, field)) : ''
    })
    .join('')
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (isRecord(value)) return asText(value['value']) ?? ''
  return asText(value) ?? ''
}
