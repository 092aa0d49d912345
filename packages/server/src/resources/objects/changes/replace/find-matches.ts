import type { TypeModel } from '../../model/type-model.ts'
import { matchId, searchObject, type SearchedObject } from './object-matches.ts'
import type { Search } from './search.ts'
import { excerptOf } from './excerpt.ts'
import type { TextSlot } from './text-slots.ts'
import type { VersionMatch } from './version-matches.ts'

/** A match that people can judge, and exclude by its id. */
export interface Match {
  match_id: string
  /** The path of the field, such as `metadata.seo.description`. */
  field: string
  /** The field's label: `SEO › Description`. */
  label: string
  /** The match with its context, shortened; for HTML, without tags. */
  before: string
  /** The same text after the replacement. */
  after: string
  /**
   * The range `[start, end)` of the match in `before`, in UTF-16 units. In `after`, the new text also begins at
   * `start`.
   */
  start: number
  end: number
}

export interface ObjectMatches {
  /** The number of all matches. */
  total: number
  /** The matches on the page. */
  matches: Match[]
  /** The number of matches by field. */
  fields: ReadonlyMap<string, FieldCount>
}

export interface FieldCount {
  label: string
  count: number
}

/**
 * Finds the matches of one object for a preview. Objects without matches are skipped quickly, so this can be called for
 * each object of a bucket with the same `Search`.
 * @param page `skip`: number of matches before the first described one; `limit`: number of described matches; all
 * matches are counted
 * @throws Failure `invalid` on `find` when a pattern takes too long
 */
export function findMatches(
  object: SearchedObject,
  model: TypeModel,
  search: Search,
  page?: { skip?: number; limit?: number },
): ObjectMatches {
  return describeMatches(
    object.id,
    searchObject(object, model, search)?.matches ?? [],
    search,
    page,
  )
}

/**
 * Describes known matches in an item of any kind.
 * @param id the id of the item
 */
export function describeMatches(
  id: string,
  versionMatches: Iterable<VersionMatch>,
  search: Search,
  { skip = 0, limit = Number.POSITIVE_INFINITY }: { skip?: number; limit?: number } = {},
): ObjectMatches {
  const matches: Match[] = []
  const fields = new Map<string, FieldCount>()
  let total = 0
  for (const match of versionMatches) {
    if (search.isExcluded(match.slot.path)) continue
    total += 1
    count(fields, match.slot)
    if (total <= skip || matches.length >= limit) continue
    const { slot, text, match: at } = match
    matches.push({
      match_id: matchId(id, match),
      field: slot.path,
      label: match.isPublished ? `${slot.label} (published version)` : slot.label,
      ...excerptOf(text.text, at, search.replacement(at)),
    })
  }
  return { total, matches, fields }
}

/** Counts a match for its field; matches in its rows and choices count for the same field. */
function count(fields: Map<string, FieldCount>, { path, label }: TextSlot): void {
  const [top = '', key = '', ...below] = path.split('.')
  const row = below.findIndex((part) => /^\d+$/.test(part))
  const parts = row === -1 ? below : below.slice(0, row)
  const field = key === '' ? top : [top, key, ...parts].join('.')
  const fieldCount = fields.get(field)
  if (fieldCount) fieldCount.count += 1
  else fields.set(field, { label: label.split(' › ', 1 + parts.length).join(' › '), count: 1 })
}
