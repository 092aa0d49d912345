import type { BodyOf, OutputOf } from '@typecase/contract/endpoint'
import { type batchObjects, insertObject, updateObject } from '@typecase/contract/content-writes'

import type { App } from '../../app.ts'
import { Failure, invalid } from '../../http/failure.ts'
import type { Commit } from '../../http/handle.ts'
import { validate } from '../../http/validate.ts'
import type { BucketAccess } from '../../resources/buckets/bucket-access.ts'
import { failureAsSent } from '../client-field-names.ts'
import { triggering } from '../open-by-key.ts'
import { change, deletion, insertion, type ObjectWrite } from './write-object.ts'

type Operation = BodyOf<typeof batchObjects>['operations'][number]
type Result = OutputOf<typeof batchObjects>['operations'][number]

/**
 * Runs operations in order. A rejected operation changes nothing, since every check runs before its write. All
 * operations and the response share one commit, so a retry does nothing twice.
 */
export async function runBatch(
  app: App,
  access: BucketAccess,
  commit: Commit,
  operations: readonly Operation[],
): Promise<{ operations: Result[] }> {
  const writes: (ObjectWrite | Failure)[] = []
  for (const operation of operations) {
    writes.push(await refusalOr(() => writeOf(app, access, operation)))
  }
  return commit(async (write) => {
    const results: Result[] = []
    for (const [n, one] of writes.entries()) {
      const { method } = operations[n] ?? { method: 'edit' }
      const result = one instanceof Failure ? one : await refusalOr(() => one.run(write))
      if (result instanceof Failure) {
        const { code, message } = one instanceof Failure ? one : failureAsSent(result, one.subject)
        results.push({ method, status: 'error', message, code })
      } else if (method === 'delete') {
        results.push({ method, status: 'success', ...result })
      } else results.push({ method, status: 'success', object: result })
    }
    return { operations: results }
  }, access)
}

/** Returns the write of an operation. @throws Failure `invalid` */
async function writeOf(
  app: App,
  bucketAccess: BucketAccess,
  { method, object_id: id, object = {}, trigger_webhook }: Operation,
): Promise<ObjectWrite> {
  const access = triggering(bucketAccess, trigger_webhook)
  // `validate` returns the type of the schema.
  if (method === 'add') {
    return insertion(
      app,
      access,
      validate(insertObject.body, object) as BodyOf<typeof insertObject>,
    )
  }
  if (id === undefined) throw invalid('object_id', 'object_id is a required field', 'required')
  if (method === 'delete') return deletion(app, access, id)
  return change(app, access, id, validate(updateObject.body, object) as BodyOf<typeof updateObject>)
}

async function refusalOr<T>(work: () => Promise<T>): Promise<T | Failure> {
  try {
    return await work()
  } catch (reason) {
    if (reason instanceof Failure) return reason
    throw reason
  }
}
