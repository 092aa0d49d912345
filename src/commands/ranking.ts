import type { MatchRange } from '@typecase/plugin-sdk/source'
import { go, type KeysResult, snapshot } from 'fuzzysort'

import { compareTitles } from './catalog.ts'
import { fold, wordsOf } from './recents.ts'

/** Something that can be found by its title: what the ranking needs to know of a command. */
export interface Rankable {
  readonly id: string
  readonly title: string
  readonly keywords: readonly string[]
  readonly aliases: readonly string[]
  readonly isEnabled: boolean
}

/** How well a title fits, before anything else counts. */
export const tiers = { exact: 0, learned: 1, wordPrefix: 2, fuzzy: 3 } as const
export type Tier = (typeof tiers)[keyof typeof tiers]

export interface Ranked<T extends Rankable> {
  readonly item: T
  readonly tier: Tier
  readonly score: number
  /** Parts of the title that matched. */
  readonly ranges: readonly MatchRange[]
}

/** What is known about the user and the moment. */
export interface Habits {
  /** 0 … 1 */
  readonly frecency: (id: string) => number
  /** Ids the user chose for this query before. */
  readonly learned: ReadonlySet<string>
  /** Whether the item is about what is selected or open right now. */
  readonly isContextual: (id: string) => boolean
}

export interface Ranker<T extends Rankable> {
  readonly search: (query: string, habits: Habits, limit?: number) => readonly Ranked<T>[]
  /** Builds the index; call when idle, so that the first key press does not pay for it. */
  readonly warm: () => void
}

/** Rows the palette shows at most. */
const LIMIT = 50
/** Matches that are ranked in detail: enough that habits can lift one from far below. */
const CANDIDATES = 300
/** fuzzysort: below .5 matches look random; .3 still finds a word with a letter missing. */
const THRESHOLDS = [0.5, 0.3]
/** A query beyond this is a pasted text, and fuzzy matching of it costs more than it finds. */
const MAX_QUERY = 100

/** An item as it is searched. */
interface Entry {
  /** Of the item, among the items. */
  readonly place: number
  readonly label: string
  readonly title: string
  readonly names: readonly string[]
  readonly words: readonly string[]
  readonly rest: string
}

/** What items are found by; it costs nothing until used. */
interface Index {
  readonly items: readonly Rankable[]
  readonly get: () => ReturnType<typeof build>
}

function build(items: readonly Rankable[]) {
  const entries = items.map(entryOf)
  const texts = snapshot(entries, { keys: [({ label }) => label, ({ rest }) => rest] })
  const byName = new Map<string, Entry[]>()
  for (const entry of entries) {
    for (const name of entry.names) byName.set(name, [...(byName.get(name) ?? []), entry])
  }
  const byId = new Map(items.map(({ id }, place) => [id, entries[place]]))
  return { texts, byName, byId }
}

function createIndex(items: readonly Rankable[]): Index {
  let built: ReturnType<typeof build> | undefined
  return { items, get: () => (built ??= build(items)) }
}

/** Whether items are found by the same words, item by item: most changes are to what can be run. */
function isAlike(items: readonly Rankable[], others: readonly Rankable[]): boolean {
  return (
    items.length === others.length &&
    items.every((item, place) => {
      const other = others[place]
      return (
        item.id === other?.id &&
        item.title === other.title &&
        item.keywords === other.keywords &&
        item.aliases === other.aliases
      )
    })
  )
}

const indexes = new WeakMap<object, Index>()

/**
 * Makes a search over items that do not change. Make a new one when they do.
 * @param last one of before: its index is taken over where the items are found by the same words
 */
