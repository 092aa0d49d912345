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

/** A match with everything that its replacement needs. */
export interface SlotMatch {
  slot: TextSlot
  reading: Reading
  text: SearchedText
  match: Match
}

/** An object opened for replacing, and its matches in order. */
export interface SearchedSlots {
  object: OpenedObject
  matches: Iterable<SlotMatch>
}

/**
 * Searches an object.
 * @returns undefined if a quick test of its stored texts shows that nothing can match
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

/** Yields all matches in some slots, in order. */
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

/**
 * Whether an object may have matches. JSON escapes, HTML references and line endings may hide a match in stored texts.
 */
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
 * Returns the id of a match, which is unique, and stable as long as the object's texts do not change.
 * @returns the object's id, a dot, 16 hexadecimal digits
 */
export function matchId(objectId: string, { slot, text, match }: SlotMatch): string {
  const parts = [objectId, slot.path, text.at + match.start, match.groups[0]]
  return `${objectId}.${hash('sha256', JSON.stringify(parts), 'hex').slice(0, 16)}`
}
