import type { Metafield } from '@typecase/contract/metafields'

/** A metafield's value within the record that holds it: the unit that the rules of fields are about. */
export interface ValueOwner {
  field: Metafield
  record: Record<string, unknown>
  /** The path of the record, as `metadata.steps.3`. */
  at: string
}
