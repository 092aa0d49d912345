import type { CmsObject } from '@typecase/contract/objects'

import type { Write } from '../../database/write-queue.ts'
import { conflict } from '../../http/failure.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { assertMayWrite } from '../objects/model/contributor-rules.ts'
import { assertRoom, assertUnique, stampOf } from '../objects/changes/one-object.ts'
import { nextRank } from '../objects/store/ranks.ts'
import { toCmsObject } from '../objects/model/read-form.ts'
import { slugHolder } from '../objects/store/slugs.ts'
import { emptyState, type StoredObject } from '../objects/model/state.ts'
import type { TypeModel } from '../objects/model/type-model.ts'
import { type CheckedServices, newObject, writeObjects } from '../objects/store/write-objects.ts'

/** The texts of a version in another locale. */
export interface NewVersion {
  locale: string
  title: string
  content: string
  /** JSON. */
  metadata: string
}

/**
 * Adds a version of an object in another locale, as a draft with the same slug, which links the versions.
 * @throws Failure `conflict` if one exists, or if a unique value is taken in that locale
 */
export async function addVersion(
  services: CheckedServices,
  write: Write,
  access: BucketAccess,
  original: StoredObject,
  model: TypeModel,
  input: NewVersion,
): Promise<{ object: CmsObject; change_set_id: string | null }> {
  const { type, state } = original
  const { slug, thumbnail } = state
  const { locale } = input
  assertMayWrite(access, { type, created_by: access.userId })
  if ((await slugHolder(write.db, access, { type, locale }, slug)) !== undefined)
    throw conflict(`There is already a version in ${locale}.`)
  await assertRoom(write.db, access, model, locale)
  const stamp = stampOf(services, access)
  const after = { ...emptyState(input.title, slug, stamp), thumbnail, ...input }
  await assertUnique(services, write.db, access, model, null, after)
  const rank = await nextRank(write.db, access, type)
  const reason = { kind: 'addLocale', title: `Add “${input.title}” in ${locale}` }
  const change = newObject(services, access, type, rank, after)
  const { objects, changeSetId } = await writeObjects(services, write, access, [change], reason)
  const [added] = objects
  if (!added) throw new Error('The version was not written.')
  return { object: toCmsObject(access, added, model), change_set_id: changeSetId }
}
