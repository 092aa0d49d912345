import type { Json } from '@typecase/plugin-sdk/json'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'

/**
 * The list from which an object was opened, used by the editor's "next" and the review queue. The list stores it
 * whenever its rows change, for the lifetime of the tab. While objects are open its rows stay the same, even if some
 * are saved.
 */
export interface ListContext {
  readonly bucketSlug: string
  /** Path and query of the list, for going back to it. */
  readonly path: `/${string}`
  /** Title of the smart view or the object type. */
  readonly title: string
  readonly query: ListQuery
  readonly sort?: string
  /** Ids of the loaded rows, in order. */
  readonly ids: readonly string[]
  /** Position of the first loaded row in the whole list. */
  readonly skip: number
  /** Number of rows in the whole list. */
  readonly total: number
  /** Number of rows on a page of the list. */
  readonly limit: number
  /** Objects that represent a row, such as its object in another locale: maps their ids to the row's id. */
  readonly standIns?: Readonly<Record<string, string>>
}

const KEY = 'objects.list-context'

/** Stores the list on screen. */
export function keepListContext(context: ListContext): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(context))
  } catch {
    // If the storage is full or forbidden, only the keys for neighbours are lost.
  }
}

/** The object that was opened last, so its row is current when the user returns to the list. */
let openList: string | undefined
/** Returns the id of the object that was opened last, whose row gets the focus in its list. */
export const lastOpened = (): string | undefined => openList
/** Remembers that an object was opened. */
export function keepOpened(id: string): void {
  openList = id
}

/** Returns the list that was last shown in this bucket, if any. */
export function listContext(bucketSlug: string): ListContext | undefined {
  const context = parse(sessionStorage.getItem(KEY))
  return context?.bucketSlug === bucketSlug ? context : undefined
}

function parse(text: string | null): ListContext | undefined {
  if (!text) return undefined
  try {
    const value = JSON.parse(text) as Json
    // Only `keepListContext` writes it; the check rejects the shape of an older version.
    return value !== null && typeof value === 'object' && 'ids' in value && 'limit' in value
      ? (value as unknown as ListContext)
      : undefined
  } catch {
    return undefined
  }
}

/** An object's neighbours in its list. */
export interface Neighbours {
  /** Counted from 1. */
  readonly position: number
  readonly total: number
  readonly previous?: Neighbour
  readonly next?: Neighbour
}

/** The previous or next object; without an id if it lies beyond the loaded rows. */
export interface Neighbour {
  readonly id?: string
}

/** Returns the index of an object among the loaded rows, or -1. */
export const indexIn = ({ ids, standIns = {} }: ListContext, id: string): number =>
  ids.indexOf(standIns[id] ?? id)

/** Returns an object's neighbours in its list. @returns undefined when the object is not in the list */
export function neighboursOf(context: ListContext, id: string): Neighbours | undefined {
  const index = indexIn(context, id)
  if (index === -1) return undefined
  const position = context.skip + index + 1
  return {
    position,
    total: context.total,
    ...(position > 1 && { previous: neighbour(context.ids[index - 1]) }),
    ...(position < context.total && { next: neighbour(context.ids[index + 1]) }),
  }
}

function neighbour(id: string | undefined): Neighbour {
  return id === undefined ? {} : { id }
}

/**
 * Returns the position at which a user returns to a list: the row of the object that was open, or the next row that is
 * still in the list; otherwise the address of the page they were on.
 * @param rows ids of the page on screen
 * @param total the list's current number of rows
 */
export function positionToReturn(
  context: ListContext,
  openID: string,
  rows: readonly string[],
  total: number,
): { readonly row: string } | { readonly path: `/${string}` } | undefined {
  const index = indexIn(context, openID)
  if (index === -1) return undefined
  const row = context.ids.slice(index).find((id) => rows.includes(id))
  if (row !== undefined) return { row }
  const { limit } = context
  const skip = Math.floor((context.skip + index) / limit) * limit
  const url = new URL(context.path, 'http://list')
  url.searchParams.set('skip', String(Math.min(skip, lastSkip(total, limit))))
  return { path: `${url.pathname as `/${string}`}${url.search}` }
}

/** Returns the number of rows before the last page of a list. */
export function lastSkip(total: number, limit: number): number {
  return total === 0 ? 0 : Math.floor((total - 1) / limit) * limit
}
