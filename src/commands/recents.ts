import { fold } from '@typecase/plugin-sdk/text-match'
import { type Ref, refKey } from '@typecase/plugin-sdk/command'
import type { StorageService } from '@typecase/plugin-sdk/services'
import type { Subscribe } from '@typecase/plugin-sdk/subscribe'

import { createListeners } from '../kernel/store.ts'

const KEY = 'core.recents'
const MAX_ITEMS = 200
const MAX_PICKS = 300
const HALF_LIFE = 7 * 24 * 60 * 60 * 1000

/** A command that was run, with its label at that time. */
export interface Recent {
  readonly ref: Ref
  readonly label: string
}

interface Item extends Recent {
  readonly at: number
}

/** Number of uses as of `at`, where the weight of each use halves every week. */
interface Use {
  readonly score: number
  readonly at: number
}

interface Memory {
  /** By `refKey`. */
  readonly items: Readonly<Record<string, Item>>
  /** By `refKey`, and by command id for any arguments. */
  readonly uses: Readonly<Record<string, Use>>
  /** The row that was last chosen for a query: query → row id. */
  readonly picks: Readonly<Record<string, string>>
  readonly favourites: readonly Recent[]
}

/** Records how often and how recently the user runs each command. */
export interface Recents {
  /** Records a run under the name of the chosen row, or else `label`. Pass only the arguments that the user chose. */
  record(ref: Ref, label: string): void
  /** Records the name of the row that is about to run: “Open Old masters” says more than its command's title. */
  name(ref: Ref, label: string): void
  /** Records which row of the palette was chosen for a query. */
  learn(query: string, rowId: string): void
  /**
   * Returns how often and how recently something was used, from 0 (never) towards 1.
   * @param key a `refKey` or a command id
   */
  frecency(key: string): number
  /** Returns the ids of rows that the user chose for this query, or for a longer one that begins with it. */
  choicesFor(query: string): ReadonlySet<string>
  /** Last used first. */
  list(limit?: number): readonly Recent[]
  favourites(): readonly Recent[]
  isFavourite(ref: Ref): boolean
  toggleFavourite(ref: Ref, label: string): void
  clear(): void
  readonly subscribe: Subscribe
}

/** Creates the record of recently used commands. @param idNow maps an earlier id of a command to its current id */
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
      // A file handle lives only as long as the page, so this reference could not be run again.
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
      // Removed first, so that the query becomes the most recent one.
      const { [text]: _older, ...others } = memory.picks
      save({ picks: last({ ...others, [text]: rowId }, MAX_PICKS) })
    },
    frecency(key) {
      const score = scoreOf(key)
      return score / (score + 3)
    },
    choicesFor(query) {
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

/** Returns the words of a text, split at all characters other than letters and digits. */
export function wordsOf(folded: string): string[] {
  return folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
}
