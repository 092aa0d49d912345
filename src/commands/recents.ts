import { fold } from '@typecase/plugin-sdk/text-match'
import { type Ref, refKey } from '@typecase/plugin-sdk/command'
import type { StorageService } from '@typecase/plugin-sdk/services'
import type { Subscribe } from '@typecase/plugin-sdk/subscribe'

import { createListeners } from '../kernel/store.ts'

const KEY = 'core.recents'
const MAX_ITEMS = 200
const MAX_PICKS = 300
const HALF_LIFE = 7 * 24 * 60 * 60 * 1000

/** Something that was run, with the label it had. */
export interface Recent {
  readonly ref: Ref
  readonly label: string
}

interface Item extends Recent {
  readonly at: number
}

/** Sum of the uses, each halved every week; as of `at`. */
interface Use {
  readonly score: number
  readonly at: number
}

interface Memory {
  /** By `refKey`. */
  readonly items: Readonly<Record<string, Item>>
  /** By `refKey`, and by command for any arguments. */
  readonly uses: Readonly<Record<string, Use>>
  /** The row chosen last for a query: query → id of the row. */
  readonly picks: Readonly<Record<string, string>>
  readonly favourites: readonly Recent[]
}

/** Counts how often and how lately the user runs each command. */
export interface Recents {
  /**
   * Notes that it was run, under the name of the row that was chosen for it, else under `label`. Give only the arguments
   * that the user chose.
   */
  record(ref: Ref, label: string): void
  /** Notes what the row that is about to run was called: “Open Old masters” says more than its command's title. */
  name(ref: Ref, label: string): void
  /** Notes which row of the palette was chosen for a query. */
  learn(query: string, rowId: string): void
  /** From 0 (never) towards 1: how often and how lately. By `refKey`, or by command id. */
  frecency(key: string): number
  /** Ids of rows the user chose before when typing this, or when typing further. */
  learned(query: string): ReadonlySet<string>
  /** Last used first. */
  list(limit?: number): readonly Recent[]
  favourites(): readonly Recent[]
  isFavourite(ref: Ref): boolean
  toggleFavourite(ref: Ref, label: string): void
  clear(): void
  readonly subscribe: Subscribe
}

/** @param idNow the present id of a command, for one that it may have had formerly */
export function createRecents(
  storage: Pick<StorageService, 'get' | 'set' | 'subscribe'>,
  now: () => number = Date.now,
  idNow: (id: string) => string = (id) => id,
): Recents {
  let memory = read(storage.get(KEY))
  let isSaving = false
  const names = new Map<string, string>()
  const { subscribe, emit } = createListeners()
  // Another tab was used, or the account left this browser.
  storage.subscribe(KEY, () => {
    if (isSaving) return
    memory = read(storage.get(KEY))
    emit()
  })

  function save(patch: Partial<Memory>): void {
    memory = { ...memory, ...patch }
    isSaving = true
    storage.set(KEY, structuredClone(memory) as never)
    isSaving = false
    emit()
  }

  function scoreOf(key: string): number {
    const use = memory.uses[key]
    return use ? use.score * 2 ** ((use.at - now()) / HALF_LIFE) : 0
  }

  const current = <T extends Recent>(one: T): T => ({
    ...one,
    ref: { ...one.ref, command: idNow(one.ref.command) },
  })
  const favourites = (): readonly Recent[] => memory.favourites.map(current)

  return {
    subscribe,
    record(ref, label) {
      // A file lives as long as the page, so that this could not be run again.
      if (holdsFile(ref)) return
      const key = refKey(ref)
      const used = [...new Set([key, ref.command])].map((one) => [
        one,
        { score: scoreOf(one) + 1, at: now() },
      ])
      save({
        items: newest({
          ...memory.items,
          [key]: { ref, label: names.get(key) ?? memory.items[key]?.label ?? label, at: now() },
        }),
        uses: newest({ ...memory.uses, ...Object.fromEntries(used) }),
      })
      names.delete(key)
    },
    name: (ref, label) => void names.set(refKey(ref), label),
    learn(query, rowId) {
      const text = fold(query)
      if (!text) return
      // Removed first, so that the query becomes the youngest one.
      const { [text]: _older, ...others } = memory.picks
      save({ picks: last({ ...others, [text]: rowId }, MAX_PICKS) })
    },
    frecency(key) {
      const score = scoreOf(key)
      return score / (score + 3)
    },
    learned(query) {
      const text = fold(query)
      if (!text) return new Set()
      const hits = Object.entries(memory.picks).filter(([typed]) => typed.startsWith(text))
      return new Set(hits.map(([, key]) => key))
    },
    list: (limit = 10) =>
      Object.values(memory.items)
        .sort((a, b) => b.at - a.at)
        .slice(0, limit)
        .map(current),
    favourites,
    isFavourite: (ref) => favourites().some((one) => refKey(one.ref) === refKey(ref)),
    toggleFavourite(ref, label) {
      const others = favourites().filter((one) => refKey(one.ref) !== refKey(ref))
      const isNew = others.length === memory.favourites.length
      save({ favourites: isNew ? [...others, { ref, label }] : others })
    },
    clear: () => save({ items: {}, uses: {}, picks: {} }),
  }
}

function newest<T extends { at: number }>(items: Record<string, T>): Record<string, T> {
  const entries = Object.entries(items)
  if (entries.length <= MAX_ITEMS) return items
  return Object.fromEntries(entries.sort(([, a], [, b]) => b.at - a.at).slice(0, MAX_ITEMS))
}

function last<T>(record: Record<string, T>, count: number): Record<string, T> {
  return Object.fromEntries(Object.entries(record).slice(-count))
}

function holdsFile(ref: Ref): boolean {
  return Boolean(ref.args && JSON.stringify(ref.args).includes('"fileId":'))
}

function read(stored: unknown): Memory {
  const { items, uses, picks, favourites } = (stored ?? {}) as Partial<Memory>
  return {
    items: items ?? {},
    uses: uses ?? {},
    picks: picks ?? {},
    favourites: Array.isArray(favourites) ? favourites : [],
  }
}

/** The words of a text; what is neither letter nor digit parts them. */
export function wordsOf(folded: string): string[] {
  return folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
}
