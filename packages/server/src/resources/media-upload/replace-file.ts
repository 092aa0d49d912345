import type { OutputOf } from '@typecase/contract/endpoint'
import type { replaceMediaFile } from '@typecase/contract/media'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { conflict, invalid, notFound, stale } from '../../http/failure.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { oneMedia } from '../media/list-media.ts'
import { assertMayChangeFile } from '../media/published-use.ts'
import { readMedia, type StoredMedia } from '../media/store.ts'
import { writeMedia } from '../media/write-media.ts'
import { assertWithinLimits, takeWithinLimits } from '../plans/limits.ts'
import { type Adding, storeFiles } from './add-media.ts'
import { type IncomingFile, storedFile } from './prepare-file.ts'

interface Replacing extends Pick<Adding, 'access' | 'field' | 'signal'> {
  id: string
  /** The `rev` that the caller expects; undefined skips the check. */
  ifMatch: number | undefined
}

/**
 * Replaces the file of a media. Its name and the references to it stay, and the previous bytes are kept while the
 * change can be undone.
 * @throws Failure `not_found`, `stale`, `forbidden`, `conflict` for a file on another server, or `invalid` for a file
 * of another kind
 */
export async function replaceFileOf(
  app: App,
  replacing: Replacing,
  files: readonly IncomingFile[],
): Promise<OutputOf<typeof replaceMediaFile>> {
  const { access, field, id, ifMatch } = replacing
  // Check this before the bytes are stored.
  const { size } = await replaceable(app, app.db.read, access, id, ifMatch)
  const more = (from: number, [to]: readonly { size: number }[]) => ({
    media_storage: (to?.size ?? 0) - from,
  })
  await assertWithinLimits(app, app.db.read, access, more(size, files))
  return storeFiles(app, replacing, files, async (write, [file]) => {
    const before = await replaceable(app, write.db, access, id, ifMatch)
    if (!file) throw notFound('File')
    const [from, to] = [kindOf(before.type), kindOf(file.type)]
    if (from !== to) {
      const message = `${field} must be of the same kind as the file that it replaces: ${from}, and not ${to}`
      throw invalid(field, message, 'file_type')
    }
    await takeWithinLimits(app, write, access, more(before.size, [file]))
    const changes = [{ before, after: { file: storedFile(file.fileId, file.name, file) } }]
    const reason = { kind: 'replaceFile', title: `Replace the file of “${before.label}”` }
    const { changeSetId } = await writeMedia(app, write, access, changes, reason)
    return { media: await oneMedia(app, access, id, write.db), change_set_id: changeSetId }
  })
}

async function replaceable(
  app: App,
  db: Reader,
  access: BucketAccess,
  id: string,
  rev: number | undefined,
): Promise<StoredMedia> {
  const media = (await readMedia(db, access, [id])).get(id)
  if (!media || media.deleted_at !== null) throw notFound('Media')
  if (rev !== undefined && rev !== media.rev) throw stale(await oneMedia(app, access, id, db))
  if (media.file_id === null) {
    throw conflict('The file of this media is on another server and cannot be replaced here.')
  }
  await assertMayChangeFile(app, db, access, media)
  return media
}

/**
 * Returns the kind of a file, since fields of objects accept only certain kinds: `image`, `video`, `audio`, or `file`
 * for all others.
 */
function kindOf(type: string): string {
  const [kind = ''] = type.split('/')
  return ['image', 'video', 'audio'].includes(kind) ? kind : 'file'
}
