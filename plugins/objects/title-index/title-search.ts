import type { MatchRange } from '@typecase/plugin-sdk/source'
import UFuzzy from '@leeoniya/ufuzzy'

/** Matches that are ranked; with more of them the query says too little for a ranking to be worth its time. */
const RANKED = 1_000
/** A query beyond this is a pasted text. */
const MAX_QUERY = 100

/** Words that a misspelt one is taken for. */
const CORRECTIONS = 3
/** Shorter words are left as they are: anything is one slip away from them. */
const MIN_CORRECTED = 4

/** For titles: words in a row, each whole or in part. A pass over 70,000 titles takes 3 ms. */
const exact = new UFuzzy({})
/**
 * For single words: one slip in each, a letter wrong, missing, doubled or swapped with the next. Over titles
 * it would cost three times as much as the exact search, over the words in them it costs next to nothing.
 */
const forgiving = new UFuzzy({
  // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the const enum of its types is not there at run time
  intraMode: 1,
  intraIns: 1,
  intraSub: 1,
  intraTrn: 1,
  intraDel: 1,
})

/** A row that matched. */
export interface TitleMatch {
  readonly row: number
  /** Parts of the title that matched; none where accents changed its length. */
  readonly ranges: readonly MatchRange[]
}

/** Searches titles by words in any order, without regard to case and accents, forgiving one slip a word. */
export interface TitleSearch {
  readonly search: (query: string, limit: number) => readonly TitleMatch[]
}

/** Prepares titles for searching: about 20 ms for 70,000 of them. The words in them wait for the first slip. */
export function createTitleSearch(titles: readonly string[]): TitleSearch {
  const haystack = titles.map(latinize)
  let vocabulary: string[] | undefined
  let last: { readonly needle: string; readonly rows: number[] } | undefined

  function search(query: string, limit: number): readonly TitleMatch[] {
    const needle = latinize(query.trim().slice(0, MAX_QUERY))
    if (needle === '') return []
    // Words of other scripts are none to the library.
    if (!isLatin(needle)) return containing(needle, limit)
    const found = anyOrder(needle, limit)
    return found.length > 0 ? found : corrected(needle, limit)
  }

  function anyOrder(needle: string, limit: number): readonly TitleMatch[] {
    const found = inOrder(needle, limit)
    const words = exact.split(needle)
    if (found.length >= limit || words.length < 2) return found
    const known = new Set(found.map(({ row }) => row))
    // Each word leaves fewer titles to the next; ranking the words' orders one by one would cost far more.
    let rows: number[] | undefined
    for (const word of words) rows = exact.filter(haystack, word, rows) ?? []
    const others = (rows ?? [])
      .filter((row) => !known.has(row))
      .sort((a, b) => lengthOf(a) - lengthOf(b))
      .slice(0, limit - found.length)
      .map((row) => ({ row, ranges: words.flatMap((word) => matchOf(row, word).ranges) }))
    return [...found, ...others.map(({ row, ranges }) => ({ row, ranges: ranges.sort(byStart) }))]
  }

  function inOrder(needle: string, limit: number): TitleMatch[] {
    // What matches the longer query matched the shorter one.
    const among = last && needle.startsWith(last.needle) ? last.rows : undefined
    const rows = exact.filter(haystack, needle, among)
    if (!rows) return []
    last = { needle, rows }
    return ranked(exact.search(haystack, needle, 0, RANKED, rows), needle, limit)
  }

  /** Takes words that no title holds for the ones most like them. */
  function corrected(needle: string, limit: number): readonly TitleMatch[] {
    vocabulary ??= wordsIn(haystack)
    const words = vocabulary
    let needles = ['']
    for (const word of exact.split(needle)) {
      const others = isKnown(words, word) ? [word] : likeliest(words, word)
      needles = needles.flatMap((start) => others.map((other) => `${start} ${other}`.trim()))
    }
    const found = new Map<number, TitleMatch>()
    for (const other of needles.slice(0, CORRECTIONS * CORRECTIONS)) {
      if (other === needle || found.size >= limit) continue
      for (const match of anyOrder(other, limit)) {
        if (!found.has(match.row)) found.set(match.row, match)
      }
    }
    return [...found.values()].slice(0, limit)
  }

  function ranked(
    [rows, info, order]: UFuzzy.SearchResult,
    needle: string,
    limit: number,
  ): TitleMatch[] {
    if (!rows) return []
    if (!info || !order) return beginning(rows, needle, limit)
    return order.slice(0, limit).flatMap((place) => {
      const row = info.idx[place]
      if (row === undefined) return []
      return { row, ranges: isSameLength(row) ? pairs(info.ranges[place] ?? []) : [] }
    })
  }

  /** Of very many matches: those that begin with what is typed, then the others as they come. */
  function beginning(rows: readonly number[], needle: string, limit: number): TitleMatch[] {
    const first: number[] = []
    const others: number[] = []
    for (const row of rows) {
      if (haystack[row]?.startsWith(needle)) first.push(row)
      else if (others.length < limit) others.push(row)
      if (first.length === limit) break
    }
    return [...first, ...others].slice(0, limit).map((row) => matchOf(row, needle))
  }

  function containing(needle: string, limit: number): TitleMatch[] {
    const found: TitleMatch[] = []
    for (const [row, title] of haystack.entries()) {
      if (!title.includes(needle)) continue
      found.push(matchOf(row, needle))
      if (found.length === limit) break
    }
    return found
  }

  function matchOf(row: number, needle: string): TitleMatch {
    const at = haystack[row]?.indexOf(needle) ?? -1
    const isShown = at !== -1 && isSameLength(row)
    return { row, ranges: isShown ? [[at, at + needle.length]] : [] }
  }

  function lengthOf(row: number): number {
    return haystack[row]?.length ?? 0
  }

  function isSameLength(row: number): boolean {
    return haystack[row]?.length === titles[row]?.length
  }

  return { search }
}

/** Lower case without accents. */
function latinize(text: string): string {
  return UFuzzy.latinize(text).toLowerCase()
}

/** Whether every letter and digit is one that the fuzzy search knows. */
function isLatin(text: string): boolean {
  return !/[^a-z\d]/.test(text.replaceAll(/[\p{P}\p{S}\s]/gu, ''))
}

const wordPattern = /[a-z\d]{3,}/g

function wordsIn(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => text.match(wordPattern) ?? []))]
}

function isKnown(words: readonly string[], word: string): boolean {
  return word.length < MIN_CORRECTED || words.some((one) => one.includes(word))
}

/** The words one slip away, best first; the word itself where there is none. */
function likeliest(words: string[], word: string): string[] {
  const [, info, order] = forgiving.search(words, word, 0, RANKED)
  const found = (order ?? []).flatMap((place) => {
    const at = info?.idx[place]
    const other = at === undefined ? undefined : words[at]
    return other === undefined ? [] : [other]
  })
  return found.length > 0 ? found.slice(0, CORRECTIONS) : [word]
}

const byStart = (a: MatchRange, b: MatchRange): number => a[0] - b[0]

function pairs(flat: readonly number[]): MatchRange[] {
  const ranges: MatchRange[] = []
  for (let at = 0; at + 1 < flat.length; at += 2) {
    const [start, end] = [flat[at], flat[at + 1]]
    if (start !== undefined && end !== undefined && end > start) ranges.push([start, end])
  }
  return ranges
}
