import type { App } from '../../../app.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import type { Asked } from './job.ts'
import { isForAllLocales, withOthers } from './macro-kind.ts'
import { idsInAllLocales } from './scope.ts'

/** A change of which some steps are done in all locales, with the objects that it is about only because of those. */
export async function withOtherLocales(
  app: App,
  access: BucketAccess,
  asked: Asked,
): Promise<Asked> {
  const { change, scope } = asked
  if (!isForAllLocales(change)) return asked
  const { ids, others } = await idsInAllLocales(app, access, scope)
  const all = [...ids, ...others]
  return { ...asked, change: withOthers(change, others), allLocales: true, ids: all }
}
