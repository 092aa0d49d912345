import type { ListQuery } from '@typecase/plugin-sdk/list-query'

/** Which rows a list shows. */
export interface ObjectsPage {
  readonly query: ListQuery
  readonly sort?: string
  readonly limit: number
  readonly skip: number
}

/** Rows of a page that one can choose from. */
export const pageSizes = [10, 25, 50, 100, 500, 1000] as const

/** Rows of a page where no one chose: they fill a window. The API's page is shorter (specification §9). */
export const LIST_PAGE_SIZE = 50

const MAX_LIMIT = 1000

/** A limit that the server accepts, even if the address or storage holds another. */
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

/** The order of a list without a sort: the one that editors arrange. */
const DASHBOARD_ORDER = 'order'

/** The first key of a sort; undefined for dashboard order and for a random one. */
export function readSort(sort: string | undefined): SortColumn | undefined {
  const [first = ''] = (sort ?? '').split(',')
  const path = first.trim().replace(/^-/, '')
  if (path === '' || path === 'random' || path === DASHBOARD_ORDER) return undefined
  return { path, isDescending: first.trim().startsWith('-') }
}

/** The order of a list whose rows stand in groups: by the group first. */
export const sortWithin = (group: string | undefined, sort: string | undefined) =>
  group === undefined ? sort : `${group},${sort || `-${DASHBOARD_ORDER}`}`

/** Whether the rows stand in the order that editors arrange, so that they can be moved. */
export function isDashboardOrder(sort: string | undefined): boolean {
  return sort === undefined || sort === '' || sort === `-${DASHBOARD_ORDER}`
}
