import type { Metafield, MetafieldType } from '@typecase/contract/metafields'

import { isRecord } from '@typecase/contract/field-values/value-check'
import type { TextFormat } from './searched-text.ts'
import type { ValueOwner } from './value-owner.ts'

/** A text of an object that can be searched. */
export interface TextPlace {
  /** `title`, `slug`, `content`, `metadata.seo.description`, `metadata.steps.3.text` */
  path: string
  /** The same for people: `Steps › 4 › Text`. */
  label: string
  /** As it is stored. */
  text: string
  format: TextFormat
}

/** A place that can be given another text. */
export interface OpenPlace extends TextPlace {
  put(text: string): void
  /** The metafield whose rules the new text has to keep. */
  owner: ValueOwner | undefined
}

/** Where a walk stands. */
export interface Trail {
  path: string
  /** Empty at the top. */
  label: string
}

type Add = (place: OpenPlace) => void
type IsOpen = (path: string) => boolean

/** The texts of values that fields describe, groups and rows included. */
export function placesInFields(
  fields: readonly Metafield[],
  record: Record<string, unknown>,
  trail: Trail,
  isOpen: IsOpen,
  add: Add,
): void {
  for (const field of fields) {
    const walk = walks[field.type]
    const value = walk && Object.hasOwn(record, field.key) ? record[field.key] : undefined
    if (!walk || value === undefined || value === null) continue
    const here = below(trail, field.key, field.title || field.key)
    if (isOpen(here.path)) walk(value, { field, record, at: trail.path }, here, isOpen, add)
  }
}

type Walk = (value: unknown, owner: ValueOwner, here: Trail, isOpen: IsOpen, add: Add) => void

const textOf =
  (format: OpenPlace['format']): Walk =>
  (value, owner, here, _isOpen, add) => {
    if (typeof value !== 'string') return
    const put = (text: string) => {
      owner.record[owner.field.key] = text
    }
    add({ ...here, text: value, format, put, owner })
  }

const plain = textOf('plain')
const jsonText = textOf('json')

/** Stored as `{key, value}`: people read the value, and a new one is the option that has it. */
const dropdown: Walk = (value, owner, ...rest) =>
  plain(isRecord(value) ? value['value'] : value, owner, ...rest)

const choices: Walk = (value, owner, here, _isOpen, add) => {
  if (!Array.isArray(value)) return
  for (const [index, text] of (value as unknown[]).entries()) {
    if (typeof text !== 'string') continue
    const put = (next: string) => {
      value[index] = next
    }
    add({ ...below(here, index, String(index + 1)), text, format: 'plain', put, owner })
  }
}

const json: Walk = (value, owner, here, isOpen, add) => {
  if (typeof value === 'string') jsonText(value, owner, here, isOpen, add)
  else placesInJson(value, here, isOpen, add)
}

const group: Walk = (value, { field }, here, isOpen, add) => {
  if (isRecord(value)) placesInFields(field.children ?? [], value, here, isOpen, add)
}

const rows: Walk = (value, { field }, here, isOpen, add) => {
  if (!Array.isArray(value)) return
  const fields = field.repeater_fields ?? field.children ?? []
  for (const [index, row] of (value as unknown[]).entries()) {
    const at = below(here, index, String(index + 1))
    if (isRecord(row)) placesInFields(fields, row, at, isOpen, add)
  }
}

/** Types that are not here hold no text: numbers, dates, switches, names of media, ids, colors and emoji. */
const walks: Partial<Record<MetafieldType, Walk>> = {
  text: plain,
  textarea: plain,
  markdown: textOf('markdown'),
  // Stored as Markdown.
  'rich-text': textOf('markdown'),
  'html-textarea': textOf('html'),
  json,
  select: plain,
  'radio-buttons': plain,
  'select-dropdown': dropdown,
  'multi-select': choices,
  'check-boxes': choices,
  parent: group,
  repeater: rows,
}

/** Whether fields of a type hold text that can be searched. */
export const hasText = (type: MetafieldType): boolean => walks[type] !== undefined

/** JSON nests no deeper (`guardJson`). */
const DEEPEST = 64

/** The strings of a JSON value at any depth; keys are none. */
export function placesInJson(
  value: unknown,
  trail: Trail,
  isOpen: IsOpen,
  add: Add,
  depth = 0,
): void {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return
  const holder = value as Record<string, unknown>
  for (const [key, item] of Object.entries(holder)) {
    const here = below(trail, key, Array.isArray(value) ? String(Number(key) + 1) : key)
    if (typeof item === 'string') {
      const put = (text: string) => {
        holder[key] = text
      }
      add({ ...here, text: item, format: 'plain', put, owner: undefined })
    } else if (isOpen(here.path)) placesInJson(item, here, isOpen, add, depth + 1)
  }
}

const below = ({ path, label }: Trail, key: string | number, title: string): Trail => ({
  path: `${path}.${key}`,
  label: label === '' ? title : `${label} › ${title}`,
})
