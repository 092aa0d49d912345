import type { ErrorDetail } from '@typecase/contract/errors'
import type { SearchScope } from '@typecase/contract/search-and-replace'
import { LRUCache } from 'lru-cache'

import { invalid } from '../../../../http/failure.ts'
import type { BulkKind, StepResult, StepContext } from '../bulk/change.ts'
import { editVersions, type WithPublish } from '../bulk/versions.ts'
import { slugHolder } from '../../store/slugs.ts'
import {
  publishState,
  saveAsDraft,
  type Stamp,
  type Status,
  type StoredObject,
} from '../../model/state.ts'
import { type TypeModel, unknownType } from '../../model/type-model.ts'
import { type Exclusions, exclusionsIn, exclusionsOf, type Replacements } from './replace-in.ts'
import { runSearch, takesLong } from './run-search.ts'
import { compileSearch, type Search } from './search.ts'
import type { TaskResult } from './search-tasks.ts'
import { isSearchable } from './text-slots.ts'

/** Replaces texts of objects; each result obeys the rules of the object's type, as an edit would. */
export const replaceKind: BulkKind<WithPublish<SearchScope>> = {
  title({ find, replace }, objects) {
    if (replace === '') return `Remove ${quote(find)} from ${objects}`
    return `Replace ${quote(find)} with ${quote(replace)} in ${objects}`
  },

  async check(params, models) {
    prepareSearch(params)
    const unknown = unknownFields(params, models)
    if (unknown.length > 0) throw invalid(unknown)
  },

  isSlow: (params, object) => takesLong(prepareSearch(params).search, lengthOf(object)),

  step(params) {
    const { search, exclude, results } = prepareSearch(params)
    return async (object, model = unknownType(object.type), stamp, context) => {
      const { publish } = params
      const length = lengthOf(object)
      // The excluded match may come from a plan with a different `publish` choice, which covered both versions.
      const others =
        object.state.published && exclude.has(object.id)
          ? await runSearch(search, length, 'matchIds', object, model)
          : undefined
      return editVersions(context.access, object, publish, async (version, status) => {
        const options = { exclude: exclusionsIn(exclude, object.id), status, others }
        const key = [object.id, object.rev, status, version === object].join(' ')
        const { result } = results.get(key) ?? {
          result: await runSearch(search, length, 'replaceInObject', version, model, options),
        }
        if (takesLong(search, length)) results.set(key, { result }, { size: length })
        if (!result || 'reason' in result) return result
        return withFreeSlug(version, model, result, status, stamp, context)
      })
    }
  },
}

/** The fields searched by default: all except slugs, which are part of URLs. */
const BY_DEFAULT = ['title', 'content', 'metadata']

/** Returns the number of characters in all texts of an object, in both versions. */
export const lengthOf = ({ state }: StoredObject): number =>
  [state, state.published].reduce(
    (sum, version) =>
      sum + (version ? version.title.length + version.content.length + version.metadata.length : 0),
    0,
  )

/** Limit of the cache for results that wait for their write, in characters of the objects. */
const MAX_RESULTS = 50_000_000

interface PreparedSearch {
  search: Search
  exclude: Exclusions
  /** Results of slow steps, cached for the write that follows. */
  results: LRUCache<string, { result: TaskResult<'replaceInObject'> }>
}

const cache = new WeakMap<SearchScope, PreparedSearch>()

/**
 * Returns the search of a call, compiled once: a job keeps its params and creates a step for each of its chunks.
 * @throws Failure `invalid` on `find` or `replace`
 */
export function prepareSearch(
  params: SearchScope,
  byDefault: readonly string[] = BY_DEFAULT,
): PreparedSearch {
  const before = cache.get(params)
  if (before) return before
  const search = compileSearch({ ...params, fields: params.fields ?? [...byDefault] })
  const exclude = exclusionsOf(params.exclude ?? [])
  const now: PreparedSearch = { search, exclude, results: new LRUCache({ maxSize: MAX_RESULTS }) }
  cache.set(params, now)
  return now
}

/** Returns problems for fields that none of the types has, or that hold no text in any of them. */
function unknownFields(params: SearchScope, models: readonly TypeModel[]): ErrorDetail[] {
  if (models.length === 0) return []
  const requestedFields = (['fields', 'exclude_fields'] as const).flatMap((key) =>
    (params[key] ?? []).map((field, index) => ({ field, path: `${key}.${index}` })),
  )
  return requestedFields.flatMap(({ field, path }) => {
    if (models.some((model) => isSearchable(model, field))) return []
    const types = models.map(({ title }) => `“${title}”`).join(', ')
    const message = `${path} names ${field}, which is no field with text of ${types}`
    return [{ path, message, rule: 'unknown_key' }]
  })
}

/** Returns the next state, or a reason if another object has its slug. */
async function withFreeSlug(
  { id, state }: StoredObject,
  model: TypeModel,
  { state: next, isSlugNew }: Replacements,
  status: Status = state.status,
  stamp: Stamp,
  { db, access }: StepContext,
): Promise<StepResult> {
  const { locale } = state
  if (isSlugNew) {
    const holder = await slugHolder(db, access, { type: model.slug, locale }, next.slug)
    if (holder !== undefined && holder !== id) {
      return {
        reason: `slug must be unique: another object of this type has the slug “${next.slug}”`,
      }
    }
  }
  return status === 'published' ? publishState(state, next, stamp) : saveAsDraft(state, next, stamp)
}

/** Maximum number of letters of a text in a title. */
const MAX_QUOTE_LENGTH = 40

function quote(text: string): string {
  const letters = Array.from(text.slice(0, 2 * MAX_QUOTE_LENGTH))
  return `“${letters.length > MAX_QUOTE_LENGTH ? `${letters.slice(0, MAX_QUOTE_LENGTH).join('')}…` : text}”`
}
