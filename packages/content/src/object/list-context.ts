import type { Json } from '@typecase/plugin-sdk/json'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'

/**
 * The list that an object was opened from, used by the editor's "next" and the review queue. The list writes it
 * whenever its rows change; it lives as long as the tab. Its rows do not change while objects are open, even if some
 * are saved.
 */
export interface ListContext {
  readonly bucketSlug: string
  /** Path and query of the list itself, to go back to it. */
  readonly path: `/${string}`
  /** Title of the smart view or the object type. */
  readonly title: string
  readonly query: ListQuery
  readonly sort?: string
  /** Rows that are known right now, in order. */
  readonly ids: readonly string[]
  /** Position of the first of them in the whole list. */
  readonly skip: number
  /** Rows of the whole list. */
  readonly total: number
  /** Rows of a page of the list. */
  readonly limit: number
  /** Objects that stand for a row, such as the same in another locale: the id of the row by theirs. */
  readonly standIns?: Readonly<Record<string, string>>
}

const KEY = 'objects.list-context'

/** Remembers the list on screen. */
export function keepListContext(context: ListContext): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(context))
  } catch {
    // A full or forbidden storage only costs the neighbours' keys.
  }
}

/** The object that was open last: coming back to its list finds it there. */
let opened: string | undefined
/** Id of the object that was opened last, whose row gets the focus in its list. */
export const lastOpened = (): string | undefined => opened
/** Remembers that an object was opened. */
export function keepOpened(id: string): void {
  opened = id
}

/** The list last seen in this bucket, if any. */
export function listContext(bucketSlug: string): ListContext | undefined {
  const context = parse(sessionStorage.getItem(KEY))
  return context?.bucketSlug === bucketSlug ? context : undefined
}

function parse(text: string | null): ListContext | undefined {
  if (!text) return undefined
  try {
    const value = JSON.parse(text) as Json
    // Written by `keepListContext` alone; the check only keeps an older version's shape out.
    return value !== null && typeof value === 'object' && 'ids' in value && 'limit' in value
      ? (value as unknown as ListContext)
      : undefined
  } catch {
    return undefined
  }
}

/** An object's neighbours in its list. */
export interface Neighbours {
  /** From 1. */
  readonly position: number
  readonly total: number
  readonly previous?: Neighbour
  readonly next?: Neighbour
}

/** The one before or after; without an id when it lies beyond the rows that are known. */
export interface Neighbour {
  readonly id?: string
}

/** The index of an object among the known rows, or -1. */
export const indexIn = ({ ids, standIns = {} }: ListContext, id: string): number =>
  ids.indexOf(standIns[id] ?? id)

/** @returns undefined when the object is not in the list */
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
 * The position when a user returns to a list: the row of the object that was open, or the next one still in the list;
 * otherwise the address of their page.
 * @param rows ids of the page on screen
 * @param total rows that the list has now
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

/** Number of rows before the last page of a list. */
export function lastSkip(total: number, limit: number): number {
  return total === 0 ? 0 : Math.floor((total - 1) / limit) * limit
}
