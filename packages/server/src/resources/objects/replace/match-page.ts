import type { ObjectMatch } from '@typecase/contract/search-and-replace'

import type { Page } from '../bulk/row-page.ts'
import type { StoredObject } from '../state.ts'
import { type TypeModel, unknownType } from '../type-model.ts'
import { findMatches, type ObjectMatches } from './find-matches.ts'
import type { Search } from './search.ts'

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
