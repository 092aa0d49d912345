import type { OutputOf } from '@typecase/contract/endpoint'
import type { ObjectGroup, objectGroups } from '@typecase/contract/object-groups'
import type { ObjectType } from '@typecase/contract/object-types'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'
import { formatMonth, timeZone } from '@typecase/ui/format'

import { cellText } from '@typecase/content/object/cell-value'
import type { ListField } from '@typecase/content/object/list-fields'

/** Lists whose rows stand in groups, as pure functions. */

/** Whether a value, or the month of it, makes a group. */
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

/** Times of plans lie ahead, and lists have no order for them. */
const notGrouped = new Set(['publish_at', 'unpublish_at'])

/** A field that a list can be grouped by, with the sort key that does it: of times the newest first. */
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

/** A dropdown holds the key and the words of its option; people read the words. */
const keyOf = ({ path, type, metafield }: ListField): string =>
  metafield && type === 'select-dropdown' ? `${path}.value` : path

/** The field that a list is grouped by. */
export function groupField(group: string, fields: readonly ListField[]): ListField | undefined {
  const path = group.replace(/^-/, '')
  return fields.find((field) => field.path === path || keyOf(field) === path)
}

/** The parameters of the request for the groups of a list. */
export function groupRequest(group: string, fields: readonly ListField[]) {
  const field = groupField(group, fields)
  const by = (field && groupedBy[field.type]) ?? 'value'
  return { group, by, ...(by === 'month' && { time_zone: timeZone() }) }
}

/** The key of a group, the same as long as its value is. */
export const keyOfGroup = ({ value }: Pick<ObjectGroup, 'value'>): string => JSON.stringify(value)

/** The header above the rows of a group. */
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

/** Groups that are collapsed at most: each is a condition of the query, which may have a hundred. */
export const MAX_COLLAPSED = 25

/** A query without the objects of some groups. */
export function withoutGroups(query: ListQuery, groups: readonly ObjectGroup[]): ListQuery {
  return groups.length === 0 ? query : { $and: [query, { $nor: groups.map((one) => one.query) }] }
}

/** The objects of one group of a list. */
export const withinGroup = (query: ListQuery, group: ObjectGroup): ListQuery => ({
  $and: [query, group.query],
})

/** The head of a group among the rows. */
export interface GroupHead {
  /** Next to ids of objects. */
  readonly id: `group:${string}`
  /** Undefined for what comes after the groups that the server names. */
  readonly group: ObjectGroup | undefined
  readonly count: number
  readonly isCollapsed: boolean
  /** Places of its rows on the page: from the first up to the second, that one not included. */
  readonly rows: readonly [number, number]
}

type Groups = OutputOf<typeof objectGroups>

export interface GroupedRows {
  /** Rows of the page, by their place, and the heads between them. */
  readonly items: readonly (GroupHead | number)[]
  /** Heads on the pages before. */
  readonly headsBefore: number
  /** Heads of the whole list. */
  readonly heads: number
}

/** The parameters that the rows on screen came with, and their count. */
interface PageOfRows {
  readonly skip: number
  readonly count: number
  /** Keys of the groups that were collapsed. */
  readonly collapsed: ReadonlySet<string>
}

/**
 * Puts heads between the rows of a page. A group that began on a page before has its head at the top once more.
 * @param collapsed keys of the groups that are collapsed now, maybe others than when the page was asked for
 */
export function rowsInGroups(
  { groups, total, count: all }: Groups,
  collapsed: ReadonlySet<string>,
  { skip, count, collapsed: collapsedIds }: PageOfRows,
): GroupedRows {
  const named = groups.reduce((sum, group) => sum + group.count, 0)
  const others = all - named
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
    // A group without rows goes where the previous row is, and at the very top on the first page.
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

/** Whether a place in the list is the head of a group. */
export const isHead = (id: string): boolean => id.startsWith('group:')
