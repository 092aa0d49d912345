import type { Reader } from '../../../database/database.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { FOREIGN_IMPORT } from '../../change-sets/retention.ts'
import { existingObjects } from '../planning/existing.ts'
import type { ImportedObject } from './format.ts'
import { pathOf } from './links.ts'
import '../../change-sets/tables.ts'

/** Key of the field with an object's address on its previous site. */
const FORMER_ADDRESS = 'redirect_from'

/** The objects that an export may refer to without containing them. */
export interface ImportedObjects {
  /** @param id its `foreignId` */
  byId(id: string): ImportedObject | undefined
  /** Returns the id of the object that had this address on the previous site; undefined if several had it. */
  idAt(address: string): string | undefined
}

/**
 * Reads the objects of a bucket that has had an import from another system: a newer export, or one of a part of the
 * site, may refer to objects of an earlier one. The first import reads nothing.
 */
export async function readImportedObjects(
  db: Reader,
  access: BucketAccess,
): Promise<ImportedObjects> {
  const objects = new Map<string, ImportedObject>()
  const byPath = new Map<string, string | undefined>()
  const formerImport = await db
    .selectFrom('change_sets')
    .select('id')
    .where('bucket_id', '=', access.bucketId)
    .where('kind', '=', FOREIGN_IMPORT)
    .limit(1)
    .executeTakeFirst()
  if (formerImport)
    for await (const page of existingObjects(db, access).pagesWith(FORMER_ADDRESS))
      for (const { id, type, title, value } of page) {
        objects.set(id, { id, type, title })
        const path = pathIn(value === null ? undefined : JSON.parse(value))
        if (path !== undefined) byPath.set(path, byPath.has(path) ? undefined : id)
      }
  return {
    byId: (id) => objects.get(id),
    idAt: (address) => byPath.get(pathIn(address) ?? ''),
  }
}

/** Returns the path of an address; undefined for the home page. */
function pathIn(address: unknown): string | undefined {
  const url = typeof address === 'string' ? URL.parse(address, 'http://relative.invalid') : null
  return url && url.pathname !== '/' ? pathOf(url) : undefined
}
