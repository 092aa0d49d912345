import { fold } from '@typecase/plugin-sdk/text-match'
import type { MatchRange } from '@typecase/plugin-sdk/source'
import { go, type KeysResult, snapshot } from 'fuzzysort'

import { compareTitles } from './catalog.ts'
import { wordsOf } from './recents.ts'
import { isMisspelling } from './spelling.ts'

/** An item that can be found by its title: the properties of a command that the ranking needs. */
export interface Rankable {
  readonly id: string
  readonly title: string
  readonly keywords: readonly string[]
  readonly aliases: readonly string[]
  readonly isEnabled: boolean
  /** Whether the item only shows something or opens a page, so that running it by mistake does no harm. */
  readonly isHarmless: boolean
}

/**
 * How well an item matches, which counts before the score. Exact: the query is the whole name. Learned: the item was
 * chosen for this query before. Word prefix: each term begins a word of the title. Keyword: some terms begin a word of
 * an alias or keyword instead. Fuzzy: letters are missing or mistyped.
 */
export const tiers = { exact: 0, learned: 1, wordPrefix: 2, keyword: 3, fuzzy: 4 } as const
export type Tier = (typeof tiers)[keyof typeof tiers]

export interface RankedItem<T extends Rankable> {
  readonly item: T
  readonly tier: Tier
  readonly score: number
  /** Ranges of the title that matched. */
  readonly ranges: readonly MatchRange[]
}

/** The user's habits, and the current relevance of items. */
export interface Habits {
  /** From 0 to 1. */
  readonly frecency: (id: string) => number
  /** Ids the user chose for this query before. */
  readonly learned: ReadonlySet<string>
  /** How closely an item relates to the current page or selection. */
  readonly relevance: (id: string) => Relevance
}

/** 0: independent of the page; 1: about the page; 2: acts on the selection. */
export type Relevance = 0 | 1 | 2

export interface Ranker<T extends Rankable> {
  readonly search: (query: string, habits: Habits, limit?: number) => readonly RankedItem<T>[]
  /** Builds the index. Call it when idle, so that the first key press is fast. */
  readonly warm: () => void
}

/** Limit of rows that the palette shows. */
const LIMIT = 50
/** Number of matches ranked in detail: enough for habits to lift a match from far below. */
const CANDIDATES = 300
/** Thresholds for fuzzysort: matches below .5 look random; .3 still finds a word with a letter missing. */
const THRESHOLDS = [0.5, 0.3]
/** In characters. A longer query is pasted text, for which fuzzy matching costs more than it finds. */
const MAX_QUERY = 100
/** Words of a question that carry no meaning here: “how do I publish this”. */
const FILLERS = new Set(
  'what where a an the this that these it my me i we you to of in on for at is are do does did can how please want'.split(
    ' ',
  ),
)

/** An item in its searchable form. */
interface Entry {
  /** Index of the item in the list. */
  readonly index: number
  readonly label: string
  readonly title: string
  readonly names: readonly string[]
  /** Words of the title. */
  readonly words: readonly string[]
  /** Words of the title, the aliases and the keywords. */
  readonly allWords: readonly string[]
  readonly rest: string
}

/** The search index of a list of items, built at its first use. */
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
  const byId = new Map(items.map(({ id }, index) => [id, entries[index]]))
  return { entries, texts, byName, byId }
}

function createIndex(items: readonly Rankable[]): Index {
  let built: ReturnType<typeof build> | undefined
  return { items, get: () => (built ??= build(items)) }
}

