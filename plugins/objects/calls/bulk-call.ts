import type { bulkEditObjects } from '@typecase/contract/bulk-edit'
import type {
  deleteObjects,
  duplicateObjects,
  publishObjects,
  unpublishObjects,
} from '@typecase/contract/objects'
import type { RefusedAs } from '@typecase/plugin-sdk/refused-as'
import type { CallPlace, CallWords, ServerCall } from '@typecase/plugin-sdk/server-call'

/** The calls that answer as `BulkResult` says, and whose dry run is a plan. */
export type BulkEndpoint =
  | typeof publishObjects
  | typeof unpublishObjects
  | typeof deleteObjects
  | typeof duplicateObjects
  | typeof bulkEditObjects

/** The call of a command over many objects. */
export interface BulkCallModule<Args extends object> {
  callOf(args: Args, place: CallPlace): ServerCall<BulkEndpoint>
  words(args: Args): CallWords
  argumentAt?(path: string): RefusedAs | undefined
}
