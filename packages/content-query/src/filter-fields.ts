import type { MetafieldType } from '@typecase/contract/metafields'

import { ANY_TEXT, BROKEN_FIELD, REFERENCES } from './fields.ts'

/** The specification's filter operators, as they are displayed and typed. */
export const filterOperators = [
  'is',
  'is not',
  'contains',
  'does not contain',
  'less than',
  'less than or equal to',
  'greater than',
  'greater than or equal to',
  'in',
  'not in',
  'all',
  'not all',
] as const
export type FilterOperator = (typeof filterOperators)[number]
/** The operators that take a list of values. */
export type ListOperator = 'in' | 'not in' | 'all' | 'not all'

/** The types of metafields and of an object's base fields. `datetime` is an ISO time that is filtered by day. */
export type FilterFieldType = MetafieldType | 'slug' | 'status' | 'datetime' | 'user' | 'locale'

/** A field that filters can use. */
export interface FilterField {
  /** The path in queries: `title`, `metadata.medium`. */
  path: string
  /** The title for people. */
  title: string
  type: FilterFieldType
  /** The options of a field with a fixed choice. `title` is displayed, `value` is compared. */
  options?: readonly { value: string; title?: string }[]
  /** The operators that make sense for the field; by default all operators of its type. */
  operators?: readonly FilterOperator[]
  /** The object type of the related objects, if all have the same one. */
  objectType?: string
  /** For a relation: the fields of the related objects. */
  related?: FilterSchema
}

/** The fields that filters can name. */
export type FilterSchema = readonly FilterField[]

/** Returns the field at a path, which may lead through relations of the schema. */
export function fieldAt(path: string, schema: FilterSchema): FilterField | undefined {
  const exact = schema.find((field) => field.path === path)
  if (exact) return exact
  for (const relation of schema) {
    const isWithin = path.startsWith(`${relation.path}.`)
    const field = isWithin && fieldAt(path.slice(relation.path.length + 1), relation.related ?? [])
    if (field) return fieldThrough(relation, field)
  }
  return undefined
}

/** Returns a field of related objects as a field of the objects that refer to them. */
export function fieldThrough(relation: FilterField, field: FilterField): FilterField {
  return {
    ...field,
    path: `${relation.path}.${field.path}`,
    title: `${relation.title} › ${field.title}`,
  }
}

/** The base fields of an object that the specification lists as filterable. */
export const objectFilterFields: FilterSchema = [
  { path: 'title', title: 'Title', type: 'text' },
  { path: 'slug', title: 'Slug', type: 'slug' },
  { path: 'content', title: 'Content', type: 'html-textarea' },
  {
    path: 'status',
    title: 'Status',
    type: 'status',
    options: [
      { value: 'draft', title: 'Draft' },
      { value: 'published', title: 'Published' },
    ],
  },
  { path: 'created_at', title: 'Created at', type: 'datetime' },
  { path: 'modified_at', title: 'Modified at', type: 'datetime' },
  { path: 'published_at', title: 'Published at', type: 'datetime' },
  { path: 'created_by', title: 'Created by', type: 'user' },
  { path: 'locale', title: 'Locale', type: 'locale' },
]

/** All texts of an object as one field. */
export const anyTextField: FilterField = {
  path: ANY_TEXT,
  title: 'Any text',
  type: 'text',
  operators: ['contains', 'does not contain'],
}

/** The objects that an object refers to, and whether one of them is missing. */
export const referenceFields: FilterSchema = [
  { path: REFERENCES, title: 'References', type: 'object' },
  { path: BROKEN_FIELD, title: 'Broken references', type: 'switch' },
]

const equality = ['is', 'is not'] as const
const search = ['contains', 'does not contain'] as const
const order = [
  'less than',
  'less than or equal to',
  'greater than',
  'greater than or equal to',
] as const
const choice = ['in', 'not in'] as const
const every = ['all', 'not all'] as const

/**
 * Operators by type (clients.md §2). Beyond that table, `is` applies to dates, and `in` to relations, media and short
 * texts, since the line `artist in (A, B)` needs it. Types without an entry cannot be filtered.
 */
const operatorsByType: Partial<Record<FilterFieldType, readonly FilterOperator[]>> = {
  text: [...equality, ...search, ...choice],
  slug: [...equality, ...search, ...choice],
  textarea: [...search, ...equality],
  'html-textarea': search,
  markdown: search,
  'rich-text': search,
  json: search,
  number: [...equality, ...order, ...choice],
  date: [...equality, ...order],
  datetime: [...order, ...equality],
  'select-dropdown': [...equality, ...choice],
  select: [...equality, ...choice],
  'radio-buttons': [...equality, ...choice],
  status: [...equality, ...choice],
  locale: [...equality, ...choice],
  user: [...equality, ...choice],
  'multi-select': [...choice, ...every],
  'check-boxes': [...choice, ...every],
  switch: equality,
  emoji: equality,
  color: equality,
  file: [...equality, ...choice],
  object: [...equality, ...choice],
  files: [...choice, ...every],
  objects: [...choice, ...every],
}

/** Returns the operators that apply to a field, the usual one first; none if the field cannot be filtered. */
export function operatorsFor({
  type,
  operators,
}: Pick<FilterField, 'type' | 'operators'>): readonly FilterOperator[] {
  const all = operatorsByType[type] ?? []
  return operators?.filter((one) => all.includes(one)) ?? all
}

/** Whether an operator takes a list of values. */
export function takesList(operator: FilterOperator): operator is ListOperator {
  return ['in', 'not in', 'all', 'not all'].includes(operator)
}
