import type { App } from '../../app.ts'
import { prepared } from '../../database/prepared.ts'
import '../../storage/stored-files.ts'
import '../buckets/erase-bucket.ts'
import '../change-sets/tables.ts'
import type { MediaFile } from '../media/media-fields.ts'
import '../media/tables.ts'
import '../media-upload/add-pictures.ts'

/** A file that can be served by its name. */
export interface ServedFile {
  owner: string
  file_id: string
  original_name: string
  type: string
  size: number
  sha256: string
  /** How often it was replaced. */
  replaced: number
  /** Whether it is served only through signed URLs. */
  is_private: number
}

const mediaFile = prepared((db, of: { name: string }) =>
  db
    .selectFrom('media')
    .innerJoin('files', (join) =>
      join.onRef('files.owner_id', '=', 'media.bucket_id').onRef('files.id', '=', 'media.file_id'),
    )
    .innerJoin('buckets', 'buckets.id', 'media.bucket_id')
    .leftJoin('erasures', 'erasures.project_id', 'buckets.project_id')
    .select(['media.original_name', 'media.type', 'files.size', 'files.sha256'])
    .select(['files.owner_id as owner', 'files.id as file_id'])
    .select(['buckets.media_is_private as is_private', 'media.replaced'])
    .where('media.name', '=', of.name)
    .where('media.file_id', 'is not', null)
    .where('media.deleted_at', 'is', null)
    .where('erasures.project_id', 'is', null),
)

const pictureFile = prepared((db, of: { name: string }) =>
  db
    .selectFrom('account_files')
    .innerJoin('files', (join) =>
      join
        .onRef('files.owner_id', '=', 'account_files.user_id')
        .onRef('files.id', '=', 'account_files.file_id'),
    )
    .select(['account_files.original_name', 'account_files.type', 'files.size', 'files.sha256'])
    .select(['files.owner_id as owner', 'files.id as file_id'])
    .select((eb) => [eb.lit(0).as('is_private'), eb.lit(0).as('replaced')])
    .where('account_files.name', '=', of.name),
)

const formerFile = prepared((db, of: { name: string; fileId: string }) =>
  db
    .selectFrom('media')
    .innerJoin('change_set_media as former', (join) =>
      join
        .onRef('former.bucket_id', '=', 'media.bucket_id')
        .onRef('former.media_id', '=', 'media.id'),
    )
    .innerJoin('files', (join) =>
      join
        .onRef('files.owner_id', '=', 'former.bucket_id')
        .onRef('files.id', '=', 'former.file_id'),
    )
    .innerJoin('buckets', 'buckets.id', 'media.bucket_id')
    .leftJoin('erasures', 'erasures.project_id', 'buckets.project_id')
    .select(['files.size', 'files.sha256', 'files.owner_id as owner', 'files.id as file_id'])
    .select('former.before')
    .where('media.name', '=', of.name)
    .where('former.file_id', '=', of.fileId)
    .where('media.deleted_at', 'is', null)
    .where('erasures.project_id', 'is', null)
    .limit(1),
)

/** Finds a previous file of the media with that name, as long as a change set keeps it. */
export async function findFormer(
  { db }: Pick<App, 'db'>,
  name: string,
  fileId: string,
): Promise<ServedFile | undefined> {
  const [row] = await formerFile(db.read, { name, fileId })
  if (!row) return undefined
  const { before, ...stored } = row
  // Only `writeMedia` writes this column, so the cast is safe.
  const { original_name, type } = (JSON.parse(before) as { file: MediaFile }).file
  return { ...stored, original_name, type, replaced: 0, is_private: 1 }
}

/** Matches the names that the server generates. Other names get a 404 without a query. */
const NAME = /^[0-9a-f]{24}-[^\0]+$/

/** Finds the file with that name among the media of buckets and the pictures of people. */
export async function findServed(
  { db }: Pick<App, 'db'>,
  name: string,
): Promise<ServedFile | undefined> {
  if (!NAME.test(name)) return undefined
  const [media] = await mediaFile(db.read, { name })
  if (media) return media
  const [picture] = await pictureFile(db.read, { name })
  return picture
}