/** Whether both lists have the same titles, aliases and keywords, since most changes only enable or disable an item. */
function hasSameWords(items: readonly Rankable[], others: readonly Rankable[]): boolean {
  return (
    items.length === others.length &&
    items.every((item, index) => {
      const other = others[index]
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
 * Creates a search over immutable items. Create another one when they change.
 * @param last an earlier ranker, whose index is reused if the items have the same words
 */
export function createRanker<T extends Rankable>(items: readonly T[], last?: Ranker<T>): Ranker<T> {
  const lastIndex = last && indexes.get(last)
  const index = lastIndex && hasSameWords(items, lastIndex.items) ? lastIndex : createIndex(items)

  function fuzzy(query: string) {
    for (const threshold of THRESHOLDS) {
      const results = go(query, index.get().texts, { limit: CANDIDATES, threshold })
      if (results.length > 0) return results
    }
    return []
  }

  /** Returns the matches of a text, best first. */
  function match(text: string, habits: Habits): RankedItem<T>[] {
    const matches = new Map<Entry, KeysResult<Entry> | undefined>()
    const terms = wordsOf(text)
    for (const result of fuzzy(text)) {
      const isHarmless = items[result.obj.index]?.isHarmless === true
      if (isMeant(result.obj, terms, isHarmless)) matches.set(result.obj, result)
    }
    // The fuzzy search may miss learned items and exact names.
    const { byId, byName } = index.get()
    const learned = [...habits.learned].flatMap((id) => byId.get(id) ?? [])
    for (const entry of [...learned, ...(byName.get(text) ?? [])]) {
      if (!matches.has(entry)) matches.set(entry, undefined)
    }
    return [...matches]
      .flatMap(([entry, result]) => {
        const item = items[entry.index]
        return item ? rank(item, entry, result, text, habits) : []
      })
      .filter(({ item, tier }) => item.isEnabled || tier <= tiers.wordPrefix)
      .sort(compare)
  }

  /** Returns items with words similar to those of a text: misspelled, or singular for plural. */
  function guess(text: string, habits: Habits): RankedItem<T>[] {
    const terms = wordsOf(text)
    return index
      .get()
      .entries.flatMap((entry) => {
        const item = items[entry.index]
        const likeness = item?.isEnabled ? likenessOf(entry, terms) : 0
        return item && likeness > 0 ? rank(item, entry, { score: likeness }, text, habits) : []
      })
      .sort((a, b) => b.score - a.score || compare(a, b))
  }

  const ranker: Ranker<T> = {
    // fuzzysort prepares its targets at the first search.
    warm: () => void go('a', index.get().texts, { limit: 1 }),
    search(query, habits, limit = LIMIT) {
      const text = fold(query).replace(/\.+$/, '').slice(0, MAX_QUERY)
      if (!text) return []
      const matches = match(text, habits)
      if (!isWeak(matches)) return matches.slice(0, limit)
      const meant = withoutFillers(text)
      const others = meant === text ? [] : match(meant, habits)
      const guesses = isWeak(others) ? guess(meant, habits) : others
      const guessedItems = new Set(guesses.map(({ item }) => item))
      return [...guesses, ...matches.filter(({ item }) => !guessedItems.has(item))]
        .filter(({ item }) => item.isEnabled)
        .map((row) => ({ ...row, tier: tiers.fuzzy }))
        .slice(0, limit)
    },
  }
  indexes.set(ranker, index)
  return ranker
}

function entryOf({ title: label, aliases, keywords }: Rankable, index: number): Entry {
  const title = fold(label)
  const rest = [...aliases, ...keywords].join(' ')
  return {
    index,
    label,
    title,
    // Folding turns the ellipsis of a command into three dots, which no one types.
    names: [title, ...aliases.map(fold)].map((name) => name.replace(/\.+$/, '')),
    words: wordsOf(title),
    allWords: wordsOf(fold(`${title} ${rest}`)),
    rest,
  }
}

const isWeak = ([best]: readonly RankedItem<Rankable>[]): boolean =>
  best === undefined || best.tier === tiers.fuzzy

/** Removes filler words from a query, unless it has no others. */
function withoutFillers(text: string): string {
  const meaningful = wordsOf(text).filter((term) => !FILLERS.has(term))
  return meaningful.length > 0 ? meaningful.join(' ') : text
}

/**
 * Whether each term begins a word of the item, or abbreviates one of its title. The fuzzy search also finds “art” in
 * “smart”, and the second word of a query is often the subject of a command. A single term may also begin several words
 * (“gto” of “Go to objects”), or occur inside the title (“publish” in “Republish”) if running the item does no harm,
 * but not inside a keyword: “grade” does not mean upgrades.
 */
function isMeant(
  { title, words, allWords }: Entry,
  terms: readonly string[],
  isHarmless: boolean,
): boolean {
  const [first = ''] = terms
  if (terms.length < 2 && beginsWords(first, words)) return true
  if (terms.length < 2 && isHarmless && title.includes(first)) return true
  return terms.every(
    (term) =>
      allWords.some((word) => word.startsWith(term)) || words.some((word) => shortens(term, word)),
  )
}

/** Returns the similarity, from 0 (a term matches no word) to 1 (each term is a word of the title). */
function likenessOf({ words, allWords }: Entry, terms: readonly string[]): number {
  let sum = 0
  for (const term of terms) {
    const [title, any] = [likest(term, words), likest(term, allWords)]
    if (any === 0) return 0
    sum += Math.max(title, 0.8 * any)
  }
  // Of two titles that contain all terms, the shorter one is the closer match.
  const coverage = Math.min(1, terms.length / words.length)
  return terms.length > 0 ? (sum / terms.length) * (0.9 + 0.1 * coverage) : 0
}

function likest(term: string, words: readonly string[]): number {
  const singular = term.length > 3 ? term.replace(/s$/, '') : term
  if (words.some((word) => word.startsWith(term) || word === singular)) return 1
  return words.some((word) => isMisspelling(term, word)) ? 0.9 : 0
}

/** Whether the letters begin a word or abbreviate it: they occur in it in this order, and are at least half as many. */
function shortens(letters: string, word: string): boolean {
  if (word.startsWith(letters)) return true
  if (word[0] !== letters[0] || letters.length * 2 < word.length) return false
  let at = 0
  for (const letter of letters) {
    at = word.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}

/** Whether the letters are beginnings of words in their order: “chpl” for “Change plan”. Words may be left out. */
function beginsWords(letters: string, words: readonly string[]): boolean {
  if (letters === '') return true
  const [word, ...others] = words
  if (word === undefined) return false
  for (let length = 1; word.startsWith(letters.slice(0, length)); length += 1) {
    if (length === letters.length || beginsWords(letters.slice(length), others)) return true
  }
  return beginsWords(letters, others)
}

function rank<T extends Rankable>(
  item: T,
  entry: Entry,
  result: Partial<KeysResult<Entry>> | undefined,
  text: string,
  habits: Habits,
): RankedItem<T> {
  const frecency = habits.frecency(item.id)
  const relevance = habits.relevance(item.id)
  // Without this bonus, the shorter of two titles would win: “sched” would find “Clear schedule” first.
  const begins = entry.title.startsWith(text) ? 1 : 0
  return {
    item,
    tier: tierOf(item, entry, text, habits),
    score: (result?.score ?? 1) * (1 + 0.35 * frecency + 0.25 * relevance + 0.2 * begins),
    ranges: rangesOf(result?.[0]?.indexes ?? []),
  }
}

function tierOf(item: Rankable, entry: Entry, text: string, { learned }: Habits): Tier {
  if (entry.names.includes(text)) return tiers.exact
  if (learned.has(item.id)) return tiers.learned
  if (areBeginnings(wordsOf(text), entry.words)) return tiers.wordPrefix
  // For an alias, only a query of several words counts: a single word begins too many aliases.
  const beginsAlias = text.includes(' ') && entry.names.some((name) => name.startsWith(text))
  if (beginsAlias && item.isEnabled) return tiers.wordPrefix
  return areBeginnings(wordsOf(text), entry.allWords) ? tiers.keyword : tiers.fuzzy
}

/** Returns how well a name matches that is not a command's, such as that of a bucket. */
export function tierOfName(name: string, query: string): Tier {
  const [label, text] = [fold(name), fold(query)]
  if (label === text) return tiers.exact
  return areBeginnings(wordsOf(text), wordsOf(label)) ? tiers.wordPrefix : tiers.fuzzy
}

const areBeginnings = (terms: readonly string[], words: readonly string[]): boolean =>
  terms.length > 0 && terms.every((term) => words.some((word) => word.startsWith(term)))

/**
 * Sorts by tier, then enabled items first. Among weak matches, harmless items come first, so that Enter never changes
 * data by mistake. Score, title and id make the order stable.
 */
function compare<T extends Rankable>(a: RankedItem<T>, b: RankedItem<T>): number {
  const isWeak = a.tier === tiers.fuzzy
  return (
    a.tier - b.tier ||
    Number(b.item.isEnabled) - Number(a.item.isEnabled) ||
    (isWeak ? Number(b.item.isHarmless) - Number(a.item.isHarmless) : 0) ||
    b.score - a.score ||
    compareTitles(a.item.title, b.item.title) ||
    (a.item.id < b.item.id ? -1 : 1)
  )
}

/** Combines adjacent positions into half-open ranges. */
function rangesOf(indexes: readonly number[]): MatchRange[] {
  const ranges: [number, number][] = []
  for (const index of [...indexes].sort((a, b) => a - b)) {
    const open = ranges.at(-1)
    if (open && open[1] === index) open[1] = index + 1
    else ranges.push([index, index + 1])
  }
  return ranges
}
