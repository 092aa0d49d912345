import type { Sentence } from '@typecase/contract/object-revisions'

import type { Reader } from '../../database/database.ts'
import { invalid } from '../../http/failure.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { type ObjectState, parseValues, type StoredObject } from '../objects/model/state.ts'
import { type Revision, revisionsBefore } from './store.ts'

/** Number of revisions per read, and the maximum number that are read in total. */
const PAGE = 20
const MAX_REVISIONS = 1000

/** Maximum number of sentences whose authors are looked up: about a long book. */
const MAX_SENTENCES = 5000

/**
 * Finds the author of each sentence of a text: that of the oldest state since which the text has contained it without
 * interruption. The result is partial if a text has more than 5,000 sentences or 1,000 revisions.
 * @throws Failure `invalid` if the field has no text
 */
export async function findAuthors(
  db: Reader,
  access: BucketAccess,
  object: StoredObject,
  field: string,
  signal: AbortSignal,
): Promise<{ sentences: Sentence[]; is_partial: boolean }> {
  const text = textOf(object.state, field)
  if (text === undefined) throw invalid('field', 'field must be a field that holds a text', 'text')
  const { state, rev } = object
  const all = sentencesOf(text)
  const isLong = all.length > MAX_SENTENCES
  const sentences: Sentence[] = all.slice(0, MAX_SENTENCES).map((words) => ({
    text: words,
    ...madeIn({ rev, created_at: state.modified_at, created_by: state.modified_by }),
  }))
  const open = new Set(sentences)
  let before = rev
  for (let read = 0; open.size > 0; read += PAGE) {
    if (read >= MAX_REVISIONS) return { sentences, is_partial: true }
    signal.throwIfAborted()
    const revisions = await revisionsBefore(db, access, object.id, before, PAGE)
    for (const revision of revisions) {
      const there = new Set(sentencesOf(textOf(revision.state, field) ?? ''))
      for (const sentence of open) {
        if (there.has(sentence.text)) Object.assign(sentence, madeIn(revision))
        else open.delete(sentence)
      }
    }
    const last = revisions.at(-1)
    if (!last || revisions.length < PAGE) break
    before = last.rev
  }
  return { sentences, is_partial: isLong }
}

const madeIn = ({
  rev,
  created_at,
  created_by,
}: Pick<Revision, 'rev' | 'created_at' | 'created_by'>) => ({ rev, created_at, created_by })

function textOf(state: ObjectState, field: string): string | undefined {
  if (field === 'title' || field === 'content') return state[field]
  if (!field.startsWith('metadata.')) return undefined
  const values = parseValues(state.metadata)
  const key = field.slice('metadata.'.length)
  const value = Object.hasOwn(values, key) ? values[key] : undefined
  return typeof value === 'string' ? value : undefined
}

/** Splits a text into sentences and lines, without HTML tags. */
export function sentencesOf(text: string): string[] {
  return text
    .replaceAll(/<\/(?:p|h[1-6]|li|blockquote|td|th|tr|div|pre|figcaption)>|<br\s*\/?>/gi, '\n')
    .replaceAll(/<\/?[a-z][^<>]*>/gi, '')
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_entity, name: string) => characters[name] ?? ' ')
    .split(/\n+|(?<=[.!?…]["'”’)]?)\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}

const characters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
}
