import type { BulkResult } from '@typecase/contract/objects'
import { objectsInWords } from '@typecase/plugin-sdk/call-words'

/** What else a plan does: objects that go while others point at them. */
export function warningsOf({ references }: BulkResult): { warnings?: string[] } {
  if (!references || references.used === 0) return {}
  const { used, by } = references
  const others = by === 1 ? '1 other object' : `${by.toLocaleString('en')} other objects`
  return { warnings: [`${objectsInWords(used)} that would be deleted: used by ${others}.`] }
}
