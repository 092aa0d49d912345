import type { OutputOf } from '@typecase/contract/endpoint'
import type { ObjectGroup, objectGroups } from '@typecase/contract/object-groups'
import type { ObjectType } from '@typecase/contract/object-types'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'
import { formatMonth, timeZone } from '@typecase/ui/format'

import { cellText } from '@typecase/content/object/cell-value'
import type { ListField } from '@typecase/content/object/list-fields'

/** Pure functions for lists with grouped rows. */

/** Whether rows are grouped by a value itself or by its month. */
type GroupBy = 'value' | 'month'

const groupedBy: Partial<Record<ListField['type'], GroupBy>> = {
  status: 'value',
  locale: 'value',
  'select-dropdown': 'value',
  select: 'value',
  'radio-buttons': 'value',
  switch: 'value',
  object: 'value',
  date: 'month',
  datetime: 'month',
}

/** Scheduled times lie in the future, and lists have no order for them. */
const notGrouped = new Set(['publish_at', 'unpublish_at'])

/** A field that a list can be grouped by, and the sort key for it: newest first for times. */
export interface GroupChoice {
  readonly field: ListField
  readonly sort: string
}

export function groupChoices(fields: readonly ListField[]): readonly GroupChoice[] {
  return fields
    .filter(({ path, type }) => groupedBy[type] !== undefined && !notGrouped.has(path))
    .map((field) => ({
      field,
      sort: groupedBy[field.type] === 'month' ? `-${field.path}` : keyOf(field),
    }))
}

/** A dropdown stores the key and the label of its option; users see the label. */
const keyOf = ({ path, type, metafield }: ListField): string =>
  metafield && type === 'select-dropdown' ? `${path}.value` : path

/** Returns the field that a list is grouped by. */
export function groupField(group: string, fields: readonly ListField[]): ListField | undefined {
  const path = group.replace(/^-/, '')
  return fields.find((field) => field.path === path || keyOf(field) === path)
}

/** Returns the request parameters for the groups of a list. */
export function groupRequest(group: string, fields: readonly ListField[]) {
  const field = groupField(group, fields)
  const by = (field && groupedBy[field.type]) ?? 'value'
  return { group, by, ...(by === 'month' && { time_zone: timeZone() }) }
}

/** Returns the key of a group, which depends only on its value. */
export const keyOfGroup = ({ value }: Pick<ObjectGroup, 'value'>): string => JSON.stringify(value)

/** Returns the heading of a group. */
export function titleOfGroup(
  { value, title }: Pick<ObjectGroup, 'value' | 'title'>,
  field: ListField | undefined,
  types: readonly ObjectType[],
): string {
  const name = field?.title ?? 'Value'
  if (value === null) return `No ${name.toLowerCase()}`
  if (title !== null) return title
  if (value === '') return `${name}: empty`
  const text = String(value)
  if (!field) return text
  if (field.path === 'type') return types.find(({ slug }) => slug === text)?.title ?? text
  if (field.type === 'status') return text === 'published' ? 'Published' : 'Draft'
  if (field.type === 'switch') return `${name}: ${cellText(value, field)}`
  if (field.type === 'object') return 'Deleted object'
  if (groupedBy[field.type] === 'month' && /^\d{4}-\d{2}$/.test(text)) return monthText(text)
  return cellText(value, field)
}

const monthText = (month: string): string =>
  formatMonth(`${month}-01T00:00:00.000Z`, { isUTC: true })

/** Limit on collapsed groups. Each adds a condition to the query, which may have a hundred. */
export const MAX_COLLAPSED = 25

/** Returns a query that excludes the objects of some groups. */
export function withoutGroups(query: ListQuery, groups: readonly ObjectGroup[]): ListQuery {
  return groups.length === 0 ? query : { $and: [query, { $nor: groups.map((one) => one.query) }] }
}

/** Returns a query for the objects of one group of a list. */
export const withinGroup = (query: ListQuery, group: ObjectGroup): ListQuery => ({
  $and: [query, group.query],
})

/** The head row of a group. */
export interface GroupHead {
  /** The prefix sets it apart from object ids. */
  readonly id: `group:${string}`
  /** Undefined for the rows beyond the groups that the server names. */
  readonly group: ObjectGroup | undefined
  readonly count: number
  readonly isCollapsed: boolean
  /** Positions of the group's rows on the page: the start, and the end, which is excluded. */
  readonly rows: readonly [number, number]
}

type Groups = OutputOf<typeof objectGroups>

export interface GroupedRows {
  /** The positions of the page's rows, with the heads between them. */
  readonly items: readonly (GroupHead | number)[]
  /** Number of heads on the previous pages. */
  readonly headsBefore: number
  /** Number of heads in the whole list. */
  readonly heads: number
}

/** The parameters of the request that returned the rows on screen, and the number of rows. */
interface PageOfRows {
  readonly skip: number
  readonly count: number
  /** Keys of the groups that were collapsed at that time. */
  readonly collapsed: ReadonlySet<string>
}

/**
 * Puts heads between the rows of a page. If a group began on a previous page, its head is repeated at the top.
 * @param collapsed keys of the groups that are collapsed now, which may differ from those at the time of the request
 */
export function rowsInGroups(
  { groups, total, count: all }: Groups,
  collapsed: ReadonlySet<string>,
  { skip, count, collapsed: collapsedIds }: PageOfRows,
): GroupedRows {
  const countInGroups = groups.reduce((sum, group) => sum + group.count, 0)
  const others = all - countInGroups
  const parts = [
    ...groups.map((group) => ({ group, id: keyOfGroup(group), count: group.count })),
    ...(others > 0
      ? [{ group: undefined, id: `${total - groups.length} more`, count: others }]
      : []),
  ]
  const items: (GroupHead | number)[] = []
  const end = skip + count
  let headsBefore = 0
  let start = 0
  for (const part of parts) {
    const isCollapsed = part.group !== undefined && collapsed.has(part.id)
    const isHidden = part.group !== undefined && collapsedIds.has(part.id)
    const next = start + (isHidden ? 0 : part.count)
    const [first, last] = [Math.max(start, skip), Math.min(next, end)]
    // A group without rows belongs to the page of the row before it, or to the top of the first page.
    const isHere = isHidden ? (start > skip || skip === 0) && start <= end : first < last
    if (isHere) {
      const rows = [first - skip, Math.max(first, last) - skip] as const
      items.push({
        id: `group:${part.id}`,
        group: part.group,
        count: part.count,
        isCollapsed,
        rows,
      })
      if (!isCollapsed) for (let index = rows[0]; index < rows[1]; index++) items.push(index)
    } else if (items.length === 0) headsBefore += 1
    start = next
  }
  return { items, headsBefore, heads: parts.length }
}

/** Whether an id in the list is that of a group's head. */
export const isHead = (id: string): boolean => id.startsWith('group:')
