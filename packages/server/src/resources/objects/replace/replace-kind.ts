import type { ErrorDetail } from '@typecase/contract/errors'
import type { Searched } from '@typecase/contract/search-and-replace'

import { invalid } from '../../../http/failure.ts'
import type { BulkKind, Made, StepPlace } from '../bulk/change.ts'
import { slugHolder } from '../slugs.ts'
import { published, savedAsDraft, type Stamp, type StoredObject } from '../state.ts'
import { type TypeModel, unknownType } from '../type-model.ts'
import { type Exclusions, exclusionsOf, replaceIn, type Replaced } from './replace-in.ts'
import { compileSearch, type Search } from './search.ts'
import { isSearchable } from './searchable-path.ts'

/** Replaces texts of objects; what comes of each obeys the rules of its type, as an edit of it would. */
export const replaceKind: BulkKind<Searched> = {
  title({ find, replace }, objects) {
    if (replace === '') return `Remove ${quoted(find)} from ${objects}`
    return `Replace ${quoted(find)} with ${quoted(replace)} in ${objects}`
  },

  async check(params, models) {
    searchOf(params)
    const unknown = unknownFields(params, models)
    if (unknown.length > 0) throw invalid(unknown)
  },

  step(params) {
    const { search, exclude } = prepared(params)
    return (object, model = unknownType(object.type), stamp, place) => {
      const made = replaceIn(object, model, search, { exclude })
      return made && !('reason' in made) ? allowed(object, model, made, stamp, place) : made
    }
  },
}

/** What is searched where a call names nothing: all but slugs, which are addresses. */
const BY_DEFAULT = ['title', 'content', 'metadata']

/** The search that a call asks for. @throws Failure `invalid` on `find` or `replace` */
export const searchOf = (params: Searched): Search =>
  compileSearch({ ...params, fields: params.fields ?? BY_DEFAULT })

interface Prepared {
  search: Search
  exclude: Exclusions
}

/** A job has its params once and a step for each of its chunks: 100,000 exclusions are sorted once. */
const known = new WeakMap<Searched, Prepared>()

function prepared(params: Searched): Prepared {
  const before = known.get(params)
  if (before) return before
  const now = { search: searchOf(params), exclude: exclusionsOf(params.exclude ?? []) }
  known.set(params, now)
  return now
}

/** Fields that none of the types has, or that hold no text in any of them. */
function unknownFields(params: Searched, models: readonly TypeModel[]): ErrorDetail[] {
  if (models.length === 0) return []
  const named = (['fields', 'exclude_fields'] as const).flatMap((key) =>
    (params[key] ?? []).map((field, index) => ({ field, path: `${key}.${index}` })),
  )
  return named.flatMap(({ field, path }) => {
    if (models.some((model) => isSearchable(model, field))) return []
    const types = models.map(({ title }) => `“${title}”`).join(', ')
    const message = `${path} names ${field}, which is no field with text of ${types}`
    return [{ path, message, rule: 'unknown_key' }]
  })
}

/** The next state, unless its slug is another object's. */
async function allowed(
  { id, state }: StoredObject,
  model: TypeModel,
  { state: next, isSlugNew }: Replaced,
  stamp: Stamp,
  { db, access }: StepPlace,
): Promise<Made> {
  const { locale } = state
  if (isSlugNew) {
    const holder = await slugHolder(db, access, { type: model.slug, locale }, next.slug)
    if (holder !== undefined && holder !== id) {
      return {
        reason: `slug must be unique: another object of this type has the slug “${next.slug}”`,
      }
    }
  }
  const isPublic = state.status === 'published' && access.can('objects:publish')
  return isPublic ? published(state, next, stamp) : savedAsDraft(state, next, stamp)
}

/** Letters of a text that a title shows. */
const SHOWN = 40

function quoted(text: string): string {
  const letters = Array.from(text.slice(0, 2 * SHOWN))
  return `“${letters.length > SHOWN ? `${letters.slice(0, SHOWN).join('')}…` : text}”`
}
