import type { ListQuery } from '@typecase/plugin-sdk/list-query'

/** Which rows a list shows. */
export interface ObjectsPage {
  readonly query: ListQuery
  readonly sort?: string
  readonly limit: number
  readonly skip: number
}

/** Page sizes that users can choose from. */
export const pageSizes = [10, 25, 50, 100, 500, 1000] as const

/** The default page size, which fills a window. The API's default is smaller (specification §9). */
export const LIST_PAGE_SIZE = 50

const MAX_LIMIT = 1000

/** Returns the first valid limit, capped at the server's maximum, because the URL and storage may hold any value. */
export function readLimit(...candidates: readonly unknown[]): number {
  const index = candidates.find(
    (one): one is number => typeof one === 'number' && Number.isInteger(one) && one > 0,
  )
  return Math.min(index ?? LIST_PAGE_SIZE, MAX_LIMIT)
}

export function readSkip(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 0
}

/** One column that a list is sorted by. */
interface SortColumn {
  readonly path: string
  readonly isDescending: boolean
}

/** The default order of a list, which editors arrange by hand. */
const DASHBOARD_ORDER = 'order'

/** Returns the first key of a sort, or undefined for dashboard order and random order. */
export function readSort(sort: string | undefined): SortColumn | undefined {
  const [first = ''] = (sort ?? '').split(',')
  const path = first.trim().replace(/^-/, '')
  if (path === '' || path === 'random' || path === DASHBOARD_ORDER) return undefined
  return { path, isDescending: first.trim().startsWith('-') }
}

/** Returns the sort of a grouped list: by the group first. */
export const sortWithin = (group: string | undefined, sort: string | undefined) =>
  group === undefined ? sort : `${group},${sort || `-${DASHBOARD_ORDER}`}`

/** Whether the list is in the order that editors arrange by hand, in which rows can be moved. */
export function isDashboardOrder(sort: string | undefined): boolean {
  return sort === undefined || sort === '' || sort === `-${DASHBOARD_ORDER}`
}
