import { hash } from 'node:crypto'

import type { Span } from '../../../../ai/markdown-texts.ts'
import type { ObjectState } from '../../model/state.ts'
import type { TypeModel } from '../../model/type-model.ts'
import type { Finder, Match } from './finder.ts'
import { read, syntaxIn } from './reading.ts'
import type { Reading, SearchedText } from './searched-text.ts'
import type { Search } from './search.ts'
import { openSlots, type OpenedObject, type TextSlot } from './text-slots.ts'

/** The part of a `StoredObject` that a search needs. */
export interface SearchedObject {
  id: string
  state: ObjectState
}

/** A match with all that is needed to replace it. */
export interface SlotMatch {
  slot: TextSlot
  reading: Reading
  text: SearchedText
  match: Match
}

/** An object opened for replacing, and its matches from the first place to the last. */
export interface SearchedSlots {
  object: OpenedObject
  matches: Iterable<SlotMatch>
}

/**
 * Looks an object through.
 * @returns nothing where a look at its stored texts already tells that nothing can be found
 */
export function searchObject(
  { state }: SearchedObject,
  model: TypeModel,
  search: Search,
): SearchedSlots | undefined {
  if (!mayMatch(state, search)) return undefined
  const object = openSlots(state, model, search)
  return { object, matches: matchesIn(object.slots, search.finder) }
}

/** All matches in some places, from the first to the last. */
export function* matchesIn(slots: readonly TextSlot[], finder: Finder): Generator<SlotMatch> {
  for (const slot of slots) {
    const reading = read(slot.text, slot.format, finder)
    for (const text of reading?.texts ?? []) {
      if (!reading) continue
      let syntax: readonly Span[] | undefined
      let next = 0
      for (const match of finder.matches(text.text)) {
        syntax ??= syntaxIn(text.text, slot.format)
        while ((syntax[next]?.end ?? Infinity) <= match.start) next += 1
        if ((syntax[next]?.start ?? Infinity) >= match.end) yield { slot, reading, text, match }
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
 * The name of a match: stable while the object's texts are, and unique.
 * @returns the object's id, a dot, 16 hexadecimal digits
 */
export function matchId(objectId: string, { slot, text, match }: SlotMatch): string {
  const parts = [objectId, slot.path, text.at + match.start, match.groups[0]]
  return `${objectId}.${hash('sha256', JSON.stringify(parts), 'hex').slice(0, 16)}`
}
