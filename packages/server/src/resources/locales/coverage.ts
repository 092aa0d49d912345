import { compare } from '@typecase/content-query/ast'
import type { Path } from '@typecase/content-query/fields'
import { parseSort } from '@typecase/content-query/sort'
import type { LocaleCoverage, MissingTranslation } from '@typecase/contract/locales'

import type { OrderedSort } from '../../columns/row-orders.ts'
import { nextSlice, sliceIsOver } from '../../columns/sorting.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { type Finding, objectIndex } from '../objects/queries/find-objects.ts'
import { findTypeModel } from '../objects/store/type-models.ts'
import { comparedFields, hasValue } from './compared-fields.ts'
import type { StaleCandidate, StaleVersions } from './stale-versions.ts'
import type { TypeLocales } from './store.ts'

const TYPE: Path = ['type']
const TITLE: Path = ['title']
const SLUG: Path = ['slug']
const LOCALE: Path = ['locale']
const CREATED: Path = ['created_at']
const MODIFIED: Path = ['modified_at']
/** The default order of lists: newest first. */
const IN_ORDER = parseSort('-order', 'objects') as OrderedSort // sorts by a key, not randomly

/** An object with its versions, whose rows belong to the column index. */
interface Translations {
  source: string
  title: string
  /** Returns the id of the version in a locale. */
  versionIn(locale: string): string | undefined
  isPublic(locale: string): boolean
  /** Counts the source's fields that are missing in a locale; all of them if there is no version. */
  missingIn(locale: string): number
  /**
   * Returns the version in a locale if it may be stale, that is, if the source was changed after the version was
   * created.
   */
  candidateIn(locale: string): StaleCandidate | undefined
}

/** Visits the objects of a type in dashboard order. Versions in several locales count as one object. */
async function eachObject(
  finding: Finding,
  access: BucketAccess,
  type: TypeLocales,
  signal: AbortSignal,
  visit: (object: Translations) => void,
): Promise<void> {
  const model = await findTypeModel(finding.db.read, access, type.slug)
  if (!model) return
  const fields = comparedFields(model)
  const query = compare(TYPE, 'eq', type.slug)
  const published = await objectIndex(finding, access, 'published').match(query, { signal })
  const values = [TITLE, SLUG, LOCALE, CREATED, MODIFIED, ...fields.flatMap(({ leaves }) => leaves)]
  const { index, rows } = await objectIndex(finding, access, 'newest').match(query, {
    sort: IN_ORDER,
    values,
    signal,
  })
  const textAt = (path: Path, row: number) => String(index.valuesAt(path, row)[0] ?? '')
  const pause = async () => {
    while (sliceIsOver()) await nextSlice()
    signal.throwIfAborted()
  }

  const bySlug = new Map<string, Map<string, number>>()
  const ordered = index.page(rows, IN_ORDER, 0, Infinity)
  for (const row of ordered) {
    const slug = textAt(SLUG, row)
    const versions = bySlug.get(slug) ?? new Map<string, number>()
    bySlug.set(slug, versions.set(textAt(LOCALE, row), row))
    await pause()
  }
  const isFilled = (row: number) =>
    fields.map((one) => hasValue(one, (at) => index.valuesAt(at, row)))
  const idOf = (row: number | undefined) => (row === undefined ? undefined : index.idOf(row))
  for (const row of ordered) {
    const versions = bySlug.get(textAt(SLUG, row)) ?? new Map<string, number>()
    const locale = [type.source, ...type.locales].find((one) => versions.has(one ?? ''))
    const source = versions.get(locale ?? '') ?? [...versions.values()][0]
    // An object is listed in the position of its source.
    if (source !== row) continue
    const filled = isFilled(row)
    visit({
      source: index.idOf(row),
      title: textAt(TITLE, row),
      versionIn: (one) => idOf(versions.get(one)),
      isPublic: (one) => published.index.rowOf(idOf(versions.get(one)) ?? '') >= 0,
      missingIn(one) {
        const at = versions.get(one)
        const has = at === undefined ? [] : at === row ? filled : isFilled(at)
        return filled.filter((isThere, index) => isThere && !has[index]).length
      },
      candidateIn(one) {
        const at = versions.get(one)
        if (at === undefined || at === row) return undefined
        const changed = textAt(MODIFIED, row)
        if (changed <= textAt(CREATED, at)) return undefined
        return {
          source: index.idOf(row),
          version: index.idOf(at),
          title: textAt(TITLE, row),
          type: type.slug,
          changed: `${changed} ${textAt(MODIFIED, at)}`,
        }
      },
    })
    await pause()
  }
}

