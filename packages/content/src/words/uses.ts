import type { BulkResult } from '@typecase/contract/objects'
import type { Noun } from '@typecase/plugin-sdk/server-call'

import { objectNoun } from './noun.ts'

/** What a deletion leaves behind: how many of its objects others point at. Undefined where nobody does. */
export function usesInWords(
  { modified = 0, references }: Pick<BulkResult, 'modified' | 'references'>,
  noun: Noun = objectNoun,
): string | undefined {
  if (!references || references.used === 0) return undefined
  const { used, by } = references
  const other = noun === objectNoun ? 'other object' : 'object'
  const others = by === 1 ? `1 ${other}` : `${by.toLocaleString('en')} ${other}s`
  if (modified === 1) return `It is used by ${others}.`
  if (used === modified) return `All of these are used by ${others}.`
  return `${used.toLocaleString('en')} of these ${used === 1 ? 'is' : 'are'} used by ${others}.`
}
