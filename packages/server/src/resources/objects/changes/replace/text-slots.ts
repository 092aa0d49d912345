import {
  innerFields,
  labelBelow,
  topRecord,
  visitValues,
} from '@typecase/contract/field-values/field-tree'
import { isRecord } from '@typecase/contract/field-values/value-check'
import { hasOptions, syntaxOf, valueFormOf } from '@typecase/contract/field-types'
import type { Metafield } from '@typecase/contract/metafields'

import { type ObjectState, parseValues } from '../../model/state.ts'
import type { TypeModel } from '../../model/type-model.ts'
import type { TextFormat } from './searched-text.ts'
import type { FieldChoice } from './search.ts'

/** A text of an object that can be searched and replaced. */
export interface TextSlot {
  /** `title`, `slug`, `content`, `metadata.seo.description`, `metadata.steps.3.text` */
  path: string
  /** The label of the path: `Steps › 4 › Text`. */
  label: string
  /** The stored text. */
  text: string
  format: TextFormat
  put(text: string): void
  /** The metafield whose rules apply to the new text. */
  owner: ValueOwner | undefined
}

/** A metafield's value within the record that holds it, which is the unit for the rules of fields. */
export interface ValueOwner {
  field: Metafield
  record: Record<string, unknown>
  /** The path of the record, such as `metadata.steps.3`. */
  at: string
}

/** The texts of an object, ready to be changed. */
export interface OpenedObject {
  slots: TextSlot[]
  objectTexts: Record<ObjectField, string>
  /** The metadata's values, which `put` changes in place. */
  values: Record<string, unknown>
}

type ObjectField = 'title' | 'slug' | 'content'

const objectFields: readonly [ObjectField, string, TextFormat][] = [
  ['title', 'Title', 'plain'],
  ['slug', 'Slug', 'plain'],
  // Content uses the editor of HTML metafields.
  ['content', 'Content', 'html'],
]

/**
 * Returns the format of a field's texts; undefined if its values hold no text, such as numbers, media names, ids and
 * colors.
 */
function formatOf({ type }: Metafield): TextFormat | undefined {
  const syntax = syntaxOf(type)
  if (syntax) return syntax === 'markdown' || syntax === 'html' ? syntax : 'plain'
  if (type === 'json') return 'json'
  return hasOptions(type) ? 'plain' : undefined
}

/** Whether a value is an object or a list, whose items have their indexes as keys. */
const isHolder = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Maximum depth of JSON; `guardJson` permits no more. */
const LEVELS = 65

/**
 * Returns every searchable text of an object's newest version, in the order of its type's fields. Empty texts are left
 * out, and so are values without a field in the type; a type without fields includes all values. The state itself is
 * never changed.
 */
export function openSlots(
  { title, slug, content, metadata }: ObjectState,
  { fields: described }: Pick<TypeModel, 'fields'>,
  { fields, isInMarkup }: { fields?: FieldChoice | undefined; isInMarkup: boolean },
): OpenedObject {
  const objectTexts = { title, slug, content }
  const values = parseValues(metadata)
  const slots: TextSlot[] = []
  const add = (slot: TextSlot) => {
    if (slot.text === '' || (fields && !fields.has(slot.path))) return
    const isMarkup = slot.format === 'html' || slot.format === 'markdown'
    slots.push(isInMarkup && isMarkup ? { ...slot, format: 'plain' } : slot)
  }

  /** Adds the strings of a list or of JSON, but not the keys. */
  function addStrings(
    holder: Record<string, unknown>,
    { path, label }: Pick<TextSlot, 'path' | 'label'>,
    levels: number,
    owner?: ValueOwner,
  ): void {
    if (levels === 0 || (fields && !fields.mayHoldSome(path))) return
    for (const [key, text] of Object.entries(holder)) {
      const name = Array.isArray(holder) ? String(Number(key) + 1) : key
      const below = { path: `${path}.${key}`, label: labelBelow(label, name) }
      const put = (next: string) => {
        holder[key] = next
      }
      if (typeof text === 'string') add({ ...below, text, format: 'plain', put, owner })
      else if (isHolder(text)) addStrings(text, below, levels - 1, owner)
    }
  }

  for (const [key, label, format] of objectFields) {
    const put = (text: string) => {
      objectTexts[key] = text
    }
    add({ path: key, label, text: objectTexts[key], format, put, owner: undefined })
  }
  if (described.length === 0) addStrings(values, { path: 'metadata', label: '' }, LEVELS)
  visitValues(described, topRecord(values), (value, field, { values: record, path: at, label }) => {
    const { key, type } = field
    const format = formatOf(field)
    if (!format) return
    const here = { path: `${at}.${key}`, label: labelBelow(label, field.title || key) }
    const owner = { field, record, at }
    // A dropdown stores `{key, value}`. People read the value, so a new value selects the option that has it.
    const text = type === 'select-dropdown' && isRecord(value) ? value['value'] : value
    const put = (next: string) => {
      record[key] = next
    }
    if (typeof text === 'string') add({ ...here, text, format, put, owner })
    else if (type === 'json' && isHolder(value)) addStrings(value, here, LEVELS)
    else if (valueFormOf(type) === 'choices' && isHolder(value)) addStrings(value, here, 1, owner)
  })
  return { slots, objectTexts, values }
}

/** Whether a path of `fields` can lead to a text in objects of a type. A type without fields accepts any key. */
export function isSearchable({ fields }: TypeModel, path: string): boolean {
  const [top = '', ...keys] = path.split('.')
  if (keys.length === 0) return objectFields.some(([key]) => key === top) || top === 'metadata'
  return top === 'metadata' && (fields.length === 0 || leadsToText(fields, keys))
}

function leadsToText(fields: readonly Metafield[], [key, ...below]: readonly string[]): boolean {
  if (key === undefined) return true
  const field = fields.find((other) => other.key === key)
  if (!field) return false
  const [index = '', ...inRow] = below
  switch (valueFormOf(field.type)) {
    case 'group':
      return leadsToText(innerFields(field), below)
    case 'rows':
      return isIndex(index) && leadsToText(innerFields(field), inRow)
    case 'choices':
      return isIndex(index) && inRow.length === 0
    case 'json':
      return true
    default:
      return formatOf(field) !== undefined && below.length === 0
  }
}

/** Whether a text is the number of a row or choice; an empty text stands for all of them. */
const isIndex = (text: string) => /^\d*$/.test(text)
