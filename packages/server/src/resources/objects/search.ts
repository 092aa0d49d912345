import { and, compare, not, or, type Query } from '@typecase/content-query/ast'
import type { Path } from '@typecase/content-query/fields'
import { fold } from '@typecase/content-query/fold'
import type { Sort } from '@typecase/content-query/sort'
import { Best, rankOf } from '@typecase/content-query/word-index'
import {
  COST_OF_OTHER_FIELD,
  costAmong,
  placeOf,
  plainText,
  type QueryWord,
  queryWords,
  wordsIn,
} from '@typecase/content-query/word-match'
import type { ObjectType } from '@typecase/contract/object-types'
import type { FoundObject } from '@typecase/contract/objects'

import type { ColumnIndex, OrderedSort } from '../../columns/column-index.ts'
import { readPage, type VersionedRow } from '../../columns/find-rows.ts'
import type { LiveIndex } from '../../columns/live-index.ts'
import type { RowSet } from '../../columns/row-set.ts'
import { selectByIds } from '../../columns/table-feed.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { listObjectTypes } from '../object-types/store.ts'
import { type Finding, objectIndex } from './find-objects.ts'
import { objectTables } from './object-feed.ts'

/** Objects that are put in order, those with the shortest titles of all that may match. */
const CANDIDATES = 1000
/** Words of the bucket that a mistyped one is taken for. */
const CORRECTIONS = 40
/** Objects whose titles hold a word, through which relations are searched. */
const RELATED = 500

const TITLE = ['title'] as const
const topmost: Sort & OrderedSort = {
  kind: 'keys',
  keys: [{ path: ['order'], descending: true }],
}

/** A place that is searched. */
interface SearchField {
  readonly path: Path
  /** The types that have it; all where none are named. */
  readonly types?: readonly string[]
  readonly isRelation: boolean
  /** Whether people see it beside the title. */
  readonly isSubtitle: boolean
}

export interface TextSearch {
  readonly q: string
  readonly limit: number
  /** Leaves out what is found by title and subtitle alone. */
  readonly withoutTitles?: boolean
}

/** Objects that hold all words in their title, their slug or a searchable field; in the order of `word-match.ts`. */
export async function searchTexts(
  finding: Finding,
  access: BucketAccess,
  { q, limit, withoutTitles = false }: TextSearch,
  signal?: AbortSignal,
): Promise<FoundObject[]> {
  const words = typedWords(q)
  if (words.length === 0) return []
  const fields = searchFields(await listObjectTypes(finding.db.read, access))
  const live = objectIndex(finding, access, 'newest')
  const search = { live, fields, words, limit, withoutTitles, signal }
  const subtitles = new Map<string, string>()
  const { rows } = await readPage<FoundObject & VersionedRow>(
    async () => {
      const exact = await findBest(search, undefined)
      const mayBeMistyped = exact.rows.length < limit && words.some(({ word }) => word.errors > 0)
      const found = mayBeMistyped ? await findBest(search, await corrections(search)) : exact
      const { index } = found
      const ids = found.rows.map((row) => index.idOf(row))
      for (const row of found.rows) {
        subtitles.set(index.idOf(row), subtitleAt(index, row, fields))
      }
      return { ids, total: ids.length, skip: 0, version: found.version }
    },
    (ids) =>
      selectByIds(
        finding.db.read,
        access.bucketId,
        objectTables.newest,
        ids,
        'r.id, r.title, r.type, r.status, r.locale, r.version',
      ),
  )
  return rows.map(({ version: _, ...row }) => ({ ...row, subtitle: subtitles.get(row.id) || null }))
}

/** A condition that is true of titles that hold a text, in whatever case. */
export const titleHolds = (text: string): Query => holds(TITLE, text)

