import type { StorageService } from '@typecase/plugin-sdk/services'

import { readLimit } from './page.ts'

type Preferences = Pick<StorageService, 'get' | 'set'>

export const limitKey = 'objects.limit'

/** Whether the list is shown beside an open object. */
export const splitKey = 'objects.split'

/** Returns the storage key of columns: one for each bucket and type, or for a smart view until the view is saved. */
export const columnsKey = (
  bucketSlug: string,
  type: string | undefined,
  view?: string,
): `objects.${string}` => `objects.columns.${bucketSlug}.${view ? `view ${view}` : (type ?? '')}`

/** Returns the storage key for the choice between list and sheet, built like that of the columns. */
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

/** Returns the storage key of the order for a type, which applies if neither the URL nor the view has one. */
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

/** Returns the storage key of the collapsed groups: one for each bucket and grouping. */
export const collapsedKey = (bucketSlug: string, group: string): `objects.${string}` =>
  `objects.collapsed.${bucketSlug}.${group}`
