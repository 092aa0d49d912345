import type { MetafieldType } from '@typecase/contract/metafields'

import { ANY_TEXT, BROKEN, REFERENCES } from './fields.ts'

/** The specification's filter operators, in their displayed and typed form. */
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

/** Metafield types, and those of an object's own fields: `datetime` is an ISO time with a day to filter by. */
export type FilterFieldType = MetafieldType | 'slug' | 'status' | 'datetime' | 'user' | 'locale'

/** A field that can be filtered by. */
export interface FilterField {
  /** As queries write it: `title`, `metadata.medium`. */
  path: string
  /** As people read it. */
  title: string
  type: FilterFieldType
  /** The options of a field with a fixed choice. `title` is shown, `value` compared. */
  options?: readonly { value: string; title?: string }[]
  /** The operators of its type that make sense for it; all of them by default. */
  operators?: readonly FilterOperator[]
  /** The type of those objects, if they are all of one. */
  objectType?: string
  /** Fields of the objects that it leads to, if it is a relation. */
  related?: FilterSchema
}

/** The fields that filters can name. */
export type FilterSchema = readonly FilterField[]

/** The field at a path, which may lead through relations of the schema. */
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

/** A field of related objects as a field of those that are related to them. */
export function fieldThrough(relation: FilterField, field: FilterField): FilterField {
  return {
    ...field,
    path: `${relation.path}.${field.path}`,
    title: `${relation.title} › ${field.title}`,
  }
}

/** An object's own fields that the specification lists as filterable. */
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

/** All texts of an object, as one field. */
export const anyTextField: FilterField = {
  path: ANY_TEXT,
  title: 'Any text',
  type: 'text',
  operators: ['contains', 'does not contain'],
}

/** The objects that an object refers to, and whether one of them is missing. */
export const referenceFields: FilterSchema = [
  { path: REFERENCES, title: 'References', type: 'object' },
  { path: BROKEN, title: 'Broken references', type: 'switch' },
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
 * Operators by type (clients.md §2). Beyond that table a date can be compared with `is`, and a relation, a media or a
 * short text with `in`, because the line `artist in (A, B)` asks for it. Types without an entry cannot be filtered by.
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

/** The operators that apply to a field, the usual one first; none when it cannot be filtered by. */
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