export function createRanker<T extends Rankable>(items: readonly T[], last?: Ranker<T>): Ranker<T> {
  const known = last && indexes.get(last)
  const index = known && isAlike(items, known.items) ? known : createIndex(items)

  function fuzzy(query: string) {
    for (const threshold of THRESHOLDS) {
      const results = go(query, index.get().texts, { limit: CANDIDATES, threshold })
      if (results.length > 0) return results
    }
    return []
  }

  const ranker: Ranker<T> = {
    // fuzzysort prepares its targets at the first search.
    warm: () => void go('a', index.get().texts, { limit: 1 }),
    search(query, habits, limit = LIMIT) {
      const text = fold(query).replace(/\.+$/, '').slice(0, MAX_QUERY)
      if (!text) return []
      const found = new Map<Entry, KeysResult<Entry> | undefined>()
      const terms = wordsOf(text)
      for (const result of fuzzy(text)) {
        if (isMeant(result.obj, terms)) found.set(result.obj, result)
      }
      // These must be found even if the fuzzy search passes them over.
      const { byId, byName } = index.get()
      const chosenBefore = [...habits.learned].flatMap((id) => byId.get(id) ?? [])
      for (const entry of [...chosenBefore, ...(byName.get(text) ?? [])]) {
        if (!found.has(entry)) found.set(entry, undefined)
      }
      return [...found]
        .flatMap(([entry, result]) => {
          const item = items[entry.place]
          return item ? rank(item, entry, result, text, habits) : []
        })
        .filter(({ item, tier }) => item.isEnabled || tier <= tiers.wordPrefix)
        .sort(compare)
        .slice(0, limit)
    },
  }
  indexes.set(ranker, index)
  return ranker
}

function entryOf({ title: label, aliases, keywords }: Rankable, place: number): Entry {
  const title = fold(label)
  return {
    place,
    label,
    title,
    // Folded, the ellipsis of a command that asks is three dots, which nobody types.
    names: [title, ...aliases.map(fold)].map((name) => name.replace(/\.+$/, '')),
    words: wordsOf(title),
    rest: [...aliases, ...keywords].join(' '),
  }
}

/**
 * Whether each of several words shortens one of the item's, first letter included: the fuzzy search finds “art” in “smart”
 * too, and the second word of a query is often what a command is to be about. A single word may take letters of several, or be in
 * the middle of the title (“publish” of “Republish”), but not of a keyword: “grade” is not about upgrades.
 */
function isMeant({ title, rest }: Entry, terms: readonly string[]): boolean {
  const [first = ''] = terms
  const isAlone = terms.length < 2
  if (isAlone && title.includes(first)) return true
  const words = wordsOf(fold(`${title} ${rest}`))
  return terms.every((term) =>
    words.some((word) => word[0] === term[0] && (isAlone || isWithin(term, word))),
  )
}

/** Whether a word has these letters in this order. */
function isWithin(letters: string, word: string): boolean {
  let at = 0
  for (const letter of letters) {
    at = word.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}

function rank<T extends Rankable>(
  item: T,
  entry: Entry,
  result: KeysResult<Entry> | undefined,
  text: string,
  habits: Habits,
): Ranked<T> {
  const frecency = habits.frecency(item.id)
  const context = habits.isContextual(item.id) ? 1 : 0
  // Else the shorter of two titles wins: “sched” would lead to “Clear schedule”.
  const begins = entry.title.startsWith(text) ? 1 : 0
  return {
    item,
    tier: tierOf(item.id, entry, text, habits),
    score: (result?.score ?? 1) * (1 + 0.35 * frecency + 0.25 * context + 0.2 * begins),
    ranges: rangesOf(result?.[0]?.indexes ?? []),
  }
}

function tierOf(id: string, { names, words }: Entry, text: string, { learned }: Habits): Tier {
  if (names.includes(text)) return tiers.exact
  if (learned.has(id)) return tiers.learned
  const terms = wordsOf(text)
  const isPrefix =
    terms.length > 0 && terms.every((term) => words.some((word) => word.startsWith(term)))
  return isPrefix ? tiers.wordPrefix : tiers.fuzzy
}

/** Tier, then what can be run, then score; titles and ids settle the rest, so that rows never swap places. */
function compare<T extends Rankable>(a: Ranked<T>, b: Ranked<T>): number {
  return (
    a.tier - b.tier ||
    Number(b.item.isEnabled) - Number(a.item.isEnabled) ||
    b.score - a.score ||
    compareTitles(a.item.title, b.item.title) ||
    (a.item.id < b.item.id ? -1 : 1)
  )
}

/** Neighbouring positions as half-open ranges. */
function rangesOf(indexes: readonly number[]): MatchRange[] {
  const ranges: [number, number][] = []
  for (const index of [...indexes].sort((a, b) => a - b)) {
    const open = ranges.at(-1)
    if (open && open[1] === index) open[1] = index + 1
    else ranges.push([index, index + 1])
  }
  return ranges
}
