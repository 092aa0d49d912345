import type { App } from '../../app.ts'
import type { Call, Commit } from '../../http/handle.ts'
import type { Endpoint } from '@typecase/contract/endpoint'
import type { UserPrincipal } from '../../http/principal.ts'
import { actorOf, audit } from '../audit/audit-log.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'

type Committing = Pick<Call<Endpoint>, 'commit' | 'ip' | 'request'> & { principal: UserPrincipal }

/**
 * Returns the `commit` of a call. A call through an extension also writes an entry to the audit log; the user's own
 * calls do not.
 * @param objects the number of objects in the write
 */
export function auditedCommit(
  app: App,
  { bucketId, extension }: BucketAccess,
  call: Committing,
  objects: number,
): Commit {
  if (extension === null) return call.commit
  return (work, scope, status) =>
    call.commit(
      async (write) => {
        const result = await work(write)
        await audit(write, app, actorOf(call), {
          kind: 'bucket.extension_write',
          bucketId,
          subject: { id: extension, title: extension },
          details: { objects },
        })
        return result
      },
      scope,
      status,
    )
}
