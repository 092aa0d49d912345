import { type MediaField, mediaTexts } from '@typecase/contract/media'
import type { SearchTarget } from '@typecase/contract/search-and-replace'

import type { Page } from '../../bulk/row-page.ts'
import { describeMatches, type ObjectMatches } from '../objects/changes/replace/find-matches.ts'
import { matchesIn } from '../objects/changes/replace/object-matches.ts'
import { type Exclusions, replaceMatches } from '../objects/changes/replace/replace-in.ts'
import type { Search } from '../objects/changes/replace/search.ts'
import type { TextSlot } from '../objects/changes/replace/text-slots.ts'
import { mediaFields, type StoredMedia } from './store.ts'

/** A search in media: plain JSON, so that a job can store it. */
export interface MediaSearched extends SearchTarget {
  fields?: MediaField[]
  exclude_fields?: MediaField[]
}

/** Titles of the fields. */
export const labels: Readonly<Record<MediaField, string>> = { title: 'Title', alt_text: 'Alt text' }

/** Counts the characters of all texts of a media. */
export const lengthOf = ({ title, alt_text }: Pick<StoredMedia, MediaField>): number =>
  title.length + alt_text.length

/** Returns the texts of a media as slots for a search, and the new texts that are put into them. */
function openTexts(texts: StoredMedia, { fields }: Search) {
  const next: Partial<Record<MediaField, string>> = {}
  const open = mediaFields.filter((field) => texts[field] !== '' && (fields?.has(field) ?? true))
  const slots = open.map((path): TextSlot => ({
    path,
    label: labels[path],
    text: texts[path],
    format: 'plain',
    put(text) {
      next[path] = text
    },
    owner: undefined,
  }))
  return { slots, next }
}

/** Finds the matches in a media, and counts them in total and per field. */
export function findInMedia(search: Search, media: StoredMedia, page: Page): ObjectMatches {
  const { slots } = openTexts(media, search)
  return describeMatches(media.id, matchesIn(slots, search.finder), search, page)
}

/**
 * Replaces the matches in a media except the excluded ones.
 * @returns the changed texts, the reason why the media cannot be changed, or undefined if no text changes
 */
export function replaceInTexts(
  search: Search,
  media: StoredMedia,
  exclude: Exclusions,
): { fields: Partial<Record<MediaField, string>> } | { reason: string } | undefined {
  const { slots, next } = openTexts(media, search)
  const matches = matchesIn(slots, search.finder)
  const result = replaceMatches(media.id, matches, search, exclude)
  if (!result || 'reason' in result) return result
  const broken = mediaFields.flatMap((field) => {
    const most = mediaTexts[field]
    return (next[field]?.length ?? 0) > most
      ? [`${labels[field]} must be at most ${most} characters`]
      : []
  })
  return broken.length > 0 ? { reason: broken.join('; ') } : { fields: next }
}
