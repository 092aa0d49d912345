import { type BulkEditData, bulkEditObjects } from '@typecase/contract/bulk-edit'
import type { RunContext } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import { bucketSlugOf } from '../bucket-slug.ts'
import type { BulkCall } from './bulk-plan.ts'

/** A call that edits all its objects alike, and its words. */
export const editCall = (
  data: BulkEditData,
  words: Omit<BulkCall, 'send'>,
  { services, facts, signal }: RunContext,
): BulkCall => ({
  ...words,
  send: (scope) =>
    services
      .get(Api)
      .call(bulkEditObjects, { body: { slug: bucketSlugOf(facts), ...scope, data } }, { signal }),
})
