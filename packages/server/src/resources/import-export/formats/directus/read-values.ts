import { isRecord } from '@typecase/contract/field-values/value-check'

import { listOf, present, type Row, rowOf, textOf } from '../rows.ts'
import type { Assets } from './assets.ts'
import { type FieldPlan, wordsOf } from './fields.ts'

/** Returns the key of an item, a text or a number, as text. */
export const keyOf = (value: unknown): string => {
  if (typeof value === 'number') return String(value)
  // A template may contain the item itself instead of its key.
  return typeof value === 'string' ? value : isRecord(value) ? keyOf(value['id']) : ''
}

/** An entry in a list of related items. */
export interface ListEntry {
  readonly collection: string
  readonly key: string
}

/** A user of Directus. */
export interface Person {
  readonly name: string
  readonly email: string
}

interface ValueReading {
  readonly assets: Assets
  /** Users by id. */
  readonly people: ReadonlyMap<string, Person>
  objectOf(collection: string, key: string): string | undefined
  /** Returns the list of an item, by its junction table and the key of the item. */
  listOf(plan: FieldPlan, owner: string): readonly ListEntry[]
  warn(message: string): void
}

/** Creates a function that reads the values of an item according to the plans of its fields. */
export function createValueReader({
  assets,
  people,
  objectOf,
  listOf: entriesOf,
  warn,
}: ValueReading) {
  function object(collection: string, key: string): string | undefined {
    if (key === '') return undefined
    const id = objectOf(collection, key)
    if (id === undefined) warn('Relations to items that the template does not hold are left out.')
    return id
  }

  function file(key: string): string | undefined {
    if (key === '') return undefined
    const name = assets.nameOf(key)
    if (name === undefined) warn('Fields with files that are not imported are left empty.')
    return name
  }

  function numberOf(value: unknown): number | undefined {
    if (value === null || value === undefined || value === '') return undefined
    const number = Number(value)
    const isExact = Number.isInteger(number)
      ? Number.isSafeInteger(number)
      : Number.isFinite(number)
    if (!isExact) warn('Numbers that are too large to be exact are left out.')
    return isExact ? number : undefined
  }

  function colorOf(value: unknown): string | undefined {
    const color = textOf(value)
    if (/^#[\da-f]{6}$/i.test(color)) return color
    if (color !== '') warn('Colors that are not hexadecimal, with six digits, are left out.')
    return undefined
  }

  /** @param owner the key of the item whose lists are read */
  function read(plans: readonly FieldPlan[], values: Row, owner: string): Record<string, unknown> {
    return present(
      Object.fromEntries(
        plans.map((plan) => [plan.metafield.key, valueOf(plan, values[plan.from], owner)]),
      ),
    )
  }

  function valueOf(plan: FieldPlan, value: unknown, owner: string): unknown {
    switch (plan.form) {
      case 'text':
        return wordsOf(value)
      case 'number':
        return numberOf(value)
      case 'switch':
        return value === null || value === undefined ? undefined : value === true || value === 1
      case 'day':
        return /^\d{4}-\d\d-\d\d/.exec(textOf(value))?.[0]
      case 'color':
        return colorOf(value)
      case 'choice':
        return wordsOf(value)
      case 'choices':
        return choicesIn(value)
      case 'person':
        return people.get(keyOf(value))?.name
      case 'file':
        return file(keyOf(value))
      case 'files':
        return [...new Set(entriesOf(plan, owner).flatMap(({ key }) => file(key) ?? []))]
      case 'object':
        return object(plan.target, keyOf(value))
      case 'objects':
        return [
          ...new Set(
            entriesOf(plan, owner).flatMap(({ collection, key }) => object(collection, key) ?? []),
          ),
        ]
      case 'rows':
        return listOf(value)
          .map(rowOf)
          .map((row) => read(plan.children, row, ''))
      default:
        return typeof value === 'string' && plan.form === 'json' ? jsonText(value) : value
    }
  }
  return read
}

/** In a JSON field, a text is JSON, too. */
const jsonText = (value: string): unknown => (value === '' ? undefined : JSON.stringify(value))

/** Returns the choices in a field that allows several; older exports join them in one text. */
export function choicesIn(value: unknown): string[] {
  const list = typeof value === 'string' ? value.split(',') : listOf(value)
  const texts = list.map((one) => (wordsOf(one) ?? '').trim())
  return [...new Set(texts.filter(Boolean))]
}

/** Records which choices the values of an item have, and which fields are empty. */
export function observe(plans: readonly FieldPlan[], values: Row): void {
  for (const plan of plans) {
    const value = values[plan.from]
    if (plan.junction === undefined && isEmpty(value)) plan.hasGaps = true
    if (plan.form === 'choice' && typeof value !== 'object') addChoice(plan, wordsOf(value) ?? '')
    if (plan.form === 'choices') for (const choice of choicesIn(value)) addChoice(plan, choice)
    if (plan.form === 'rows') for (const row of listOf(value)) observe(plan.children, rowOf(row))
  }
}

const MOST_CHOICES = 2000
function addChoice({ choices }: FieldPlan, choice: string): void {
  if (choices.size < MOST_CHOICES) choices.add(choice)
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)
