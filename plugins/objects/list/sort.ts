/** One column that a list is sorted by. */
export interface SortColumn {
  readonly path: string
  readonly isDescending: boolean
}

/** The order of a list without a sort: the one that editors arrange. */
export const DASHBOARD_ORDER = 'order'

/** The first key of a sort; undefined for dashboard order and for a random one. */
export function readSort(sort: string | undefined): SortColumn | undefined {
  const [first = ''] = (sort ?? '').split(',')
  const path = first.trim().replace(/^-/, '')
  if (path === '' || path === 'random' || path === DASHBOARD_ORDER) return undefined
  return { path, isDescending: first.trim().startsWith('-') }
}

/** Whether the rows stand in the order that editors arrange, so that they can be moved. */
export function isDashboardOrder(sort: string | undefined): boolean {
  return sort === undefined || sort === '' || sort === `-${DASHBOARD_ORDER}`
}

/** What a press on a column's header leads to: ascending, descending, then dashboard order again. */
export function nextSort(sort: string | undefined, path: string): string | undefined {
  const now = readSort(sort)
  if (now?.path !== path) return path
  return now.isDescending ? undefined : `-${path}`
}