const holds = (path: Path, text: string): Query => ({
  kind: 'regex',
  path,
  pattern: text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`),
  flags: 'i',
})

interface TypedWord {
  /** As it was typed, but for its case. */
  readonly folded: string
  readonly word: QueryWord
}

const typedWords = (q: string): TypedWord[] => {
  const folded = wordsIn(fold(q))
  return queryWords(folded.join(' ')).map((word, at) => ({ folded: folded[at] ?? word.text, word }))
}

/** The fields of a bucket that are searched, and those that stand beside titles. */
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
  readonly words: readonly TypedWord[]
  readonly limit: number
  readonly withoutTitles: boolean
  readonly signal: AbortSignal | undefined
}

/** The words of the bucket that each typed one may stand for. */
async function corrections({ live, fields, words, signal }: Search): Promise<string[][]> {
  const values = fields.map(({ path }) => path)
  const { index } = await live.match(titleHolds(''), { values, signal })
  const known = values.flatMap((path) => index.wordsAt(path) ?? [])
  for (const one of known) await one.learn()
  return words.map(({ word }) => [...new Set(known.flatMap((one) => one.like(word, CORRECTIONS)))])
}

/** The best rows, each at once with the index that they are read from. */
async function findBest(search: Search, corrected: readonly string[][] | undefined) {
  const { live, fields, words, limit, withoutTitles, signal } = search
  const values = fields.map(({ path }) => path)
  const hasRelations = fields.some(({ isRelation }) => isRelation)
  const parts: Query[] = []
  const shown: Query[] = []
  for (const [at, { folded }] of words.entries()) {
    const texts = [...new Set([folded, ...(corrected?.[at] ?? [])])]
    const related = hasRelations ? await relatedIds(search, texts) : []
    const within = (field: SearchField) => fieldHolds(field, texts, related)
    parts.push(or(fields.map(within)))
    shown.push(or(fields.filter(({ isSubtitle }) => isSubtitle).map(within)))
  }
  // With corrections more is asked for than matches, so that less would be left.
  const isOutside = withoutTitles && !corrected
  const query = and(isOutside ? [...parts, not(and(shown))] : parts)
  const { index, rows, version } = await live.match(query, { sort: topmost, values, signal })
  const needle = words.map(({ word }) => word.text).join(' ')
  const best = new Best(limit)
  for (const row of shortest(index, rows)) {
    const rank = rankAt(index, row, search, needle, corrected !== undefined)
    if (rank !== undefined) best.offer(row, rank)
  }
  return { index, rows: best.rows, version }
}

/** Objects whose titles hold one of the texts: what relations that point at them are found by. */
async function relatedIds({ live, signal }: Search, texts: readonly string[]): Promise<string[]> {
  const query = or(texts.map(titleHolds))
  const { index, rows } = await live.match(query, { sort: topmost, values: [TITLE], signal })
  return shortest(index, rows, RELATED).map((row) => index.idOf(row))
}

function fieldHolds(
  { path, types, isRelation }: SearchField,
  texts: readonly string[],
  related: readonly string[],
): Query {
  const held = isRelation
    ? ({ kind: 'in', path, values: related } as const)
    : or(texts.flatMap((text) => [holds(path, text), ...numbersLike(path, text)]))
  return types ? and([{ kind: 'in', path: ['type'], values: types }, held]) : held
}

/** Numbers are found whole. */
const numbersLike = (path: Path, text: string): Query[] =>
  /^\d{1,15}$/.test(text) ? [compare(path, 'eq', Number(text))] : []

/** How well a row fits the query; undefined where it does not, or is left out. */
function rankAt(
  index: ColumnIndex,
  row: number,
  { fields, words, withoutTitles }: Search,
  needle: string,
  withErrors: boolean,
): number | undefined {
  const title = wordsIn(plainText(String(index.valuesAt(TITLE, row)[0] ?? '')))
  const [type] = index.valuesAt(['type'], row)
  const others = fields
    .filter(({ path, types }) => path !== TITLE && (!types || types.includes(String(type))))
    .map((field) => ({
      isSubtitle: field.isSubtitle,
      words: textsAt(index, row, field).flatMap((text) => wordsIn(plainText(text))),
    }))
  let cost = 0
  let isShown = true
  for (const { word } of words) {
    const inTitle = costAmong(word, title, withErrors)
    const inOthers = others.flatMap(({ isSubtitle, words: texts }) => {
      const found = costAmong(word, texts, withErrors)
      return found === undefined ? [] : [{ cost: found + COST_OF_OTHER_FIELD, isSubtitle }]
    })
    const costs = [...(inTitle === undefined ? [] : [inTitle]), ...inOthers.map(({ cost: c }) => c)]
    if (costs.length === 0) return undefined
    cost += Math.min(...costs)
    isShown &&= inTitle !== undefined || inOthers.some(({ isSubtitle }) => isSubtitle)
  }
  if (withoutTitles && isShown) return undefined
  const joined = title.join(' ')
  return rankOf(placeOf(joined, needle), cost, joined.length)
}

/** What a field of an object says, relations by the titles of what they point at. */
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

/** The rows with the shortest titles, and of those that are as long the topmost. */
function shortest(index: ColumnIndex, rows: RowSet, most = CANDIDATES): number[] {
  const byLength = new Map<number, RowSet>()
  for (const row of rows.toRows()) {
    const { length } = String(index.valuesAt(TITLE, row)[0] ?? '')
    const same = byLength.get(length) ?? rows.emptied()
    same.add(row)
    byLength.set(length, same)
  }
  const found: number[] = []
  for (const [, same] of [...byLength].toSorted(([a], [b]) => a - b)) {
    if (found.length >= most) break
    found.push(...index.page(same, topmost, 0, most - found.length))
  }
  return found
}
