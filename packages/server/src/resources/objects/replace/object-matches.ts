import { hash } from 'node:crypto'

import type { Span } from '../../../ai/markdown-texts.ts'
import type { ObjectState } from '../state.ts'
import type { TypeModel } from '../type-model.ts'
import type { Finder, Found } from './finder.ts'
import { read, syntaxIn } from './reading.ts'
import type { Reading, SearchedText } from './searched-text.ts'
import type { Search } from './search.ts'
import { openPlaces, type OpenedObject, type OpenPlace } from './text-places.ts'

/** What a search needs of an object; a `StoredObject` is one. */
export interface SearchedObject {
  id: string
  state: ObjectState
}

/** A match with all that is needed to replace it. */
export interface PlacedMatch {
  place: OpenPlace
  reading: Reading
  text: SearchedText
  found: Found
}

/** An object opened for replacing, and its matches from the first place to the last. */
export interface SearchedPlaces {
  object: OpenedObject
  matches: Iterable<PlacedMatch>
}

/**
 * Looks an object through.
 * @returns nothing where a look at its stored texts already tells that nothing can be found
 */
export function searchObject(
  { state }: SearchedObject,
  model: TypeModel,
  search: Search,
): SearchedPlaces | undefined {
  if (!mayMatch(state, search)) return undefined
  const object = openPlaces(state, model, search)
  return { object, matches: matchesIn(object.places, search.finder) }
}

/** All matches in some places, from the first to the last. */
export function* matchesIn(places: readonly OpenPlace[], finder: Finder): Generator<PlacedMatch> {
  for (const place of places) {
    const reading = read(place.text, place.format, finder)
    for (const text of reading?.texts ?? []) {
      if (!reading) continue
      let syntax: readonly Span[] | undefined
      let next = 0
      for (const match of finder.matches(text.text)) {
        syntax ??= syntaxIn(text.text, place.format)
        while ((syntax[next]?.end ?? Infinity) <= match.start) next += 1
        if ((syntax[next]?.start ?? Infinity) >= match.end)
          yield { place, reading, text, found: match }
      }
    }
  }
}

/** Stored texts may hide a match behind escapes of JSON, references of HTML, and ends of lines. */
function mayMatch({ title, slug, content, metadata }: ObjectState, { finder }: Search): boolean {
  return (
    /[\\&]/.test(metadata) ||
    finder.canBeIn(metadata) ||
    finder.canBeIn(title) ||
    finder.canBeIn(slug) ||
    (content !== '' && (/[&\r]/.test(content) || finder.canBeIn(content)))
  )
}

/**
 * The name of a match: the same on each run as long as the object's texts are, and its alone.
 * @returns the object's id, a dot, 16 hexadecimal digits
 */
export function matchId(objectId: string, { place, text, found }: PlacedMatch): string {
  const parts = [objectId, place.path, text.at + found.start, found.groups[0]]
  return `${objectId}.${hash('sha256', JSON.stringify(parts), 'hex').slice(0, 16)}`
}
