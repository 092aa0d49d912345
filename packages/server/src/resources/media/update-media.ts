import type { BodyOf } from '@typecase/contract/endpoint'
import type { MediaEdit, updateMedia } from '@typecase/contract/media'

import type { App } from '../../app.ts'
import { invalid, notFound, stale } from '../../http/failure.ts'
import type { Write } from '../../database/write-queue.ts'
import type { Commit } from '../../http/handle.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { checkFolder } from '../media-folders/store.ts'
import { checkMetadata, editedMedia } from './edit-media.ts'
import { oneMedia } from './list-media.ts'
import { readMedia } from './store.ts'
import { writeMedia } from './write-media.ts'

/** Converts the body of an update of one media to an edit. @throws Failure `invalid` for metadata that is a list */
export function editOf({
  title,
  alt_text,
  folder,
  metadata,
}: BodyOf<typeof updateMedia>['data']): MediaEdit {
  checkMetadata(metadata, 'data.metadata')
  return {
    ...(title !== undefined && { title: { op: 'set', value: title } }),
    ...(alt_text !== undefined && { alt_text: { op: 'set', value: alt_text } }),
    ...(folder !== undefined && { folder }),
    ...(metadata && { metadata }),
  }
}

/**
 * Edits one media.
 * @param rev the revision number that the caller expects; if undefined, the edit applies to the current state
 * @throws Failure `not_found`, `stale`, or `invalid` for the resulting media
 */
export const updateOneMedia = (
  app: App,
  access: BucketAccess,
  commit: Commit,
  id: string,
  rev: number | undefined,
  edit: MediaEdit,
) => commit((write) => editOneMedia(app, write, access, id, rev, edit), access)

/** Edits one media within a write. */
export async function editOneMedia(
  app: App,
  write: Write,
  access: BucketAccess,
  id: string,
  rev: number | undefined,
  edit: MediaEdit,
) {
  const before = (await readMedia(write.db, access, [id])).get(id)
  if (!before || before.deleted_at !== null) throw notFound('Media')
  if (rev !== undefined && rev !== before.rev)
    throw stale(await oneMedia(app, access, id, write.db))
  await checkFolder(write.db, access, edit.folder, 'data.folder')
  const result = editedMedia(before, edit)
  if ('reason' in result) throw invalid(`data.${result.field}`, result.reason, 'max')
  const changes = [{ before, after: result.fields }]
  const reason = { kind: 'update', title: `Edit “${before.label}”` }
  const { changeSetId } = await writeMedia(app, write, access, changes, reason)
  return { media: await oneMedia(app, access, id, write.db), change_set_id: changeSetId }
}
