import type { FactValues } from '@typecase/plugin-sdk/facts'
import { formatList } from '@typecase/ui/format'

/**
 * Whether the user's role in the bucket allows writing objects of a type: contributors may be limited to some types.
 */
export const mayWriteType = (facts: FactValues, type: string): boolean =>
  facts['bucket.ownTypes']?.includes(type) ?? true

/** Returns the reason why an object of a type cannot be written. */
export function whyNotType(facts: FactValues): string {
  const types = formatList(facts['bucket.ownTypes'] ?? [])
  return `Your role (${facts['bucket.role'] ?? 'contributor'}) writes only these object types: ${types}.`
}
