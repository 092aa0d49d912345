import type { Json } from '@typecase/plugin-sdk/json'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'

/**
 * The list that an object was opened from, so that the editor can go to its neighbours. The list writes it
 * whenever its rows change; it lives as long as the tab.
 */
export interface ListContext {
  readonly bucketSlug: string
  /** Path and query of the list itself, to go back to it. */
  readonly path: `/${string}`
  readonly query: ListQuery
  readonly sort?: string
  /** Rows that the list holds right now, in order. */
  readonly ids: readonly string[]
  /** Position of the first of them in the whole list. */
  readonly skip: number
  /** Rows of the whole list. */
  readonly total: number
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
export const lastOpened = (): string | undefined => opened
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
    return value !== null && typeof value === 'object' && 'ids' in value && 'path' in value
      ? (value as unknown as ListContext)
      : undefined
  } catch {
    return undefined
  }
}

/** Where an object stands in its list. */
export interface Neighbours {
  /** From 1. */
  readonly position: number
  readonly total: number
  readonly previous?: Neighbour
  readonly next?: Neighbour
}

/** The one before or after; without an id when it lies beyond the rows that the list held. */
export interface Neighbour {
  readonly id?: string
}

/** @returns undefined when the object is none of the list's rows */
export function neighboursOf(context: ListContext, id: string): Neighbours | undefined {
  const index = context.ids.indexOf(id)
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
