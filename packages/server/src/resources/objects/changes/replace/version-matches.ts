import { publishedState } from '../bulk/versions.ts'
import type { TypeModel } from '../../model/type-model.ts'
import { matchId, type SlotMatch, searchObject, type SearchedObject } from './object-matches.ts'
import type { Search } from './search.ts'

/** A match in one of an object's versions. */
export interface VersionMatch extends SlotMatch {
  /** Set if the match is only in the published version, not in the draft over it. */
  isPublished?: true
}

/**
 * Yields the matches of an object. With `publish`, these include matches that only its published version has, not the
 * draft over it.
 */
export function* versionMatches(
  { id, state }: SearchedObject,
  model: TypeModel,
  search: Search,
  publish = false,
): Generator<VersionMatch> {
  const { published } = state
  const isBoth = publish && published !== null
  const inDraft = new Set<string>()
  for (const match of searchObject({ id, state }, model, search)?.matches ?? []) {
    if (isBoth) inDraft.add(matchId(id, match))
    yield match
  }
  if (!isBoth) return
  const live = { id, state: publishedState(state, published) }
  for (const match of searchObject(live, model, search)?.matches ?? []) {
    if (!inDraft.has(matchId(id, match))) yield { ...match, isPublished: true }
  }
}

/** Returns the ids of the matches in both versions of an object. */
export function versionMatchIds(
  object: SearchedObject,
  model: TypeModel,
  search: Search,
): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const match of versionMatches(object, model, search, true))
    ids.add(matchId(object.id, match))
  return ids
}