/** Returns the translation progress of the objects of these types. */
export async function coverageOf(
  finding: Finding,
  access: BucketAccess,
  types: readonly TypeLocales[],
  staleVersions: StaleVersions,
  signal: AbortSignal,
): Promise<LocaleCoverage> {
  const answer: LocaleCoverage['types'] = []
  const look = await staleVersions(finding.db.read, access, signal)
  let is_partial = false
  for (const type of types) {
    const locales = type.locales.map((locale) => ({
      locale,
      versions: 0,
      published: 0,
      complete: 0,
      stale: 0,
    }))
    let total = 0
    const candidates: [LocaleCoverage['types'][number]['locales'][number], StaleCandidate][] = []
    await eachObject(finding, access, type, signal, (object) => {
      total += 1
      for (const counts of locales) {
        const { locale } = counts
        if (object.versionIn(locale) === undefined) continue
        counts.versions += 1
        if (object.isPublic(locale)) counts.published += 1
        if (object.missingIn(locale) === 0) counts.complete += 1
        const candidate = object.candidateIn(locale)
        if (candidate) candidates.push([counts, candidate])
      }
    })
    for (const [counts, candidate] of candidates) {
      const stale = await look.countOf(candidate)
      if (stale === undefined) is_partial = true
      else if (stale > 0) counts.stale += 1
    }
    answer.push({ type: type.slug, source: type.source, total, locales })
  }
  return { types: answer, is_partial }
}

interface MissingQuery {
  locale: string
  after: string | undefined
  only: ReadonlySet<string> | undefined
}

/**
 * Lists the objects with missing translations in a locale. With `after`, the list begins behind that object and
 * continues from the start.
 * @param only objects of which at least one version has one of these ids
 */
export async function missingIn(
  finding: Finding,
  access: BucketAccess,
  types: readonly TypeLocales[],
  { locale, after, only }: MissingQuery,
  signal: AbortSignal,
): Promise<MissingTranslation[]> {
  let candidates: MissingTranslation[] = []
  let ahead: MissingTranslation[] = []
  for (const type of types) {
    if (!type.locales.includes(locale)) continue
    await eachObject(finding, access, type, signal, (object) => {
      const id = object.versionIn(locale)
      if (only && !only.has(object.source) && !only.has(id ?? '')) return
      const missing = object.missingIn(locale)
      if (object.source === after || (id !== undefined && id === after)) {
        ahead = candidates
        candidates = []
      } else if (missing > 0) {
        const { source: source_id, title } = object
        candidates.push({ source_id, object_id: id ?? null, title, type: type.slug, missing })
      }
    })
  }
  return [...candidates, ...ahead]
}

/** Lists the versions in a locale that may be stale, in the same order as the objects of `missingIn`. */
export async function candidatesIn(
  finding: Finding,
  access: BucketAccess,
  types: readonly TypeLocales[],
  { locale, after, only }: MissingQuery,
  signal: AbortSignal,
): Promise<StaleCandidate[]> {
  let candidates: StaleCandidate[] = []
  let ahead: StaleCandidate[] = []
  for (const type of types) {
    if (!type.locales.includes(locale)) continue
    await eachObject(finding, access, type, signal, (object) => {
      const id = object.versionIn(locale)
      if (only && !only.has(object.source) && !only.has(id ?? '')) return
      if (object.source === after || (id !== undefined && id === after)) {
        ahead = candidates
        candidates = []
        return
      }
      const candidate = object.candidateIn(locale)
      if (candidate) candidates.push(candidate)
    })
  }
  return [...candidates, ...ahead]
}
