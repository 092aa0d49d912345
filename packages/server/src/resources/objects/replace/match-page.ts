import type { ObjectMatch } from '@typecase/contract/search-and-replace'

import type { Reader } from '../../../database/database.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import type { StoredObject } from '../state.ts'
import { readObjects } from '../store.ts'
import { type TypeModel, typeModelsOf, unknownType } from '../type-model.ts'
import { findMatches, type ObjectMatches } from './find-matches.ts'
import type { MatchIndex } from './match-index.ts'
import type { Search } from './search.ts'

/** Which matches are shown. */
export interface Page {
  skip: number
  limit: number
}

/** Matches of an object, as an answer shows them. @returns also how many it has in all */
export function shownMatches(
  object: StoredObject,
  model: TypeModel | undefined,
  search: Search,
  page: Page,
): { total: number; sample: ObjectMatch[]; fields: ObjectMatches['fields'] } {
  const { total, matches, fields } = findMatches(
    object,
    model ?? unknownType(object.type),
    search,
    page,
  )
  const { id, state } = object
  return {
    total,
    fields,
    sample: matches.map((match) => ({ object_id: id, title: state.title, ...match })),
  }
}

/** Objects that are read at once: one match in each is the least. */
const SOME = 50

/** A page of matches by an index: only the objects that they are in are read and searched. */
export const readMatchPage = (
  db: Reader,
  access: BucketAccess,
  search: Search,
  index: MatchIndex,
  page: Page,
): Promise<ObjectMatch[]> =>
  readPage(index, page, async (ids) => {
    const objects = await readObjects(db, access, ids)
    const types = [...objects.values()].map(({ type }) => type)
    const models = await typeModelsOf(db, access, types)
    return (id, part) => {
      const object = objects.get(id)
      return object ? shownMatches(object, models.get(object.type), search, part).sample : []
    }
  })

/**
 * The same of whatever has matches.
 * @param read reads some of it, and says how to show the matches of one
 */
export async function readPage(
  index: MatchIndex,
  { skip, limit }: Page,
  read: (ids: string[]) => Promise<(id: string, page: Page) => ObjectMatch[]>,
): Promise<ObjectMatch[]> {
  const sample: ObjectMatch[] = []
  let { place, before } = index.placeOf(skip)
  while (sample.length < limit) {
    const ids = index.idsFrom(place, Math.min(SOME, limit - sample.length))
    if (ids.length === 0) break
    const show = await read(ids)
    for (const id of ids) {
      const page = { skip: before, limit: limit - sample.length }
      if (page.limit > 0) sample.push(...show(id, page))
      before = 0
    }
    place += ids.length
    await new Promise(setImmediate)
  }
  return sample
}
