import type { ObjectState, Status } from '../../model/state.ts'
import type { TypeModel } from '../../model/type-model.ts'
import { ruleViolations } from './rule-violations.ts'
import { matchId, type SlotMatch, searchObject, type SearchedObject } from './object-matches.ts'
import type { Edit, SearchedText } from './searched-text.ts'
import type { Search } from './search.ts'
import type { TextSlot } from './text-slots.ts'

/** The result of a replacement in one object. */
export interface Replacements {
  /** The object's state with only its texts changed: the `next` of `publishState` and `saveAsDraft`. */
  state: ObjectState
  /** Number of matches whose replacement differs from them. */
  replaced: number
  /** Whether the slug changed; the new one may be taken (`slugHolder`). */
  isSlugNew: boolean
}

/** The ids of excluded matches, by the id of their object. */
export type Exclusions = ReadonlyMap<string, ReadonlySet<string>>

/** Groups the ids of excluded matches by object. */
export function exclusionsOf(matchIds: Iterable<string>): Exclusions {
  const byObject = new Map<string, Set<string>>()
  for (const id of matchIds) {
    const [objectId = ''] = id.split('.', 1)
    const ids = byObject.get(objectId) ?? new Set()
    byObject.set(objectId, ids.add(id))
  }
  return byObject
}

/** Returns the exclusions in one object. */
export function exclusionsIn(exclude: Exclusions, objectId: string): Exclusions {
  const ids = exclude.get(objectId)
  return new Map(ids && [[objectId, ids]])
}

const MAX_MATCHES = 100_000
const MAX_TEXT_LENGTH = 10_000_000

interface ReplaceOptions {
  exclude?: Exclusions
  /** The status of the next version, which determines the rules that apply. */
  status?: Status | undefined
  /** The ids of matches in other versions of the object: an excluded match may be among them instead. */
  others?: ReadonlySet<string> | undefined
}

/**
 * Replaces the matches of one object except for excluded ones, from left to right; new text is not searched again. If a
 * new text breaks a rule of the type, an excluded match no longer exists, or the result is too long, nothing is
 * replaced and `reason` explains why. The rules are those of an edit: missing or too short values only count for an
 * object that is published or scheduled, and unchanged values are not checked. The caller checks unique values and
 * slugs (`Replacements`).
 * @returns undefined when no text changes
 * @throws Failure `invalid` on `find` when a pattern takes too long
 */
export function replaceIn(
  object: SearchedObject,
  model: TypeModel,
  search: Search,
  { exclude, status = object.state.status, others }: ReplaceOptions = {},
): Replacements | { reason: string } | undefined {
  const searched = searchObject(object, model, search)
  const replacement = replaceMatches(object.id, searched?.matches ?? [], search, exclude, others)
  if (!replacement || 'reason' in replacement) return replacement
  const { changed, replaced } = replacement
  if (!searched) return undefined
  const broken = ruleViolations({ ...object.state, status }, model, searched.object, changed)
  if (broken.length > 0) return { reason: broken.join('; ') }
  return result(object.state, searched.object, changed, replaced)
}

/**
 * Replaces known matches in an item of any kind; the caller checks the rules.
 * @param id the id of the item
 * @returns the fields whose text changed; undefined if there are none
 */
export function replaceMatches(
  id: string,
  matches: Iterable<SlotMatch>,
  search: Search,
  exclude?: Exclusions,
  others: ReadonlySet<string> = new Set(),
): { changed: TextSlot[]; replaced: number } | { reason: string } | undefined {
  const excluded = exclude?.get(id)
  const unusedExclusions = new Set(excluded)
  const edits = new Map<TextSlot, SlotEdits>()
  let count = 0
  for (const match of matches) {
    if (excluded && unusedExclusions.delete(matchId(id, match))) continue
    if (search.isExcluded(match.slot.path)) continue
    count += 1
    if (count > MAX_MATCHES) return { reason: `It has more than ${words(MAX_MATCHES)} matches.` }
    addEdit(edits, match, search.replacement(match.match))
  }
  if ([...unusedExclusions].some((match) => !others.has(match)))
    return { reason: 'It has changed since the preview: an excluded match is gone.' }

  const changed: TextSlot[] = []
  let replaced = 0
  for (const [slot, { reading, texts }] of edits) {
    for (const [text, list] of texts) {
      const length = list.reduce(
        (sum, { start, end, text }) => sum + text.length - (end - start),
        text.text.length,
      )
      if (length > MAX_TEXT_LENGTH) {
        return { reason: `${slot.path} must be at most ${words(MAX_TEXT_LENGTH)} characters` }
      }
      replaced += list.length
    }
    const output = reading.write(texts)
    if (output === undefined) {
      return { reason: `The HTML of ${slot.path} is too irregular to replace in it safely.` }
    }
    slot.put(output)
    changed.push(slot)
  }
  return changed.length > 0 ? { changed, replaced } : undefined
}

interface SlotEdits {
  reading: SlotMatch['reading']
  texts: Map<SearchedText, Edit[]>
}

/** Records an edit, unless the replacement equals the match. */
function addEdit(
  edits: Map<TextSlot, SlotEdits>,
  { slot, reading, text, match }: SlotMatch,
  replacement: string,
): void {
  if (replacement === match.groups[0]) return
  const inSlot: SlotEdits = edits.get(slot) ?? { reading, texts: new Map() }
  edits.set(slot, inSlot)
  const list = inSlot.texts.get(text) ?? []
  inSlot.texts.set(text, list)
  list.push({ start: match.start, end: match.end, text: replacement })
}

function result(
  state: ObjectState,
  {
    objectTexts,
    values,
  }: { objectTexts: Pick<ObjectState, 'title' | 'slug' | 'content'>; values: object },
  changed: readonly TextSlot[],
  replaced: number,
): Replacements {
  const hasNewValues = changed.some(({ path }) => path.startsWith('metadata.'))
  return {
    state: { ...state, ...objectTexts, ...(hasNewValues && { metadata: JSON.stringify(values) }) },
    replaced,
    isSlugNew: objectTexts.slug !== state.slug,
  }
}

const words = (count: number) => count.toLocaleString('en')
