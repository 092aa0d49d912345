import type { Query } from '@typecase/content-query/ast'
import type { Path } from '@typecase/content-query/fields'
import { rankOf } from '@typecase/content-query/word-index'
import {
  COST_OF_ERROR,
  COST_OF_OTHER_FIELD,
  NOT_IN_A_ROW,
  positionOf,
  plainText,
  type QueryWord,
  queryWords,
  wordsIn,
} from '@typecase/content-query/word-match'
import type { ObjectType } from '@typecase/contract/object-types'
import type { FoundObject } from '@typecase/contract/objects'

import type { ColumnIndex } from '../../../columns/column-index.ts'
import { readPage, type VersionedRow } from '../../../columns/find-rows.ts'
import type { LiveIndex } from '../../../columns/live-index.ts'
import { nextSlice, sliceIsOver } from '../../../columns/sorting.ts'
import { selectByIds } from '../../../columns/table-feed.ts'
import { NOT_FOUND } from '../../../columns/text-words.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { listObjectTypes } from '../../object-types/store.ts'
import { type Finding, objectIndex } from './find-objects.ts'
import { objectTables } from './object-feed.ts'

/** Number of matches that are fully ranked: those with the lowest cost and the shortest titles. */
const CANDIDATES = 1000

const TITLE = ['title'] as const
const nothing: Query = { kind: 'or', of: [] }

/** A searched field. */
interface SearchField {
  readonly path: Path
  /** The types that have the field; all by default. */
  readonly types?: readonly string[]
  readonly isRelation: boolean
  /** Whether lists show the field next to the title. */
  readonly isSubtitle: boolean
}

export interface TextSearch {
  readonly q: string
  readonly limit: number
  /** Whether to leave out objects that match by title and subtitle alone. */
  readonly withoutTitles?: boolean
}

/** Finds objects that contain all words in their title, slug or searchable fields, in the order of `word-match.ts`. */
export async function searchTexts(
  finding: Finding,
  access: BucketAccess,
  { q, limit, withoutTitles = false }: TextSearch,
  signal?: AbortSignal,
): Promise<FoundObject[]> {
  const words = queryWords(q)
  if (words.length === 0) return []
  const fields = searchFields(await listObjectTypes(finding.db.read, access))
  const live = objectIndex(finding, access, 'newest')
  const search = { live, fields, words, limit, withoutTitles, signal }
  const subtitles = new Map<string, string>()
  const { rows } = await readPage<FoundObject & VersionedRow>(
    async () => {
      const exact = await findBest(search, false)
      const mayBeMistyped = exact.rows.length < limit && words.some(({ errors }) => errors > 0)
      const { index, rows: best, version } = mayBeMistyped ? await findBest(search, true) : exact
      const ids = best.map((row) => index.idOf(row))
      for (const row of best) subtitles.set(index.idOf(row), subtitleAt(index, row, fields))
      return { ids, total: ids.length, skip: 0, version }
    },
    (ids) =>
      selectByIds(finding.db.read, access.bucketId, objectTables.newest, ids, [
        'title',
        'type',
        'status',
        'locale',
      ]),
  )
  return rows.map(({ version: _, ...row }) => ({ ...row, subtitle: subtitles.get(row.id) || null }))
}

/**
 * Returns a condition for titles, or another field, that contain a text case-insensitively: anywhere, at the start or
 * at the end.
 */
export const holds = (
  text: string,
  path: Path = TITLE,
  at: { start?: boolean; end?: boolean } = {},
): Query => ({
  kind: 'regex',
  path,
  pattern: `${at.start ? '^' : ''}${text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}${at.end ? '$' : ''}`,
  flags: 'i',
})

/** Returns the searched fields of a bucket, and its subtitle fields. */
function searchFields(types: readonly ObjectType[]): SearchField[] {
  const fields: SearchField[] = types.flatMap(({ slug, metafields, options }) => {
    const keys = new Set([...options.searchable, ...(options.subtitle ? [options.subtitle] : [])])
    return metafields
      .filter(({ key }) => keys.has(key))
      .map(({ key, type }) => ({
        path: ['metadata', key],
        types: [slug],
        isRelation: type === 'object' || type === 'objects',
        isSubtitle: options.subtitle === key,
      }))
  })
  return [
    { path: TITLE, isRelation: false, isSubtitle: true },
    { path: ['slug'], isRelation: false, isSubtitle: false },
    ...fields,
  ]
}

interface Search {
  readonly live: LiveIndex
  readonly fields: readonly SearchField[]
  readonly words: readonly QueryWord[]
  readonly limit: number
  readonly withoutTitles: boolean
  readonly signal: AbortSignal | undefined
}

