import type { StorageService } from '@typecase/plugin-sdk/services'

import { readLimit } from './page.ts'

type Preferences = Pick<StorageService, 'get' | 'set'>

export const limitKey = 'objects.limit'

/** Whether the list is next to an open object. */
export const splitKey = 'objects.split'

/** Columns are remembered for each bucket and type; in a smart view for that, until it is saved. */
export const columnsKey = (
  bucketSlug: string,
  type: string | undefined,
  view?: string,
): `objects.${string}` => `objects.columns.${bucketSlug}.${view ? `view ${view}` : (type ?? '')}`

/** Whether a list is a sheet is remembered as its columns are. */
export const sheetKey = (
  bucketSlug: string,
  type: string | undefined,
  view?: string,
): `objects.${string}` => `objects.sheet.${bucketSlug}.${view ? `view ${view}` : (type ?? '')}`

export function savedColumns(
  storage: Preferences,
  bucketSlug: string,
  type: string | undefined,
  view?: string,
): readonly string[] | undefined {
  const value = storage.get(columnsKey(bucketSlug, type, view))
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined
}

/** The order of lists of a type, where neither address nor view has one. */
export const sortKey = (bucketSlug: string, type: string | undefined): `objects.${string}` =>
  `objects.sort.${bucketSlug}.${type ?? ''}`

export function savedSort(
  storage: Preferences,
  bucketSlug: string,
  type: string | undefined,
): string | undefined {
  const value = storage.get(sortKey(bucketSlug, type))
  return typeof value === 'string' ? value : undefined
}

export function savedLimit(storage: Preferences): number {
  return readLimit(storage.get(limitKey))
}

export function keepLimit(storage: Preferences, limit: number): void {
  storage.set(limitKey, limit)
}

/** Which groups are collapsed is remembered for each bucket and what its lists are grouped by. */
export const collapsedKey = (bucketSlug: string, group: string): `objects.${string}` =>
  `objects.collapsed.${bucketSlug}.${group}`
