import type { Reader } from '../../database/database.ts'
import { conflict, invalid } from '../../http/failure.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { hasFolder, type NewObjectType, typeSlugs } from './store.ts'

// Clients match this exact message.
export const slugTaken = () =>
  conflict('Object Type slug is already used', [
    { path: 'data.slug', message: 'Object Type slug is already used', rule: 'unique' },
  ])

/** Checks that the bucket has the type's folder. @throws Failure `invalid` for an unknown folder */
export async function checkFolder(
  db: Reader,
  access: BucketAccess,
  { folder }: NewObjectType,
): Promise<void> {
  if (folder !== null && !(await hasFolder(db, access, folder))) {
    throw invalid('data.folder', 'data.folder is not a folder of this bucket', 'unknown')
  }
}

/**
 * Checks the new slug and the folder of a type.
 * @throws Failure `conflict` for a new slug that another type has, `invalid` for an unknown folder
 */
export async function checkPosition(
  db: Reader,
  access: BucketAccess,
  before: NewObjectType,
  after: NewObjectType,
): Promise<void> {
  await checkFolder(db, access, after)
  if (after.slug === before.slug) return
  if ((await typeSlugs(db, access)).includes(after.slug)) throw slugTaken()
}
