import { isNumberText, isSwitchText } from '@typecase/contract/cell-formats'
import type { ImportMapping } from '@typecase/contract/import-export'
import type { Metafield, MetafieldType } from '@typecase/contract/metafields'

import { Failure } from '../../../http/failure.ts'
import { hasOptions, isListType } from '@typecase/contract/field-types'
import { partsOf } from '../../objects/model/values/convert-value.ts'
import { dayIn } from '../../objects/model/values/value-words.ts'
import { keyOf, valueAt } from './mapping.ts'

/** Maximum number of choices of a field. */
const MAX_CHOICES = 1000
/** Maximum number of choices for lists of texts to become a multiple choice; with more, people write freely. */
const FEW_CHOICES = 200
/** Number of characters above which a text gets several lines. */
const LONG_TEXT_CHARACTERS = 200

/** Properties of the values in a column. */
export interface FieldFacts {
  kinds: Set<Kind>
  hasLists: boolean
  isLong: boolean
  /** Distinct texts, single or in lists, while there are few enough to be choices. */
  choices: Set<string>
}

type Kind = 'number' | 'boolean' | 'date' | 'text' | 'list' | 'object'

export const newFacts = (): FieldFacts => ({
  kinds: new Set(),
  hasLists: false,
  isLong: false,
  choices: new Set(),
})

/** Infers fields for the columns of a file from their values. */
export function createInference(mapping: ImportMapping) {
  const facts = new Map<string, FieldFacts>()
  for (const column of mapping.columns) {
    const key = keyOf(column)
    if (key !== undefined) facts.set(key, newFacts())
  }

  return {
    observe(values: Readonly<Record<string, unknown>>): void {
      for (const [key, fieldFacts] of facts)
        observeValue(fieldFacts, valueAt(values, key), mapping.format === 'csv')
    },
    /** Returns a field for each column, as it would be in a new object type. */
    fields(): Metafield[] {
      return groupFields(
        mapping.columns.flatMap((column): Metafield[] => {
          const key = keyOf(column)
          const fieldFacts = key === undefined ? undefined : facts.get(key)
          if (key === undefined || !fieldFacts) return []
          // The check of the mapping included `type`.
          const declaredType = column.type as MetafieldType | undefined
          const field = { key, title: titleOf(key) }
          if (column.relation) {
            const type = declaredType ?? (fieldFacts.hasLists ? 'objects' : 'object')
            return [{ ...field, type, object_type: column.relation.type }]
          }
          return [fieldWith(fieldFacts, field, declaredType)]
        }),
      )
    },
  }
}

/** Moves fields whose keys contain a dot into group fields. */
function groupFields(fields: readonly Metafield[]): Metafield[] {
  const byKey = new Map<string, Metafield>()
  for (const field of fields) {
    const [key = '', below] = field.key.split('.')
    if (below === undefined) {
      byKey.set(key, field)
      continue
    }
    const group = byKey.get(key) ?? { key, title: titleOf(key), type: 'parent', children: [] }
    const child = { ...field, key: below, title: titleOf(below) }
    byKey.set(key, { ...group, children: [...(group.children ?? []), child] })
  }
  return [...byKey.values()]
}

/** Returns a field that fits the values. */
export const fieldWith = (
  facts: FieldFacts,
  field: Pick<Metafield, 'key' | 'title'>,
  type: MetafieldType = typeOf(facts),
): Metafield => withOptions({ ...field, type }, facts)

export function observeValue(facts: FieldFacts, value: unknown, isText: boolean): void {
  if (value === undefined || value === null || value === '') return
  if (Array.isArray(value)) {
    facts.hasLists = true
    facts.kinds.add(value.every((item) => typeof item === 'string') ? 'list' : 'object')
    for (const item of value) if (typeof item === 'string') addChoice(facts, item)
    return
  }
  facts.kinds.add(kindOf(value, isText))
  if (typeof value !== 'string') return
  if (value.length > LONG_TEXT_CHARACTERS || value.includes('\n')) facts.isLong = true
  addChoice(facts, value)
}

function addChoice({ choices }: FieldFacts, value: string): void {
  if (value !== '' && choices.size <= MAX_CHOICES) choices.add(value)
}

function kindOf(value: unknown, isText: boolean): Kind {
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value !== 'string') return 'object'
  if (dayIn(value) === value) return 'date'
  // A CSV file contains its numbers as texts.
  if (isText && isNumberText(value)) return 'number'
  if (isText && isSwitchText(value)) return 'boolean'
  return 'text'
}

function typeOf({ kinds, isLong, choices }: FieldFacts): MetafieldType {
  if (kinds.size === 0) return 'text'
  if (kinds.has('object')) return 'json'
  if (kinds.has('list')) {
    const isChoice =
      kinds.size === 1 &&
      choices.size > 0 &&
      choices.size <= FEW_CHOICES &&
      [...choices].every((choice) => choice.length <= LONG_TEXT_CHARACTERS && choice.trim() !== '')
    return isChoice ? 'multi-select' : 'json'
  }
  if (kinds.size === 1) {
    if (kinds.has('number')) return 'number'
    if (kinds.has('date')) return 'date'
    if (kinds.has('boolean')) return 'switch'
  }
  return isLong ? 'textarea' : 'text'
}

function withOptions(field: Metafield, facts: FieldFacts): Metafield {
  if (field.type === 'switch') return { ...field, options: 'true,false' }
  if (!hasOptions(field.type)) return field
  const choices = choicesIn(field, facts)
  if (choices.size === 0) return { ...field, type: 'text' }
  if (choices.size > MAX_CHOICES) {
    throw new Failure(
      'invalid',
      `“${field.key}” has more than ${MAX_CHOICES} different values, too many for a field of type ${field.type}.`,
    )
  }
  const sorted = [...choices].toSorted((a, b) => a.localeCompare(b, 'en'))
  const isDropdown = field.type === 'select-dropdown'
  return {
    ...field,
    options: sorted.map((value) => (isDropdown ? { key: value, value } : { value })),
  }
}

/** Returns the options in the values of a column. If the field takes several, a table separates them by commas. */
function choicesIn({ type }: Metafield, { choices, hasLists }: FieldFacts): ReadonlySet<string> {
  const isOne = hasLists || !isListType(type)
  return isOne ? choices : new Set([...choices].flatMap((text) => partsOf(text, ',')))
}

/** `birth_year` → `Birth year`. */
export function titleOf(key: string): string {
  const words = key.replaceAll(/[_-]+/g, ' ').trim()
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : key
}
