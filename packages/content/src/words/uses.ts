import type { BulkResult } from '@typecase/contract/objects'
import { formatCount, type Noun, plural } from '@typecase/ui/count'
import { formatNumber } from '@typecase/ui/format'

import { objectNoun } from './nouns.ts'

/** Describes the references that a deletion breaks; undefined if there are none. */
export function describeUses(
  { modified = 0, references }: Pick<BulkResult, 'modified' | 'references'>,
  noun: Noun = objectNoun,
): string | undefined {
  if (!references || references.used === 0) return undefined
  const { used, by } = references
  const others = formatCount(by, noun === objectNoun ? 'other object' : 'object')
  if (modified === 1) return `It is used by ${others}.`
  if (used === modified) return `All of them are used by ${others}.`
  return `${formatNumber(used)} of these ${plural(used, 'is', 'are')} used by ${others}.`
}
