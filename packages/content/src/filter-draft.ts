import type { Scalar } from '@typecase/content-query/ast'
import {
  fieldAt,
  type FilterField,
  type FilterOperator,
  type FilterSchema,
  operatorsFor,
  takesList,
} from '@typecase/content-query/filter-fields'
import { type Filter, type FilterItem, isGroup } from '@typecase/content-query/filter'
import { fits, readValue, valueRule } from '@typecase/content-query/filter-values'

/** The state of the filter builder: filters, complete or not, each with a local id. */
export type Draft = DraftRow | DraftGroup | PreservedDraft

/** A filter under edit: null is a part without a choice. */
export interface DraftRow {
  readonly id: number
  readonly kind: 'row'
  readonly field: string | null
  readonly operator: FilterOperator | null
  /** One, or as many as the operator takes. Null is `empty`. */
  readonly values: readonly Scalar[]
}
/** A group of filters that is being edited. */
export interface DraftGroup {
  readonly id: number
  readonly kind: 'group'
  readonly operator: 'any' | 'all'
  readonly items: readonly Draft[]
}
/** A part of a query that has no form here, stored as written. */
export interface PreservedDraft {
  readonly id: number
  readonly kind: 'kept'
  readonly json: unknown
}

let lastId = 0
const newId = (): number => (lastId += 1)

/** A row in which nothing is chosen. */
export const emptyRow = (): DraftRow => ({
  id: newId(),
  kind: 'row',
  field: null,
  operator: null,
  values: [],
})

/** A group of these items. */
export const groupOf = (operator: DraftGroup['operator'], items: readonly Draft[]): DraftGroup => ({
  id: newId(),
  kind: 'group',
  operator,
  items,
})

/** Filters as the form edits them. */
export const draftsOf = (items: readonly FilterItem[]): Draft[] => items.map(draftOf)

function draftOf(item: FilterItem): Draft {
  if (item.operator === 'unsupported') return { id: newId(), kind: 'kept', json: item.json }
  if (isGroup(item)) return groupOf(item.operator, draftsOf(item.items))
  const { field, operator, value } = item
  const values = takesList(operator) ? (value as readonly Scalar[]) : [value as Scalar]
  return { id: newId(), kind: 'row', field, operator, values }
}

/** The filters of a draft, without unfinished ones. */
export function itemsOf(drafts: readonly Draft[], schema: FilterSchema): FilterItem[] {
  return drafts.flatMap((draft): FilterItem[] => {
    if (draft.kind === 'kept') return [{ operator: 'unsupported', json: draft.json }]
    if (draft.kind === 'group') {
      return [{ operator: draft.operator, items: itemsOf(draft.items, schema) }]
    }
    const filter = filterOf(draft, schema)
    return filter ? [filter] : []
  })
}

/** The filter that a row stands for; undefined until it is finished. */
export function filterOf(row: DraftRow, schema: FilterSchema): Filter | undefined {
  const { field: path, operator, values } = row
  const field = path === null ? undefined : fieldAt(path, schema)
  if (!field || !operator || !operatorsFor(field).includes(operator)) return undefined
  const [value] = values
  if (takesList(operator)) {
    return values.length > 0 ? { field: field.path, operator, value: values } : undefined
  }
  return value === undefined ? undefined : { field: field.path, operator, value }
}

/** A row for another field. Its operator and values stay if they make sense for this one. */
export function withField(row: DraftRow, field: FilterField): DraftRow {
  const operators = operatorsFor(field)
  const operator = operators.find((one) => one === row.operator) ?? operators[0] ?? null
  const values = row.values.filter(
    (value) => value !== null && fits(field, value) && !field.options,
  )
  return withOperator({ ...row, field: field.path, values }, operator)
}

/** The row with another operator, and those of its values that the operator takes. */
export function withOperator(row: DraftRow, operator: FilterOperator | null): DraftRow {
  const isMany = operator !== null && takesList(operator)
  const mayBeEmpty = operator === 'is' || operator === 'is not'
  const values = mayBeEmpty ? row.values : row.values.filter((value) => value !== null)
  return { ...row, operator, values: isMany ? values : values.slice(0, 1) }
}

const symbols: Readonly<Record<string, FilterOperator>> = {
  '=': 'is',
  '!=': 'is not',
  '~': 'contains',
  '!~': 'does not contain',
  '<': 'less than',
  '<=': 'less than or equal to',
  '>': 'greater than',
  '>=': 'greater than or equal to',
}

/** The row with the value, or the error. */
export type TypedValue =
  | { readonly ok: true; readonly row: DraftRow }
  | { readonly ok: false; readonly message: string }

/**
 * A row with a typed value. An operator may precede it, as in `>= 1840`; if the operator takes a list, the value is
 * appended.
 */
export function withTyped(row: DraftRow, typed: string, field: FilterField): TypedValue {
  const [, symbol = '', rest = typed] = /^\s*(<=|>=|!=|!~|<|>|=|~)\s*(.*)$/s.exec(typed) ?? []
  const operator = symbols[symbol]
  const isMeant = operator !== undefined && operatorsFor(field).includes(operator)
  const next = isMeant ? withOperator({ ...row, values: [] }, operator) : row
  const text = (isMeant ? rest : typed).trim()
  const value = text === '' ? undefined : readValue(field, text, false)
  if (value !== undefined) return { ok: true, row: withValue(next, value) }
  const message = text === '' ? 'Value is a required field' : `Value is ${valueRule(field)}`
  return { ok: false, message }
}

/** The row with a value: one more where the operator takes a list, else in place of the one before. */
export function withValue(row: DraftRow, value: Scalar): DraftRow {
  if (row.operator === null || !takesList(row.operator)) return { ...row, values: [value] }
  return row.values.includes(value) ? row : { ...row, values: [...row.values, value] }
}

/** The same drafts with one replaced by others, or by none. */
export function replaced(
  drafts: readonly Draft[],
  id: number,
  by: (draft: Draft) => readonly Draft[],
): Draft[] {
  return drafts.flatMap((draft): readonly Draft[] => {
    if (draft.id === id) return by(draft)
    if (draft.kind !== 'group') return [draft]
    return [{ ...draft, items: replaced(draft.items, id, by) }]
  })
}

/** The ids of the rows in their order. */
export const rowIds = (drafts: readonly Draft[]): number[] =>
  drafts.flatMap((draft) =>
    draft.kind === 'row' ? [draft.id] : draft.kind === 'group' ? rowIds(draft.items) : [],
  )