/** Finds the best rows, which the caller must read from their index immediately. */
async function findBest(search: Search, withErrors: boolean) {
  const { live, fields, signal } = search
  const values = fields.map(({ path }) => path)
  for (;;) {
    const { index } = await live.match(nothing, { values, signal })
    const costs = await costsOf(index, search, withErrors)
    const matched = await live.match(nothing, { values, signal })
    // Costs refer to the text codes of one index. Texts added since are found by the next search.
    if (matched.index !== index) continue
    const rows = bestOf(index, matchingRows(index, search, costs), search)
    return { index, rows, version: matched.version }
  }
}

/** Returns the cost of each word in each text of each field. */
async function costsOf(
  index: ColumnIndex,
  { fields, words, signal }: Search,
  withErrors: boolean,
): Promise<Uint16Array[][]> {
  for (const { path } of fields) await index.valueColumn(path)?.words.learn()
  const costs: Uint16Array[][] = []
  for (const word of words) {
    const ofWord: Uint16Array[] = []
    costs.push(ofWord)
    for (const { path, isRelation } of fields) {
      while (sliceIsOver()) await nextSlice()
      signal?.throwIfAborted()
      const texts = index.valueColumn(path)?.words
      const [ofTitles = new Uint16Array()] = ofWord
      const titles = index.valueColumn(TITLE)
      const ofRelated = (id: string): number => {
        const row = index.rowOf(id)
        return row < 0 ? NOT_FOUND : (titles?.costAt(row, ofTitles, undefined) ?? NOT_FOUND)
      }
      const wordCosts = isRelation ? texts?.costsBy(ofRelated) : texts?.costsOf(word, withErrors)
      ofWord.push(wordCosts ?? new Uint16Array())
    }
  }
  return costs
}

/** A row that contains every word, and the total cost. */
interface RowMatch {
  readonly row: number
  readonly cost: number
}

function matchingRows(
  index: ColumnIndex,
  { fields, words, withoutTitles }: Search,
  costs: readonly Uint16Array[][],
): RowMatch[] {
  const columns = fields.map((field, at) => ({
    isVisible: field.isSubtitle,
    more: at === 0 ? 0 : COST_OF_OTHER_FIELD,
    column: index.valueColumn(field.path),
    costs: costs.map((ofWord) => ofWord[at] ?? new Uint16Array()),
    rows: field.types
      ? index.select({ kind: 'in', path: ['type'], values: field.types })
      : index.live,
  }))
  const numbers = words.map(({ text }) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined))
  const matches: RowMatch[] = []
  for (const row of index.live.toRows()) {
    let sum = 0
    let areVisible = true
    for (let word = 0; word < numbers.length && sum < NOT_FOUND; word++) {
      let least = NOT_FOUND
      let isVisibleWord = false
      for (const { isVisible, more, column, costs: ofWords, rows } of columns) {
        const ofWord = ofWords[word]
        if (!column || !ofWord || !rows.has(row)) continue
        const cost = column.costAt(row, ofWord, numbers[word])
        if (cost === NOT_FOUND) continue
        least = Math.min(least, cost + more)
        isVisibleWord ||= isVisible
      }
      sum += least
      areVisible &&= isVisibleWord
    }
    if (sum < NOT_FOUND && !(withoutTitles && areVisible)) matches.push({ row, cost: sum })
  }
  return matches
}

function bestOf(index: ColumnIndex, rows: readonly RowMatch[], { words, limit }: Search): number[] {
  const titleOf = (row: number) => String(index.valuesAt(TITLE, row)[0] ?? '')
  const needle = words.map(({ text }) => text).join(' ')
  return rows
    .map(({ row, cost }) => ({ row, cost, rank: rankOf(0, cost, titleOf(row).length) }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, CANDIDATES)
    .map(({ row, cost }) => {
      const joined = wordsIn(plainText(titleOf(row))).join(' ')
      const position = cost < COST_OF_ERROR ? positionOf(joined, needle) : NOT_IN_A_ROW
      return { row, id: index.idOf(row), rank: rankOf(position, cost, joined.length) }
    })
    .toSorted((a, b) => a.rank - b.rank || (a.id < b.id ? 1 : -1))
    .slice(0, limit)
    .map(({ row }) => row)
}

/** Returns the texts of an object's field; for a relation, the titles of its targets. */
function textsAt(index: ColumnIndex, row: number, { path, isRelation }: SearchField): string[] {
  const values = index.valuesAt(path, row)
  if (!isRelation) return values.flatMap((value) => (value === null ? [] : [String(value)]))
  return values.flatMap((id) => {
    const other = typeof id === 'string' ? index.rowOf(id) : -1
    return other < 0 ? [] : [String(index.valuesAt(TITLE, other)[0] ?? '')]
  })
}

function subtitleAt(index: ColumnIndex, row: number, fields: readonly SearchField[]): string {
  const [type] = index.valuesAt(['type'], row)
  const field = fields.find(({ isSubtitle, types }) => isSubtitle && types?.includes(String(type)))
  return field ? textsAt(index, row, field).join(', ') : ''
}
