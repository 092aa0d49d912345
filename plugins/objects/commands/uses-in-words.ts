import type { BulkResult } from '@typecase/contract/objects'

/** What else a plan does: objects that go while others point at them. */
export function warningsOf({ modified = 0, references }: BulkResult): { warnings?: string[] } {
  if (!references || references.used === 0) return {}
  const { used, by } = references
  const others = by === 1 ? '1 other object' : `${by.toLocaleString('en')} other objects`
  if (modified === 1) return { warnings: [`It is used by ${others}.`] }
  const some = `${used.toLocaleString('en')} of these ${used === 1 ? 'is' : 'are'}`
  return { warnings: [`${used === modified ? 'All of these are' : some} used by ${others}.`] }
}
