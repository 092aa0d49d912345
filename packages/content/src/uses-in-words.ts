import type { BulkResult } from '@typecase/contract/objects'

/** What a deletion leaves behind: how many of its objects others point at. Undefined where nobody does. */
export function usesInWords({
  modified = 0,
  references,
}: Pick<BulkResult, 'modified' | 'references'>): string | undefined {
  if (!references || references.used === 0) return undefined
  const { used, by } = references
  const others = by === 1 ? '1 other object' : `${by.toLocaleString('en')} other objects`
  if (modified === 1) return `It is used by ${others}.`
  if (used === modified) return `All of these are used by ${others}.`
  return `${used.toLocaleString('en')} of these ${used === 1 ? 'is' : 'are'} used by ${others}.`
}
