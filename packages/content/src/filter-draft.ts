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

/** A filter that is being edited. A part that is not chosen yet is null. */
export interface DraftRow {
  readonly id: number
  readonly kind: 'row'
  readonly field: string | null
  readonly operator: FilterOperator | null
  /** One value, or several if the operator takes a list. Null means `empty`. */
  readonly values: readonly Scalar[]
}
/** A group of filters that is being edited. */
export interface DraftGroup {
  readonly id: number
  readonly kind: 'group'
  readonly operator: 'any' | 'all'
  readonly items: readonly Draft[]
}
/** A part of a query that the form cannot show, stored as written. */
export interface PreservedDraft {
  readonly id: number
  readonly kind: 'kept'
  readonly json: unknown
}

let lastId = 0
const newId = (): number => (lastId += 1)

/** Returns a row in which nothing is chosen. */
export const emptyRow = (): DraftRow => ({
  id: newId(),
  kind: 'row',
  field: null,
  operator: null,
  values: [],
})

/** Returns a group of these items. */
export const groupOf = (operator: DraftGroup['operator'], items: readonly Draft[]): DraftGroup => ({
  id: newId(),
  kind: 'group',
  operator,
  items,
})

/** Converts filters to drafts, which the form edits. */
export const draftsOf = (items: readonly FilterItem[]): Draft[] => items.map(draftOf)

function draftOf(item: FilterItem): Draft {
  if (item.operator === 'unsupported') return { id: newId(), kind: 'kept', json: item.json }
  if (isGroup(item)) return groupOf(item.operator, draftsOf(item.items))
  const { field, operator, value } = item
  const values = takesList(operator) ? (value as readonly Scalar[]) : [value as Scalar]
  return { id: newId(), kind: 'row', field, operator, values }
}

/** Converts drafts to filters, without unfinished ones. */
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

/** Returns the filter of a row; undefined until the row is complete. */
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

/** Returns the row for another field. Its operator and values stay if they fit that field. */
export function withField(row: DraftRow, field: FilterField): DraftRow {
  const operators = operatorsFor(field)
  const operator = operators.find((one) => one === row.operator) ?? operators[0] ?? null
  const values = row.values.filter(
    (value) => value !== null && fits(field, value) && !field.options,
  )
  return withOperator({ ...row, field: field.path, values }, operator)
}

/** Returns the row with another operator, and with those of its values that the operator takes. */
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
 * Returns the row with a typed value. An operator may precede the value, as in `>= 1840`. If the operator takes a list,
 * the value is appended.
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

/** Returns the row with a value: appended if the operator takes a list, otherwise in place of the previous one. */
export function withValue(row: DraftRow, value: Scalar): DraftRow {
  if (row.operator === null || !takesList(row.operator)) return { ...row, values: [value] }
  return row.values.includes(value) ? row : { ...row, values: [...row.values, value] }
}

/** Returns the drafts with one of them replaced by others, or by none. */
export function replaceDraft(
  drafts: readonly Draft[],
  id: number,
  by: (draft: Draft) => readonly Draft[],
): Draft[] {
  return drafts.flatMap((draft): readonly Draft[] => {
    if (draft.id === id) return by(draft)
    if (draft.kind !== 'group') return [draft]
    return [{ ...draft, items: replaceDraft(draft.items, id, by) }]
  })
}

/** Returns the ids of the rows in their order, including rows in groups. */
export const rowIds = (drafts: readonly Draft[]): number[] =>
  drafts.flatMap((draft) =>
    draft.kind === 'row' ? [draft.id] : draft.kind === 'group' ? rowIds(draft.items) : [],
  )
